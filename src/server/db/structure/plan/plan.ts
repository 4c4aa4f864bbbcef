/** The plan of a start: findings and changes, printed by `npm run schema` and executed by the start. */
import {OperationNodeTransformer, sql, TableNode, type KyselyPlugin} from 'kysely';
import type {Config} from '../../../../schema/shapes/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import {readCatalog, type Catalog} from '../catalog.ts';
import {plannedSentence, type Announcement, type Change, type ChangeSummary, type LockMode, type TableLock} from '../change.ts';
import {formatCountedNoun, type Finding} from './finding.ts';
import {collectFindings} from './findings.ts';
import {renameChanges} from '../renamedResources.ts';
import {readStoredConfig} from './storedConfig.ts';
import type {FindingContext} from './findingContext.ts';

/** All findings in the rows, for these changes. @param note called for each unmet demand */
export const collectRowFindings = async (
  db: DbOrTrx, config: Config, changes: readonly Change[], note?: FindingContext['onUnmet'],
): Promise<Finding[]> => {
  const {catalog, names} = renameChanges(await readCatalog(db), config);
  const stored = await readStoredConfig(db, config);
  return collectFindings({db: withOldTableNames(db, names), catalog, config, stored, ...note && {onUnmet: note}}, changes);
};
/** A database handle that reads tables by their names before the rename. @param names the present name, by the new one */
export const withOldTableNames = (db: DbOrTrx, names: ReadonlyMap<string, string>): DbOrTrx =>
  (names.size === 0 ? db : db.withPlugin(renamingPlugin(names)));

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
const renamingPlugin = (names: ReadonlyMap<string, string>): KyselyPlugin => {
  const renaming = new Renaming(names);
  return {transformQuery: ({node}) => renaming.transformNode(node), transformResult: ({result}) => Promise.resolve(result)};
};

/** @throws Error with all findings that stop a start, a line each */
export const assertStartable = (findings: readonly Finding[]): void => {
  const stopping = findings.filter(finding => finding.stops);
  if (stopping.length > 0) throw new Error(stopping.map(({sentence}) => sentence).join('\n'));
};

export interface SchemaPreview {
  changes: readonly Announcement[];
  findings: readonly Finding[];
}

/** The waiting of a lock in Portuguese. @param rows count with noun */
const WAITING: Readonly<Record<NonNullable<TableLock['waiting']>, (table: string, rows: string) => string>> = {
  everybody: (table, rows) => `Durante a leitura de ${rows}, ninguém lê nem grava em ${table}.`,
  everybodyForRewrite: (table, rows) => `Durante a reescrita de ${rows}, ninguém lê nem grava em ${table}.`,
  writers: (table, rows) => `Durante a leitura de ${rows}, quem grava em ${table} espera.`,
  writersOfChangedRows: (table, rows) => `Durante a leitura de ${rows} de ${table}, quem grava as que mudam espera.`,
  nobody: (table, rows) => `Durante a leitura de ${rows} de ${table}, ninguém espera.`,
};
const concurrentLock = ({table, waiting}: TableLock): TableLock =>
  ({mode: 'SHARE UPDATE EXCLUSIVE', table, ...waiting && {waiting: 'nobody'}});

/** Tables before a start. @param names of renamed tables: the present one, by the new one */
export interface TablesBefore {
  catalog: Catalog;
  names: ReadonlyMap<string, string>;
}
const presentName = ({catalog, names}: TablesBefore, table: string): string | undefined => {
  const present = names.get(table) ?? table;
  return catalog.tables.has(present) ? present : undefined;
};

export const countTableRows = async (db: DbOrTrx, table: string, of?: string): Promise<number> => {
  const condition = of === undefined ? sql`` : sql`where recurso = ${of}`;
  return (await sql<{n: number}>`select count(*) as n from ${sql.table(table)} ${condition}`.execute(db)).rows[0]?.n ?? 0;
};

