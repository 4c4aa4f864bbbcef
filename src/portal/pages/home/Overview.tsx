/** What a manager asks and no card says: the oldest open records, this week against the last, and where the open ones are. */
import {useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import {dashboardTexts, listBreakdownFields, weekSpans, type WeekKey} from '../../../schema/dashboard.ts';
import type {Shares as Rows, Summary} from '../../../schema/wire.ts';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {findTabOfOpenRecords, TAB_PARAM} from '../../../schema/lifeCycle/tabs.ts';
import {screens} from '../../../schema/paths.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {isMissing} from '../../wire/errors.ts';
import {Section} from '../../ui/Section.tsx';
import {useReach} from '../../navigation/useReach.ts';
import {ageOf} from '../../ui/Age.tsx';
import {Leading, line, lines, type About} from './Leading.tsx';
import {countOf, written, type Numbers} from './numbers.ts';
import {Trouble} from './Trouble.tsx';
import {enteredFilter} from './addresses.ts';

interface SharesProps extends About {
  field: string;
  rows: Rows;
}

const FEW = 5;

/** Open records by what a field refers to, most first: each a share of all. */
const Shares = ({field, rows, ...about}: SharesProps) => {
  const {dashboard, resource, whose} = about;
  const tab = findTabOfOpenRecords(resource, useSession());
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <Typography color="text.secondary">{dashboardTexts(dashboard, resource).noneOpen}</Typography>;
  const total = rows.reduce((sum, {qtd}) => sum + qtd, 0);
  return (
    <>
      <Box component="ul" sx={lines}>
        {rows.slice(0, all ? undefined : FEW).map(({id, descricao, qtd, idEmpresa = whose.idEmpresa}) => (
          <Box component="li" key={id} sx={line}>
            <Leading {...about} whose={{...whose, idEmpresa}} filter={tab === undefined ? undefined : {[field]: id, [TAB_PARAM]: tab}}>
              {descricao}
            </Leading>
            <Box component="span" sx={{whiteSpace: 'nowrap', color: 'text.secondary'}}>
              <Box component="strong" sx={{color: 'text.primary', fontWeight: 600}}>{written(qtd)}</Box> de {written(total)}
            </Box>
          </Box>
        ))}
      </Box>
      {rows.length > FEW && (
        <Button size="small" sx={{alignSelf: 'start'}} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar menos' : `Mostrar todos (${written(rows.length)})`}
        </Button>
      )}
    </>
  );
};

interface OverviewProps extends Omit<About, 'whose'> {
  numbers: Numbers<unknown>;
}

const LINES = [1, 2, 3, 4, 5];
const waiting = <Box role="status" aria-label="Carregando">{LINES.map(line => <Skeleton key={line} height={32} />)}</Box>;

type Told = Required<Summary>;

interface Block {
  title: string;
  /** undefined: not told (yet). */
  drawn: ReactNode;
}
interface Drawn<T> {
  /** Whether it is told as a list: another server may tell anything under its name. */
  list: boolean;
  /** @param fields those by which somebody is told where the open records are */
  blocks: (said: T | undefined, about: About, fields: readonly string[]) => readonly Block[];
}
const wordsOf = ({dashboard, resource}: About) => dashboardTexts(dashboard, resource);
/** How each of the numbers is drawn, in this order. */
const NUMBERS: {readonly [K in keyof Told]: Drawn<Told[K]>} = {
  maisAntigos: {
    list: true, blocks: (said, about) => [{title: wordsOf(about).oldest, drawn: said && <Oldest {...about} rows={said} />}],
  },
  finalizados: {
    list: false, blocks: (said, about) => [{title: wordsOf(about).finished, drawn: said && <Finished {...about} counts={said} />}],
  },
  porFilial: {
    list: true,
    blocks: (said, about, fields) => fields.filter(field => isBranch(about, field)).map(field =>
      sharesBlock(about, field, said?.map(({idFilial: id, ...share}) => ({id, ...share})))),
  },
  por: {
    list: false,
    blocks: (said, about, fields) => fields.filter(field => !isBranch(about, field)).map(field => sharesBlock(about, field, said?.[field])),
  },
};

const isBranch = ({resource: {owner}}: About, field: string): boolean => field === owner?.filial;
const sharesBlock = (about: About, field: string, rows: Rows | undefined): Block =>
  ({title: wordsOf(about).by(field), drawn: rows && <Shares {...about} field={field} rows={rows} />});

const blocksOf = (key: keyof Told, body: unknown, about: About, fields: readonly string[]): readonly Block[] => {
  // Whatever it is, it is what its own row draws.
  const {list, blocks}: Drawn<never> = NUMBERS[key];
  const said: unknown = (Object(body) as Readonly<Record<string, unknown>>)[key];
  const isTold = typeof said === 'object' && said !== null && Array.isArray(said) === list;
  return blocks(isTold ? said as never : undefined, about, fields);
};

export const Overview = ({numbers, ...about}: OverviewProps) => {
  const {said, earlier, error} = numbers;
  const fields = listBreakdownFields(useConfig(), about.dashboard, useSession().perfil);
  // Another server has no such call: the block is not there.
  if (said === undefined && error !== null) return isMissing(error) ? null : <Trouble what="o resumo" numbers={numbers} />;
  const whole = {...about, whose: said?.asked ?? {idEmpresa: 0, idFilial: 0}};
  const blocks = (Object.keys(NUMBERS) as (keyof Told)[]).flatMap(key => blocksOf(key, said?.body, whole, fields));
  return (
    <Box aria-busy={earlier && error === null} sx={{opacity: earlier && said !== undefined ? 0.6 : 1, transition: 'opacity 120ms'}}>
      <Trouble what="o resumo" numbers={numbers} />
      <Box sx={{display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 280px), 1fr))'}}>
        {blocks.filter(({drawn}) => said === undefined || drawn !== undefined).map(({title, drawn}) => (
          <Section key={title} title={title}>{drawn ?? waiting}</Section>
        ))}
      </Box>
    </Box>
  );
};

