/**
 * Company, branch and period of the whole screen (rules: Dashboard 1), to choose and on paper. Only who may choose a company does
 * (rules: Access 5).
 */
import {useId} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {mayChoose} from '../../../schema/access.ts';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {periodLabel, periodParam} from '../../../schema/dashboard.ts';
import {FieldFrame} from '../../kinds/FieldFrame.tsx';
import {LabelledSelect} from '../../kinds/LabelledSelect.tsx';
import {ReferenceSelect, useTypedReference, type TypedReference} from '../../kinds/ReferenceSelect.tsx';
import type {Option} from '../../kinds/Select.tsx';
import {claims} from '../../session/claims.ts';
import {useConfig, useSession} from '../../session/context.ts';
import type {useChoice} from './choice.ts';

interface LabelledReferenceProps {
  label: string;
  name: string;
  /** The resource whose records are chosen from. */
  to: string;
  reference: TypedReference;
  /** 0: none. */
  value: number;
  disabled: boolean;
  /** What the empty choice is called. */
  all: string;
  /** null: the empty choice. */
  onChange: (id: unknown) => void;
}

/** A reference outside a form, with its label: searched for by typing. */
const LabelledReference = ({label, to, value, ...props}: LabelledReferenceProps) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} disabled={props.disabled}>
      <ReferenceSelect
        {...props}
        field={{label, to}}
        id={id}
        value={value === 0 ? null : value}
        onBlur={() => undefined}
        inputRef={null}
        required={false}
        invalid={false}
        describedBy={undefined}
        clearable
      />
    </FieldFrame>
  );
};

export const periodOptions = ({periods}: Dashboard): Option[] =>
  periods.map(period => ({id: periodParam(period), name: periodLabel(period)}));

type Choosing = ReturnType<typeof useChoice>;
const OWNERS = {empresa: 'idEmpresa', filial: 'idFilial'} as const;
interface ReferenceProps extends Choosing {
  resource: Resource;
  /** Which of the two owners is chosen. */
  owner: keyof typeof OWNERS;
  source: string;
  to: FieldOf<'referencia'>;
}

/** What is chosen is named as soon as its name is known, and never looks like nothing. */
const withChosen = (options: readonly Option[], chosen: number, loading: boolean): readonly Option[] =>
  chosen === 0 || options.some(({id}) => id === chosen)
    ? options
    : [{id: chosen, name: loading ? 'Carregando…' : `Código ${chosen}`}, ...options];

/** What an owner is chosen from, with the name of the chosen one. */
const useOwnerOptions = (owner: keyof typeof OWNERS, to: FieldOf<'referencia'>, choice: Choosing['choice']) => useTypedReference(
  to.to, to.within === undefined ? undefined : {name: to.within, value: choice.idEmpresa},
  {chosen: choice[OWNERS[owner]], name: OWNERS[owner]},
);

const OwnerSelect = ({resource, owner, source, to, choice, choose, companyIsFixed}: ReferenceProps) => {
  const name = OWNERS[owner];
  const reference = useOwnerOptions(owner, to, choice);
  const {options, all, waiting, loading} = reference;
  const select = {
    label: to.label,
    name,
    all: resource.list.filters?.[source]?.all ?? to.label,
    value: choice[name],
    disabled: waiting || (owner === 'empresa' && companyIsFixed),
    onChange: (id: unknown) => choose(name, typeof id === 'number' ? id : 0),
  };
  // The browser's own select holds all of them, which takes that there are few.
  return all
    ? <LabelledSelect {...select} options={withChosen(options, choice[name], loading)} />
    : <LabelledReference {...select} to={to.to} reference={reference} />;
};

/** What an owner is chosen from; undefined for whoever is not offered it. */
const useOwner = (resource: Resource, owner: keyof typeof OWNERS) => {
  const {resources} = useConfig();
  const {perfil} = useSession();
  const source = resource.owner?.[owner] ?? '';
  const to = resource.fields[source];
  const target = to?.kind === 'referencia' ? resources[to.to] : undefined;
  return to?.kind !== 'referencia' || target === undefined || !mayChoose(target, perfil) ? undefined : {source, to};
};

/** One of the two owners, for whoever is offered what it names. */
const OwnerChoice = ({owner, ...props}: Choosing & Pick<ReferenceProps, 'resource' | 'owner'>) => {
  const offered = useOwner(props.resource, owner);
  return offered === undefined ? null : <OwnerSelect {...props} owner={owner} source={offered.source} to={offered.to} />;
};

/** Named as the input names it, because a profile may be offered a branch that it cannot read. */
const ChosenOwner = ({owner, to, choice}: Pick<ReferenceProps, 'owner' | 'to' | 'choice'>) => {
  const {options} = useOwnerOptions(owner, to, choice);
  const value = choice[OWNERS[owner]];
  return options.find(({id}) => id === value)?.name ?? value;
};

/** The same on paper, where nothing is chosen: a person's own company is named by their token. */
const OwnerOnPaper = ({owner, resource, choice, companyIsFixed}: Choosing & Pick<ReferenceProps, 'resource' | 'owner'>) => {
  const offered = useOwner(resource, owner);
  const value = choice[OWNERS[owner]];
  const own = owner === 'empresa' && companyIsFixed ? claims()?.groupsid : undefined;
  if (offered === undefined) return own === undefined ? null : <>{own} · </>;
  const name = value === 0 ? 'sem filtro' : <ChosenOwner owner={owner} to={offered.to} choice={choice} />;
  return <>{offered.to.label}: {own ?? name} · </>;
};

export const ChoiceBar = ({dashboard, resource, ...choosing}: Choosing & {dashboard: Dashboard; resource: Resource}) => (
  <>
    <Box
      role="search"
      aria-label="Filtros do painel"
      sx={{
        display: 'grid', gap: 1.5, columnGap: 2, mb: 2,
        gridTemplateColumns: {xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 260px))'},
        '& > :last-child': {gridColumn: {xs: '1 / -1', sm: 'auto'}},
      }}
    >
      <OwnerChoice owner="empresa" resource={resource} {...choosing} />
      <OwnerChoice owner="filial" resource={resource} {...choosing} />
      <LabelledSelect
        label="Período"
        name="periodo"
        all={false}
        options={periodOptions(dashboard)}
        value={choosing.choice.periodo}
        onChange={param => choosing.choose('periodo', String(param ?? ''))}
      />
    </Box>
    <Typography sx={{display: 'none', displayPrint: 'block', mb: 2}}>
      <OwnerOnPaper owner="empresa" resource={resource} {...choosing} />
      <OwnerOnPaper owner="filial" resource={resource} {...choosing} />
      Período: {periodOptions(dashboard).find(({id}) => id === choosing.choice.periodo)?.name}
    </Typography>
  </>
);
