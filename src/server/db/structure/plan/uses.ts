/** Who uses what goes from the config: each place at which the config before would be wrong without it, as its own check says. */
import {sql} from 'kysely';
import {checkConfig} from '../../../../schema/check.ts';
import type {Config} from '../../../../schema/config/config.ts';
import type {Fields} from '../../../../schema/fields/fields.ts';
import type {DbOrTrx, Sql} from '../../tables.ts';
import {amount} from './finding.ts';

/** What places are called, the first that fits; `$1` is a name of the config. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/\.actions\.(\w+)\.tells/, 'avisos da ação $1'], [/\.tells\b/, 'avisos'], [/\.actions\.(\w+)/, 'ação $1'], [/\.tabs\.(\w+)/, 'aba $1'],
  [/\.list\.(?:columns|card)/, 'colunas da lista e da exportação'], [/\.list\.filters/, 'filtros da lista'], [/\.list\b/, 'lista'],
  [/\.form\b/, 'formulário'], [/\.conditions\.(\w+)/, 'condição $1'], [/\.rules\b/, 'regras'], [/\.people\.(\w+)/, 'pessoa $1'],
  [/\.fields\.(\w+)/, 'campo $1'], [/\.queue\b/, 'fila dos robôs'], [/\.consequences\.(\w+)/, 'consequência $1'],
  [/\.template\b/, 'formulário do modelo'], [/\.files\b/, 'arquivos'], [/\.(?:scope|access)\b/, 'acessos'],
  [/^dashboards\.(?!home\b)([\w-]+)/, 'dashboard $1'], [/^dashboards/, 'dashboard'], [/^menu/, 'menu'], [/^profiles\.(\w+)/, 'perfil $1'],
];

const placed = (place: string): string => {
  const [pattern, words] = PLACES.find(([one]) => one.test(place)) ?? [];
  return pattern === undefined || words === undefined ? place : (pattern.exec(place)?.[0] ?? '').replace(pattern, words);
};

const placesIn = (without: Config): string[] => [...new Set(checkConfig(without).map(one => placed(one.slice(0, one.indexOf(': ')))))];

const omitted = <T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([one]) => one !== name));
const withFields = (config: Config, of: string, change: (fields: Fields) => Fields): Config => ({
  ...config, resources: Object.fromEntries(Object.entries(config.resources).map(([name, resource]) =>
    [name, name === of ? {...resource, fields: change(resource.fields)} : resource])),
});

const savedFilters = async (db: DbOrTrx, of: string, names: Sql): Promise<number> => {
  const {rows: [row]} =
    await sql<{total: number}>`select count(*) as total from filtros_salvos where recurso = ${of} and ${names}`.execute(db);
  return row?.total ?? 0;
};

/** `Quem usa: formulário, ação atender, 2 filtros salvos.`; nothing where nobody did. */
const inWords = (places: readonly string[], filters: number): string => {
  const all = [...places, ...(filters === 0 ? [] : [amount(filters, 'filtro salvo', 'filtros salvos')])];
  return all.length === 0 ? '' : ` Quem usa: ${all.join(', ')}.`;
};

export const usesOfField = async (db: DbOrTrx, before: Config, of: string, name: string): Promise<string> => inWords(
  placesIn(withFields(before, of, fields => omitted(fields, name))),
  await savedFilters(db, of, sql`(jsonb_exists(filtro, ${name}) or jsonb_exists(colunas, ${name}) or ordenacao ->> 'campo' = ${name})`),
);

export const usesOfResource = async (db: DbOrTrx, before: Config, of: string): Promise<string> => inWords(
  placesIn({...before, resources: omitted(before.resources, of)}), await savedFilters(db, of, sql`true`),
);

export const usesOfChoice = async (db: DbOrTrx, before: Config, of: string, name: string, id: string | number): Promise<string> => inWords(
  placesIn(withFields(before, of, fields => {
    const field = fields[name];
    return field?.kind === 'escolha' ? {...fields, [name]: {...field, choices: field.choices.filter(choice => choice.id !== id)}} : fields;
  })),
  await savedFilters(db, of, sql`(filtro ->> ${name} = ${String(id)} or jsonb_exists(filtro -> ${name}, ${String(id)}))`),
);
