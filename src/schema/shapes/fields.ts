/**
 * Field kinds and their options. One zod schema for each kind has two uses: TypeScript infers the config's types from it, and the check at
 * start parses with it, because a config may come from untyped code.
 * A new kind is added here first. Every table keyed by `Kind` then fails to compile until it has a row for it.
 */
import * as z from 'zod';
import {conditionShapeAs} from './conditions.ts';
import {name, names, targetOfReference, resourceNamedBy, text, type WithRequired} from './nameShapes.ts';
import {isValidPattern} from './patterns.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const profiles = names('profile');

const commonOptions = {
  label: text(),
  /** Help text under the input, or one for a new record and one for an edited one. */
  help: z.union([text(), z.strictObject({create: text(), update: text()})]).optional(),
  required: z.union([z.literal(true), conditionShapeAs('condition')]).optional(),
  /** Condition on the typed values. If it fails, forms and details do not show the field. `see` limits who may read it at all. */
  visible: conditionShapeAs('condition').optional(),
  /** Condition on the typed values. If it fails, the input is disabled. (`readOnly` reads the stored values.) */
  editable: conditionShapeAs('condition').optional(),
  /** If `visible` or `editable` fails, a sent value is ignored and the record keeps its own; with `clear` the record loses it. */
  whenOff: z.literal('clear').optional(),
  /**
   * `true`: written only by the server. A condition on the stored record: a sent value is ignored (`criado`: accepted on creation alone),
   * or refused where the condition has a `reason`. Fields that other options have the server write (`status`, `since`, `stamps`,
   * `sequence`, a toggle, values kept of a template) are read-only by themselves.
   */
  readOnly: z.union([z.literal(true), conditionShapeAs('condition')]).optional(),
  /** Profiles that read the field. Default: all who read the resource; for a derived value, all who read its sources. */
  see: profiles.optional(),
  /**
   * Value of a new record where none is sent: a literal, `hoje` or `agora` (`hoje+7`), a value of the session (`session.id`), or a field of
   * a referenced record (`idCliente.prazo`), which the server looks up if it was left empty.
   */
  default: scalar.optional(),
  /** Unique in the whole product or within one company. */
  unique: z.enum(['global', 'empresa']).optional(),
  /** Former name. Values, history and saved filters are renamed at the next start. */
  was: z.string().optional(),
  /** No longer written. Existing values are still read, found and exported. */
  archived: z.literal(true).optional(),
  /** Messages of the specification that differ from the general ones. */
  messages: z.strictObject({required: text().optional(), invalid: text().optional(), tooShort: text().optional()}).optional(),
};

/** Colours of a status. The portal defines each for light and dark mode. */
const tones = ['azul', 'roxo', 'verdeAgua', 'cinza', 'indigo', 'ambar', 'verde', 'vermelho'] as const;
export type Tone = (typeof tones)[number];

const textLength = z.int().positive().max(10_000);

const choice = z.strictObject({
  id: z.union([z.string(), z.number()]),
  name: text(),
  /** Status: plural name, 'Pendentes'. Default: `name`. */
  many: text().optional(),
  /** Name that the rules of the config use (`from: {emAberto: …}`). */
  key: z.string().optional(),
  /** Profiles that may set this value. Default: all who may change the field. */
  profiles: profiles.optional(),
  /** `false`: valid, but not offered by forms. */
  offered: z.literal(false).optional(),
  /** Set on no further records. Existing records keep it. */
  archived: z.literal(true).optional(),
  /**
   * Id of the choice that replaces this one on all records at the next start. This one is archived meanwhile, and can be removed
   * afterwards.
   */
  to: z.union([z.string(), z.number()]).optional(),
  /** Former id. Records, history and saved filters are changed at the next start. */
  was: z.union([z.string(), z.number()]).optional(),
  icon: name('icon').optional(),
  /** Status: field of the record that receives the instant of each entry. */
  stamps: name('field', {kinds: ['dataHora']}).optional(),
  end: z.literal(true).optional(),
  /** Status: person or profile for whom a record waits. After a comment by its author it waits for the team. */
  waits: name('waiter').optional(),
  tone: z.enum(tones).optional(),
});
export type FieldChoice = z.infer<typeof choice>;

/** Kinds that a calculation can use. */
const NUMBER_KINDS = ['numero', 'decimal', 'moeda', 'calculo'];
const operands = names('beside', {kinds: NUMBER_KINDS});
const aggregated = name('field', {of: resourceNamedBy('of'), kinds: NUMBER_KINDS});

const shape = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, options: S) =>
  z.strictObject({kind: z.literal(kind), ...commonOptions, ...options});

