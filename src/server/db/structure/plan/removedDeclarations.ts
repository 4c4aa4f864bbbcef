/** Removed fields, parts and resources that still have rows: their data stays and returns with the name. */
import {sql} from 'kysely';
import type {PartName} from '../../../../schema/shapes/config.ts';
import type {Field} from '../../../../schema/shapes/fields.ts';
import {listParts} from '../../../../schema/parts.ts';
import {sqlTypeOf} from '../../kindColumns.ts';
import {columnOf, linkTable, partTable, tableOf} from '../../sqlNames.ts';
import type {Sql} from '../../tables.ts';
import {qualifiedFieldLabel, formatRecordsHave, formatRecordCount, formatRecordList, type Finding} from './finding.ts';
import {buildFinding, findPreviousResource, type ResourceFinder, type FindingContext} from './findingContext.ts';
import {filledRows, linkedRows, recordsWithRows, sampleUndeletedRows} from './rowChecks.ts';
import {usesOfField, usesOfPart, usesOfResource} from './uses.ts';

const valueStorage = (field: Field): 'links' | 'column' | undefined =>
  (field.kind === 'vinculos' ? 'links' : sqlTypeOf(field) === null ? undefined : 'column');

/** Removed fields, and fields whose kind stores its values elsewhere. */
export const findRemovedFields: ResourceFinder = async (look, of, resource) => {
  const {db, catalog} = look;
  const [table, previousResource] = [tableOf(of), findPreviousResource(look.stored.before, of, resource)];
  if (previousResource === undefined) return [];
  const {before, resource: previous} = previousResource;
  const findings: Finding[] = [];
  const now = Object.entries(resource.fields);
  for (const [name, field] of Object.entries(previous.fields)) {
    const column = columnOf(name, field);
    const successor = resource.fields[name] ?? now.find(([, {was: previousResource}]) => previousResource === name)?.[1];
    const links = field.kind === 'vinculos' ? linkTable(of, name, field.to) : undefined;
    const hasStoredValues = links === undefined ? sqlTypeOf(field) !== null && catalog.tables.get(table)?.has(column) === true
      : catalog.tables.has(links.table);
    if (successor !== undefined && (!hasStoredValues || valueStorage(successor) === valueStorage(field))) continue;
    const uses = successor === undefined ? await usesOfField(db, before, previousResource.name, name) : '';
    if (!hasStoredValues) {
      if (uses !== '') findings.push(buildFinding(look, of, `resources.${of}.fields.${name}`, {total: 0, ids: []}, false, () =>
        `${qualifiedFieldLabel(previous, name)} saiu da configuração: não guardava valores, e volta como era se o campo voltar.${uses}`));
      continue;
    }
    const matching = await (links === undefined ? filledRows(db, catalog, table, column) : linkedRows(db, catalog, table, links));
    const [likelyName] = links !== undefined || successor !== undefined ? []
      : now.find(([newName, candidate]) => previous.fields[newName] === undefined && sqlTypeOf(candidate) === sqlTypeOf(field)) ?? [];
    const rename = likelyName === undefined ? '' : ` Se só mudou de nome, diga was: '${name}' em resources.${of}.fields.${likelyName}.`;
    findings.push(buildFinding(look, of, `resources.${of}.fields.${name}`, matching, false, ids =>
      `${qualifiedFieldLabel(previous, name)} ${
        successor === undefined ? 'saiu da configuração' : `é agora ${successor.kind}, sem os valores de antes`}: ` +
        `${matching.total === 0 ? 'nenhum registro tem valor nele' : `${formatRecordsHave(matching.total)} valor nele: ${ids}`}.${uses} ` +
        `${links === undefined ? `A coluna ${table}.${column}` : `A tabela ${links.table}`} fica, com os valores, ` +
        `que voltam se o campo voltar${successor === undefined ? '' : ` a ser ${field.kind}`}.${rename}`));
  }
  return findings;
};

const PARTS: Readonly<Record<PartName, {has: string; where: Sql}>> = {
  template: {has: 'formulário', where: sql`true`},
  files: {has: 'arquivos', where: sql`data_exclusao is null`},
  queue: {has: 'lugar na fila dos robôs', where: sql`resultado is null`},
};

export const findRemovedParts: ResourceFinder = async (look, of, resource) => {
  const {db, catalog} = look;
  const previous = findPreviousResource(look.stored.before, of, resource);
  const findings: Finding[] = [];
  for (const {name} of previous === undefined ? [] : listParts(previous.resource)) {
    const table = partTable(of, name);
    if (previous === undefined || resource[name] !== undefined || !catalog.tables.has(table)) continue;
    const {has, where} = PARTS[name];
    const matching = await recordsWithRows(db, catalog, tableOf(of), table, 'id_registro', where);
    findings.push(buildFinding(look, of, `resources.${of}.${name}`, matching, false, ids =>
      `${resource.label.many}: ${name} saiu da configuração: ` +
        `${matching.total === 0 ? `nenhum registro tem ${has}` : `${formatRecordsHave(matching.total)} ${has}: ${ids}`}.` +
        `${usesOfPart(previous.before, previous.name, name)} A tabela ${table} fica, com o que tem, que volta se ${name} voltar.`));
  }
  return findings;
};

export const findRemovedResources = async ({db, catalog, config, stored: {before}}: FindingContext): Promise<Finding[]> => {
  const findings: Finding[] = [];
  for (const [name, {label}] of Object.entries(before?.resources ?? {})) {
    const isDeclared = config.resources[name] !== undefined || Object.values(config.resources).some(({was}) => was === name);
    if (before === undefined || isDeclared || !catalog.tables.has(tableOf(name))) continue;
    const matching = await sampleUndeletedRows(db, catalog, tableOf(name));
    const uses = await usesOfResource(db, before, name);
    const [likelyName] = Object.entries(config.resources)
      .find(([newName, {was}]) => before.resources[newName] === undefined && was === undefined) ?? [];
    const rename = likelyName === undefined ? '' : ` Se só mudou de nome, diga was: '${name}' em resources.${likelyName}.`;
    // A removed resource has no page to link to.
    const numbers = matching.ids.map(id => ({id, address: ''}));
    findings.push({
      at: `resources.${name}`, total: matching.total, some: numbers, stops: false,
      sentence: `${label.many} (${name}) saiu da configuração, ` +
        `${matching.total === 0 ? 'sem nenhum registro'
          : `com ${formatRecordCount(matching.total)}: ${formatRecordList(numbers, matching.total)}`}.${uses} ` +
        `A tabela ${tableOf(name)} fica, com os registros, que voltam se o recurso voltar.${rename}`,
    });
  }
  return findings;
};
