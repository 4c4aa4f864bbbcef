/** Records that nobody made, for robots to be tried on: from the rules of their own fields, the same ones for the same seed. */
import {hash} from 'node:crypto';
import type {Config, Resource} from '../../schema/config/config.ts';
import type {Field, FieldOf, Kind} from '../../schema/config/fields.ts';
import {itemField, validateItem, type Item} from '../../schema/fields/items.ts';
import {itemValue} from '../../schema/lifeCycle/answers.ts';
import {rowsOf, ruleOf} from '../../schema/fields/kinds.ts';
import {validateValue, type Values} from '../../schema/fields/validate.ts';

/** What a program has of a value: as it comes, a number or nothing, yes or no. */
type Typed = 'texto' | 'numero' | 'booleano';

interface KitKind<F> {
  typed: Typed;
  /** Values as texts: a usual one, then those that robots trip over. What a field does not take is left out. */
  values: (field: F, config: Config) => readonly (string | number)[];
}

const ODD = 'Ação “é” só <b>1</b> & \'2\' \\ 3; ü ñ ß — ';
const longest = (max: number, text = ODD): string => text.repeat(Math.ceil(max / text.length)).slice(0, max).replace(/ $/, '.');
const none = {typed: 'texto', values: () => []} as const;

const kinds = {
  texto: {typed: 'texto', values: ({minLength = 1, maxLength}) =>
    ['Conferir com o responsável'.slice(0, maxLength), longest(maxLength), 'É'.repeat(minLength), '0012', 'Linha 1\nLinha 2']},
  email: {typed: 'texto', values: ({maxLength}) =>
    ['pessoa@exemplo.com.br', `${longest(Math.min(64, maxLength - 15), 'nome.sobrenome+')}x@exemplo.com.br`, 'a@b.co']},
  senha: none,
  documento: {typed: 'texto', values: () => ['27465018000115', '12ABC345000188', '52998224725', '00000000191']},
  telefone: {typed: 'texto', values: () => ['43999120345', '4334211080', '08001234567', '40041234', '+595981123456']},
  cep: {typed: 'texto', values: () => ['86800000', '01001000']},
  digitos: {typed: 'texto', values: ({maxLength}) => ['104512', '0', longest(maxLength, '09')]},
  numero: {typed: 'numero', values: ({min, max}) => [120, 1, 0, -1, min ?? -2_147_483_647, max ?? 2_147_483_647]},
  decimal: {typed: 'numero', values: ({min, max}) => [1234.5, 0.01, 0, -1, min ?? 0, max ?? 0]},
  moeda: {typed: 'numero', values: ({min, max}) => [1234.56, 0.01, 0, -1, min ?? 0, max ?? 0]},
  data: {typed: 'texto', values: () => ['2026-11-23', '2028-02-29', '1999-12-31']},
  dataHora: {typed: 'texto', values: () => ['2026-11-23T12:00:00.000Z', '2026-01-01T02:59:59.999Z']},
  hora: {typed: 'texto', values: () => ['08:30', '00:00', '23:59']},
  url: {typed: 'texto', values: ({maxLength}) =>
    ['https://exemplo.com.br/a?b=1', `https://a.co/${'x'.repeat(maxLength)}`.slice(0, maxLength)]},
  booleano: {typed: 'booleano', values: () => ['true', 'false']},
  escolha: {typed: 'texto', values: ({choices}) => choices.map(({id}) => id)},
  opcoes: {typed: 'texto', values: ({choices}) => choices.map(({id}) => id)},
  arquivo: none,
  lista: {typed: 'texto', values: (field, {lists}) => Object.keys(rowsOf(field, lists) ?? {})},
  calculo: none,
  referencia: none,
  relacionado: none,
  vinculos: none,
} satisfies {[K in Kind]: KitKind<FieldOf<K>>};
const kindOf = (field: Field): KitKind<Field> => (kinds as {[K in Kind]: KitKind<FieldOf<K>>})[field.kind] as KitKind<Field>;

export const typeOf = (field: Field): Typed => kindOf(field).typed;

/** The values of a field that a rule of its own does not refuse. */
const valuesOf = (config: Config, field: Field, mistake: (value: unknown) => string | undefined): (string | number)[] =>
  kindOf(field).values(field, config).filter(value => mistake(value) === undefined);

/** The seed of what is usual everywhere. */
export const USUAL = 0;
const OFTEN = 4;
/** One of them, or none where it may be empty. @param at tells the values of one record apart */
const oneOf = (values: readonly (string | number)[], isOptional: boolean, semente: number, at: string): string | number => {
  const drawn = semente === USUAL ? OFTEN * values.length : Number.parseInt(hash('sha256', `${semente} ${at}`).slice(0, 12), 16);
  if (isOptional && semente !== USUAL && drawn % OFTEN === 0) return '';
  return values[Math.floor(drawn / OFTEN) % values.length] ?? '';
};

/** A value that a template's item takes. */
export const inventItem = (config: Config, item: Item, semente: number, at: string): string => {
  const values = valuesOf(config, itemField(config, item), value => validateItem(config, item, value));
  return itemValue(config, item, oneOf(values, !item.obrigatorio, semente, at));
};

/** What the record itself keeps, of the fields that say something by themselves. */
export const inventFields = (config: Config, {fields}: Resource, semente: number): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => {
    const values = valuesOf(config, field, value => validateValue(field, value, false));
    return [name, ruleOf(field).bare(oneOf(values, field.required === undefined, semente, name), field)];
  }));
