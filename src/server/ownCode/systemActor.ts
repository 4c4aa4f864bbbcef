/**
 * Sistema, the actor of own code: validity, statuses, needs, parts and rules are judged for it, profiles and scopes are not. It has a
 * profile of its own in a derived config, so that the engine needs no branch for it. A condition on the session sees an empty session.
 */
import {serverWrittenFields} from '../../schema/config/completeConfig.ts';
import type {Action, Config, Resource} from '../../schema/shapes/config.ts';
import type {Field, FieldChoice, Fields} from '../../schema/shapes/fields.ts';
import {memoize} from '../../schema/memoize.ts';
import {SYSTEM_USER_ID, type Actor} from '../context.ts';

/** No config can declare it, because of the sign. */
const SYSTEM_PROFILE = '$sistema';

const mapValues = <T, R>(values: Readonly<Record<string, T>>, convert: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(value, key)]));
const withSystem = (profiles: readonly string[]): readonly string[] => [...profiles, SYSTEM_PROFILE];

/** Memoised, because the choices of profiles are recognised by identity. */
const openChoices = memoize((choices: readonly FieldChoice[]): readonly FieldChoice[] =>
  choices.map(choice => (choice.profiles === undefined ? choice : {...choice, profiles: withSystem(choice.profiles)})));

const openField = (field: Field): Field => ({
  ...field,
  ...(field.see !== undefined && {see: withSystem(field.see)}),
  ...('choices' in field && {choices: openChoices(field.choices)}),
});

/** Fields that nobody types are written by own code, except those that the product itself writes. */
const openFields = (resource: Resource): Fields => {
  const written = serverWrittenFields(resource);
  return mapValues(resource.fields, (field, name) => {
    const {readOnly, ...open} = openField(field);
    const isClosed = readOnly !== undefined && (readOnly !== true || written.has(name) || field.archived === true);
    return isClosed ? {...open, readOnly} : open;
  });
};

const openAction = (action: Action): Action => ({
  ...action,
  ...((action.profiles !== undefined || action.from === undefined) && {profiles: withSystem(action.profiles ?? [])}),
  ...(action.from !== undefined && {from: mapValues(action.from, withSystem)}),
  ...(action.asks !== undefined && {asks: mapValues(action.asks, openField)}),
});

const withSystemProfile = memoize((config: Config): Config => ({
  ...config,
  profiles: {...config.profiles, [SYSTEM_PROFILE]: {id: -1, name: 'Sistema', home: '', first: true}},
  resources: mapValues(config.resources, resource => ({
    ...resource,
    fields: openFields(resource),
    access: mapValues(resource.access, withSystem) as Resource['access'],
    scope: {...resource.scope, [SYSTEM_PROFILE]: ['tudo']},
    ...(resource.actions !== undefined && {actions: mapValues(resource.actions, openAction)}),
  })),
}));
/** The config in which Sistema may do everything; the same one for a step inside a step. */
export const systemConfig = (config: Config): Config => (SYSTEM_PROFILE in config.profiles ? config : withSystemProfile(config));

/** @param ownStep path of the step that acts, for the history */
export const systemActor = (ownStep: string): Actor => ({
  id: SYSTEM_USER_ID, perfil: SYSTEM_PROFILE, idPerfil: -1, idEmpresa: null, codigoExterno: '', nome: 'Sistema', email: '', ownStep,
});
