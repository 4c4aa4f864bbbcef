/** Uses of a removed declaration: places where the previous config fails its own check without the declaration. */
import {sql} from 'kysely';
import {checkConfig} from '../../../../schema/check.ts';
import type {Config, PartName, Resource} from '../../../../schema/shapes/config.ts';
import type {Fields} from '../../../../schema/shapes/fields.ts';
import {USERS} from '../../../../schema/systemFields.ts';
import type {DbOrTrx, Sql} from '../../tables.ts';
import {formatCountedNoun} from './finding.ts';

/** Names of config paths, first match wins; `$1` is a name of the config. */
const PLACE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\.actions\.(\w+)\.tells/, 'avisos da ação $1'], [/\.tells\b/, 'avisos'], [/\.actions\.(\w+)/, 'ação $1'], [/\.tabs\.(\w+)/, 'aba $1'],
  [/\.list\.(?:columns|card)/, 'colunas da lista e da exportação'], [/\.list\.filters/, 'filtros da lista'], [/\.list\b/, 'lista'],
  [/\.form\b/, 'formulário'], [/\.conditions\.(\w+)/, 'condição $1'], [/\.rules\b/, 'regras'], [/\.people\.(\w+)/, 'pessoa $1'],
  [/\.fields\.(\w+)/, 'campo $1'], [/\.queue\b/, 'fila dos robôs'], [/\.consequences\.(\w+)/, 'consequência $1'],
  [/\.template\b/, 'formulário do modelo'], [/\.files\b/, 'arquivos'], [/\.(?:scope|access|owner)\b/, 'acessos'],
  [/^dashboards\.(?!home\b)([\w-]+)/, 'dashboard $1'], [/^dashboards/, 'dashboard'], [/^menu/, 'menu'], [/^profiles\.(\w+)/, 'perfil $1'],
  [/^namedItems\.(\w+)/, 'item $1 dos modelos'], [/\.children\b/, 'lista dentro'],
  [/\.makes\b/, 'criação a partir de outro'], [/^resources$/, 'o próprio produto'],
];

/** Describes a config path, with the resource where it is another one. */
const describePlace = ({resources}: Config, of: string, place: string): string => {
  const [pattern, words] = PLACE_NAMES.find(([placePattern]) => placePattern.test(place)) ?? [];
  if (pattern === undefined || words === undefined) return place;
  const [, owner = of] = /^resources\.(\w+)\./.exec(place) ?? [];
  const description = (pattern.exec(place)?.[0] ?? '').replace(pattern, words);
  return owner === of ? description : `${description} de ${resources[owner]?.label.many ?? owner}`;
};

const findUsingPlaces = (before: Config, of: string, without: Config): string[] => {
  // Errors of the previous config itself are ignored, because an older version may have accepted it.
  const previousErrors = new Set(checkConfig(before));
  const newErrors = checkConfig(without).filter(error => !previousErrors.has(error));
  return [...new Set(newErrors.map(error => describePlace(before, of, error.slice(0, error.indexOf(': ')))))];
};

const omitKey = <T>(entries: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name));
const withResource = (config: Config, of: string, change: (resource: Resource) => Resource): Config => ({
  ...config, resources: Object.fromEntries(Object.entries(config.resources).map(([name, resource]) =>
    [name, name === of ? change(resource) : resource])),
});
const withFields = (config: Config, of: string, change: (fields: Fields) => Fields): Config =>
  withResource(config, of, resource => ({...resource, fields: change(resource.fields)}));

const savedFilters = async (db: DbOrTrx, of: string, names: Sql): Promise<number> => {
  const {rows: [row]} =
    await sql<{total: number}>`select count(*) as total from filtros_salvos where recurso = ${of} and ${names}`.execute(db);
  return row?.total ?? 0;
};

/** `Quem usa: formulário, ação atender, 2 filtros salvos.`; empty without uses. */
const usesText = (places: readonly string[], filters: number): string => {
  const uses = [...places, ...(filters === 0 ? [] : [formatCountedNoun(filters, 'filtro salvo', 'filtros salvos')])];
  return uses.length === 0 ? '' : ` Quem usa: ${uses.join(', ')}.`;
};

export const usesOfField = async (db: DbOrTrx, before: Config, of: string, name: string): Promise<string> => usesText(
  findUsingPlaces(before, of, withFields(before, of, fields => omitKey(fields, name))),
  await savedFilters(db, of, sql`(jsonb_exists(filtro, ${name}) or jsonb_exists(colunas, ${name}) or ordenacao ->> 'campo' = ${name})`),
);

export const usesOfResource = async (db: DbOrTrx, before: Config, of: string): Promise<string> => usesText(
  findUsingPlaces(before, of, {...before, resources: omitKey(before.resources, of)}), await savedFilters(db, of, sql`true`),
);

export const usesOfPart = (before: Config, of: string, part: PartName): string => usesText(
  findUsingPlaces(before, of, withResource(before, of, resource => omitKey<unknown>({...resource}, part) as unknown as Resource)), 0,
);

/** Removes a choice, and the profile that corresponds to it. */
const withoutChoice = (config: Config, of: string, name: string, id: string | number): Config => {
  const {profiles} = config;
  const field = config.resources[of]?.fields[name];
  if (field === undefined || !('choices' in field)) return config;
  const isProfile = of === USERS && field.choices.every(choice => Object.values(profiles).some(profile => profile.id === choice.id));
  const remaining = withFields(config, of, fields =>
    ({...fields, [name]: {...field, choices: field.choices.filter(choice => choice.id !== id)}}));
  return isProfile
    ? {...remaining, profiles: Object.fromEntries(Object.entries(profiles).filter(([, profile]) => profile.id !== id))}
    : remaining;
};

export const usesOfChoice = async (db: DbOrTrx, before: Config, of: string, name: string, id: string | number): Promise<string> => usesText(
  findUsingPlaces(before, of, withoutChoice(before, of, name, id)),
  await savedFilters(db, of, sql`(filtro ->> ${name} = ${String(id)} or jsonb_exists(filtro -> ${name}, ${String(id)}))`),
);
