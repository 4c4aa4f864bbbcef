/** Moves stored choices to the id that the config names now. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {FieldChoice, FieldOf} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {compileToText} from '../staticSql.ts';
import {sqlTypeOf} from '../kindColumns.ts';
import {columnOf, partTable, tableOf} from '../sqlNames.ts';
import type {DbOrTrx, Sql} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import {rowWriteLock, type Change} from './change.ts';

type Id = string | number;
interface ChoiceMove {
  from: Id;
  to: Id;
  /** True if only the id changes: then history entries are rewritten, and none is added. */
  isSame: boolean;
}

interface ChoiceField {
  resource: Resource;
  name: string;
  field: FieldOf<'escolha'> | FieldOf<'opcoes'>;
  column: Sql;
  isStatus: boolean;
}

const choicesOf = ({field}: ChoiceField): readonly FieldChoice[] => field.choices;
const choiceMoves = (place: ChoiceField): ChoiceMove[] => choicesOf(place).flatMap(({id, to, was}) => [
  ...(to === undefined ? [] : [{from: id, to, isSame: false}]), ...(was === undefined ? [] : [{from: was, to: id, isSame: true}]),
]);

const lit = (value: Id): Sql => sql.lit(value);
const asText = (value: Id): Sql => sql.lit(String(value));
const asJson = (value: Id): Sql => sql`${sql.lit(JSON.stringify(value))}::jsonb`;

const hasChoice = ({field, column}: ChoiceField, from: Id): Sql =>
  (kindRuleOf(field).several ? sql`${lit(from)} = any(${column})` : sql`${column} = ${lit(from)}`);
/** The new value; several values keep the order of the choices, without duplicates. */
const replacedValue = (place: ChoiceField, current: Sql, {from, to}: ChoiceMove): Sql => {
  const {field} = place;
  if (!kindRuleOf(field).several) return lit(to);
  const order = sql.join(choicesOf(place).flatMap(({id, was = id}) => [lit(was), lit(id)]));
  return sql`array(select one from unnest(array_replace(${current}, ${lit(from)}, ${lit(to)})) as one group by one
    order by array_position(array[${order}]::${sql.raw(sqlTypeOf(field) ?? '')}, one))`;
};
const replacedJson = (json: Sql, from: Sql, to: Sql): Sql => sql`case jsonb_typeof(${json}) when 'array' then (
  select jsonb_agg(case when one = ${from} then ${to} else one end) from jsonb_array_elements(${json}) as one) else ${to} end`;

const renameChoice = (of: string, place: ChoiceField, move: ChoiceMove): Sql => {
  const {name, column, isStatus} = place;
  const {from, to} = move;
  const [recurso, key] = [sql.lit(of), sql.lit(name)];
  const texts = isStatus ? ['de_status', 'para_status'].map(columnName => sql.ref(columnName)) : [];
  const values = ['antes', 'depois'].map(columnName => sql.ref(columnName));
  const mentions = [
    ...values.map(jsonColumn => sql`${jsonColumn} -> ${key} @> ${asJson(from)}`),
    ...texts.map(textColumn => sql`${textColumn} = ${asText(from)}`),
  ];
  const filterValues = [from, to].map(id => asJson(String(id))) as [Sql, Sql];
  return sql`with moved as (
    update ${sql.table(tableOf(of))} set ${column} = ${replacedValue(place, column, move)}, versao = versao + 1
    where ${hasChoice(place, from)}), told as (
    update historico set ${sql.join([
      ...values.map(jsonColumn => sql`${jsonColumn} = case when ${jsonColumn} -> ${key} @> ${asJson(from)}
        then jsonb_set(${jsonColumn}, array[${key}], ${
          replacedJson(sql`${jsonColumn} -> ${key}`, asJson(from), asJson(to))}) else ${jsonColumn} end`),
      ...texts.map(textColumn => sql`${textColumn} = case when ${textColumn} = ${asText(from)} then ${asText(to)} else ${textColumn} end`),
    ])} where recurso = ${recurso} and (${sql.join(mentions, sql` or `)}))
    update filtros_salvos set filtro = jsonb_set(filtro, array[${key}], ${replacedJson(sql`filtro -> ${key}`, ...filterValues)})
    where recurso = ${recurso} and filtro -> ${key} @> ${filterValues[0]}`;
};

/** The field that the new status stamps, with the known instants of entering it. */
interface Stamp {
  name: string;
  column: string;
  /** Known instants for records that move from one end status to another; any other move is stamped with its own instant. */
  knownInstants: readonly Sql[];
}
const stampOf = (
  catalog: Catalog, of: string, {resource: {fields}, field, isStatus}: ChoiceField, {from, to}: ChoiceMove,
): Stamp | undefined => {
  const choice = (id: Id): FieldChoice | undefined => (isStatus ? field.choices.find(candidate => candidate.id === id) : undefined);
  const columnIn = ({stamps = ''}: FieldChoice): string | undefined => fields[stamps] && columnOf(stamps, fields[stamps]);
  const [old, now] = [choice(from), choice(to)];
  const column = now && columnIn(now);
  if (now?.stamps === undefined || column === undefined) return undefined;
  const oldColumn = old && columnIn(old);
  return {name: now.stamps, column, knownInstants: old?.end !== true || now.end !== true ? [] : [
    ...oldColumn !== undefined && catalog.tables.get(tableOf(of))?.has(oldColumn) === true ? [sql.ref(`t.${oldColumn}`)] : [],
    sql`(select max(h.data_criacao) from historico as h
      where h.recurso = ${sql.lit(of)} and h.id_registro = t.id and h.para_status = ${asText(from)})`,
  ]};
};

