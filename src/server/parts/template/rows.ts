/** Where the items of templates and of frozen forms are kept. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource, Template} from '../../../schema/config.ts';
import {isHidden} from '../../db/columns.ts';
import {columnOf, resourceOf, tableOf} from '../../db/names.ts';
import {partTable} from '../../db/parts.ts';
import type {DbOrTrx, FormTable} from '../../db/tables.ts';
import type {FormItem} from './items.ts';
import type {Subject} from '../part.ts';

const formTable = (name: string, resource: Resource): FormTable => partTable(name, resource, 'template') as FormTable;

/** The reference by which an item says whose it is. */
const parentOf = (config: Config, resource: Resource, {by, items}: Template): string => {
  const field = resource.fields[by];
  const target = field?.kind === 'referencia' ? field.to : undefined;
  const [name] = Object.entries(resourceOf(config, items).fields).find(([, one]) => one.kind === 'referencia' && one.to === target) ?? [];
  if (name === undefined) throw new TypeError(`${items} are no items of what ${by} names`);
  return name;
};

/** The items of a template as a new record gets them, empty, in their order. */
export const templateItems = async (
  db: DbOrTrx, config: Config, resource: Resource, template: Template, id: unknown,
): Promise<FormItem[]> => {
  const items = resourceOf(config, template.items);
  const parent = parentOf(config, resource, template);
  const column = (name: string): RawBuilder<unknown> => {
    const field = items.fields[name];
    return field === undefined ? sql`null` : sql.ref(columnOf(name, field));
  };
  const {rows} = await sql<FormItem>`
    select id, descricao, tipo_campo as "tipoCampo", coalesce(obrigatorio, false) as "obrigatorio",
      coalesce(${column('mostrarConsultaTicket')}, false) as "mostrarConsultaTicket", '' as valor, null as aviso
    from ${sql.table(tableOf(template.items, items))}
    where ${column(parent)} = ${id} ${isHidden(template.items, items) ? sql`and data_exclusao is null` : sql``}
    order by ${items.order === undefined ? sql`null` : column(items.order)} nulls last, id`.execute(db);
  return rows;
};

/** What the template says of itself now, by the fields of the record that keep it. */
export const keptOfTemplate = async (
  db: DbOrTrx, config: Config, {fields}: Resource, {by, keep = {}}: Template, id: unknown,
): Promise<Record<string, unknown>> => {
  const field = fields[by];
  const target = field?.kind === 'referencia' ? resourceOf(config, field.to) : undefined;
  const columns = Object.entries(keep).flatMap(([ours, theirs]) => {
    const read = target?.fields[theirs];
    return read === undefined ? [] : [sql`${sql.ref(columnOf(theirs, read))} as ${sql.ref(ours)}`];
  });
  if (field?.kind !== 'referencia' || target === undefined || columns.length === 0) return {};
  const {rows} = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${sql.table(tableOf(field.to, target))} where id = ${id}`.execute(db);
  return rows[0] ?? {};
};

/** The items of a record's form, in their order, as one JSON value. */
export const itemRows = ({name, resource}: Subject, alias: string): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'descricao', f.descricao, 'tipoCampo', f.tipo_campo, 'obrigatorio', f.obrigatorio,
    'mostrarConsultaTicket', f.mostrar_consulta_ticket, 'valor', f.valor, 'aviso', f.aviso) order by f.ordem, f.id), '[]')
  from ${sql.table(formTable(name, resource))} as f where f.id_registro = ${sql.ref(`${alias}.id`)})`;

export const insertItems = async (trx: DbOrTrx, {name, resource}: Subject, id: number, items: readonly FormItem[]): Promise<void> => {
  await trx.insertInto(formTable(name, resource)).values(items.map((item, ordem) => ({
    id_registro: id, id_item: item.id, ordem, descricao: item.descricao, tipo_campo: item.tipoCampo,
    obrigatorio: item.obrigatorio, mostrar_consulta_ticket: item.mostrarConsultaTicket, valor: item.valor, aviso: null,
  }))).execute();
};

export const updateItems = async (
  trx: DbOrTrx, {name, resource}: Subject, before: readonly FormItem[], after: readonly FormItem[],
): Promise<void> => {
  for (const [index, item] of after.entries()) {
    const old = before[index];
    if (old?.valor === item.valor && old.aviso === item.aviso) continue;
    await trx.updateTable(formTable(name, resource)).set({valor: item.valor, aviso: item.aviso}).where('id', '=', item.id).execute();
  }
};
