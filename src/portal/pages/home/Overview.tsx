/** The summary blocks: the oldest open records, this week against the last, and open records by branch or another field. */
import {useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import {dashboardTexts, listBreakdownFields, weekSpans, type WeekKey} from '../../../schema/dashboard.ts';
import type {Shares as Rows, Summary} from '../../../schema/apiShapes.ts';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {findTabOfOpenRecords, TAB_PARAM} from '../../../schema/lifeCycle/tabs.ts';
import {screens} from '../../../schema/paths.ts';
import {isNumbered} from '../../../schema/fields/recordTitle.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {isNotFound} from '../../api/errors.ts';
import {Section} from '../../ui/Section.tsx';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {formatAge} from '../../ui/Age.tsx';
import {CountLink, dashboardRowStyle, dashboardListStyle, type DashboardSectionProps} from './CountLink.tsx';
import {parseCount, formatCount, type DashboardQuery} from './dashboardQueries.ts';
import {DashboardLoadError} from './DashboardLoadError.tsx';
import {statusEntryFilter} from './dashboardLinks.ts';

interface SharesProps extends DashboardSectionProps {
  field: string;
  rows: Rows;
}

const MAX_COLLAPSED_ROWS = 5;

const Shares = ({field, rows, ...about}: SharesProps) => {
  const {dashboard, resource, ownerIds} = about;
  const tab = findTabOfOpenRecords(resource, useSession());
  const [isExpanded, setExpanded] = useState(false);
  if (rows.length === 0) return <Typography color="text.secondary">{dashboardTexts(dashboard, resource).noneOpen}</Typography>;
  const total = rows.reduce((sum, {qtd}) => sum + qtd, 0);
  return (
    <>
      <Box component="ul" sx={dashboardListStyle}>
        {rows.slice(0, isExpanded ? undefined : MAX_COLLAPSED_ROWS).map(({id, descricao, qtd, idEmpresa = ownerIds.idEmpresa}) => (
          <Box component="li" key={id} sx={dashboardRowStyle}>
            <CountLink
              {...about}
              ownerIds={{...ownerIds, idEmpresa}}
              filter={tab === undefined ? undefined : {[field]: id, [TAB_PARAM]: tab}}
            >
              {descricao}
            </CountLink>
            <Box component="span" sx={{whiteSpace: 'nowrap', color: 'text.secondary'}}>
              <Box component="strong" sx={{color: 'text.primary', fontWeight: 600}}>{formatCount(qtd)}</Box> de {formatCount(total)}
            </Box>
          </Box>
        ))}
      </Box>
      {rows.length > MAX_COLLAPSED_ROWS && (
        <Button size="small" sx={{alignSelf: 'start'}} aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? 'Mostrar menos' : `Mostrar todos (${formatCount(rows.length)})`}
        </Button>
      )}
    </>
  );
};

interface OverviewProps extends Omit<DashboardSectionProps, 'ownerIds'> {
  numbers: DashboardQuery<unknown>;
}

const SKELETON_ROWS = [1, 2, 3, 4, 5];
const skeleton = <Box role="status" aria-label="Carregando">{SKELETON_ROWS.map(row => <Skeleton key={row} height={32} />)}</Box>;

type SummaryValues = Required<Summary>;

interface Block {
  title: string;
  /** undefined: no value in the answer (yet). */
  content: ReactNode;
}
interface SummaryRenderer<T> {
  /** The value is an array. Values of another shape are ignored, because another server may answer anything. */
  list: boolean;
  blocks: (value: T | undefined, about: DashboardSectionProps, fields: readonly string[]) => readonly Block[];
}
const textsOf = ({dashboard, resource}: DashboardSectionProps) => dashboardTexts(dashboard, resource);
const RENDERERS: {readonly [K in keyof SummaryValues]: SummaryRenderer<SummaryValues[K]>} = {
  maisAntigos: {
    list: true, blocks: (value, about) => [{title: textsOf(about).oldest, content: value && <Oldest {...about} rows={value} />}],
  },
  finalizados: {
    list: false, blocks: (value, about) => [{title: textsOf(about).finished, content: value && <Finished {...about} counts={value} />}],
  },
  porFilial: {
    list: true,
    blocks: (value, about, fields) => fields.filter(field => isBranch(about, field)).map(field =>
      sharesBlock(about, field, value?.map(({idFilial: id, ...share}) => ({id, ...share})))),
  },
  por: {
    list: false,
    blocks: (value, about, fields) => fields.filter(field => !isBranch(about, field)).map(field =>
      sharesBlock(about, field, value?.[field])),
  },
};

const isBranch = ({resource: {owner}}: DashboardSectionProps, field: string): boolean => field === owner?.filial;
const sharesBlock = (about: DashboardSectionProps, field: string, rows: Rows | undefined): Block =>
  ({title: textsOf(about).by(field), content: rows && <Shares {...about} field={field} rows={rows} />});

