/** What 'Ir para' says of a record it found: its name, where it opens, where it stands, and what tells it from others of its name. */
import {shownField} from '../../schema/lists/columns.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {ruleOf} from '../../schema/fields/kinds.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {wayOf} from '../../schema/filterWays.ts';
import {carriedBy} from '../../schema/lifeCycle/carried.ts';
import {authorField} from '../../schema/lifeCycle/people.ts';
import {statusById} from '../../schema/lifeCycle/statuses.ts';
import {addressOf} from '../../schema/lists/addresses.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import type {FoundRecord} from '../../schema/wire.ts';
import type {Actor} from '../context.ts';

/** What its card says but for its name, its status and dates, with who made it; its items, which may be many, come last. */
const tellingFields = (config: Config, resource: Resource): string[] => {
  const {list: {columns, card = columns}, fields, title, status, template: {summary = ''} = {}} = resource;
  const said = [...card.filter(name => name !== summary), authorField(resource) ?? '', summary];
  return [...new Set(said.map(name => carriedBy(config, resource, name)))].filter(name => {
    const field = fields[name];
    return field !== undefined && name !== title && name !== status && ruleOf(field).column === 'value' && !wayOf(field).dated;
  });
};

/** @param record as somebody is answered it: without what they may not see */
export const toldOf = (config: Config, name: string, resource: Resource, record: Values & {id: number}, {perfil}: Actor): FoundRecord => {
  const status = resource.status === undefined ? undefined : statusById(resource, record[resource.status])?.name;
  const detalhes = tellingFields(config, resource).flatMap(one => {
    const field = resource.fields[one];
    const shown = field && shownField(config, resource.fields, field);
    return shown && record[one] !== undefined ? [ruleOf(shown).format(record[one], shown)] : [];
  }).filter(text => text !== '').join(' · ');
  return {
    recurso: name, id: record.id, titulo: recordTitle(resource, record),
    endereco: addressOf(config, name, resource, record, perfil),
    ...(status === undefined ? {} : {status}), ...(detalhes === '' ? {} : {detalhes}),
  };
};
