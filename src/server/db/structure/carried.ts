/** Moves stored choices to the id that the config names now. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {Choice, FieldOf} from '../../../schema/fields/fields.ts';
import {ruleOf} from '../../../schema/fields/kinds.ts';
import {textOf} from '../fixed.ts';
import {sqlTypeOf} from '../kinds.ts';
import {columnOf, partTable, tableOf} from '../names.ts';
import type {DbOrTrx, Sql} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import {writingRows, type Change} from './change.ts';

type Id = string | number;
/** A choice whose rows get another id. */
interface Carried {
  from: Id;
  to: Id;
  /** True if only the id changes: then history entries are rewritten, and none is added. */
  isSame: boolean;
}

/** The field with the choice. */
interface Place {
  resource: Resource;
  name: string;
  field: FieldOf<'escolha'> | FieldOf<'opcoes'>;
  column: Sql;
  isStatus: boolean;
}

const choicesOf = ({field}: Place): readonly Choice[] => field.choices;
const carriedIn = (place: Place): Carried[] => choicesOf(place).flatMap(({id, to, was}) => [
  ...(to === undefined ? [] : [{from: id, to, isSame: false}]), ...(was === undefined ? [] : [{from: was, to: id, isSame: true}]),
]);

const lit = (value: Id): Sql => sql.lit(value);
const asText = (value: Id): Sql => sql.lit(String(value));
const asJson = (value: Id): Sql => sql`${sql.lit(JSON.stringify(value))}::jsonb`;

/** The rows with the choice, alone or among others. */
const having = ({field, column}: Place, from: Id): Sql =>
  (ruleOf(field).several ? sql`${lit(from)} = any(${column})` : sql`${column} = ${lit(from)}`);
/** The new value; several values keep the order of the choices, without duplicates. */
const instead = (place: Place, held: Sql, {from, to}: Carried): Sql => {
  const {field} = place;
  if (!ruleOf(field).several) return lit(to);
  const order = sql.join(choicesOf(place).flatMap(({id, was = id}) => [lit(was), lit(id)]));
  return sql`array(select one from unnest(array_replace(${held}, ${lit(from)}, ${lit(to)})) as one group by one
    order by array_position(array[${order}]::${sql.raw(sqlTypeOf(field) ?? '')}, one))`;
};
/** The new value in JSON, single or in an array. */
const insteadIn = (said: Sql, from: Sql, to: Sql): Sql => sql`case jsonb_typeof(${said}) when 'array' then (
  select jsonb_agg(case when one = ${from} then ${to} else one end) from jsonb_array_elements(${said}) as one) else ${to} end`;

/** Replaces a renamed choice's id in rows, history and saved filters. */
const renamedRows = (of: string, place: Place, carried: Carried): Sql => {
  const {name, column, isStatus} = place;
  const {from, to} = carried;
  const [recurso, key] = [sql.lit(of), sql.lit(name)];
  const texts = isStatus ? ['de_status', 'para_status'].map(one => sql.ref(one)) : [];
  const values = ['antes', 'depois'].map(one => sql.ref(one));
  const said = [...values.map(one => sql`${one} -> ${key} @> ${asJson(from)}`), ...texts.map(one => sql`${one} = ${asText(from)}`)];
  const typed = [from, to].map(one => asJson(String(one))) as [Sql, Sql];
  return sql`with moved as (
    update ${sql.table(tableOf(of))} set ${column} = ${instead(place, column, carried)}, versao = versao + 1
    where ${having(place, from)}), told as (
    update historico set ${sql.join([
      ...values.map(one => sql`${one} = case when ${one} -> ${key} @> ${asJson(from)}
        then jsonb_set(${one}, array[${key}], ${insteadIn(sql`${one} -> ${key}`, asJson(from), asJson(to))}) else ${one} end`),
      ...texts.map(one => sql`${one} = case when ${one} = ${asText(from)} then ${asText(to)} else ${one} end`),
    ])} where recurso = ${recurso} and (${sql.join(said, sql` or `)}))
    update filtros_salvos set filtro = jsonb_set(filtro, array[${key}], ${insteadIn(sql`filtro -> ${key}`, ...typed)})
    where recurso = ${recurso} and filtro -> ${key} @> ${typed[0]}`;
};

/** The field that the new status stamps, with the known instants of entering it. */
interface Stamped {
  name: string;
  column: string;
  /** Known instants for records that move from one end status to another; any other move is stamped with its own instant. */
  ended: readonly Sql[];
}
const stampedBy = (
  catalog: Catalog, of: string, {resource: {fields}, field, isStatus}: Place, {from, to}: Carried,
): Stamped | undefined => {
  const choice = (id: Id): Choice | undefined => (isStatus ? field.choices.find(one => one.id === id) : undefined);
  const columnIn = ({stamps = ''}: Choice): string | undefined => fields[stamps] && columnOf(stamps, fields[stamps]);
  const [old, now] = [choice(from), choice(to)];
  const column = now && columnIn(now);
  if (now?.stamps === undefined || column === undefined) return undefined;
  const known = old && columnIn(old);
  return {name: now.stamps, column, ended: old?.end !== true || now.end !== true ? [] : [
    ...known !== undefined && catalog.tables.get(tableOf(of))?.has(known) === true ? [sql.ref(`t.${known}`)] : [],
    sql`(select max(h.data_criacao) from historico as h
      where h.recurso = ${sql.lit(of)} and h.id_registro = t.id and h.para_status = ${asText(from)})`,
  ]};
};

