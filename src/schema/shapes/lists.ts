/** Shapes of a resource's list: columns, filters, tabs. */
import * as z from 'zod';
import {conditionShapeAs} from './conditions.ts';
import {nameShape, namesShape, textShape} from './nameShapes.ts';

/** Filters of the list, by field (`id` is the record's number): `filters: {placa: {}, tipo: {input: 'more'}}`. */
const filterShape = z.strictObject({
  /**
   * Query parameter. A period and a range of numbers have two, from and to. A date requires them; a number with
   * one parameter is filtered by one value.
   *
   * @default the field's name; for a number the two `pesoDe` and `pesoAte`
   * @example param: ['de', 'ate']
   */
  param: z.union([z.string(), z.tuple([z.string(), z.string()]).readonly()]).optional(),
  /**
   * Label of the input, or the two labels of a period or a range.
   * @default the field's label
   * @example label: ['Data inicial', 'Data final']
   */
  label: z.union([textShape(), z.tuple([textShape(), textShape()]).readonly()]).optional(),
  /** Maximum length of the text. @default the field's `maxLength` @example maxLength: 20 */
  maxLength: z.int().positive().optional(),
  /** Initial period of the list, in days back from today (rules: Lists 5). @default no period @example lastDays: 30 */
  lastDays: z.int().positive().optional(),
  /** Label of the choice that filters nothing. @default none; for the toggle's field `Todos` @example all: 'Todas as empresas' */
  all: textShape().optional(),
  /**
   * Labels of the choices, by value.
   * @default the field's; for the toggle's field `Ativos` and `Inativos`
   * @example names: {true: 'Arquivados', false: 'Em uso'}
   */
  names: z.record(z.string(), textShape()).optional(),
  /**
   * Choice of a reference for the records without one, which is `-1` in the API.
   * @default no such choice
   * @example none: 'Sem responsável'
   */
  none: textShape().optional(),
  /**
   * Finds the records of the chosen one and of all below it. The filter is a reference to a resource with a `tree`.
   * @default those of the chosen one alone
   * @example below: true
   */
  below: z.literal(true).optional(),
  /**
   * Place of the input: `more` is behind 'Mais filtros' on a desktop, `none` has no input. A filter without an input comes from an address
   * and is shown as a removable chip.
   *
   * @default beside the others
   * @example input: 'more'
   */
  input: z.enum(['more', 'none']).optional(),
  /**
   * Sends the parameter only with a value, because the dialect does not know it.
   * @default sent empty; for the toggle's field `true`
   * @example optional: true
   */
  optional: z.literal(true).optional(),
});
export type FilterConfig = z.infer<typeof filterShape>;

const sortShape = z.tuple([nameShape('value'), z.enum(['asc', 'desc'])]).readonly();

/** The list of a resource: columns, filters and order. */
export const listShape = z.strictObject({
  /**
   * Columns: fields, `id`, or for whom a record waits (`aguarda`). A table shows as many as fit.
   * @example columns: ['placa', 'situacao', 'aguarda']
   */
  columns: namesShape('shown'),
  /** Filters, by field. Their inputs stand in this order. @example filters: {placa: {}, tipo: {input: 'more'}} */
  filters: z.record(nameShape('value'), filterShape).optional(),
  /** Initial order. @default by `title`: `['placa', 'asc']` @example sort: ['criadoEm', 'desc'] */
  sort: sortShape.optional(),
  /** Profiles that see the edit link, by status. @default whoever may save the record @example editLink: {liberado: ['adm']} */
  editLink: z.record(nameShape('status'), namesShape('profile')).optional(),
  /** Side of the table with the Ação menu. @default `end` @example actionsAt: 'start' */
  actionsAt: z.enum(['start', 'end']).optional(),
  /**
   * Fields on a phone's card, the most important first. In a narrow table they are hidden last.
   * @default `columns`
   * @example card: ['placa', 'situacao']
   */
  card: namesShape('shown').optional(),
  /** Boolean fields whose labels stand beside the record's name while they are true. @example marks: ['reservado'] */
  marks: namesShape('value', {kinds: ['booleano']}).optional(),
  /** Label of the button and of the form for a new record. @default the button is `Cadastrar` @example createLabel: 'Abrir ordem' */
  createLabel: textShape().optional(),
  /** Fields by which 'Ir para' finds a record (`id`: its number). `[]` finds none. @default `title` @example goTo: ['placa', 'modelo'] */
  goTo: namesShape('value', {kinds: ['texto', 'email', 'documento']}).optional(),
});

/** Tabs of the list, by name: the records on which all its conditions hold, regardless of the list's period (rules: Lists 14). */
export const tabShape = z.strictObject({
  /** Label of the tab. @example label: 'Atrasados' */
  label: textShape(),
  /**
   * Conditions that all hold on the records of the tab. `[]` is all records.
   * @example where: ['aberto', {compare: ['previsao', '<', 'hoje']}]
   */
  where: z.array(conditionShapeAs('found')).readonly(),
  /** Initial order of the tab, for example oldest first in a queue. @default the list's order @example sort: ['criadoEm', 'asc'] */
  sort: sortShape.optional(),
  /** Profiles that have the tab. @default all that list the resource @example profiles: ['empresa'] */
  profiles: namesShape('profile').optional(),
  /** Shows the number of the tab's records beside the notices. @example told: true */
  told: z.literal(true).optional(),
});
export type Tab = z.infer<typeof tabShape>;
