/** Names in the database: camelCase of the config becomes snake_case (`razaoSocial` is the column `razao_social`). */
import type {PartName} from './config/config.ts';
import type {Field, Fields} from './config/fields.ts';
import {isCreation} from './fields/kinds.ts';
import {BRANCHES, USERS} from './needed.ts';

export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** The table of a resource. */
export const tableOf = snake;

/** When a record was made: every table has it. */
export const CREATION = 'data_criacao';

/** A field's column. Of a password only the hash is kept, and the column says so. */
export const columnOf = (name: string, field: Field): string => {
  if (isCreation(field)) return CREATION;
  return field.kind === 'senha' ? `${snake(name)}_hash` : snake(name);
};

/** Where a text is kept as it is compared; no field's own column has a `$`. */
export const searchColumn = (column: string): string => `${column}$busca`;
/** Where it is kept as it is told apart, accents and all. */
export const matchColumn = (column: string): string => `${column}$igual`;

/** Where a record with a life cycle keeps what somebody wrote last to it: what, who (nobody: the product itself), when. */
export const commentColumns = {text: 'comentario$texto', by: 'comentario$usuario', at: 'comentario$data'} as const;

/** Whether the person whom its status waits for is not there to answer: switched off, or out of reach of it. */
export const absentColumn = 'aguardado$ausente';
/** Whether the step into its status left the next turn to the team, in place of the person for whom the status waits. */
export const escalatedColumn = 'aguardado$equipe';

/** PostgreSQL cuts identifiers at 63 bytes; ours are cut the same way so that they are found again. */
export const LONGEST_NAME = 63;
export const cut = (name: string): string => name.slice(0, LONGEST_NAME);
export const uniqueIndex = (table: string, column: string): string => cut(`unico_${table}_${column}`);
export const sequenceIndex = (table: string, column: string): string => cut(`unico_${table}_sequencia_${column}`);
export const filterIndex = (table: string, column: string): string => cut(`filtro_${table}_${column}`);
/** What the names of all indexes of open records begin with. */
export const OPEN_INDEX = 'abertos_';
export const openIndex = (table: string, column: string): string => cut(`${OPEN_INDEX}${table}_${column}`);
export const orderIndex = (table: string, column: string): string => cut(`ordem_${table}_${column}`);

/** A name that may be long, of which another begins alike: what is cut off is told by a sign of the whole. */
const unlike = (name: string): string => {
  if (name.length <= LONGEST_NAME) return name;
  const SIGNS = 7;
  const sum = Array.from(name, sign => sign.codePointAt(0) ?? 0).reduce((all, code) => (all * 31 + code) % 36 ** (SIGNS - 1), 0);
  return `${name.slice(0, LONGEST_NAME - SIGNS)}_${sum.toString(36).padStart(SIGNS - 1, '0')}`;
};
/** What keeps a calculated number from having more digits than are kept. */
export const limitOf = (table: string, column: string): string => unlike(`limite_${table}_${column}`);
/** What keeps the numbers that others have of a table's records. */
export const keeperOf = (table: string): string => unlike(`calcular_${table}`);
/** What writes a column and the one that it was together: before any other trigger, by the alphabet. */
export const twinTrigger = (table: string, column: string): string => unlike(`ambas_${table}_${column}`);
/** Indexes of several columns. */
export const togetherIndex = (table: string, columns: readonly string[]): string => unlike(`unico_${table}_${columns.join('_')}`);
export const leadIndex = (table: string, columns: readonly string[]): string => unlike(`ordem_${table}_${columns.join('_')}`);
export const rangeIndex = (table: string, company: string, column: string): string => unlike(`filtro_${table}_${company}_${column}`);

/** Where the records of a resource are counted for its dashboards: folded, and what changed since. */
export interface CountTables {
  counts: string;
  changes: string;
}
export const countTables = (name: string): CountTables =>
  ({counts: cut(`${tableOf(name)}_contagens`), changes: cut(`${tableOf(name)}_contagens_mudancas`)});

const ENDINGS: Readonly<Record<PartName, string>> = {template: 'formularios', files: 'arquivos', queue: 'fila'};

export interface LinkTable {
  table: string;
  /** Whose a link is, and with what. */
  own: string;
  other: string;
  /** The company of both, which keys enforce. */
  place?: string;
}
/** Those that the migrations make: the product reads them by itself. */
const USER_BRANCHES: LinkTable = {table: 'usuarios_filiais', own: 'id_usuario', other: 'id_filial', place: 'id_empresa'};
/** Whether links are a user's branches. */
export const isUserBranches = (name: string, to: string): boolean => name === USERS && to === BRANCHES;
/** Where the links of a field are kept. */
export const linkTable = (name: string, field: string, to: string): LinkTable =>
  (isUserBranches(name, to) ? USER_BRANCHES : {table: unlike(`${tableOf(name)}_${snake(field)}`), own: 'id_registro', other: 'id_vinculo'});

/** The table of the versions of a template's items; each row says whose in `id_registro`. */
export const versionTable = (items: string): string => cut(`${tableOf(items)}_versoes`);

/** The table of a part; each row says whose it is in `id_registro`. */
export const partTable = (name: string, part: PartName): string => cut(`${tableOf(name)}_${ENDINGS[part]}`);

/** Every table that a resource may have, its own first. */
export const tablesOf = (name: string, fields: Fields): string[] => [
  tableOf(name), ...(Object.keys(ENDINGS) as PartName[]).map(part => partTable(name, part)), versionTable(name),
  ...Object.entries(fields).flatMap(([own, field]) => (field.kind === 'vinculos' ? linkTable(name, own, field.to).table : [])),
];
