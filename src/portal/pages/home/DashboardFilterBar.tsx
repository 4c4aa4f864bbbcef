/**
 * The dashboard's filters: company, branch and period (rules: Dashboard 1); text in print. Only some profiles may choose a company
 * (rules: Access 5).
 */
import {useId} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {mayChoose} from '../../../schema/access.ts';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {periodLabel, periodParam} from '../../../schema/dashboard.ts';
import {FieldFrame} from '../../fields/FieldFrame.tsx';
import {LabelledSelect} from '../../fields/LabelledSelect.tsx';
import {ReferenceSelect, useTypedReference, type TypedReference} from '../../fields/ReferenceSelect.tsx';
import type {SelectOption} from '../../fields/Select.tsx';
import {claims} from '../../session/claims.ts';
import {useConfig, useSession} from '../../session/context.ts';
import type {useDashboardFilters} from './dashboardFilters.ts';

interface LabelledReferenceProps {
  label: string;
  name: string;
  to: string;
  reference: TypedReference;
  value: number;
  disabled: boolean;
  emptyLabel: string;
  onChange: (id: unknown) => void;
}

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

export const periodOptions = ({periods}: Dashboard): SelectOption[] =>
  periods.map(period => ({id: periodParam(period), name: periodLabel(period)}));

type ChoiceState = ReturnType<typeof useDashboardFilters>;
const OWNERS = {empresa: 'idEmpresa', filial: 'idFilial'} as const;
interface ReferenceProps extends ChoiceState {
  resource: Resource;
  owner: keyof typeof OWNERS;
  source: string;
  to: FieldOf<'referencia'>;
}

/** Adds the chosen option while its name is loading, because a select without it would look empty. */
const withChosenOption = (options: readonly SelectOption[], chosen: number, loading: boolean): readonly SelectOption[] =>
  chosen === 0 || options.some(({id}) => id === chosen)
    ? options
    : [{id: chosen, name: loading ? 'Carregando…' : `Código ${chosen}`}, ...options];

const useOwnerOptions = (owner: keyof typeof OWNERS, reference: FieldOf<'referencia'>, choice: ChoiceState['choice']) => useTypedReference(
  reference.to, reference.within === undefined ? undefined : {name: reference.within, value: choice.idEmpresa},
  {chosen: choice[OWNERS[owner]], name: OWNERS[owner]},
);

const OwnerSelect = ({resource, owner, source, to, choice, choose, companyIsFixed}: ReferenceProps) => {
  const name = OWNERS[owner];
  const reference = useOwnerOptions(owner, to, choice);
  const {options, all: hasAllOptions, waiting: isDisabled, loading} = reference;
  const select = {
    label: to.label,
    name,
    emptyLabel: resource.list.filters?.[source]?.all ?? to.label,
    value: choice[name],
    disabled: isDisabled || (owner === 'empresa' && companyIsFixed),
    onChange: (id: unknown) => choose(name, typeof id === 'number' ? id : 0),
  };
  // A native select needs all options, so it is used only for short lists.
  return hasAllOptions
    ? <LabelledSelect {...select} options={withChosenOption(options, choice[name], loading)} />
    : <LabelledReference {...select} to={to.to} reference={reference} />;
};

/** The reference by which an owner is chosen; undefined: the profile may not choose it. */
const useOwnerReference = (resource: Resource, owner: keyof typeof OWNERS) => {
  const {resources} = useConfig();
  const {perfil} = useSession();
  const source = resource.owner?.[owner] ?? '';
  const field = resource.fields[source];
  const target = field?.kind === 'referencia' ? resources[field.to] : undefined;
  return field?.kind !== 'referencia' || target === undefined || !mayChoose(target, perfil) ? undefined : {source, to: field};
};

const OwnerChoice = ({owner, ...props}: ChoiceState & Pick<ReferenceProps, 'resource' | 'owner'>) => {
  const reference = useOwnerReference(props.resource, owner);
  return reference === undefined ? null : <OwnerSelect {...props} owner={owner} source={reference.source} to={reference.to} />;
};

/** The name comes from the options, because a profile may choose a branch that it cannot read. */
const ChosenOwner = ({owner, to, choice}: Pick<ReferenceProps, 'owner' | 'to' | 'choice'>) => {
  const {options} = useOwnerOptions(owner, to, choice);
  const value = choice[OWNERS[owner]];
  return options.find(({id}) => id === value)?.name ?? value;
};

/** The chosen owner as text for print; the name of the caller's company comes from the token. */
const OwnerOnPaper = ({owner, resource, choice, companyIsFixed}: ChoiceState & Pick<ReferenceProps, 'resource' | 'owner'>) => {
  const reference = useOwnerReference(resource, owner);
  const value = choice[OWNERS[owner]];
  const ownCompany = owner === 'empresa' && companyIsFixed ? claims()?.groupsid : undefined;
  if (reference === undefined) return ownCompany === undefined ? null : <>{ownCompany} · </>;
  const name = value === 0 ? 'sem filtro' : <ChosenOwner owner={owner} to={reference.to} choice={choice} />;
  return <>{reference.to.label}: {ownCompany ?? name} · </>;
};

export const DashboardFilterBar = ({dashboard, resource, ...choiceState}: ChoiceState & {dashboard: Dashboard; resource: Resource}) => (
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
      <OwnerChoice owner="empresa" resource={resource} {...choiceState} />
      <OwnerChoice owner="filial" resource={resource} {...choiceState} />
      <LabelledSelect
        label="Período"
        name="periodo"
        emptyLabel={false}
        options={periodOptions(dashboard)}
        value={choiceState.choice.periodo}
        onChange={param => choiceState.choose('periodo', String(param ?? ''))}
      />
    </Box>
    <Typography sx={{display: 'none', displayPrint: 'block', mb: 2}}>
      <OwnerOnPaper owner="empresa" resource={resource} {...choiceState} />
      <OwnerOnPaper owner="filial" resource={resource} {...choiceState} />
      Período: {periodOptions(dashboard).find(({id}) => id === choiceState.choice.periodo)?.name}
    </Typography>
  </>
);
