/** Database identifiers: camelCase of the config becomes snake_case (`razaoSocial` is the column `razao_social`). */
import type {PartName} from './shapes/config.ts';
import type {Field, Fields} from './shapes/fields.ts';
import {isCreation} from './fields/kinds.ts';
import {BRANCHES, USERS} from './systemFields.ts';

export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

export const tableOf = toSnakeCase;

/** Column of the creation instant, which every table has. */
export const CREATION_COLUMN = 'data_criacao';

/** Column of a field. The column of a password is named for its hash. */
export const columnOf = (name: string, field: Field): string => {
  if (isCreation(field)) return CREATION_COLUMN;
  return field.kind === 'senha' ? `${toSnakeCase(name)}_hash` : toSnakeCase(name);
};

/** Column of a text folded for search. No field's own column has a `$`. */
export const searchColumn = (column: string): string => `${column}$busca`;
/** Column of a text folded for equality, accents kept. */
export const equalityColumn = (column: string): string => `${column}$igual`;

/** Columns of a record's last comment: text, author (null: the product itself), instant. */
export const commentColumns = {text: 'comentario$texto', by: 'comentario$usuario', at: 'comentario$data'} as const;

/** Column: the person for whom the record waits cannot answer, because they are switched off or do not reach it. */
export const absentColumn = 'aguardado$ausente';
/** Column: the step into the status gave the turn to the team, instead of the person for whom the status waits. */
export const escalatedColumn = 'aguardado$equipe';

/** PostgreSQL truncates identifiers at 63 bytes. Ours are truncated the same way, so that they are found again. */
export const MAX_IDENTIFIER_BYTES = 63;
export const truncateIdentifier = (name: string): string => name.slice(0, MAX_IDENTIFIER_BYTES);
export const uniqueIndex = (table: string, column: string): string => truncateIdentifier(`unico_${table}_${column}`);
export const sequenceIndex = (table: string, column: string): string => truncateIdentifier(`unico_${table}_sequencia_${column}`);
export const filterIndex = (table: string, column: string): string => truncateIdentifier(`filtro_${table}_${column}`);
/** Prefix of the partial indexes on open records. */
export const OPEN_INDEX_PREFIX = 'abertos_';
export const openIndex = (table: string, column: string): string => truncateIdentifier(`${OPEN_INDEX_PREFIX}${table}_${column}`);
export const orderIndex = (table: string, column: string): string => truncateIdentifier(`ordem_${table}_${column}`);

/** Truncates a long name with a hash of the whole, so that names with a common prefix stay different. */
const cutWithHash = (name: string): string => {
  if (name.length <= MAX_IDENTIFIER_BYTES) return name;
  const SIGNS = 7;
  const hash = Array.from(name, sign => sign.codePointAt(0) ?? 0).reduce((all, code) => (all * 31 + code) % 36 ** (SIGNS - 1), 0);
  return `${name.slice(0, MAX_IDENTIFIER_BYTES - SIGNS)}_${hash.toString(36).padStart(SIGNS - 1, '0')}`;
};
/** Check constraint on the digits of a calculated number. */
export const digitsConstraintName = (table: string, column: string): string => cutWithHash(`limite_${table}_${column}`);
/** Trigger function that maintains aggregates of a table's records. */
export const aggregateFunctionName = (table: string): string => cutWithHash(`calcular_${table}`);
/**
 * Trigger that keeps a renamed column and its former one equal. The prefix makes it the first in alphabetical order, in which triggers run.
 */
export const twinTrigger = (table: string, column: string): string => cutWithHash(`ambas_${table}_${column}`);
export const uniqueTogetherIndexName = (table: string, columns: readonly string[]): string =>
  cutWithHash(`unico_${table}_${columns.join('_')}`);
export const prefixedOrderIndexName = (table: string, columns: readonly string[]): string =>
  cutWithHash(`ordem_${table}_${columns.join('_')}`);
export const rangeIndex = (table: string, company: string, column: string): string => cutWithHash(`filtro_${table}_${company}_${column}`);

/** Tables of a resource's counts for dashboards: the totals, and the changes not yet added to them. */
export interface CountTables {
  counts: string;
  changes: string;
}
export const countTables = (name: string): CountTables =>
  ({counts: truncateIdentifier(`${tableOf(name)}_contagens`), changes: truncateIdentifier(`${tableOf(name)}_contagens_mudancas`)});

const PART_TABLE_ENDINGS: Readonly<Record<PartName, string>> = {template: 'formularios', files: 'arquivos', queue: 'fila'};

export interface LinkTable {
  table: string;
  /** Columns of the two linked ids. */
  ownColumn: string;
  otherColumn: string;
  /** Column of both records' company, enforced by foreign keys. */
  companyColumn?: string;
}
/** Made by the migrations, because the product itself reads these links. */
const USER_BRANCHES: LinkTable = {
  table: 'usuarios_filiais', ownColumn: 'id_usuario', otherColumn: 'id_filial', companyColumn: 'id_empresa',
};
export const isUserBranches = (name: string, to: string): boolean => name === USERS && to === BRANCHES;
export const linkTable = (name: string, field: string, to: string): LinkTable =>
  (isUserBranches(name, to) ? USER_BRANCHES
    : {table: cutWithHash(`${tableOf(name)}_${toSnakeCase(field)}`), ownColumn: 'id_registro', otherColumn: 'id_vinculo'});

/** Table of the versions of a template's items; `id_registro` is the template. */
export const versionTable = (items: string): string => truncateIdentifier(`${tableOf(items)}_versoes`);

/** Table of a part; `id_registro` is the record. */
export const partTable = (name: string, part: PartName): string => truncateIdentifier(`${tableOf(name)}_${PART_TABLE_ENDINGS[part]}`);

/** All tables that a resource may have, its own first. */
export const listTableNames = (name: string, fields: Fields): string[] => [
  tableOf(name), ...(Object.keys(PART_TABLE_ENDINGS) as PartName[]).map(part => partTable(name, part)), versionTable(name),
  ...Object.entries(fields).flatMap(([fieldName, field]) => (field.kind === 'vinculos' ? linkTable(name, fieldName, field.to).table : [])),
];
