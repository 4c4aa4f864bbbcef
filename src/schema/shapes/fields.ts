/**
 * Field kinds and their options. One zod schema for each kind has two uses: TypeScript infers the config's types from it, and the check at
 * start parses with it, because a config may come from untyped code.
 * A new kind is added here first. Every table keyed by `Kind` then fails to compile until it has a row for it.
 */
import * as z from 'zod';
import {conditionShapeAs} from './conditions.ts';
import {momentShape} from './moments.ts';
import {nameShape, namesShape, targetOfReference, resourceNamedBy, textShape, type WithRequired} from './nameShapes.ts';
import {isValidRegex} from './patterns.ts';

const defaultShape = z.union([z.string(), z.number(), z.boolean(), momentShape]);
const profiles = namesShape('profile');

/** Options of every field. A field has a `kind`, these options, and those of its kind. */
const commonOptions = {
  /** Label of the field. An item's field has none: its `descricao` is the label. @example label: 'Placa' */
  label: textShape(),
  /** Help text under the input: one text, or one for a new and one for a stored record. @example help: 'Como no documento.' */
  help: z.union([textShape(), z.strictObject({
    /** Help text in the form of a new record. @example create: 'Em branco, recebe um convite.' */
    create: textShape(),
    /** Help text in the form of a stored record. @example update: 'Em branco, mantém a senha.' */
    update: textShape(),
  })]).optional(),
  /**
   * Requires a value, always or under a condition on the typed values.
   * @default the field can be empty
   * @example required: {is: {tipo: ['caminhao']}}
   */
  required: z.union([z.literal(true), conditionShapeAs('condition')]).optional(),
  /**
   * Condition on the typed values. If it fails, forms and details do not show the field. `see` limits who may read it at all.
   * @default always shown
   * @example visible: {filled: 'fim'}
   */
  visible: conditionShapeAs('condition').optional(),
  /**
   * Condition on the typed values. If it fails, the input is disabled. (`readOnly` reads the stored values.)
   * @default always enabled
   * @example editable: {status: ['cotacao']}
   */
  editable: conditionShapeAs('condition').optional(),
  /**
   * Removes the record's value while `visible` or `editable` fails.
   * @default a sent value is ignored, and the record keeps its own
   * @example whenOff: 'clear'
   */
  whenOff: z.literal('clear').optional(),
  /**
   * Closes the field: always (`true`, the server alone writes it), or under a condition on the stored record. A sent value is then ignored,
   * or refused where the condition has a `reason`. `criado` lets a new record have a value.
   *
   * @default `true` for fields that other options have the server write: `status`, `since`, `stamps`, `sequence`, a toggle, a template
   * @example readOnly: 'criado'
   */
  readOnly: z.union([z.literal(true), conditionShapeAs('condition')]).optional(),
  /**
   * Profiles that read the field. `[]` is nobody.
   * @default all who read the record; for a derived value, all who read its sources
   * @example see: ['adm', 'empresa']
   */
  see: profiles.optional(),
  /**
   * Value of a new record where none is sent: a literal, a [date or moment](#dates) (`hoje`, `agora`, `hoje+7`), a value of the session
   * (`session.id`), or a field of a referenced record (`idCliente.prazo`). The server looks up what fields give if it was left empty.
   *
   * @default none; for `status` and a choice toggle the first choice
   * @example default: 'hoje+15'
   */
  default: defaultShape.optional(),
  /**
   * Allows each value once in the whole product (`global`) or within one company (`empresa`), compared by look.
   * @example unique: 'empresa'
   */
  unique: z.enum(['global', 'empresa']).optional(),
  /** Former name. The next start renames values, history and saved filters. @example was: 'chapa' */
  was: z.string().optional(),
  /** Retires the field: nobody writes it any more. Existing values are still read, found and exported. @example archived: true */
  archived: z.literal(true).optional(),
  /** Messages of this field. @default the general ones @example messages: {invalid: 'CNPJ inválido: confira os dígitos.'} */
  messages: z.strictObject({
    /** Message where a required value is missing. @example required: 'Informe a placa.' */
    required: textShape().optional(),
    /** Message for a value that is not valid. @example invalid: 'Placa inválida.' */
    invalid: textShape().optional(),
    /** Message for a text below `minLength`. @example tooShort: 'Diga um pouco mais.' */
    tooShort: textShape().optional(),
  }).optional(),
};