/** Moves records to another choice, with a history entry each. A record that leaves a queue's statuses loses its place in the queue. */
const movedRows = (catalog: Catalog, of: string, place: Place, carried: Carried): Sql => {
  const {resource, name, column, isStatus} = place;
  const {from, to} = carried;
  const {since = '', fields} = resource;
  const field = isStatus ? fields[since] : undefined;
  const stamped = stampedBy(catalog, of, place, carried);
  const entered = new Map<string, Sql>([
    ...field === undefined ? [] : [[columnOf(since, field), sql`now()`] as const],
    ...stamped === undefined ? [] : [[stamped.column, sql`coalesce(${sql.join([...stamped.ended, sql`now()`])})`] as const],
  ]);
  const instants = sql.join([...entered].map(([own, value]) => sql`, ${sql.ref(own)} = ${value}`), sql``);
  const fila = partTable(of, 'queue');
  const freed = isStatus && catalog.tables.has(fila) ? sql`, freed as (
    update ${sql.table(fila)} set resultado = 'INTERROMPIDA', token = null
    where resultado is null and id_registro in (select id from moved))` : sql``;
  const value = (one: string): Sql => sql`jsonb_build_object(${sql.lit(name)}::text, ${sql.ref(one)})`;
  return sql`with moved as (
    update ${sql.table(tableOf(of))} as t set ${column} = ${instead(place, sql.ref('before'), carried)}, versao = versao + 1${instants}
    from (select id, ${column} as before from ${sql.table(tableOf(of))} where ${having(place, from)} for update) as held
    where t.id = held.id returning t.id, before, t.${column} as after)${freed}
    insert into historico (recurso, id_registro, acao, antes, depois, de_status, para_status)
    select ${sql.lit(of)}, id, 'alterar', ${value('before')}, ${value('after')},
      ${sql.join(isStatus ? [asText(from), asText(to)] : [sql`null`, sql`null`])} from moved order by id`;
};

/** The stamped instant in words. @param known records with a known instant */
const instantsOf = (total: number, known: number): string => {
  const [now, then] = ['o instante da mudança', 'o instante em que já tinham terminado'];
  if (known === 0 || known === total) return `{gravado} com ${known === 0 ? now : then}`;
  return `{gravado}: em ${known.toLocaleString('pt-BR')} com ${then}, em ${(total - known).toLocaleString('pt-BR')} com ${now}`;
};

/** Changes for rows with a replaced choice. Every start looks for them while the config names the replacement. */
export const carriedChoices = async (db: DbOrTrx, catalog: Catalog, config: Config): Promise<Change[]> => {
  const all: Change[] = [];
  for (const [of, resource] of Object.entries(config.resources)) {
    for (const [name, field] of Object.entries(resource.fields)) {
      // A column of another type is retained, and its successor has none of these values.
      if (!('choices' in field) || catalog.tables.get(tableOf(of))?.get(columnOf(name, field)) !== sqlTypeOf(field)) continue;
      const place: Place = {resource, name, field, column: sql.ref(columnOf(name, field)), isStatus: name === resource.status};
      const called = (id: Id): string => `"${choicesOf(place).find(choice => choice.id === id)?.name ?? id}" (${id})`;
      for (const carried of carriedIn(place)) {
        const stamped = carried.isSame ? undefined : stampedBy(catalog, of, place, carried);
        const ended = stamped === undefined || stamped.ended.length === 0 ? sql`null` : sql`coalesce(${sql.join(stamped.ended)})`;
        const {rows: [{total, known} = {total: 0, known: 0}]} = await sql<{total: number; known: number}>`
          select count(*) as total, count(${ended}) as known from ${sql.table(tableOf(of))} as t where ${having(place, carried.from)}`
          .execute(db);
        if (total === 0) continue;
        all.push({
          sentence: `${total.toLocaleString('pt-BR')} de ${of} {${total === 1 ? 'passado' : 'passados'}} de ${called(carried.from)} ` +
            `para ${called(carried.to)} em ${name}${stamped === undefined ? '' : `, e ${stamped.name} ${instantsOf(total, known)}`}.`,
          lock: writingRows(tableOf(of)),
          sql: textOf(carried.isSame ? renamedRows(of, place, carried) : movedRows(catalog, of, place, carried)),
        });
      }
    }
  }
  return all;
};
