/** Comparison of texts: the folding functions, and the generated columns with folded texts. */
import {EXACT, FOLDING, FUNCTIONS, NORMALISED} from '../folding.ts';
import {literal, quoted, searchColumn} from '../names.ts';
import {hasSearchColumn, matchColumnOf} from '../ordering.ts';
import type {Catalog} from './catalog.ts';
import {block, type Change, type Column} from './change.ts';

/** Longest name that leaves room for an appended record number. */
const NAME_LETTERS = 40;

/** Rebuilds a unique index of folded names. Among equal names the newest record keeps its own; the others get their number appended. */
const uniqueNames = (table: string, among: readonly string[]): string[] => [
  `drop index ${table}_nome`,
  `update ${table} as f set nome = left(nome, ${NAME_LETTERS}) || ' (' || id || ')' where exists (
    select from ${table} as o where ${among.map(column => `o.${column} = f.${column}`).join(' and ')} and o.id > f.id
      and balcao_norm(o.nome) = balcao_norm(f.nome))`,
  `create unique index ${table}_nome on ${table} (${among.join(', ')}, balcao_norm(nome))`,
];

/** Replaces folding functions of another version or of the migrations. */
export const functionChanges = ({comments}: Catalog): Change[] => {
  const names = [...FUNCTIONS.keys()];
  if (names.every(name => comments.get(name) === FOLDING)) return [];
  const said = names.map(name => `comment on function ${name}(text) is ${literal(FOLDING)}`);
  return [
    {
      sentence: 'Comparação de textos {refeita}.',
      sql: block(...FUNCTIONS.values(), ...uniqueNames('filtros_salvos', ['id_usuario', 'recurso']), ...said),
      lock: {mode: 'ACCESS EXCLUSIVE', table: 'filtros_salvos'},
    },
    {
      sentence: 'Nomes das respostas prontas {comparados} de novo.', sql: block(...uniqueNames('respostas_prontas', ['dono'])),
      lock: {mode: 'ACCESS EXCLUSIVE', table: 'respostas_prontas'},
    },
  ];
};

/** Record numbers of one batch. */
const PORTION = 10_000;

/** Adds generated columns, which no writer can forget. Their comment holds the version of the functions. */
export const keptTextChanges = (catalog: Catalog, one: Column): Change[] => {
  const {table, resource, name, field, column} = one;
  const ways = [
    {kept: hasSearchColumn(resource, name, field) ? searchColumn(column) : undefined, by: NORMALISED, why: `a busca por ${name}`},
    {kept: matchColumnOf(resource, name, field), by: EXACT, why: `comparar ${name}`},
  ];
  return ways.flatMap(({kept, by, why}): Change[] => {
    if (kept === undefined) return [];
    const said = `comment on column ${quoted(table)}.${quoted(kept)} is ${literal(FOLDING)}`;
    const made = `${by}(${quoted(column)})`;
    if (catalog.tables.get(table)?.has(kept) !== true) {
      return [{
        sentence: `Coluna ${table}.${kept} {criada} para ${why}.`,
        sql: block(`alter table ${quoted(table)} add column ${quoted(kept)} text generated always as (${made}) stored`, said),
        lock: {mode: 'ACCESS EXCLUSIVE', table, waiting: 'everybodyForRewrite'},
      }];
    }
    if (catalog.comments.get(`${table}.${kept}`) === FOLDING) return [];
    return [{
      sentence: `Coluna ${table}.${kept} {refeita} para ${why}, em porções.`, sql: said,
      lock: {mode: 'SHARE UPDATE EXCLUSIVE', table, waiting: 'nobody'},
      // Rewriting the source column recomputes the generated one; only rows with a difference are written.
      portions: {table, size: PORTION, sql: `update ${quoted(table)} set ${quoted(column)} = ${quoted(column)}
        where id > $1 and id <= $2 and ${quoted(kept)} is distinct from ${made}`},
    }];
  });
};
