/** Readers of a written value must see the field that it is read from (rules: Access 16). */
import {maySee} from '../../access.ts';
import {recordFieldIn, type WrittenValue} from '../../lifeCycle/writtenValues.ts';
import {isRelativeMoment, listMomentSources} from '../../fields/relativeMoments.ts';
import type {Fields} from '../../shapes/fields.ts';
import type {Resource} from '../../shapes/config.ts';
import {USERS} from '../../systemFields.ts';
import {findBlindProfile, isAccessReadable, listReaders} from './visibility.ts';
import type {ResourceCheckContext} from '../checkContext.ts';

/** Lists the fields that a value is read from, each with its resource; the caller's values are fields of their user. */
const sourcesOf = (name: string, fields: Fields, value: WrittenValue): readonly (readonly [resource: string, field: string])[] => {
  if (isRelativeMoment(value)) return listMomentSources(fields, name, value);
  const field = recordFieldIn(value);
  if (field !== undefined) return [[name, field]];
  return [[USERS, typeof value === 'string' && value.startsWith('session.') ? value.slice('session.'.length) : '']];
};

const checkReaders = (
  {context, name, resource}: ResourceCheckContext, place: string, target: Resource, values: Readonly<Record<string, WrittenValue>>,
): void => {
  for (const [fieldName, value] of Object.entries(values)) {
    const field = target.fields[fieldName];
    const readers = listReaders(context, target).filter(perfil => field !== undefined && maySee(field, perfil));
    for (const [of, source] of sourcesOf(name, resource.fields, value)) {
      const blindProfile = findBlindProfile(context, context.config.resources[of]?.fields[source], readers);
      if (blindProfile === undefined) continue;
      context.report(`${place}.${fieldName}`, `"${blindProfile}" leria aqui "${source}" de ${of}, que não pode ver`);
    }
  }
};

/** Checks who reads the values that actions write: `sets` in the record itself, `creates` in a new one. */
export const checkWrittenVisibility = (resourceContext: ResourceCheckContext): void => {
  const {context, name, resource, path} = resourceContext;
  for (const [key, {sets = {}, creates = {}}] of Object.entries(resource.actions ?? {})) {
    const written = [
      {to: name, place: `${path}.actions.${key}.sets`, values: sets},
      ...Object.entries(creates).map(([to, values]) => ({to, place: `${path}.actions.${key}.creates.${to}`, values})),
    ];
    for (const {to, place, values} of written) {
      const target = context.config.resources[to];
      if (target !== undefined && isAccessReadable(context, to)) checkReaders(resourceContext, place, target, values);
    }
  }
};