/** Colours of a status. The portal defines each for light and dark mode. */
export const tones = ['azul', 'roxo', 'verdeAgua', 'cinza', 'indigo', 'ambar', 'verde', 'vermelho'] as const;
export type Tone = (typeof tones)[number];

const textLength = z.int().positive().max(10_000);

/** Choices of a field, in their order. Where the field is the resource's `status`, each is a status. */
const choiceShape = z.strictObject({
  /** Stored value. The ids of a field are all texts or all integers. @example id: 'leve' */
  id: z.union([z.string(), z.number()]),
  /** Name for people. @example name: 'Leve' */
  name: textShape(),
  /** Status: plural name. @default `name` @example many: 'Liberados' */
  many: textShape().optional(),
  /** Status: name by which the config refers to it, as in `from: {emAberto: […]}`. Every status has one. @example key: 'emAberto' */
  key: z.string().optional(),
  /** Profiles that may set this value. @default all who may change the field @example profiles: ['adm'] */
  profiles: profiles.optional(),
  /** `false`: the value is valid, but forms do not offer it. @default offered, unless archived @example offered: false */
  offered: z.literal(false).optional(),
  /** Retires the choice: no further record gets it. Existing records keep it. @example archived: true */
  archived: z.literal(true).optional(),
  /**
   * Id of the choice that replaces this one on all records at the next start. This one is archived meanwhile, and can be removed
   * afterwards.
   *
   * @example to: 'caminhao'
   */
  to: z.union([z.string(), z.number()]).optional(),
  /** Former id. The next start changes records, history and saved filters. @example was: 'carreta' */
  was: z.union([z.string(), z.number()]).optional(),
  /** Status: icon of its chip, and of the actions that lead to it. @example icon: 'check' */
  icon: nameShape('icon').optional(),
  /** Status: field of the record that receives the instant of each entry. @example stamps: 'fechadaEm' */
  stamps: nameShape('field', {kinds: ['dataHora']}).optional(),
  /** Status: an end of the life cycle, from which no action leads. @example end: true */
  end: z.literal(true).optional(),
  /**
   * Status: person or profile for whom a record waits. After a comment by its author it waits for the team.
   * @default nobody
   * @example waits: 'autor'
   */
  waits: nameShape('waiter').optional(),
  /** Status: colour. @example tone: 'verde' */
  tone: z.enum(tones).optional(),
});
export type FieldChoice = z.infer<typeof choiceShape>;

/** Kinds that a calculation can use. */
const NUMBER_KINDS = ['numero', 'decimal', 'moeda', 'calculo'];
const operandsShape = namesShape('beside', {kinds: NUMBER_KINDS});
const aggregatedFieldShape = nameShape('field', {of: resourceNamedBy('of'), kinds: NUMBER_KINDS});

const fieldShapeOf = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, options: S) =>
  z.strictObject({kind: z.literal(kind), ...commonOptions, ...options});