/** Moves records to another choice, with a history entry each. A record that leaves a queue's statuses loses its place in the queue. */
const moveRecords = (catalog: Catalog, of: string, place: ChoiceField, move: ChoiceMove): Sql => {
  const {resource, name, column, isStatus} = place;
  const {from, to} = move;
  const {since = '', fields} = resource;
  const field = isStatus ? fields[since] : undefined;
  const stamped = stampOf(catalog, of, place, move);
  const entered = new Map<string, Sql>([
    ...field === undefined ? [] : [[columnOf(since, field), sql`now()`] as const],
    ...stamped === undefined ? [] : [[stamped.column, sql`coalesce(${sql.join([...stamped.knownInstants, sql`now()`])})`] as const],
  ]);
  const instants = sql.join([...entered].map(([stampColumn, value]) => sql`, ${sql.ref(stampColumn)} = ${value}`), sql``);
  const fila = partTable(of, 'queue');
  const freed = isStatus && catalog.tables.has(fila) ? sql`, freed as (
    update ${sql.table(fila)} set resultado = 'INTERROMPIDA', token = null
    where resultado is null and id_registro in (select id from moved))` : sql``;
  const value = (alias: string): Sql => sql`jsonb_build_object(${sql.lit(name)}::text, ${sql.ref(alias)})`;
  return sql`with moved as (
    update ${sql.table(tableOf(of))} as t set ${column} = ${replacedValue(place, sql.ref('before'), move)}, versao = versao + 1${instants}
    from (select id, ${column} as before from ${sql.table(tableOf(of))} where ${hasChoice(place, from)} for update) as held
    where t.id = held.id returning t.id, before, t.${column} as after)${freed}
    insert into historico (recurso, id_registro, acao, antes, depois, de_status, para_status)
    select ${sql.lit(of)}, id, 'alterar', ${value('before')}, ${value('after')},
      ${sql.join(isStatus ? [asText(from), asText(to)] : [sql`null`, sql`null`])} from moved order by id`;
};

const describeInstants = (total: number, knownTotal: number): string => {
  const [now, then] = ['o instante da mudança', 'o instante em que já tinham terminado'];
  if (knownTotal === 0 || knownTotal === total) return `{gravado} com ${knownTotal === 0 ? now : then}`;
  return `{gravado}: em ${knownTotal.toLocaleString('pt-BR')} com ${then}, em ${(total - knownTotal).toLocaleString('pt-BR')} com ${now}`;
};

/** Changes for rows with a replaced choice. Every start looks for them while the config names the replacement. */
export const replacedChoiceChanges = async (db: DbOrTrx, catalog: Catalog, config: Config): Promise<Change[]> => {
  const all: Change[] = [];
  for (const [of, resource] of Object.entries(config.resources)) {
    for (const [name, field] of Object.entries(resource.fields)) {
      // A column of another type is retained, and its successor has none of these values.
      if (!('choices' in field) || catalog.tables.get(tableOf(of))?.get(columnOf(name, field)) !== sqlTypeOf(field)) continue;
      const place: ChoiceField = {resource, name, field, column: sql.ref(columnOf(name, field)), isStatus: name === resource.status};
      const choiceTitle = (id: Id): string => `"${choicesOf(place).find(choice => choice.id === id)?.name ?? id}" (${id})`;
      for (const move of choiceMoves(place)) {
        const stamped = move.isSame ? undefined : stampOf(catalog, of, place, move);
        const knownInstant = stamped === undefined || stamped.knownInstants.length === 0 ? sql`null`
          : sql`coalesce(${sql.join(stamped.knownInstants)})`;
        const {rows: [{total, known: knownInstants} = {total: 0, known: 0}]} = await sql<{total: number; known: number}>`
          select count(*) as total, count(${knownInstant}) as known from ${sql.table(tableOf(of))} as t where ${
            hasChoice(place, move.from)}`
          .execute(db);
        if (total === 0) continue;
        all.push({
          sentence: `${total.toLocaleString('pt-BR')} de ${of} {${total === 1 ? 'passado' : 'passados'}} de ${choiceTitle(move.from)} ` +
            `para ${choiceTitle(move.to)} em ${name}${
              stamped === undefined ? '' : `, e ${stamped.name} ${describeInstants(total, knownInstants)}`}.`,
          lock: rowWriteLock(tableOf(of)),
          sql: compileToText(move.isSame ? renameChoice(of, place, move) : moveRecords(catalog, of, place, move)),
        });
      }
    }
  }
  return all;
};
