/** How texts are compared: the functions for it, and the columns that keep what they make. */
import {EXACT, FOLDING, FUNCTIONS, NORMALISED} from '../folding.ts';
import {literal, quoted, searchColumn} from '../names.ts';
import {hasSearchColumn, matchColumnOf} from '../ordering.ts';
import type {Catalog} from './catalog.ts';
import {block, type Change, type Column} from './change.ts';

/** More than any of these names keeps beside its number. */
const NAME_LETTERS = 40;

/** Names are unique as they are compared, among these columns: of those that now are the same, the newest keeps its own. */
const uniqueNames = (table: string, among: readonly string[]): string[] => [
  `drop index ${table}_nome`,
  `update ${table} as f set nome = left(nome, ${NAME_LETTERS}) || ' (' || id || ')' where exists (
    select from ${table} as o where ${among.map(column => `o.${column} = f.${column}`).join(' and ')} and o.id > f.id
      and balcao_norm(o.nome) = balcao_norm(f.nome))`,
  `create unique index ${table}_nome on ${table} (${among.join(', ')}, balcao_norm(nome))`,
];

/** Where the database has them as another version, or its migrations, made them. */
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

/** Numbers of records in one portion. */
const PORTION = 10_000;

/** The database keeps them: nothing that writes a text can forget it. What is said of one is by which functions it was made. */
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
      // Written again, a text is brought to its form again; few differ.
      portions: {table, size: PORTION, sql: `update ${quoted(table)} set ${quoted(column)} = ${quoted(column)}
        where id > $1 and id <= $2 and ${quoted(kept)} is distinct from ${made}`},
    }];
  });
};
