/** What a start would do to a database and what it would find there: told by `npm run schema`, done by the start. */
import {OperationNodeTransformer, sql, TableNode, type KyselyPlugin} from 'kysely';
import type {Config} from '../../../../schema/config/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import {readCatalog, type Catalog} from '../catalog.ts';
import {asPlanned, BLOCK, type Announced, type Change} from '../change.ts';
import {amount, type Finding} from './finding.ts';
import {findingsOf} from './findings.ts';
import {renameChanges} from '../renamed.ts';
import {keptConfig} from './kept.ts';
import type {Look} from './look.ts';

/** What is found in the rows where these changes are to be made. @param note is told which rows do not meet what is demanded */
export const findIn = async (db: DbOrTrx, config: Config, changes: readonly Change[], note?: Look['note']): Promise<Finding[]> => {
  const {catalog, names} = renameChanges(await readCatalog(db), config);
  const kept = await keptConfig(db, config);
  return findingsOf({db: readingBefore(db, names), catalog, config, kept, ...note && {note}}, changes);
};
/** The database as it is asked before tables are renamed. @param names the one that a table has, by the one it gets */
export const readingBefore = (db: DbOrTrx, names: ReadonlyMap<string, string>): DbOrTrx =>
  (names.size === 0 ? db : db.withPlugin(read(names)));

/** Tables that are about to get another name are read by the one that they have. */
class Renaming extends OperationNodeTransformer {
  readonly #names: ReadonlyMap<string, string>;
  constructor(names: ReadonlyMap<string, string>) {
    super();
    this.#names = names;
  }
  protected override transformTable(node: TableNode): TableNode {
    const old = this.#names.get(node.table.identifier.name);
    return old === undefined ? node : TableNode.create(old);
  }
}
const read = (names: ReadonlyMap<string, string>): KyselyPlugin => {
  const renaming = new Renaming(names);
  return {transformQuery: ({node}) => renaming.transformNode(node), transformResult: ({result}) => Promise.resolve(result)};
};

/** @throws Error with all that stops a start, a line each */
export const demandStartable = (findings: readonly Finding[]): void => {
  const stops = findings.filter(one => one.stops);
  if (stops.length > 0) throw new Error(stops.map(({sentence}) => sentence).join('\n'));
};

export interface Preview {
  changes: readonly Announced[];
  findings: readonly Finding[];
}

interface Hold {
  lock: string;
  /** Whom it keeps waiting and how long; absent: it is over in a moment. @param rows with their number */
  words?: (table: string, rows: string) => string;
}
const reading = (table: string, rows: string): string => `Durante a leitura de ${rows}, quem grava em ${table} espera.`;
const closed = (table: string, rows: string): string => `Durante a leitura de ${rows}, ninguém lê nem grava em ${table}.`;
const changing = (table: string, rows: string): string => `Durante a leitura de ${rows} de ${table}, quem grava as que mudam espera.`;
const unheard = (table: string, rows: string): string => `Durante a leitura de ${rows} de ${table}, ninguém espera.`;
export const EXCLUSIVE = 'ACCESS EXCLUSIVE';
export const WRITES = 'SHARE ROW EXCLUSIVE';
/** Of what is made beside those who write. */
const BESIDE: Hold = {lock: 'SHARE UPDATE EXCLUSIVE', words: unheard};
/** By the statement, the first that fits; its table is the first group. */
const HOLDS: readonly (readonly [RegExp, Hold])[] = [
  [/^alter table "([^"]+)" add column [^]* generated always as \(/, {
    lock: EXCLUSIVE, words: (table, rows) => `Durante a reescrita de ${rows}, ninguém lê nem grava em ${table}.`,
  }],
  [/^alter table "([^"]+)" [^]* check \(/, {lock: EXCLUSIVE, words: closed}],
  [/^alter table "([^"]+)"/, {lock: EXCLUSIVE}],
  [/^drop index/, {lock: EXCLUSIVE}],
  [/^create (?:unique )?index (?:"[^"]+" )?on "([^"]+)"/, {lock: 'SHARE', words: reading}],
  [/^lock table "([^"]+)" in access exclusive mode;\ndrop/, {lock: EXCLUSIVE}],
  [/^lock table "([^"]+)" in access exclusive mode/, {lock: EXCLUSIVE, words: closed}],
  [/^lock table "([^"]+)" in share row exclusive mode/, {lock: WRITES, words: reading}],
  [/^create function [^]* create trigger "[^"]+" [^]*? on "([^"]+)"/, {lock: WRITES}],
  // Counts begin with it, and are read once it is there.
  [/^create trigger [^]*? on "([^"]+)"/, {lock: WRITES, words: unheard}],
  // The history of one resource.
  [/^with told as \(\s*update (historico) [^]*? where recurso = '([^']+)'/, {lock: 'ROW EXCLUSIVE', words: changing}],
  // What it says is true once the rows are written again, portion by portion.
  [/^comment on column "([^"]+)"/, BESIDE],
  [/^(?:with moved as \(\s*)?update "([^"]+)"/, {lock: 'ROW EXCLUSIVE', words: changing}],
];

