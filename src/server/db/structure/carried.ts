/** What records hold under a name or an id that the config has changed, carried to the new one. */
import {sql} from 'kysely';
import type {Config, Resource} from '../../../schema/config/config.ts';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {textOf} from '../fixed.ts';
import {columnOf, partTable, tableOf} from '../names.ts';
import type {DbOrTrx, Sql} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import type {Change} from './change.ts';

type Id = string | number;
/** One choice whose records get another. */
interface Carried {
  from: Id;
  to: Id;
  /** Whether it is the same choice, whose id alone is another: then its history goes along, and is not written. */
  isSame: boolean;
}

/** Where it stands. */
interface Place {
  resource: Resource;
  name: string;
  column: Sql;
  isStatus: boolean;
}

const carriedIn = ({choices}: FieldOf<'escolha'>): Carried[] => choices.flatMap(({id, to, was}) => [
  ...(to === undefined ? [] : [{from: id, to, isSame: false}]), ...(was === undefined ? [] : [{from: was, to: id, isSame: true}]),
]);

const lit = (value: Id): Sql => sql.lit(value);
const asText = (value: Id): Sql => sql.lit(String(value));
const asJson = (value: Id): Sql => sql`${sql.lit(JSON.stringify(value))}::jsonb`;

/** A choice whose id is another: rows, history and saved filters say it wherever they said the old one. */
const renamedRows = (of: string, {name, column, isStatus}: Place, {from, to}: Carried): Sql => {
  const [recurso, key] = [sql.lit(of), sql.lit(name)];
  const texts = isStatus ? ['de_status', 'para_status'].map(one => sql.ref(one)) : [];
  const values = ['antes', 'depois'].map(one => sql.ref(one));
  const said = [...values.map(one => sql`${one} -> ${key} = ${asJson(from)}`), ...texts.map(one => sql`${one} = ${asText(from)}`)];
  return sql`with moved as (
    update ${sql.table(tableOf(of))} set ${column} = ${lit(to)}, versao = versao + 1 where ${column} = ${lit(from)}), told as (
    update historico set ${sql.join([
      ...values.map(one =>
        sql`${one} = case when ${one} -> ${key} = ${asJson(from)} then jsonb_set(${one}, array[${key}], ${asJson(to)}) else ${one} end`),
      ...texts.map(one => sql`${one} = case when ${one} = ${asText(from)} then ${asText(to)} else ${one} end`),
    ])} where recurso = ${recurso} and (${sql.join(said, sql` or `)}))
    update filtros_salvos set filtro = jsonb_set(filtro, array[${key}], to_jsonb(${asText(to)}::text))
    where recurso = ${recurso} and filtro ->> ${key} = ${asText(from)}`;
};

/** A record that gets another choice says so in its history; one that leaves a queue's statuses has no place there any more. */
const movedRows = (catalog: Catalog, of: string, {resource, name, column, isStatus}: Place, {from, to}: Carried): Sql => {
  const {since = '', fields} = resource;
  const field = isStatus ? fields[since] : undefined;
  const entered = field === undefined ? sql`` : sql`, ${sql.ref(columnOf(since, field))} = now()`;
  const fila = partTable(of, 'queue');
  const freed = isStatus && catalog.tables.has(fila) ? sql`, freed as (
    update ${sql.table(fila)} set resultado = 'INTERROMPIDA', token = null
    where resultado is null and id_registro in (select id from moved))` : sql``;
  const value = (id: Id): Sql => sql`jsonb_build_object(${sql.lit(name)}::text, ${asJson(id)})`;
  return sql`with moved as (
    update ${sql.table(tableOf(of))} set ${column} = ${lit(to)}, versao = versao + 1${entered}
    where ${column} = ${lit(from)} returning id)${freed}
    insert into historico (recurso, id_registro, acao, antes, depois, de_status, para_status)
    select ${sql.lit(of)}, id, 'alterar', ${value(from)}, ${value(to)},
      ${sql.join(isStatus ? [asText(from), asText(to)] : [sql`null`, sql`null`])} from moved order by id`;
};

/** Choices that rows still have and whose place another took: looked for at every start, while the config says so. */
export const carriedChoices = async (db: DbOrTrx, catalog: Catalog, config: Config): Promise<Change[]> => {
  const all: Change[] = [];
  for (const [of, resource] of Object.entries(config.resources)) {
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'escolha' || catalog.tables.get(tableOf(of))?.has(columnOf(name, field)) !== true) continue;
      const place = {resource, name, column: sql.ref(columnOf(name, field)), isStatus: name === resource.status};
      const called = (id: Id): string => `"${field.choices.find(choice => choice.id === id)?.name ?? id}" (${id})`;
      for (const carried of carriedIn(field)) {
        const {rows: [{total} = {total: 0}]} = await sql<{total: number}>`
          select count(*) as total from ${sql.table(tableOf(of))} where ${place.column} = ${carried.from}`.execute(db);
        if (total === 0) continue;
        all.push({
          sentence: `${total.toLocaleString('pt-BR')} de ${of} {${total === 1 ? 'passado' : 'passados'}} de ${called(carried.from)} ` +
            `para ${called(carried.to)} em ${name}.`,
          sql: textOf(carried.isSame ? renamedRows(of, place, carried) : movedRows(catalog, of, place, carried)),
        });
      }
    }
  }
  return all;
};
