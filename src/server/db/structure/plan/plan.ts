/** What a start would do to a database and what it would find there: told by `npm run schema`, done by the start. */
import {sql} from 'kysely';
import type {Config} from '../../../../schema/config/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import {readCatalog, type Catalog} from '../catalog.ts';
import {asPlanned, BLOCK, type Change} from '../change.ts';
import {amount, type Finding} from './finding.ts';
import {findingsOf, type Look} from './findings.ts';
import {keptConfig} from './kept.ts';

/** What is found in the rows where these changes are to be made. @param note is told which rows do not meet what is demanded */
export const findIn = async (db: DbOrTrx, config: Config, changes: readonly Change[], note?: Look['note']): Promise<Finding[]> =>
  findingsOf({db, catalog: await readCatalog(db), config, before: await keptConfig(db, config), ...note && {note}}, changes);

/** @throws Error with all that stops a start, a line each */
export const demandStartable = (findings: readonly Finding[]): void => {
  const stops = findings.filter(one => one.stops);
  if (stops.length > 0) throw new Error(stops.map(({sentence}) => sentence).join('\n'));
};

/** A change as it is told: what it is, and whom it keeps waiting while it is made. */
export interface Announced {
  sentence: string;
  /** PostgreSQL's own name of the lock. */
  lock?: string;
  table?: string;
  /** How many rows are read or written under it. */
  rows?: number;
}
export interface Preview {
  changes: readonly Announced[];
  findings: readonly Finding[];
}

interface Hold {
  lock: string;
  /** Whom it keeps waiting and how long; absent: it is over in a moment. @param rows with their number */
  words?: (table: string, rows: string) => string;
}
/** By the statement, the first that fits; its table is the first group. */
const HOLDS: readonly (readonly [RegExp, Hold])[] = [
  [/^alter table "([^"]+)" add column [^]* generated always as \(/, {
    lock: 'ACCESS EXCLUSIVE', words: (table, rows) => `${table} para, também para quem lê, enquanto ${rows} são escritas de novo`,
  }],
  [/^alter table "([^"]+)"/, {lock: 'ACCESS EXCLUSIVE'}],
  [/^create (?:unique )?index (?:"[^"]+" )?on "([^"]+)"/, {
    lock: 'SHARE', words: (table, rows) => `gravações em ${table} esperam enquanto ${rows} são lidas`,
  }],
  [/^lock table "([^"]+)" in share row exclusive mode/, {
    lock: 'SHARE ROW EXCLUSIVE', words: (table, rows) => `gravações em ${table} esperam enquanto ${rows} são lidas`,
  }],
  [/^(?:with moved as \(\s*)?update "([^"]+)"/, {lock: 'ROW EXCLUSIVE', words: (table, rows) => `${rows} de ${table} são escritas`}],
];

const rowsIn = async (db: DbOrTrx, table: string): Promise<number> =>
  (await sql<{n: number}>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n ?? 0;

/** Changes in words, with the rows that each goes over; a table that is not there yet, or is empty, keeps nobody waiting. */
export const announce = async (db: DbOrTrx, catalog: Catalog, changes: readonly Change[]): Promise<Announced[]> => {
  const counted = new Map<string, number>();
  const all: Announced[] = [];
  for (const change of changes) {
    const sentence = asPlanned(change.sentence);
    const statement = change.sql.trim().replace(BLOCK, '');
    const [pattern, {lock, words} = {lock: ''}] = HOLDS.find(([one]) => one.test(statement)) ?? [];
    const table = pattern?.exec(statement)?.[1] ?? '';
    if (!catalog.tables.has(table)) all.push({sentence});
    else if (words === undefined) all.push({sentence, lock, table});
    else {
      const rows = counted.get(table) ?? await rowsIn(db, table);
      counted.set(table, rows);
      const whom = rows === 0 ? '' : ` Enquanto isso: ${words(table, amount(rows, 'linha', 'linhas'))}.`;
      all.push({sentence: `${sentence}${whom}`, lock, table, rows});
    }
  }
  return all;
};

const listed = (title: string, lines: readonly string[]): string[] =>
  (lines.length === 0 ? [] : [title, ...lines.map(line => `- ${line}`)]);

/** A preview as a person reads it. @param config where what it was held against was written */
export const inWords = ({changes, findings}: Preview, config = 'resources.config.ts'): string => {
  const of = (stops: boolean): string[] => findings.filter(one => one.stops === stops).map(({sentence}) => sentence);
  const lines = [
    ...listed('A partida será recusada:', of(true)),
    ...listed('O que a partida fará no banco de dados:', changes.map(({sentence}) => sentence)),
    ...listed('O que ela deixará como está:', of(false)),
  ];
  return lines.length === 0 ? `O banco de dados está de acordo com ${config}.` : lines.join('\n');
};
