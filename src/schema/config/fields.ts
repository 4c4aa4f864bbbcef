/**
 * The kinds a field can be and what each may say. One shape a kind serves twice: TypeScript infers the
 * config's types from it, and the start checks the same shape again (a config may come from untyped code).
 *
 * Adding a kind starts here: every table keyed by `Kind` then fails to compile until it has a row for it.
 */
import * as z from 'zod';
import {asks} from './conditions.ts';
import {name, names, referredBy, saidBy, text, type Filled} from './named.ts';
import {isPattern} from './patterns.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const profiles = names('profile');

const common = {
  label: text(),
  /** A sentence under the input; one for a new record and one for an edited one where they differ. */
  help: z.union([text(), z.strictObject({create: text(), update: text()})]).optional(),
  required: z.union([z.literal(true), asks('condition')]).optional(),
  /** Where it does not hold on what is typed, a form does not show it, nor do the details of a record. Who may know it at all is `see`. */
  visible: asks('condition').optional(),
  /** Where it does not hold on what is typed, its input is disabled; `readOnly` looks at what is stored, which no typing frees. */
  editable: asks('condition').optional(),
  /** Where one of these does not hold, what is sent for it is ignored, and the record keeps its value, or loses it (`clear`). */
  whenOff: z.literal('clear').optional(),
  /**
   * Written by the server only, never taken from a body; or a condition on the stored record under which what is sent for it is
   * ignored (`criado`: taken on creation alone), or, where the condition says its `reason`, refused. What another word has the server
   * write (`status`, `since`, `stamps`, `sequence`, a switch, what is kept of a template) is so without saying it.
   */
  readOnly: z.union([z.literal(true), asks('condition')]).optional(),
  /** Profiles that see the field; absent: whoever reads the resource, and of what is made of other values whoever sees all of these. */
  see: profiles.optional(),
  /**
   * What a new record begins with where nobody says it: a value, `hoje` or `agora` (`hoje+7`), what is known of whoever makes it
   * (`session.id`), or a field of what it names (`idCliente.prazo`), which the server looks up where it was left empty.
   */
  default: scalar.optional(),
  /** No two records share the value: in the whole product, or within one company. */
  unique: z.enum(['global', 'empresa']).optional(),
  /** The name that it had: values, history and saved filters go along at the next start. */
  was: z.string().optional(),
  /** Not filled in any more, by nobody; what records have in it is read on, found and exported. */
  archived: z.literal(true).optional(),
  /** Sentences of the specification that differ from the general ones. */
  messages: z.strictObject({required: text().optional(), invalid: text().optional(), tooShort: text().optional()}).optional(),
};

/** The colours a status may have. The portal says what each looks like, in light and in dark. */
const tones = ['azul', 'roxo', 'verdeAgua', 'cinza', 'indigo', 'ambar', 'verde', 'vermelho'] as const;
export type Tone = (typeof tones)[number];

const length = z.int().positive().max(10_000);

const choice = z.strictObject({
  id: z.union([z.string(), z.number()]),
  name: text(),
  /** A status: what several are called that stand in it, 'Pendentes'; absent: its name. */
  many: text().optional(),
  /** The name the config's own rules use for it (`from: {emAberto: …}`). */
  key: z.string().optional(),
  /** Profiles that may give a record this value. Absent: everyone who may change the field. */
  profiles: profiles.optional(),
  /** `false`: valid, but forms do not offer it. */
  offered: z.literal(false).optional(),
  /** Given to no record any more; those that have it keep it. */
  archived: z.literal(true).optional(),
  /** The id of the choice that its records get at the next start; it is archived meanwhile, and may then be taken away. */
  to: z.union([z.string(), z.number()]).optional(),
  /** The id that it had: records, history and saved filters go along at the next start. */
  was: z.union([z.string(), z.number()]).optional(),
  icon: name('icon').optional(),
  /** A status: the instant of the record that every entry into it writes. */
  stamps: name('field', {kinds: ['dataHora']}).optional(),
  /** A status: nothing leaves it. */
  end: z.literal(true).optional(),
  /** A status: whom a record waits for that stands in it; once its author has answered in a comment, for the team. */
  waits: name('waiter').optional(),
  /** The colour of its badge. */
  tone: z.enum(tones).optional(),
});
export type Choice = z.infer<typeof choice>;

/** What is calculated with, and what of other records. */
const NUMBERS = ['numero', 'decimal', 'moeda', 'calculo'];
const operands = names('beside', {kinds: NUMBERS});
const counted = name('field', {of: saidBy('of'), kinds: NUMBERS});

const shape = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, options: S) =>
  z.strictObject({kind: z.literal(kind), ...common, ...options});