const renderBlocks = (
  key: keyof SummaryValues, body: unknown, about: DashboardSectionProps, fields: readonly string[],
): readonly Block[] => {
  // `never`, because the renderer of a key accepts exactly that key's value.
  const {list, blocks}: SummaryRenderer<never> = RENDERERS[key];
  const value: unknown = (Object(body) as Readonly<Record<string, unknown>>)[key];
  const isValid = typeof value === 'object' && value !== null && Array.isArray(value) === list;
  return blocks(isValid ? value as never : undefined, about, fields);
};

export const Overview = ({numbers, ...about}: OverviewProps) => {
  const {lastAnswer: answer, isStale, error} = numbers;
  const fields = listBreakdownFields(useConfig(), about.dashboard, useSession().perfil);
  if (answer === undefined && error !== null) return isNotFound(error) ? null : <DashboardLoadError what="o resumo" numbers={numbers} />;
  const context = {...about, ownerIds: answer?.asked ?? {idEmpresa: 0, idFilial: 0}};
  const blocks = (Object.keys(RENDERERS) as (keyof SummaryValues)[]).flatMap(key => renderBlocks(key, answer?.body, context, fields));
  return (
    <Box aria-busy={isStale && error === null} sx={{opacity: isStale && answer !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}>
      <DashboardLoadError what="o resumo" numbers={numbers} />
      <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))'}}>
        {blocks.filter(({content}) => answer === undefined || content !== undefined).map(({title, content}) => (
          <Section key={title} title={title}>{content ?? skeleton}</Section>
        ))}
      </Box>
    </Box>
  );
};

const Oldest = ({dashboard, resource, rows}: {dashboard: Dashboard; resource: Resource; rows: Summary['maisAntigos']}) => {
  const config = useConfig();
  const {state} = useScreenNavigation();
  // A number of their own is what people call the records by.
  const isByNumber = resource.fields['descricao'] === undefined && isNumbered(resource);
  if (rows.length === 0) return <Typography color="text.secondary">{dashboardTexts(dashboard, resource).noneOpen}</Typography>;
  return (
    <Box component="ol" sx={dashboardListStyle}>
      {rows.map(({id, descricao, dataCriacao}) => (
        <Box component="li" key={id} sx={dashboardRowStyle}>
          <Link component={RouterLink} to={screens(config, resource).details(id)} state={state} sx={{overflowWrap: 'anywhere'}}>
            {resource.label.one} {isByNumber ? descricao || id : `${id} · ${descricao}`}
          </Link>
          <Typography component="span" variant="body2" color="text.secondary" sx={{whiteSpace: 'nowrap'}}>
            {formatAge(dataCriacao)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};

const WEEKS: Readonly<Record<WeekKey, string>> = {
  estaSemana: 'Esta semana', mesmosDias: 'Semana anterior, mesmos dias', semanaAnterior: 'Semana anterior inteira',
};

const comparison = (difference: number): string => {
  if (difference === 0) return 'O mesmo número dos mesmos dias da semana anterior.';
  return `${formatCount(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que nos mesmos dias da semana anterior.`;
};

/** Records that entered the chart's status this week, against the same days of the week before. */
const Finished = ({counts, ...about}: DashboardSectionProps & {counts: Summary['finalizados']}) => {
  const {estaSemana, mesmosDias} = counts;
  const spans = weekSpans();
  const weeks = (Object.keys(WEEKS) as WeekKey[]).filter(week => counts[week] !== undefined);
  return (
    <>
      <Box component="dl" sx={{m: 0, display: 'grid', gap: 2, gridTemplateColumns: `repeat(${weeks.length}, minmax(0, 1fr))`}}>
        {weeks.map(week => (
          <Box key={week} sx={{display: 'flex', flexDirection: 'column', justifyContent: 'space-between'}}>
            <Typography component="dt" variant="body2" color="text.secondary">{WEEKS[week]}</Typography>
            <Typography
              component="dd"
              sx={{m: 0, fontSize: '1.75rem', lineHeight: 1.4, fontWeight: 650, fontVariantNumeric: 'tabular-nums'}}
            >
              <CountLink
                {...about}
                filter={statusEntryFilter(about, spans[week])}
                label={`${WEEKS[week]}: ${formatCount(parseCount(counts[week]))}`}
                sx={{fontWeight: 'inherit', display: 'inline-block', minWidth: 44}}
              >
                {formatCount(parseCount(counts[week]))}
              </CountLink>
            </Typography>
          </Box>
        ))}
      </Box>
      {mesmosDias !== undefined && (
        <Typography variant="body2" color="text.secondary">{comparison(estaSemana - mesmosDias)}</Typography>
      )}
    </>
  );
};
