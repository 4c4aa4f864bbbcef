/** The part of `resource.template`: a form frozen from a template. */
import type {Resource, Template} from '../../../schema/config/config.ts';
import {itemBeginning} from '../../../schema/lifeCycle/answers.ts';
import {itemsKey} from '../../../schema/parts.ts';
import type * as wire from '../../../schema/wire.ts';
import {formAnswers, formItem} from '../../../schema/wire.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {jsonSchemaOf, shapeOf} from '../../openapi/shapes.ts';
import {rowsOf, type Part} from '../part.ts';
import {answersOf, changesOf, fillItems, itemErrors, keptOf, markedReason, refuseChanged, type FormItem} from './items.ts';
import {insertItems, itemRows, readTemplate, unmarkItems, updateItems} from './rows.ts';
import {closeVersion, versionedBy} from './versions.ts';

const templateOf = ({template}: Resource): Template => {
  if (template === undefined) throw new TypeError('no template');
  return template;
};

const presentItem = ({id, item = null, descricao, valor, tipoCampo, obrigatorio, aviso}: FormItem): wire.FormItem =>
  ({id, item, descricao, valor, tipoCampo, obrigatorio, aviso: aviso ?? ''});

export const templatePart: Part = {
  create: async change => {
    const {config, trx, actor, resource, record, submission} = change;
    const template = templateOf(resource);
    const key = itemsKey(resource);
    const {items: templateItems, keptValues, version} = await readTemplate(trx, config, resource, template, record[template.by]);
    const answers = answersOf(config, key, templateItems, submission.data[key]);
    refuseChanged(key, templateItems, submission.data[key]);
    const prefilledItems = templateItems.map(item => ({...item, valor: itemBeginning(config, item, actor)}));
    const items = fillItems(config, key, prefilledItems, answers, actor);
    const versioned = versionedBy(config, template.items);
    const closingWrites = version === undefined || versioned === undefined || version.closed
      ? [] : [closeVersion(versioned, record[template.by], version, templateItems)];
    return {
      values: {
        ...keptValues, ...keptOf(config, resource, template, items),
        ...(version === undefined || template.version === undefined ? {} : {[template.version]: version.versao}),
      },
      told: '', steps: [], writes: id => [insertItems(change, id, items), ...closingWrites],
    };
  },

  update: async saving => {
    const {config, trx, actor, resource, submission, id} = saving;
    const key = itemsKey(resource);
    const before = await rowsOf(trx, saving, id, itemRows) as FormItem[];
    const input = submission.data[key];
    const answers = input === undefined ? new Map<number, unknown>() : answersOf(config, key, before, input);
    const after = fillItems(config, key, before, answers, actor);
    const changes = changesOf(config, before, after);
    if (changes === '') return {values: {}, told: changes, steps: [], writes: () => []};
    const values = keptOf(config, resource, templateOf(resource), after);
    return {values, told: changes, steps: [], writes: () => [updateItems(saving, before, after)]};
  },

  // Robot warnings belong to the failed attempt, and end with it.
  moved: ({from, id, ...subject}) => (from === subject.resource.queue?.failed ? [unmarkItems(subject, id)] : []),
  rows: itemRows,
  document: ({config, resource}) => {
    const key = itemsKey(resource);
    return {
      schemas: () => ({
        itemDeFormulario: shapeOf(formItem, {tipoCampo: {enum: Object.keys(config.itemKinds)}}),
        valoresDeFormulario: jsonSchemaOf(formAnswers),
      }),
      read: {[key]: arrayOf(ref('itemDeFormulario'))},
      written: {[key]: ref('valoresDeFormulario')},
    };
  },
  present: rows => (rows as FormItem[]).map(presentItem),
  errors: ({config, resource}, rows) => itemErrors(config, itemsKey(resource), rows as FormItem[]),
  reason: rows => markedReason(rows as FormItem[]),
};