export const fieldShapes = {
  /** Text. @example observacao: {kind: 'texto', label: 'Observação', maxLength: 300, multiline: true} */
  texto: fieldShapeOf('texto', {
    /** Maximum length, up to 10,000. @example maxLength: 100 */
    maxLength: textLength,
    /** Minimum length. @example minLength: 10 */
    minLength: textLength.optional(),
    /** Input of several lines. @example multiline: true */
    multiline: z.literal(true).optional(),
    /**
     * Regular expression for the whole text. One that can take more than a million steps is refused at start.
     * @example pattern: {like: '[A-Z]{3}\\d{4}', reason: 'Use três letras e quatro números.'}
     */
    pattern: z.strictObject({
      /** The expression, without `^` and `$`, read with the flag `u`. @example like: '[A-Z]{2}-\\d{2,4}' */
      like: z.string().refine(isValidRegex, 'não é uma expressão regular'),
      /** Message for a text that does not match. @example reason: 'Use duas letras, um traço e números, como TI-01.' */
      reason: textShape(),
    }).optional(),
    /** Stores the text in upper case. @example case: 'upper' */
    case: z.literal('upper').optional(),
    /** Stores an action's answer as the comment of the step, and as the last comment of the record. @example comment: true */
    comment: z.literal(true).optional(),
  }),
  /** E-mail address. @example email: {kind: 'email', label: 'E-mail', maxLength: 60} */
  email: fieldShapeOf('email', {
    /** Maximum length, up to 10,000. @example maxLength: 100 */
    maxLength: textLength,
    /** Length above which the form warns that the address is too long to sign in with. @default no warning @example warnAbove: 45 */
    warnAbove: textLength.optional(),
  }),
  /**
   * Password, stored as a hash. It is write-only: answers carry `''`.
   * @example senha: {kind: 'senha', label: 'Senha', minLength: 6, maxLength: 45}
   */
  senha: fieldShapeOf('senha', {
    /** Maximum length, up to 10,000. @example maxLength: 45 */
    maxLength: textLength,
    /** Minimum length. @example minLength: 6 */
    minLength: textLength,
    /**
     * Condition on a user created without a password, who then gets a mail with a link to choose one. Only in `usuarios`.
     * @default no mail
     * @example invites: {is: {tipo: [1, 2]}}
     */
    invites: conditionShapeAs('condition').optional(),
  }),
  /**
   * CPF (11 digits) or CNPJ (14 characters, alphanumeric since July 2026), stored without mask in upper case.
   * @example cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, only: 'cnpj'}
   */
  documento: fieldShapeOf('documento', {
    /** Maximum length without mask, at least 14, or 11 with `only: 'cpf'`. @example maxLength: 20 */
    maxLength: textLength,
    /** Accepts one of the two alone. @default both @example only: 'cnpj' */
    only: z.enum(['cpf', 'cnpj']).optional(),
  }),
  /**
   * Brazilian telephone number, 10 or 11 digits, stored without mask.
   * @example telefone: {kind: 'telefone', label: 'Telefone', maxLength: 20}
   */
  telefone: fieldShapeOf('telefone', {
    /** Maximum length without mask, at least 11. @example maxLength: 20 */
    maxLength: textLength,
  }),
  /** Postal code, 8 digits, stored without mask. @example cep: {kind: 'cep', label: 'CEP'} */
  cep: fieldShapeOf('cep', {}),
  /** Text of digits, which keeps leading zeros. @example nota: {kind: 'digitos', label: 'Nota fiscal', maxLength: 9} */
  digitos: fieldShapeOf('digitos', {
    /** Maximum number of digits, up to 10,000. @example maxLength: 9 */
    maxLength: textLength,
  }),
  /** Integer. @example ano: {kind: 'numero', label: 'Ano', min: 1950} */
  numero: fieldShapeOf('numero', {
    /** Smallest value. @example min: 1 */
    min: z.int().optional(),
    /** Largest value. @example max: 1440 */
    max: z.int().optional(),
    /**
     * Number that the server gives to each new record: the last one plus one, among all records or among those with the same reference.
     * Numbers are never given twice, and a refused record takes none.
     *
     * @example sequence: 'idEmpresa'
     */
    sequence: z.union([z.literal(true), nameShape('beside', {kinds: ['referencia']})]).optional(),
  }),
  /** Exact number with decimals, at most 15 digits in all. @example peso: {kind: 'decimal', label: 'Peso (t)', decimals: 3} */
  decimal: fieldShapeOf('decimal', {
    /** Number of decimals, up to 6. @default `2` @example decimals: 3 */
    decimals: z.int().min(0).max(6).optional(),
    /** Smallest value. @example min: 0.01 */
    min: z.number().optional(),
    /** Largest value. @example max: 99.5 */
    max: z.number().optional(),
  }),
  /** Amount in reais, exact to the cent. @example valor: {kind: 'moeda', label: 'Valor', min: 0} */
  moeda: fieldShapeOf('moeda', {
    /** Smallest amount. @example min: 0 */
    min: z.number().optional(),
    /** Largest amount. @example max: 10000 */
    max: z.number().optional(),
  }),
  /** Day without time, `yyyy-mm-dd`. @example previsao: {kind: 'data', label: 'Previsão', default: 'hoje+3'} */
  data: fieldShapeOf('data', {}),
  /** Instant, ISO 8601 with offset. @example criadoEm: {kind: 'dataHora', label: 'Criado em', stamps: 'create'} */
  dataHora: fieldShapeOf('dataHora', {
    /** `dia` shows the day alone: `dd/MM/yyyy`. @default day and time @example show: 'dia' */
    show: z.literal('dia').optional(),
    /** The server writes the instant of creation (`create`) or of the last save (`update`). @example stamps: 'create' */
    stamps: z.enum(['create', 'update']).optional(),
  }),
  /** Time of day, `HH:mm`. @example abre: {kind: 'hora', label: 'Abre'} */
  hora: fieldShapeOf('hora', {}),
  /** Web address, `https://` only. @example site: {kind: 'url', label: 'Site', maxLength: 200} */
  url: fieldShapeOf('url', {
    /** Maximum length, up to 10,000. @example maxLength: 200 */
    maxLength: textLength,
  }),
  /** Yes or no. @example urgente: {kind: 'booleano', label: 'Urgente', default: false} */
  booleano: fieldShapeOf('booleano', {}),
  /** One of several choices. @example tipo: {kind: 'escolha', label: 'Tipo', choices: [{id: 'leve', name: 'Leve'}]} */
  escolha: fieldShapeOf('escolha', {
    /** Choices. @example choices: [{id: 'leve', name: 'Leve'}, {id: 'caminhao', name: 'Caminhão'}] */
    choices: z.array(choiceShape).min(1).readonly(),
    /** Key of the chosen name in answers. @example nameAs: 'descricaoTipo' */
    nameAs: z.string().optional(),
    /** Call that returns the choices as rows `{id, descricao}`. @example combo: 'GET tipos/listarCombo' */
    combo: z.string().optional(),
  }),
  /** Several of the choices, or none. @example servicos: {kind: 'opcoes', label: 'Serviços', choices: [{id: 1, name: 'Motor'}]} */
  opcoes: fieldShapeOf('opcoes', {
    /** Choices with these options of a [choice](#choice). @example choices: [{id: 1, name: 'Motor'}, {id: 2, name: 'Freios'}] */
    choices: z.array(choiceShape.pick({id: true, name: true, offered: true, archived: true, to: true, was: true})).min(1).readonly(),
  }),
  /** One file, uploaded before the record is saved. @example proposta: {kind: 'arquivo', label: 'Proposta'} */
  arquivo: fieldShapeOf('arquivo', {}),
  /** Code of a row in a fixed list. @example marca: {kind: 'lista', label: 'Marca', list: 'marcas'} */
  lista: fieldShapeOf('lista', {
    /** Fixed list in `lists`. @example list: 'marcas' */
    list: nameShape('list'),
  }),
  /**
   * Id of a record of a resource. Callers choose among the records that they reach.
   * @example idMotorista: {kind: 'referencia', label: 'Motorista', to: 'usuarios'}
   */
  referencia: fieldShapeOf('referencia', {
    /** Resource of the chosen record. @example to: 'filiais' */
    to: nameShape('resource'),
    /** Reference of this record that the chosen record must share, as a branch shares the company. @example within: 'idEmpresa' */
    within: nameShape('beside', {kinds: ['referencia']}).optional(),
    /**
     * Values of the referenced record that are shown on this one: name here, and field there.
     * @example shows: {nomeFilial: 'nome', cidade: 'cidade'}
     */
    shows: z.record(z.string(), nameShape('field', {of: resourceNamedBy('to')})).optional(),
    /**
     * Offers names alone, also to callers without access to the records: all of the caller's company that are switched on.
     * @default the records that the caller reaches
     * @example names: true
     */
    names: z.literal(true).optional(),
    /**
     * Makes a tree of the resource's own records: no record comes to stand below itself. At most one reference of a resource, to itself.
     * @default the records may refer to each other at will
     * @example tree: true
     */
    tree: z.literal(true).optional(),
    /** Condition of the other resource on the chosen record, for an action's answer or with `names`. @example where: {is: {tipo: [6]}} */
    where: conditionShapeAs('found', {of: resourceNamedBy('to')}).optional(),
  }),
  /**
   * Value read through a reference of this record. It has no column of its own.
   * @example modelo: {kind: 'relacionado', label: 'Modelo', through: 'idVeiculo', field: 'modelo'}
   */
  relacionado: fieldShapeOf('relacionado', {
    /** Reference field of this record, through which the value is read. @example through: 'idVeiculo' */
    through: nameShape('beside', {kinds: ['referencia']}),
    /** Field of the referenced record. @example field: 'modelo' */
    field: nameShape('field', {of: targetOfReference('through')}),
  }),
  /**
   * Number calculated by the database, from the record's own numbers or from the records `of` another resource that refer to this one `by`
   * a reference. It has exactly one of the words `product`, `difference`, `sum`, `count`, `min` and `max`.
   *
   * @example total: {kind: 'calculo', label: 'Total', sum: 'total', of: 'itens', by: 'idPedido', money: true}
   */
  calculo: fieldShapeOf('calculo', {
    /** Product of own numbers. @example product: ['quantidade', 'preco'] */
    product: operandsShape.optional(),
    /** First of the own numbers minus the others. @example difference: ['recebido', 'gasto'] */
    difference: operandsShape.optional(),
    /** Sum of own numbers, or of a number of the other records. @example sum: ['pecas', 'horas'] */
    sum: z.union([operandsShape, aggregatedFieldShape]).optional(),
    /** Number of the other records. @example count: true */
    count: z.literal(true).optional(),
    /** Smallest value of a number of the other records. @example min: 'preco' */
    min: aggregatedFieldShape.optional(),
    /** Largest value of a number of the other records. @example max: 'preco' */
    max: aggregatedFieldShape.optional(),
    /** Resource of the other records. @default own numbers @example of: 'itens' */
    of: nameShape('resource').optional(),
    /** Reference of the other records to this one. @example by: 'idPedido' */
    by: nameShape('field', {of: resourceNamedBy('of'), kinds: ['referencia']}).optional(),
    /**
     * Condition of the other resource, on a record's own values: only such records count. It cannot depend on the caller, on the time or
     * on a further record.
     *
     * @default all of the other records
     * @example where: {is: {pago: [true]}}
     */
    where: conditionShapeAs('condition', {of: resourceNamedBy('of')}).optional(),
    /** Number of decimals, up to 6. A product is rounded to them, half up. @default `2`, for a count `0` @example decimals: 3 */
    decimals: z.int().min(0).max(6).optional(),
    /** Shows the number as an amount in reais. @example money: true */
    money: z.literal(true).optional(),
  }),
  /**
   * Many-to-many links with another resource, switched on and off one by one (rules: Users 2).
   * @example atende: {kind: 'vinculos', label: 'Atende', to: 'veiculos'}
   */
  vinculos: fieldShapeOf('vinculos', {
    /** Resource of the linked records. @example to: 'veiculos' */
    to: nameShape('resource'),
    /**
     * Reference of this record that the linked records must share.
     * @default all records within the caller's scope
     * @example within: 'idEmpresa'
     */
    within: nameShape('beside', {kinds: ['referencia']}).optional(),
    /** Keys in the API. @default `{id: 'id', on: 'ligado'}` @example wire: {id: 'idVeiculo', on: 'atende'} */
    wire: z.strictObject({
      /** Key of the linked record's id. @default `id` @example id: 'idVeiculo' */
      id: z.string(),
      /** Key of the switch. @default `ligado` @example on: 'atende' */
      on: z.string(),
    }).optional(),
    /**
     * Call that returns the links of one record.
     * @default below the list: `GET veiculos/campos/atende/:idEmpresa/:id`
     * @example call: 'GET atendimentos/:idEmpresa/:id'
     */
    call: z.string().optional(),
    /** Warning for a record saved without links. @example warnNone: 'Sem veículos, não verá ordens.' */
    warnNone: textShape().optional(),
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
