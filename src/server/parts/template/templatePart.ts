import type {Resource, TemplatePart} from '../../../schema/shapes/config.ts';
import {initialItemValue} from '../../../schema/lifeCycle/answers.ts';
import {itemsKey} from '../../../schema/parts.ts';
import type * as wire from '../../../schema/apiShapes.ts';
import {formAnswers, formItem} from '../../../schema/apiShapes.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {jsonSchemaOf, objectSchemaOf} from '../../openapi/zodSchemas.ts';
import {readPartRows, type Part} from '../part.ts';
import {
  parseFormAnswers, describeFormChanges, fillItems, itemErrors, valuesKeptFromForm, markedItemsReason, refuseChangedQuestions,
  type StoredFormItem,
} from './formItems.ts';
import {insertItems, formItemsJson, readTemplate, unmarkItems, updateItems} from './itemRows.ts';
import {storeClosedVersion, findVersionedItems} from './versions.ts';

const templateOf = ({template}: Resource): TemplatePart => {
  if (template === undefined) throw new TypeError('no template');
  return template;
};

const presentItem = ({id, item = null, descricao, valor, tipoCampo, obrigatorio, aviso}: StoredFormItem): wire.FormItem =>
  ({id, item, descricao, valor, tipoCampo, obrigatorio, aviso: aviso ?? ''});

export const templatePart: Part = {
  create: async change => {
    const {config, trx, actor, resource, record, submission} = change;
    const template = templateOf(resource);
    const key = itemsKey(resource);
    const {items: templateItems, keptValues, version} = await readTemplate(trx, config, resource, template, record[template.by]);
    const answers = parseFormAnswers(config, key, templateItems, submission.data[key]);
    refuseChangedQuestions(key, templateItems, submission.data[key]);
    const prefilledItems = templateItems.map(item => ({...item, valor: initialItemValue(config, item, actor)}));
    const items = fillItems(config, key, prefilledItems, answers, actor);
    const versioned = findVersionedItems(config, template.items);
    const closingWrites = version === undefined || versioned === undefined || version.closed
      ? [] : [storeClosedVersion(versioned, record[template.by], version, templateItems)];
    return {
      values: {
        ...keptValues, ...valuesKeptFromForm(config, resource, template, items),
        ...(version === undefined || template.version === undefined ? {} : {[template.version]: version.versao}),
      },
      historyText: '', steps: [], writes: id => [insertItems(change, id, items), ...closingWrites],
    };
  },

  update: async saving => {
    const {config, trx, actor, resource, submission, id} = saving;
    const key = itemsKey(resource);
    const before = await readPartRows(trx, saving, id, formItemsJson) as StoredFormItem[];
    const input = submission.data[key];
    const answers = input === undefined ? new Map<number, unknown>() : parseFormAnswers(config, key, before, input);
    const after = fillItems(config, key, before, answers, actor);
    const changes = describeFormChanges(config, before, after);
    if (changes === '') return {values: {}, historyText: changes, steps: [], writes: () => []};
    const values = valuesKeptFromForm(config, resource, templateOf(resource), after);
    return {values, historyText: changes, steps: [], writes: () => [updateItems(saving, before, after)]};
  },

  // Robot warnings belong to the failed attempt, and end with it.
  onStatusChange: ({from, id, ...subject}) => (from === subject.resource.queue?.failed ? [unmarkItems(subject, id)] : []),
  rows: formItemsJson,
  document: ({config, resource}) => {
    const key = itemsKey(resource);
    return {
      schemas: () => ({
        itemDeFormulario: objectSchemaOf(formItem, {tipoCampo: {enum: Object.keys(config.itemKinds)}}),
        valoresDeFormulario: jsonSchemaOf(formAnswers),
      }),
      read: {[key]: arrayOf(ref('itemDeFormulario'))},
      written: {[key]: ref('valoresDeFormulario')},
    };
  },
  present: rows => (rows as StoredFormItem[]).map(presentItem),
  errors: ({config, resource}, rows) => itemErrors(config, itemsKey(resource), rows as StoredFormItem[]),
  reason: rows => markedItemsReason(rows as StoredFormItem[]),
};