export const fieldShapes = {
  texto: shape('texto', {
    maxLength: textLength, minLength: textLength.optional(), multiline: z.literal(true).optional(),
    /** Regular expression for the whole text, and the message for a text that does not match. */
    pattern: z.strictObject({like: z.string().refine(isValidPattern, 'não é uma expressão regular'), reason: text()}).optional(),
    /** Stored in upper case. */
    case: z.literal('upper').optional(),
    /** Answer of an action that is stored as the step's comment, and as the record's last comment. */
    comment: z.literal(true).optional(),
  }),
  email: shape('email', {maxLength: textLength, warnAbove: textLength.optional()}),
  /** Write-only: answers always carry `''`. */
  senha: shape('senha', {
    maxLength: textLength, minLength: textLength,
    /** Condition on a user created without a password, who then gets a mail with a link to choose one. */
    invites: conditionShapeAs('condition').optional(),
  }),
  /** CPF (11 digits) or CNPJ (14 characters, alphanumeric since July 2026), stored without mask in upper case. */
  documento: shape('documento', {maxLength: textLength, only: z.enum(['cpf', 'cnpj']).optional()}),
  /** Brazilian telephone number, 10 or 11 digits, stored without mask. */
  telefone: shape('telefone', {maxLength: textLength}),
  cep: shape('cep', {}),
  /** Text of digits, which keeps leading zeros. */
  digitos: shape('digitos', {maxLength: textLength}),
  numero: shape('numero', {
    min: z.int().optional(), max: z.int().optional(),
    /**
     * Number given by the server to each new record: the last one plus one, among all records or among those with the same reference.
     * Numbers are never given twice, and a refused record takes none.
     */
    sequence: z.union([z.literal(true), name('beside', {kinds: ['referencia']})]).optional(),
  }),
  /** Exact number with this many decimals (default: 2), at most 15 digits in all. */
  decimal: shape('decimal', {decimals: z.int().min(0).max(6).optional(), min: z.number().optional(), max: z.number().optional()}),
  /** Amount in reais, exact to the cent. */
  moeda: shape('moeda', {min: z.number().optional(), max: z.number().optional()}),
  /** Day without time, `yyyy-mm-dd`. */
  data: shape('data', {}),
  /** Instant, ISO 8601 with offset. */
  dataHora: shape('dataHora', {
    /** `dia`: shown as `dd/MM/yyyy`, without the time. */
    show: z.literal('dia').optional(),
    /** Instant at which the record was created or last written. */
    stamps: z.enum(['create', 'update']).optional(),
  }),
  /** Time of day, `HH:mm`. */
  hora: shape('hora', {}),
  /** Web address, `https://` only. */
  url: shape('url', {maxLength: textLength}),
  booleano: shape('booleano', {}),
  escolha: shape('escolha', {
    choices: z.array(choice).min(1).readonly(),
    /** Key of the chosen name in answers. */
    nameAs: z.string().optional(),
    /** Call that returns the choices as rows `{id, descricao}`. Default: none. */
    combo: z.string().optional(),
  }),
  /** Several choices, or none. */
  opcoes: shape('opcoes', {
    choices: z.array(choice.pick({id: true, name: true, offered: true, archived: true, to: true, was: true})).min(1).readonly(),
  }),
  /** One file, uploaded before the record is saved. */
  arquivo: shape('arquivo', {}),
  /** Code of a row in a fixed list (`config.lists`). */
  lista: shape('lista', {list: name('list')}),
  /** Id of a record of another resource. */
  referencia: shape('referencia', {
    to: name('resource'),
    /** Reference of this record that the chosen record must share (a branch of the chosen company). */
    within: name('beside', {kinds: ['referencia']}).optional(),
    /** Values of the referenced record shown on this one: its field by the name here. */
    shows: z.record(z.string(), name('field', {of: resourceNamedBy('to')})).optional(),
    /** Options are names alone, offered even without access to their records: all of the caller's company that are switched on. */
    names: z.literal(true).optional(),
    /** Condition on the chosen record, for an action's answer or options with names alone. */
    where: conditionShapeAs('found', {of: resourceNamedBy('to')}).optional(),
  }),
  /** Value read through a reference of this record; it has no column of its own. */
  relacionado: shape(
    'relacionado', {through: name('beside', {kinds: ['referencia']}), field: name('field', {of: targetOfReference('through')})},
  ),
  /**
   * Number calculated by the database: from the record's own numbers (`product: ['quantidade', 'preco']`), or from the records `of` another
   * resource that refer to this one `by` a reference (`sum: 'total', of: 'itens', by: 'idPedido'`). It has exactly one of these words.
   */
  calculo: shape('calculo', {
    product: operands.optional(), difference: operands.optional(), sum: z.union([operands, aggregated]).optional(),
    count: z.literal(true).optional(), min: aggregated.optional(), max: aggregated.optional(),
    of: name('resource').optional(), by: name('field', {of: resourceNamedBy('of'), kinds: ['referencia']}).optional(),
    /** Default: 2, for a count 0. A product is rounded to them, half up. */
    decimals: z.int().min(0).max(6).optional(),
    money: z.literal(true).optional(),
  }),
  /** Many-to-many links with another resource, switched on and off one by one (`filiaisAlteradas`; rules: Users 2). */
  vinculos: shape('vinculos', {
    to: name('resource'),
    /** Reference of this record that the linked records must share. Default: all records within the caller's scope. */
    within: name('beside', {kinds: ['referencia']}).optional(),
    /** Names in the API of the linked id and the switch. Default: `id` and `ligado`. */
    wire: z.strictObject({id: z.string(), on: z.string()}).optional(),
    /** Call that returns the links of one record. Default: below the resource's list, `GET oficinas/campos/atende/:idEmpresa/:id`. */
    call: z.string().optional(),
    /** Warning for a record saved without links. Default: none. */
    warnNone: text().optional(),
  }),
};

export type Kind = keyof typeof fieldShapes;
type ParsedFields = {[K in Kind]: z.infer<(typeof fieldShapes)[K]>};
/** Fields as they are written in the config. */
export type FieldsInput = Readonly<Record<string, ParsedFields[Kind]>>;
/** A field with its defaults (`complete.ts`). */
export type FieldOf<K extends Kind> = (
  Omit<ParsedFields, 'vinculos'> & {vinculos: WithRequired<ParsedFields['vinculos'], 'wire' | 'call'>}
)[K];
export type Field = {[K in Kind]: FieldOf<K>}[Kind];
export type Fields = Readonly<Record<string, Field>>;