const joinNames = (tables: Iterable<string>): string => [...tables].join(', ');
/** The locks that one transaction accumulates until its end. */
const accumulatedLocks = (before: TablesBefore, changes: readonly ChangeSummary[], announced: readonly Announcement[]): Announcement[] => {
  if (changes.length < 2 || !announced.some(({rows = 0}) => rows > 0)) return [];
  const locked = (...modes: LockMode[]): string[] =>
    announced.flatMap(({lock, table}) => (lock !== undefined && table !== undefined && modes.includes(lock) ? [table] : []));
  const closedTables = new Set(locked('ACCESS EXCLUSIVE'));
  const referred = changes.flatMap(({refersTo = []}) => refersTo.flatMap(table => presentName(before, table) ?? []));
  const unwritten = new Set([...locked('SHARE ROW EXCLUSIVE', 'SHARE'), ...referred].filter(table => !closedTables.has(table)));
  const clauses = [
    ...closedTables.size === 0 ? [] : [`ninguém lê nem grava em ${joinNames(closedTables)}`],
    ...unwritten.size === 0 ? [] : [`ninguém grava em ${joinNames(unwritten)}`],
  ];
  return clauses.length === 0 ? [] : [{
    sentence: `Essas mudanças são feitas de uma vez: até a última, ${clauses.join(', e ')}.`,
    lock: closedTables.size === 0 ? 'SHARE ROW EXCLUSIVE' : 'ACCESS EXCLUSIVE',
  }];
};

/**
 * Announces changes, with the rows that each reads or writes. No wait is announced for absent or empty tables.
 *
 * @param deferred changes made after the transaction, while others work
 */
export const changeAnnouncements = async (
  db: DbOrTrx, before: TablesBefore, changes: readonly ChangeSummary[], deferred: readonly ChangeSummary[],
): Promise<Announcement[]> => {
  const rowCounts = new Map<string, number>();
  const announceOne = async (change: ChangeSummary, lock = change.lock): Promise<Announcement> => {
    const sentence = plannedSentence(change.sentence);
    const table = lock && presentName(before, lock.table);
    if (lock === undefined || table === undefined) return {sentence};
    const {mode, waiting, of} = lock;
    if (waiting === undefined) return {sentence, lock: mode, table};
    const key = [table, of].join(' ');
    const rows = rowCounts.get(key) ?? await countTableRows(db, table, of);
    rowCounts.set(key, rows);
    const words = rows === 0 ? '' : ` ${WAITING[waiting](table, formatCountedNoun(rows, 'linha', 'linhas'))}`;
    return {sentence: `${sentence}${words}`, lock: mode, table, rows};
  };
  const immediate = changes.filter(change => !deferred.includes(change));
  const transactional: Announcement[] = [];
  for (const change of immediate) transactional.push(await announceOne(change));
  const deferredLines: Announcement[] = [];
  for (const change of deferred) deferredLines.push(await announceOne(change, change.lock && concurrentLock(change.lock)));
  return [...transactional, ...accumulatedLocks(before, immediate, transactional), ...deferredLines];
};

const section = (title: string, lines: readonly string[]): string[] =>
  (lines.length === 0 ? [] : [title, ...lines.map(line => `- ${line}`)]);

export const formatPreview = ({changes, findings}: SchemaPreview, config = 'resources.config.ts'): string => {
  const sentences = (stops: boolean): string[] => findings.filter(finding => finding.stops === stops).map(({sentence}) => sentence);
  const stops = sentences(true).length > 0;
  const lines = [
    ...section('A partida será recusada:', sentences(true)),
    ...section(`${stops ? 'Resolvido isso, o que ela' : 'O que a partida'} fará no banco de dados:`, changes.map(({sentence}) => sentence)),
    ...section('O que ela deixará como está:', sentences(false)),
  ];
  return lines.length === 0 ? `O banco de dados está de acordo com ${config}.` : lines.join('\n');
};