export const fieldShapes = {
  texto: shape('texto', {
    maxLength: length, minLength: length.optional(), multiline: z.literal(true).optional(),
    /** What the whole of it looks like, as a regular expression, and what is said of one that does not. */
    pattern: z.strictObject({like: z.string().refine(isPattern, 'não é uma expressão regular'), reason: text()}).optional(),
    /** Kept in capitals, however it is typed. */
    case: z.literal('upper').optional(),
    /** Asked by an action: what is said with it is the step's comment, and the record's last. */
    comment: z.literal(true).optional(),
  }),
  email: shape('email', {maxLength: length, warnAbove: length.optional()}),
  /** Written, never read: answers always carry `''`. */
  senha: shape('senha', {
    maxLength: length, minLength: length,
    /** The condition on users who, made without a password, get a link by mail to choose it. */
    invites: asks('condition').optional(),
  }),
  /** CPF (11 digits) or CNPJ (14 characters, alphanumeric since July 2026); kept bare and in upper case. */
  documento: shape('documento', {maxLength: length, only: z.enum(['cpf', 'cnpj']).optional()}),
  /** Brazilian telephone, 10 or 11 digits, kept bare. */
  telefone: shape('telefone', {maxLength: length}),
  cep: shape('cep', {}),
  /** A text of digits only: leading zeros count, arithmetic does not. */
  digitos: shape('digitos', {maxLength: length}),
  numero: shape('numero', {
    min: z.int().optional(), max: z.int().optional(),
    /**
     * Given by the server to each record that is made: one more than the last one's, of all, or of those that name the same by a reference.
     * None is given twice, and none to what is refused.
     */
    sequence: z.union([z.literal(true), name('beside', {kinds: ['referencia']})]).optional(),
  }),
  /** An exact number with so many digits after the comma (absent: 2), at most 15 in all. */
  decimal: shape('decimal', {decimals: z.int().min(0).max(6).optional(), min: z.number().optional(), max: z.number().optional()}),
  /** An amount in reais, exact to the cent. */
  moeda: shape('moeda', {min: z.number().optional(), max: z.number().optional()}),
  /** A day without time, `yyyy-mm-dd`. */
  data: shape('data', {}),
  /** An instant, ISO 8601 with offset. */
  dataHora: shape('dataHora', {
    /** `dia`: read as `dd/MM/yyyy`, without the time. */
    show: z.literal('dia').optional(),
    /** The instant in which the record was made, or last written. */
    stamps: z.enum(['create', 'update']).optional(),
  }),
  /** A time of the day, `HH:mm`. */
  hora: shape('hora', {}),
  /** An address of the web, `https://` alone. */
  url: shape('url', {maxLength: length}),
  booleano: shape('booleano', {}),
  escolha: shape('escolha', {
    choices: z.array(choice).min(1).readonly(),
    /** Answers also carry the chosen name under this key. */
    nameAs: z.string().optional(),
    /** The call that answers the choices as rows `{id, descricao}`; absent: none does. */
    combo: z.string().optional(),
  }),
  /** Several of these, or none. */
  opcoes: shape('opcoes', {
    choices: z.array(choice.pick({id: true, name: true, offered: true, archived: true, to: true, was: true})).min(1).readonly(),
  }),
  /** One file, which is sent before the record is saved with it. */
  arquivo: shape('arquivo', {}),
  /** One row of a fixed list (`config.lists`), by its code. */
  lista: shape('lista', {list: name('list')}),
  /** One record of another resource, by id. */
  referencia: shape('referencia', {
    to: name('resource'),
    /** The reference of this record that the chosen one must share (a branch of the chosen company). */
    within: name('beside', {kinds: ['referencia']}).optional(),
    /** What is shown of it beside the record's own values: names of fields that are read through it, by its own. */
    shows: z.record(z.string(), name('field', {of: saidBy('to')})).optional(),
    /** Is offered by name alone to whoever fills it in, though they reach none of those: all of their company that are switched on. */
    names: z.literal(true).optional(),
    /** Asked by an action, or offered by name alone: what holds on the chosen one. */
    where: asks('found', {of: saidBy('to')}).optional(),
  }),
  /** Read through a reference of this record; has no column of its own. */
  relacionado: shape('relacionado', {through: name('beside', {kinds: ['referencia']}), field: name('field', {of: referredBy('through')})}),
  /**
   * A number that nobody types: of the record's own ones (`product: ['quantidade', 'preco']`), or of those of the records `of` another
   * resource that name this one `by` a reference (`sum: 'total', of: 'itens', by: 'idPedido'`). It says one of these words.
   */
  calculo: shape('calculo', {
    product: operands.optional(), difference: operands.optional(), sum: z.union([operands, counted]).optional(),
    count: z.literal(true).optional(), min: counted.optional(), max: counted.optional(),
    of: name('resource').optional(), by: name('field', {of: saidBy('of'), kinds: ['referencia']}).optional(),
    /** Absent: 2, of what is counted none; a product is rounded to them, half up. */
    decimals: z.int().min(0).max(6).optional(),
    /** In reais. */
    money: z.literal(true).optional(),
  }),
  /** Many records of another resource, switched on and off one by one (`filiaisAlteradas`; rules: Users 2). */
  vinculos: shape('vinculos', {
    to: name('resource'),
    /** The reference of this record that the others must share; absent: whatever is within reach. */
    within: name('beside', {kinds: ['referencia']}).optional(),
    /** Names on the wire: the linked id and the switch; absent: `id` and `ligado`. */
    wire: z.strictObject({id: z.string(), on: z.string()}).optional(),
    /** Where the switches of one record are read; absent: below the resource's list, `GET oficinas/campos/atende/:idEmpresa/:id`. */
    call: z.string().optional(),
    /** What is said of a record that is saved with every switch off; absent: nothing. */
    warnNone: text().optional(),
  }),
};

export type Kind = keyof typeof fieldShapes;
type Said = {[K in Kind]: z.infer<(typeof fieldShapes)[K]>};
/** As they are written. */
export type GivenFields = Readonly<Record<string, Said[Kind]>>;
/** With what follows from their names (`complete.ts`). */
export type FieldOf<K extends Kind> = (Omit<Said, 'vinculos'> & {vinculos: Filled<Said['vinculos'], 'wire' | 'call'>})[K];
export type Field = {[K in Kind]: FieldOf<K>}[Kind];
export type Fields = Readonly<Record<string, Field>>;
