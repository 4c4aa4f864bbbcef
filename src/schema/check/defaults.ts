/** Default values: a literal, a moment, a session value, or a field of the referenced record. */
import {defaultLookupOf, literalDefault} from '../fields/defaults.ts';
import {isRelativeMoment, listMomentFields, type RelativeMoment} from '../fields/relativeMoments.ts';
import type {Field, Fields} from '../shapes/fields.ts';
import {kindRuleOf} from '../fields/kinds.ts';
import {wordValueType} from './conditionWords.ts';
import {listReferenceNames, fieldValueType, isFieldValue} from './fields.ts';
import {joinAlternatives, spellingHint} from './mistakeTexts.ts';
import {checkWrittenMoment} from './effects/moments.ts';
import type {CheckContext} from './checkContext.ts';

interface DefaultsGroup {
  path: string;
  fields: Fields;
  /** Fields whose references may be followed by a default. */
  siblings: Fields;
  /** True for inputs of an existing record, where a required input must be answered. */
  isAsked?: true;
}

const checkMomentDefault = (
  context: CheckContext, {path, fields, isAsked}: Omit<DefaultsGroup, 'siblings'>, field: Field, moment: RelativeMoment,
): void => {
  if (!checkWrittenMoment(context, path, fields, field, moment)) return;
  const [own] = listMomentFields(moment);
  if (isAsked && own !== undefined && field.required !== undefined) context.report(path, `é obrigatório, e "${own}" pode faltar`);
};

export const checkDefaults = (context: CheckContext, {path, fields, siblings, isAsked}: DefaultsGroup): void => {
  for (const [fieldName, field] of Object.entries(fields)) {
    const place = `${path}.${fieldName}.default`;
    const {kind, default: defaultValue} = field;
    if (isRelativeMoment(defaultValue)) {
      checkMomentDefault(context, {path: place, fields: siblings, ...(isAsked && {isAsked})}, field, defaultValue);
      continue;
    }
    // The choices check covers their default.
    if (defaultValue === undefined || kind === 'escolha') continue;
    const lookup = defaultLookupOf(siblings, field);
    const [name = '', ...furtherParts] = String(defaultValue).split('.');
    const hint = furtherParts.length === 1 && !name.includes(' ') ? spellingHint(name, listReferenceNames(siblings)) : '';
    const reportWrongValue = (): void =>
      context.report(place, `${joinAlternatives([defaultValue])} não é um valor de um campo ${kind}${hint}`);
    if (kindRuleOf(field).column === 'none' || !kindRuleOf(field).own) context.report(place, `um campo ${kind} não começa com nada`);
    else if (lookup !== undefined) {
      const lookupResource = context.config.resources[lookup.to];
      const target = lookupResource?.fields[lookup.field];
      if (
        !context.checkKnownName(place, lookup.field, context.fieldsOf(lookup.to), `um campo de ${lookup.to}`) || target === undefined
      ) continue;
      if (fieldValueType(target) !== fieldValueType(field)) {
        context.report(
          place, `"${lookup.field}" de ${lookup.to} é ${fieldValueType(target)}, e não ${fieldValueType(field)}`,
        );
      }
      if (isAsked && field.required !== undefined) context.report(place, `é obrigatório, e "${lookup.field}" de ${lookup.to} pode faltar`);
    } else if (literalDefault(siblings, field) === undefined) {
      if (wordValueType(String(defaultValue)) !== fieldValueType(field)) reportWrongValue();
    // A referenced record may not exist. A text that resembles a reference's field is most likely a typo.
    } else if (kind === 'referencia' || hint !== '' || !isFieldValue(context, field, defaultValue)) reportWrongValue();
  }
};