/** The open records opened longest ago, each with its age. */
const Oldest = ({dashboard, resource, rows}: {dashboard: Dashboard; resource: Resource; rows: Summary['maisAntigos']}) => {
  const config = useConfig();
  const {state} = useReach();
  if (rows.length === 0) return <Typography color="text.secondary">{dashboardTexts(dashboard, resource).noneOpen}</Typography>;
  return (
    <Box component="ol" sx={lines}>
      {rows.map(({id, descricao, dataCriacao}) => (
        <Box component="li" key={id} sx={line}>
          <Link component={RouterLink} to={screens(config, resource).details(id)} state={state} sx={{overflowWrap: 'anywhere'}}>
            {resource.label.one} {id} · {descricao}
          </Link>
          <Typography component="span" variant="body2" color="text.secondary" sx={{whiteSpace: 'nowrap'}}>{ageOf(dataCriacao)}</Typography>
        </Box>
      ))}
    </Box>
  );
};

/** Records that came to the chart's status this week, against the same days of the week before. */
const WEEKS: Readonly<Record<WeekKey, string>> = {
  estaSemana: 'Esta semana', mesmosDias: 'Semana anterior, mesmos dias', semanaAnterior: 'Semana anterior inteira',
};

const comparison = (difference: number): string => {
  if (difference === 0) return 'O mesmo número dos mesmos dias da semana anterior.';
  return `${written(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que nos mesmos dias da semana anterior.`;
};

const Finished = ({counts, ...about}: About & {counts: Summary['finalizados']}) => {
  const {estaSemana, mesmosDias} = counts;
  const spans = weekSpans();
  // Another server may not tell the same days.
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
              <Leading
                {...about}
                filter={enteredFilter(about, spans[week])}
                label={`${WEEKS[week]}: ${written(countOf(counts[week]))}`}
                sx={{fontWeight: 'inherit', display: 'inline-block', minWidth: 44}}
              >
                {written(countOf(counts[week]))}
              </Leading>
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