/** Tables as they are before a start. @param names of those that it renames: the one they have, by the one they get */
export interface Before {
  catalog: Catalog;
  names: ReadonlyMap<string, string>;
}
const thereOf = ({catalog, names}: Before, table: string): string[] => {
  const known = names.get(table) ?? table;
  return catalog.tables.has(known) ? [known] : [];
};

/** What is known of a change before it is made: its lock and table, where that is there, and of whose rows. */
const holdOf = (
  found: Before, {sql: statement, index}: Change, isBeside: boolean,
): {hold: Hold; table: string; of?: string} | undefined => {
  const text = statement.trim().replace(BLOCK, '');
  const [pattern, hold] = HOLDS.find(([one]) => one.test(text)) ?? [];
  const [, named = '', of] = pattern?.exec(text) ?? [];
  const [table] = thereOf(found, index?.table ?? named);
  if (hold === undefined || table === undefined) return undefined;
  return {hold: !isBeside ? hold : hold.words === undefined ? {lock: BESIDE.lock} : BESIDE, table, ...of !== undefined && {of}};
};
/** Tables that a change names records of: they get a trigger. */
const referredIn = (found: Before, {sql: statement}: Change): string[] =>
  [...statement.matchAll(/ references "([^"]+)"/g)].flatMap(([, table = '']) => thereOf(found, table));

export const rowsIn = async (db: DbOrTrx, table: string, of?: string): Promise<number> => {
  const own = of === undefined ? sql`` : sql`where recurso = ${of}`;
  return (await sql<{n: number}>`select count(*) as n from ${sql.table(table)} ${own}`.execute(db)).rows[0]?.n ?? 0;
};

const few = (tables: Iterable<string>): string => [...tables].join(', ');
/** Whom changes keep waiting until the last of them: locks are held until then. */
const togetherIn = (found: Before, changes: readonly Change[], announced: readonly Announced[]): Announced[] => {
  if (changes.length < 2 || !announced.some(({rows = 0}) => rows > 0)) return [];
  const held = (...locks: string[]): string[] =>
    announced.flatMap(({lock = '', table}) => (table !== undefined && locks.includes(lock) ? [table] : []));
  const still = new Set(held(EXCLUSIVE));
  const unwritten = new Set([...held(WRITES, 'SHARE'), ...changes.flatMap(one => referredIn(found, one))].filter(one => !still.has(one)));
  const told = [
    ...still.size === 0 ? [] : [`ninguém lê nem grava em ${few(still)}`],
    ...unwritten.size === 0 ? [] : [`ninguém grava em ${few(unwritten)}`],
  ];
  return told.length === 0 ? [] : [{
    sentence: `Essas mudanças são feitas de uma vez: até a última, ${told.join(', e ')}.`, lock: still.size === 0 ? WRITES : EXCLUSIVE,
  }];
};

/**
 * Changes in words, with the rows that each goes over; a table that is not there yet, or is empty, keeps nobody waiting.
 *
 * @param beside those that are made after the others, beside people who work
 */
export const announce = async (
  db: DbOrTrx, found: Before, changes: readonly Change[], beside: readonly Change[],
): Promise<Announced[]> => {
  const counted = new Map<string, number>();
  const announced = async (change: Change): Promise<Announced> => {
    const sentence = asPlanned(change.sentence);
    const {hold: {lock, words}, table, of} = holdOf(found, change, beside.includes(change)) ?? {hold: {lock: ''}, table: ''};
    if (table === '') return {sentence};
    if (words === undefined) return {sentence, lock, table};
    const key = [table, of].join(' ');
    const rows = counted.get(key) ?? await rowsIn(db, table, of);
    counted.set(key, rows);
    return {sentence: rows === 0 ? sentence : `${sentence} ${words(table, amount(rows, 'linha', 'linhas'))}`, lock, table, rows};
  };
  const first = changes.filter(one => !beside.includes(one));
  const together: Announced[] = [];
  for (const change of first) together.push(await announced(change));
  const all = togetherIn(found, first, together);
  const after: Announced[] = [];
  for (const change of beside) after.push(await announced(change));
  return [...together, ...all, ...after];
};

const listed = (title: string, lines: readonly string[]): string[] =>
  (lines.length === 0 ? [] : [title, ...lines.map(line => `- ${line}`)]);

/** A preview as a person reads it. @param config where what it was held against was written */
export const inWords = ({changes, findings}: Preview, config = 'resources.config.ts'): string => {
  const of = (stops: boolean): string[] => findings.filter(one => one.stops === stops).map(({sentence}) => sentence);
  const stops = of(true).length > 0;
  const lines = [
    ...listed('A partida será recusada:', of(true)),
    ...listed(`${stops ? 'Resolvido isso, o que ela' : 'O que a partida'} fará no banco de dados:`, changes.map(({sentence}) => sentence)),
    ...listed('O que ela deixará como está:', of(false)),
  ];
  return lines.length === 0 ? `O banco de dados está de acordo com ${config}.` : lines.join('\n');
};
