/**
 * What a PostgreSQL server really did for a call: the plans of its statements, as they ran, told by auto_explain on the very
 * connections of the product. Nothing is sent again, so that names, settings and plans that a connection keeps are what they were.
 */
import {sql} from 'kysely';
import {Client} from 'pg';
import type {Db} from '../../src/server/db/tables.ts';

/** What a statement cost, but for the names that each row of an answer shows: small tables, read whole or row by row. */
export interface Cost {
  /** Pages looked at, in memory or not. */
  buffers: number;
  /** Rows looked at in tables and indexes, those that did not match included, and rows that were kept aside or sorted. */
  rows: number;
}
const NAMES = ['empresas', 'filiais', 'usuarios', 'modelos_formulario'];
export interface Ran extends Cost {
  text: string;
  /** Each node of the plan with its relation or index. */
  nodes: string[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}
interface Explained {
  'Query Text'?: string;
  Plan: Node;
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const isOfNames = (node: Node): boolean => NAMES.includes(node['Relation Name'] ?? '');

const buffersOf = (node: Node): number => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);
/** Without those below it. */
const ownBuffers = (node: Node): number => buffersOf(node) - (node.Plans ?? []).reduce((sum, below) => sum + buffersOf(below), 0);

const producedBy = (node: Node): number => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0);

const rowsOf = (node: Node): number => {
  // What it was given: of the most it may keep a few.
  if (node['Node Type'] === 'Sort') return (node.Plans ?? []).slice(-1).reduce((sum, below) => sum + producedBy(below), 0);
  if (node['Node Type'] === 'CTE Scan') return producedBy(node);
  if (node['Relation Name'] === undefined || isOfNames(node)) return 0;
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return producedBy(node) + removed * (node['Actual Loops'] ?? 0);
};

const ranOf = ({Plan: plan, 'Query Text': text = ''}: Explained): Ran => {
  const nodes = nodesOf(plan);
  return {
    text,
    buffers: buffersOf(plan) - nodes.filter(isOfNames).reduce((sum, node) => sum + ownBuffers(node), 0),
    rows: nodes.reduce((sum, node) => sum + rowsOf(node), 0),
    nodes: nodes.map(node => [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ')),
  };
};

export const sumOf = (all: readonly Cost[]): Cost =>
  ({buffers: all.reduce((sum, one) => sum + one.buffers, 0), rows: all.reduce((sum, one) => sum + one.rows, 0)});

/** What a statement with its values costs, written here and not by the product. It changes nothing that stays. */
export const explained = async (db: Db, text: string): Promise<Ran> => {
  const {rows: [row]} = await sql<{'QUERY PLAN': Explained[]}>`
    explain (analyze, buffers, timing off, format json) ${sql.raw(text)}`.execute(db);
  return ranOf(row!['QUERY PLAN'][0]!);
};

const SETTINGS = {
  session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': '0', 'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on', 'auto_explain.log_timing': 'off', 'auto_explain.log_format': 'json', 'auto_explain.log_level': 'notice',
};

const PLAN = /^duration: .* plan:\n/;

/**
 * Has every connection that is made from now on to the database of `db` tell its plans. Needs a superuser.
 *
 * @returns `taken`: the plans that were told since it was asked last; `stop` goes back to listening to nobody
 */
export const listenToPlans = async (db: Db): Promise<{taken: () => Ran[]; stop: () => void}> => {
  for (const [name, value] of Object.entries(SETTINGS)) {
    const {rows: [row]} = await sql<{database: string}>`select current_database() as database`.execute(db);
    await sql`alter database ${sql.id(row!.database)} set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db);
  }
  let heard: Ran[] = [];
  const prototype = Client.prototype as {connect: (this: Client, ...args: unknown[]) => unknown};
  const {connect} = prototype;
  prototype.connect = function listened(...args) {
    this.on('notice', ({message = ''}) => {
      if (PLAN.test(message)) heard.push(ranOf(JSON.parse(message.replace(PLAN, '')) as Explained));
    });
    return connect.apply(this, args);
  };
  return {
    taken: () => {
      const all = heard;
      heard = [];
      return all;
    },
    stop: () => {
      prototype.connect = connect;
    },
  };
};
