/** Comparison of texts: the folding functions, and the generated columns with folded texts. */
import {CANONICAL_TEXT_FUNCTION, FOLDING_VERSION, FOLDING_FUNCTIONS, UNACCENTED_FUNCTION} from '../textFolding.ts';
import {literal, quoted, searchColumn} from '../sqlNames.ts';
import {hasSearchColumn, equalityColumnOf} from '../ordering.ts';
import type {Catalog} from './catalog.ts';
import {plpgsqlBlock, type Change, type FieldColumn} from './change.ts';

const MAX_NAME_LETTERS = 40;

/** Rebuilds a unique index of folded names. Among equal names the newest record keeps its own; the others get their number appended. */
const rebuildUniqueNames = (table: string, among: readonly string[]): string[] => [
  `drop index ${table}_nome`,
  `update ${table} as f set nome = left(nome, ${MAX_NAME_LETTERS}) || ' (' || id || ')' where exists (
    select from ${table} as o where ${among.map(column => `o.${column} = f.${column}`).join(' and ')} and o.id > f.id
      and balcao_norm(o.nome) = balcao_norm(f.nome))`,
  `create unique index ${table}_nome on ${table} (${among.join(', ')}, balcao_norm(nome))`,
];

export const foldingFunctionChanges = ({comments}: Catalog): Change[] => {
  const names = [...FOLDING_FUNCTIONS.keys()];
  if (names.every(name => comments.get(name) === FOLDING_VERSION)) return [];
  const commentStatements = names.map(name => `comment on function ${name}(text) is ${literal(FOLDING_VERSION)}`);
  return [
    {
      sentence: 'Comparação de textos {refeita}.',
      sql: plpgsqlBlock(
        ...FOLDING_FUNCTIONS.values(), ...rebuildUniqueNames('filtros_salvos', ['id_usuario', 'recurso']), ...commentStatements,
      ),
      lock: {mode: 'ACCESS EXCLUSIVE', table: 'filtros_salvos'},
    },
    {
      sentence: 'Nomes das respostas prontas {comparados} de novo.', sql: plpgsqlBlock(
        ...rebuildUniqueNames('respostas_prontas', ['dono'])
      ),
      lock: {mode: 'ACCESS EXCLUSIVE', table: 'respostas_prontas'},
    },
  ];
};

const BATCH_RECORDS = 10_000;

/** Adds generated columns, which no writer can forget. Their comment holds the version of the functions. */
export const foldedColumnChanges = (catalog: Catalog, fieldColumn: FieldColumn): Change[] => {
  const {table, resource, name, field, column} = fieldColumn;
  const variants = [
    {kept: hasSearchColumn(resource, name, field) ? searchColumn(column) : undefined, by: UNACCENTED_FUNCTION, why: `a busca por ${name}`},
    {kept: equalityColumnOf(resource, name, field), by: CANONICAL_TEXT_FUNCTION, why: `comparar ${name}`},
  ];
  return variants.flatMap(({kept: target, by, why}): Change[] => {
    if (target === undefined) return [];
    const commentSql = `comment on column ${quoted(table)}.${quoted(target)} is ${literal(FOLDING_VERSION)}`;
    const expression = `${by}(${quoted(column)})`;
    if (catalog.tables.get(table)?.has(target) !== true) {
      return [{
        sentence: `Coluna ${table}.${target} {criada} para ${why}.`,
        sql: plpgsqlBlock(
          `alter table ${quoted(table)} add column ${quoted(target)} text generated always as (${expression}) stored`, commentSql,
        ),
        lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybodyForRewrite'},
      }];
    }
    if (catalog.comments.get(`${table}.${target}`) === FOLDING_VERSION) return [];
    return [{
      sentence: `Coluna ${table}.${target} {refeita} para ${why}, em porções.`, sql: commentSql,
      lock: {mode: 'SHARE UPDATE EXCLUSIVE', table, waiting: 'nobody'},
      // Rewriting the source column recomputes the generated one; only rows with a difference are written.
      batchedUpdate: {table, size: BATCH_RECORDS, sql: `update ${quoted(table)} set ${quoted(column)} = ${quoted(column)}
        where id > $1 and id <= $2 and ${quoted(target)} is distinct from ${expression}`},
    }];
  });
};
