import type {Resource} from '../../../schema/shapes/config.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {isWritable, type RecordValues} from '../../../schema/fields/validate.ts';

export const toSaveBody = (resource: Resource, data: RecordValues): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in data) || !isWritable(field)) continue;
    const rule = kindRuleOf(field);
    body[name] = rule.bare(data[name], field) ?? rule.empty;
  }
  if (data['versao'] !== undefined) body['versao'] = data['versao'];
  return body;
};
