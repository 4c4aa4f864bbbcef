import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource, TemplatePart} from '../../../schema/shapes/config.ts';
import type {VersionedItems} from '../../../schema/versions.ts';
import {columnOf, hasSoftDelete, partTable, resourceOf, tableOf} from '../../db/sqlNames.ts';
import type {DbOrTrx, Sql} from '../../db/tables.ts';
import type {PartOwner} from '../part.ts';
import type {StoredFormItem} from './formItems.ts';
import {FIRST_VERSION, newestVersionJson, findVersionedItems, type VersionState} from './versions.ts';

const parentReference = (config: Config, resource: Resource, {by, items}: TemplatePart): string => {
  const field = resource.fields[by];
  const target = field?.kind === 'referencia' ? field.to : undefined;
  const [name] = Object.entries(resourceOf(config, items).fields)
    .find(([, candidate]) => candidate.kind === 'referencia' && candidate.to === target) ?? [];
  if (name === undefined) throw new TypeError(`${items} are no items of what ${by} names`);
  return name;
};

/** Template fields that the record keeps copies of. */
const keptColumns = (target: Resource, {keep: keptFields = {}}: TemplatePart): Sql[] =>
  Object.entries(keptFields).flatMap(([recordField, templateField]) => {
    const field = target.fields[templateField];
    return field === undefined ? [] : [sql`m.${sql.ref(columnOf(templateField, field))} as ${sql.ref(recordField)}`];
  });

/** Current items of template `alias`, in order and with empty values, as one JSON value. */
export const currentItemsJson = (config: Config, {items: name, by, flag}: Omit<VersionedItems, 'of'>, alias: string): Sql => {
  const items = resourceOf(config, name);
  const column = (name: string): Sql => {
    const field = items.fields[name];
    return field === undefined ? sql`null` : sql`i.${sql.ref(columnOf(name, field))}`;
  };
  return sql`(
    select coalesce(json_agg(json_build_object(
      'id', i.id, 'descricao', i.descricao, 'tipoCampo', i.tipo_campo, 'obrigatorio', coalesce(i.obrigatorio, false),
      'mostrarConsultaTicket', coalesce(${flag === undefined ? sql`null` : column(flag)}, false), 'valor', '', 'aviso', null)
      order by ${items.order === undefined ? sql`null` : column(items.order)} nulls last, i.id), '[]')
    from ${sql.table(tableOf(name))} as i
    where ${column(by)} = ${sql.ref(`${alias}.id`)}
      ${hasSoftDelete(name, items) ? sql`and i.data_exclusao is null` : sql``})`;
};

const ITEMS = '#items';
const VERSION = '#version';

interface CurrentTemplate {
  items: StoredFormItem[];
  keptValues: Record<string, unknown>;
  /** Current version; undefined: the template keeps no versions. */
  version: VersionState | undefined;
}

export const readTemplate = async (
  db: DbOrTrx, config: Config, resource: Resource, template: TemplatePart, id: unknown,
): Promise<CurrentTemplate> => {
  const field = resource.fields[template.by];
  if (field?.kind !== 'referencia') throw new TypeError(`${template.by} names no template`);
  const target = resourceOf(config, field.to);
  const versioned = template.version === undefined ? undefined : findVersionedItems(config, template.items);
  const {items: itemsName, flag} = template;
  const columns = [
    sql`${currentItemsJson(config, {items: itemsName, by: parentReference(config, resource, template), flag}, 'm')} as ${sql.ref(ITEMS)}`,
    ...(versioned === undefined ? [] : [sql`${newestVersionJson(versioned, 'm')} as ${sql.ref(VERSION)}`]),
    ...keptColumns(target, template),
  ];
  const {rows: [row = {}]} = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from ${sql.table(tableOf(field.to))} as m where m.id = ${id}`.execute(db);
  const {[ITEMS]: items = [], [VERSION]: version, ...keptValues} = row;
  return {items: items as StoredFormItem[], keptValues, version: versioned && (version as VersionState | null ?? FIRST_VERSION)};
};

/** Form items of a record, in order, as one JSON value. */
export const formItemsJson = ({name}: PartOwner, alias: string): Sql => sql`(
  select coalesce(json_agg(json_build_object(
    'id', f.id, 'item', f.id_item, 'descricao', f.descricao, 'tipoCampo', f.tipo_campo, 'obrigatorio', f.obrigatorio,
    'mostrarConsultaTicket', f.mostrar_consulta_ticket, 'valor', f.valor, 'aviso', f.aviso) order by f.ordem, f.id), '[]')
  from ${sql.table(partTable(name, 'template'))} as f where f.id_registro = ${sql.ref(`${alias}.id`)})`;

/** A single statement, so that its text does not depend on the number of items. */
export const insertItems = ({name}: PartOwner, id: RawBuilder<number>, items: readonly StoredFormItem[]): Sql => {
  const values = <K extends keyof StoredFormItem>(key: K): StoredFormItem[K][] => items.map(item => item[key]);
  return sql`
    insert into ${sql.table(partTable(name, 'template'))}
      (id_registro, id_item, ordem, descricao, tipo_campo, obrigatorio, mostrar_consulta_ticket, valor)
    select ${id}::integer, i.id_item, i.ordem - 1, i.descricao, i.tipo_campo, i.obrigatorio, i.mostrar_consulta_ticket, i.valor
    from unnest(
      ${values('id')}::integer[], ${values('descricao')}::text[], ${values('tipoCampo')}::text[], ${values('obrigatorio')}::boolean[],
      ${values('mostrarConsultaTicket')}::boolean[], ${values('valor')}::text[]
    ) with ordinality as i (id_item, descricao, tipo_campo, obrigatorio, mostrar_consulta_ticket, valor, ordem)
    order by i.ordem`;
};

export const updateItems = (
  {name}: PartOwner, before: readonly StoredFormItem[], after: readonly StoredFormItem[],
): Sql => {
  const changed = after.filter((item, index) => before[index]?.valor !== item.valor || before[index].aviso !== item.aviso);
  const values = <K extends keyof StoredFormItem>(key: K): StoredFormItem[K][] => changed.map(item => item[key]);
  return sql`
    update ${sql.table(partTable(name, 'template'))} as f set valor = i.valor, aviso = i.aviso
    from unnest(${values('id')}::integer[], ${values('valor')}::text[], ${values('aviso')}::text[]) as i (id, valor, aviso)
    where f.id = i.id`;
};

/** Marks items by template item id with a robot's warning, and returns the items found. */
export const markItems = (
  {name}: PartOwner, id: number, marks: readonly {item: number; mensagem: string}[],
): RawBuilder<{item: number; descricao: string}> => sql`
  update ${sql.table(partTable(name, 'template'))} as f set aviso = i.aviso
  from unnest(${marks.map(({item}) => item)}::integer[], ${marks.map(({mensagem}) => mensagem)}::text[]) as i (item, aviso)
  where f.id_registro = ${id} and f.id_item = i.item returning f.id_item as item, f.descricao`;

export const unmarkItems = ({name}: Pick<PartOwner, 'name'>, id: number, item?: number): RawBuilder<{descricao: string}> => sql`
  update ${sql.table(partTable(name, 'template'))} set aviso = null
  where id_registro = ${id} and aviso is not null ${item === undefined ? sql`` : sql`and id_item = ${item}`} returning descricao`;
