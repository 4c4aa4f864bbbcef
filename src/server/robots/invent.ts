/** Invents records for testing robots, from the rules of their fields; one seed always gives the same record. */
import {hash} from 'node:crypto';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import {itemField, validateItem, type TemplateItem} from '../../schema/fields/items.ts';
import {storedItemValue} from '../../schema/lifeCycle/answers.ts';
import {fixedRowsOf, kindRuleOf} from '../../schema/fields/kinds.ts';
import {validateValue, type RecordValues} from '../../schema/fields/validate.ts';

type ProgramType = 'texto' | 'numero' | 'booleano';

interface KitKind<F> {
  typed: ProgramType;
  /** Sample values as text: a usual one first, then edge cases; invalid ones are left out. */
  values: (field: F, config: Config) => readonly (string | number)[];
}

const EDGE_CASE_TEXT = 'Ação “é” só <b>1</b> & \'2\' \\ 3; ü ñ ß — ';
const fillText = (max: number, text = EDGE_CASE_TEXT): string => text.repeat(Math.ceil(max / text.length)).slice(0, max).replace(/ $/, '.');
const noSamples = {typed: 'texto', values: () => []} as const;

const kinds = {
  texto: {typed: 'texto', values: ({minLength = 1, maxLength}) =>
    ['Conferir com o responsável'.slice(0, maxLength), fillText(maxLength), 'É'.repeat(minLength), '0012', 'Linha 1\nLinha 2']},
  email: {typed: 'texto', values: ({maxLength}) =>
    ['pessoa@exemplo.com.br', `${fillText(Math.min(64, maxLength - 15), 'nome.sobrenome+')}x@exemplo.com.br`, 'a@b.co']},
  senha: noSamples,
  documento: {typed: 'texto', values: () => ['27465018000115', '12ABC345000188', '52998224725', '00000000191']},
  telefone: {typed: 'texto', values: () => ['43999120345', '4334211080', '08001234567', '40041234', '+595981123456']},
  cep: {typed: 'texto', values: () => ['86800000', '01001000']},
  digitos: {typed: 'texto', values: ({maxLength}) => ['104512', '0', fillText(maxLength, '09')]},
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
  arquivo: noSamples,
  lista: {typed: 'texto', values: (field, {lists}) => Object.keys(fixedRowsOf(field, lists) ?? {})},
  calculo: noSamples,
  referencia: noSamples,
  relacionado: noSamples,
  vinculos: noSamples,
} satisfies {[K in Kind]: KitKind<FieldOf<K>>};
const kindOf = (field: Field): KitKind<Field> => (kinds as {[K in Kind]: KitKind<FieldOf<K>>})[field.kind] as KitKind<Field>;

export const programTypeOf = (field: Field): ProgramType => kindOf(field).typed;

const validSamples = (config: Config, field: Field, errorOf: (value: unknown) => string | undefined): (string | number)[] =>
  kindOf(field).values(field, config).filter(value => errorOf(value) === undefined);

/** Seed with which nothing is drawn: every field gets its first, typical value. */
export const TYPICAL_VALUES_SEED = 0;
const EMPTY_ONE_IN = 4;
/** Draws a value by seed, or none if optional. @param at separates the draws of one record */
const drawValue = (values: readonly (string | number)[], isOptional: boolean, semente: number, at: string): string | number => {
  const draw = semente === TYPICAL_VALUES_SEED ? EMPTY_ONE_IN * values.length
    : Number.parseInt(hash('sha256', `${semente} ${at}`).slice(0, 12), 16);
  if (isOptional && semente !== TYPICAL_VALUES_SEED && draw % EMPTY_ONE_IN === 0) return '';
  return values[Math.floor(draw / EMPTY_ONE_IN) % values.length] ?? '';
};

export const inventItemValue = (config: Config, item: TemplateItem, semente: number, at: string): string => {
  const values = validSamples(config, itemField(config, item), value => validateItem(config, item, value));
  return storedItemValue(config, item, drawValue(values, !item.obrigatorio, semente, at));
};

export const inventFields = (config: Config, {fields}: Resource, semente: number): RecordValues =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => {
    const values = validSamples(config, field, value => validateValue(field, value, false));
    return [name, kindRuleOf(field).bare(drawValue(values, field.required === undefined, semente, name), field)];
  }));
