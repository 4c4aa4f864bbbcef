/** What a manager asks and no card says: the oldest open records, this week against the last, and where the open ones are. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import {dashboardWords, sharedBy} from '../../../schema/dashboard.ts';
import type {Shares as Rows, Summary} from '../../../schema/wire.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {isMissing} from '../../wire/errors.ts';
import {Section} from '../../ui/Section.tsx';
import {Finished} from './Finished.tsx';
import type {About} from './Leading.tsx';
import type {Numbers} from './numbers.ts';
import {Oldest} from './Oldest.tsx';
import {Shares} from './Shares.tsx';
import {Trouble} from './Trouble.tsx';

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
const wordsOf = ({dashboard, resource}: About) => dashboardWords(dashboard, resource);
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
  const fields = sharedBy(useConfig(), useSession().perfil);
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
