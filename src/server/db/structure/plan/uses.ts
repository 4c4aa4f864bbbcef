/** Who uses what goes from the config: each place at which the config before would be wrong without it, as its own check says. */
import {sql} from 'kysely';
import {checkConfig} from '../../../../schema/check.ts';
import type {Config, PartName, Resource} from '../../../../schema/shapes/config.ts';
import type {Fields} from '../../../../schema/shapes/fields.ts';
import {USERS} from '../../../../schema/systemFields.ts';
import type {DbOrTrx, Sql} from '../../tables.ts';
import {formatCountedNoun} from './finding.ts';

/** What places are called, the first that fits; `$1` is a name of the config. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/\.actions\.(\w+)\.tells/, 'avisos da ação $1'], [/\.tells\b/, 'avisos'], [/\.actions\.(\w+)/, 'ação $1'], [/\.tabs\.(\w+)/, 'aba $1'],
  [/\.list\.(?:columns|card)/, 'colunas da lista e da exportação'], [/\.list\.filters/, 'filtros da lista'], [/\.list\b/, 'lista'],
  [/\.form\b/, 'formulário'], [/\.conditions\.(\w+)/, 'condição $1'], [/\.rules\b/, 'regras'], [/\.people\.(\w+)/, 'pessoa $1'],
  [/\.fields\.(\w+)/, 'campo $1'], [/\.queue\b/, 'fila dos robôs'], [/\.consequences\.(\w+)/, 'consequência $1'],
  [/\.template\b/, 'formulário do modelo'], [/\.files\b/, 'arquivos'], [/\.(?:scope|access|owner)\b/, 'acessos'],
  [/^dashboards\.(?!home\b)([\w-]+)/, 'dashboard $1'], [/^dashboards/, 'dashboard'], [/^menu/, 'menu'], [/^profiles\.(\w+)/, 'perfil $1'],
  [/^namedItems\.(\w+)/, 'item $1 dos modelos'], [/\.children\b/, 'lista dentro'],
  [/\.makes\b/, 'criação a partir de outro'], [/^resources$/, 'o próprio produto'],
];

/** A place as a person calls it; one of another resource says of which. */
const placed = ({resources}: Config, of: string, place: string): string => {
  const [pattern, words] = PLACES.find(([one]) => one.test(place)) ?? [];
  if (pattern === undefined || words === undefined) return place;
  const [, owner = of] = /^resources\.(\w+)\./.exec(place) ?? [];
  const told = (pattern.exec(place)?.[0] ?? '').replace(pattern, words);
  return owner === of ? told : `${told} de ${resources[owner]?.label.many ?? owner}`;
};

const placesIn = (before: Config, of: string, without: Config): string[] => {
  // What is refused today may have been let through when it was kept.
  const already = new Set(checkConfig(before));
  const newly = checkConfig(without).filter(one => !already.has(one));
  return [...new Set(newly.map(one => placed(before, of, one.slice(0, one.indexOf(': ')))))];
};

const omitted = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));
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

/** `Quem usa: formulário, ação atender, 2 filtros salvos.`; nothing where nobody did. */
const inWords = (places: readonly string[], filters: number): string => {
  const all = [...places, ...(filters === 0 ? [] : [formatCountedNoun(filters, 'filtro salvo', 'filtros salvos')])];
  return all.length === 0 ? '' : ` Quem usa: ${all.join(', ')}.`;
};

export const usesOfField = async (db: DbOrTrx, before: Config, of: string, name: string): Promise<string> => inWords(
  placesIn(before, of, withFields(before, of, fields => omitted(fields, name))),
  await savedFilters(db, of, sql`(jsonb_exists(filtro, ${name}) or jsonb_exists(colunas, ${name}) or ordenacao ->> 'campo' = ${name})`),
);

export const usesOfResource = async (db: DbOrTrx, before: Config, of: string): Promise<string> => inWords(
  placesIn(before, of, {...before, resources: omitted(before.resources, of)}), await savedFilters(db, of, sql`true`),
);

export const usesOfPart = (before: Config, of: string, part: PartName): string => inWords(
  placesIn(before, of, withResource(before, of, resource => omitted<unknown>({...resource}, part) as unknown as Resource)), 0,
);

/** Without the choice, and without the profile that it is where users have profiles of it. */
const withoutChoice = (config: Config, of: string, name: string, id: string | number): Config => {
  const {profiles} = config;
  const field = config.resources[of]?.fields[name];
  if (field === undefined || !('choices' in field)) return config;
  const isProfile = of === USERS && field.choices.every(choice => Object.values(profiles).some(profile => profile.id === choice.id));
  const left = withFields(config, of, fields =>
    ({...fields, [name]: {...field, choices: field.choices.filter(choice => choice.id !== id)}}));
  return isProfile ? {...left, profiles: Object.fromEntries(Object.entries(profiles).filter(([, profile]) => profile.id !== id))} : left;
};

export const usesOfChoice = async (db: DbOrTrx, before: Config, of: string, name: string, id: string | number): Promise<string> => inWords(
  placesIn(before, of, withoutChoice(before, of, name, id)),
  await savedFilters(db, of, sql`(filtro ->> ${name} = ${String(id)} or jsonb_exists(filtro -> ${name}, ${String(id)}))`),
);
