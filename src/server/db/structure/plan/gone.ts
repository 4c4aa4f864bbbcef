/** Removed fields, parts and resources that still have rows: their data stays and returns with the name. */
import {sql} from 'kysely';
import type {PartName} from '../../../../schema/config/config.ts';
import type {Field} from '../../../../schema/fields/fields.ts';
import {partsIn} from '../../../../schema/parts.ts';
import {sqlTypeOf} from '../../kinds.ts';
import {columnOf, linkTable, partTable, tableOf} from '../../names.ts';
import type {Sql} from '../../tables.ts';
import {called, having, records, which, type Finding} from './finding.ts';
import {finding, resourceBefore, type FindingsIn, type Look} from './look.ts';
import {filledRows, linkedRows, recordsIn, rowsOf} from './rows.ts';
import {usesOfField, usesOfPart, usesOfResource} from './uses.ts';

const keptIn = (field: Field): 'links' | 'column' | undefined =>
  (field.kind === 'vinculos' ? 'links' : sqlTypeOf(field) === null ? undefined : 'column');

/** Removed fields, and fields whose kind stores its values elsewhere. */
export const goneFields: FindingsIn = async (look, of, resource) => {
  const {db, catalog} = look;
  const [table, was] = [tableOf(of), resourceBefore(look.kept.before, of, resource)];
  if (was === undefined) return [];
  const {before, resource: known} = was;
  const all: Finding[] = [];
  const now = Object.entries(resource.fields);
  for (const [name, field] of Object.entries(known.fields)) {
    const column = columnOf(name, field);
    const other = resource.fields[name] ?? now.find(([, {was}]) => was === name)?.[1];
    const links = field.kind === 'vinculos' ? linkTable(of, name, field.to) : undefined;
    const isKept = links === undefined ? sqlTypeOf(field) !== null && catalog.tables.get(table)?.has(column) === true
      : catalog.tables.has(links.table);
    if (other !== undefined && (!isKept || keptIn(other) === keptIn(field))) continue;
    const uses = other === undefined ? await usesOfField(db, before, was.name, name) : '';
    if (!isKept) {
      if (uses !== '') all.push(finding(look, of, `resources.${of}.fields.${name}`, {total: 0, ids: []}, false, () =>
        `${called(known, name)} saiu da configuração: não guardava valores, e volta como era se o campo voltar.${uses}`));
      continue;
    }
    const found = await (links === undefined ? filledRows(db, catalog, table, column) : linkedRows(db, catalog, table, links));
    const [like] = links !== undefined || other !== undefined ? []
      : now.find(([one, other]) => known.fields[one] === undefined && sqlTypeOf(other) === sqlTypeOf(field)) ?? [];
    const rename = like === undefined ? '' : ` Se só mudou de nome, diga was: '${name}' em resources.${of}.fields.${like}.`;
    all.push(finding(look, of, `resources.${of}.fields.${name}`, found, false, ids =>
      `${called(known, name)} ${other === undefined ? 'saiu da configuração' : `é agora ${other.kind}, sem os valores de antes`}: ` +
        `${found.total === 0 ? 'nenhum registro tem valor nele' : `${having(found.total)} valor nele: ${ids}`}.${uses} ` +
        `${links === undefined ? `A coluna ${table}.${column}` : `A tabela ${links.table}`} fica, com os valores, ` +
        `que voltam se o campo voltar${other === undefined ? '' : ` a ser ${field.kind}`}.${rename}`));
  }
  return all;
};

/** Words and rows of a removed part. */
const PARTS: Readonly<Record<PartName, {has: string; where: Sql}>> = {
  template: {has: 'formulário', where: sql`true`},
  files: {has: 'arquivos', where: sql`data_exclusao is null`},
  queue: {has: 'lugar na fila dos robôs', where: sql`resultado is null`},
};

/** Removed parts. */
export const goneParts: FindingsIn = async (look, of, resource) => {
  const {db, catalog} = look;
  const was = resourceBefore(look.kept.before, of, resource);
  const all: Finding[] = [];
  for (const {name} of was === undefined ? [] : partsIn(was.resource)) {
    const table = partTable(of, name);
    if (was === undefined || resource[name] !== undefined || !catalog.tables.has(table)) continue;
    const {has, where} = PARTS[name];
    const found = await recordsIn(db, catalog, tableOf(of), table, 'id_registro', where);
    all.push(finding(look, of, `resources.${of}.${name}`, found, false, ids =>
      `${resource.label.many}: ${name} saiu da configuração: ` +
        `${found.total === 0 ? `nenhum registro tem ${has}` : `${having(found.total)} ${has}: ${ids}`}.` +
        `${usesOfPart(was.before, was.name, name)} A tabela ${table} fica, com o que tem, que volta se ${name} voltar.`));
  }
  return all;
};

export const goneResources = async ({db, catalog, config, kept: {before}}: Look): Promise<Finding[]> => {
  const all: Finding[] = [];
  for (const [name, {label}] of Object.entries(before?.resources ?? {})) {
    const isHere = config.resources[name] !== undefined || Object.values(config.resources).some(({was}) => was === name);
    if (before === undefined || isHere || !catalog.tables.has(tableOf(name))) continue;
    const found = await rowsOf(db, catalog, tableOf(name));
    const uses = await usesOfResource(db, before, name);
    const [like] = Object.entries(config.resources).find(([one, {was}]) => before.resources[one] === undefined && was === undefined) ?? [];
    const rename = like === undefined ? '' : ` Se só mudou de nome, diga was: '${name}' em resources.${like}.`;
    // A removed resource has no page to link to.
    const numbers = found.ids.map(id => ({id, address: ''}));
    all.push({
      at: `resources.${name}`, total: found.total, some: numbers, stops: false,
      sentence: `${label.many} (${name}) saiu da configuração, ` +
        `${found.total === 0 ? 'sem nenhum registro' : `com ${records(found.total)}: ${which(numbers, found.total)}`}.${uses} ` +
        `A tabela ${tableOf(name)} fica, com os registros, que voltam se o recurso voltar.${rename}`,
    });
  }
  return all;
};
