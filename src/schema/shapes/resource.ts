/** Shape of a resource. Longer words have files of their own. */
import * as z from 'zod';
import {
  actionShape, consequenceShape, noticesShape, newRecordValuesShape, toggleShape, type Action, type ConsequenceConfig, type ActionInput,
} from './actions.ts';
import {apiShape} from './calls.ts';
import {conditionShapeAs, inlineConditionShape} from './conditions.ts';
import type {Fields, FieldsInput} from './fields.ts';
import {listShape, tabShape} from './lists.ts';
import {anyFieldShape, resourceNamedByKey, nameShape, namesShape, sentenceShape, textShape, type WithRequired} from './nameShapes.ts';
import {partShapes, type FilesPart} from './parts.ts';
import {accessShape, personShape, type Operation} from './accessShapes.ts';

/**
 * Children of a record: records of another resource that refer to it, by that resource. The Ação menu opens them in a modal, and the
 * details and the form of the parent show them.
 */
const childShape = z.strictObject({
  /** Reference of the child to its parent. @default the first one: `idEmpresa` @example by: 'idEmpresa' */
  by: nameShape('field', {of: resourceNamedByKey}).optional(),
  /** Entry of the parent's Ação menu, with values of the parent. @example label: 'Ver filiais' */
  label: sentenceShape(),
  /** Title of the modal, with values of the parent. @example title: 'Filiais da empresa {razaoSocial}' */
  title: sentenceShape(),
  /**
   * Label of the next step that the portal offers after the parent was created.
   * @default no next step
   * @example next: 'Adicionar filiais'
   */
  next: textShape().optional(),
  /**
   * Entry that shows the children as the form that they describe. They need the fields of items (`descricao`, `tipoCampo`, `obrigatorio`;
   * rules: Templates 2, 4).
   *
   * @default no entry
   * @example preview: 'Pré-visualizar'
   */
  preview: textShape().optional(),
});
export type ChildConfig = WithRequired<z.infer<typeof childShape>, 'by'>;

const ownerReferenceShape = nameShape('value', {kinds: ['referencia']}).optional();

/** A resource: one kind of record with its table, calls, screens, access and life cycle. Its key in `resources` is its name. */
export const resourceShape = z.strictObject({
  /** Names of the record for people. @example label: {one: 'Veículo', many: 'Veículos', article: 'o'} */
  label: z.strictObject({
    /** Singular. @example one: 'Veículo' */
    one: textShape(),
    /** Plural. @example many: 'Veículos' */
    many: textShape(),
    /** Article of the noun in sentences: 'este ticket', 'esta vistoria'. @default sentences say 'este registro' @example article: 'a' */
    article: z.enum(['o', 'a']).optional(),
  }),
  /** Icon of the resource, a name of `src/schema/words/icons.ts`. @example icon: 'caminhao' */
  icon: nameShape('icon'),
  /** Former name. The next start renames tables, history, notices and saved filters. @example was: 'carros' */
  was: z.string().optional(),
  /** Title of the browser's tab (rules: Screens 2). @default `label.one`: `Veículo` @example pageTitle: 'Frota' */
  pageTitle: textShape().optional(),
  /** Heading of the form. @default from `label.many`: `Cadastro de Veículos` @example formTitle: 'Veículo' */
  formTitle: textShape().optional(),
  /** Path of the portal's screens below the base path. @default from `label.one`: `veiculo` @example route: 'frota' */
  route: z.string().optional(),
  /** Path step of the edit form. @default `salvar` @example editRoute: 'editar' */
  editRoute: z.string().optional(),
  /**
   * Field that names a record in sentences, links and selects, or `id`; or several fields, whose values are joined by ' · '. Records are
   * ordered and searched by the first.
   *
   * @default the first required text: `placa`; without one `id`
   * @example title: ['numero', 'equipamento']
   */
  title: z.union([nameShape('value'), z.array(nameShape('value')).min(1).readonly()]).optional(),
  /** Calls in a given dialect. @default the dialect of `ra-data-simple-rest` @example api: {answer: 'page'} */
  api: apiShape.optional(),
  /**
   * Owner of a record: its company and branch, or the parent that has them.
   * @default records of no company
   * @example owner: {empresa: 'idEmpresa', filial: 'idFilial'}
   */
  owner: z.strictObject({
    /** Reference to the record's company; `id` in `empresas` itself. @example empresa: 'idEmpresa' */
    empresa: ownerReferenceShape,
    /** Reference to the record's branch; `id` in `filiais` itself. @example filial: 'idFilial' */
    filial: ownerReferenceShape,
    /**
     * Reference to the parent. The record has its company and branch, is deleted with it, and is managed in its modal.
     * @example through: 'idOrdem'
     */
    through: ownerReferenceShape,
  }).optional(),
  /**
   * Fields, by name. The name becomes a column and a key of the API.
   * @example fields: {placa: {kind: 'texto', label: 'Placa', maxLength: 7}}
   */
  fields: z.record(z.string(), anyFieldShape()),
  /** List of the records. @example list: {columns: ['placa']} */
  list: listShape,
  /**
   * Fields of the form, in order: by section title (`''`: a section without one), or all in one section.
   *
   * @default every field that people write
   * @example form: {'': ['placa', 'modelo'], Compra: ['valor']}
   */
  form: z.union([namesShape('field'), z.record(z.string(), namesShape('field'))]).optional(),
  /** Profiles by operation. @example access: {list: ['adm', 'empresa'], create: ['adm']} */
  access: accessShape,
  /**
   * Conditions by name, for use anywhere in the resource.
   * @example conditions: {emUso: {is: {ativo: [true]}}}
   */
  conditions: z.record(z.string(), inlineConditionShape).optional(),
  /**
   * Conditions that hold on every saved record, by the field that shows the `reason`.
   * @example rules: {fim: [{not: {compare: ['fim', '<', 'inicio']}, reason: 'Termina antes de começar.'}]}
   */
  rules: z.record(nameShape('field'), z.array(conditionShapeAs('condition')).readonly()).optional(),
  /**
   * Rows that each profile reaches: conditions that must all hold. A profile with access needs an entry.
   * @example scope: {adm: ['tudo'], empresa: ['empresa'], mecanico: ['empresa', {any: ['responsavel', {status: ['liberado']}]}]}
   */
  scope: z.record(nameShape('profile'), z.array(conditionShapeAs('found')).readonly()),
  /** Choice field whose choices are the statuses of a life cycle. @default no life cycle @example status: 'situacao' */
  status: nameShape('field', {kinds: ['escolha']}).optional(),
  /** Instant field that receives the moment of each status change. @example since: 'desde' */
  since: nameShape('field', {kinds: ['dataHora']}).optional(),
  /**
   * Combinations of fields that no two records share, compared by look. A record that lacks one of the values is not compared.
   * @example unique: [['idEmpresa', 'prefixo']]
   */
  unique: z.array(z.array(nameShape('field')).min(2).readonly()).readonly().optional(),
  /**
   * People of the record, by name.
   * @example people: {responsavel: {field: 'idResponsavel', reason: 'Somente o responsável.'}}
   */
  people: z.record(z.string(), personShape).optional(),
  /** Tabs of the list, by name. @example tabs: {abertas: {label: 'Abertas', where: ['aberto']}} */
  tabs: z.record(z.string(), tabShape).optional(),
  ...partShapes,
  /** Actions by name. @example actions: {baixar: {from: {'*': ['adm']}, to: 'baixado'}} */
  actions: z.record(z.string(), actionShape).optional(),
  /**
   * Notices about creation and saved changes. Actions declare their own.
   * @example tells: {create: {equipe: 'Novo veículo: {placa}.'}}
   */
  tells: z.strictObject({
    /** Notices about a new record. @example create: {equipe: 'Novo veículo: {placa}.'} */
    create: noticesShape.optional(),
    /** Notices about each saved change. @example update: {responsavel: '{session.nome} alterou {placa}.'} */
    update: noticesShape.optional(),
  }).optional(),
  /** Switches records on and off. @example toggle: {field: 'ativo'} */
  toggle: toggleShape.optional(),
  /** Children, by resource. @example children: {filiais: {label: 'Ver filiais', title: 'Filiais de {razaoSocial}'}} */
  children: z.record(nameShape('resource'), childShape).optional(),
  /**
   * Records of other resources that can be created from one of these. Their form opens with the values of equal fields, the title, and the
   * values in `with`.
   *
   * @example makes: {inspecoes: {label: 'Nova inspeção deste', with: {idVeiculo: 'record.id', dia: 'hoje'}}}
   */
  makes: z.record(nameShape('resource'), z.strictObject({
    /** Entry of the Ação menu. @example label: 'Criar acesso' */
    label: textShape(),
    /** Fills in [values](#values), by field of the other resource. @example with: {tipo: 3} */
    with: newRecordValuesShape,
  })).optional(),
  /**
   * Counts of dependent records before an operation, by name.
   *
   * @default for users the records that wait for them
   * @example consequences: {ordens: {of: 'ordens', before: ['delete'], one: 'Há 1 ordem.', many: 'Há {total} ordens.'}}
   */
  consequences: z.record(z.string(), consequenceShape).optional(),
  /**
   * Offers a copy of a record with its children. The title is a text.
   * @example duplicate: {confirm: 'Deseja duplicar {descricao}?', incomplete: 'Confira os itens.'}
   */
  duplicate: z.strictObject({
    /** Question before the copy. @example confirm: 'Deseja duplicar {descricao}?' */
    confirm: sentenceShape(),
    /** Message for a copy that lacks some children. @example incomplete: 'Nem todos os itens foram copiados.' */
    incomplete: textShape(),
  }).optional(),
  /** Number field of the order that people give to the records by hand, as children of another record. @example order: 'ordem' */
  order: nameShape('field', {kinds: ['numero']}).optional(),
  /** Messages about the records. @default as for each option @example messages: {created: 'Veículo cadastrado!'} */
  messages: z.strictObject({
    /**
     * Message after creation, with values of the record.
     * @default from `label`: `Veículo Cadastrado!`
     * @example created: 'Veículo {id} cadastrado!'
     */
    created: sentenceShape().optional(),
    /**
     * Message after a save, with values of the record.
     * @default from `label`: `Veículo Editado!`
     * @example updated: 'Veículo {id} alterado!'
     */
    updated: sentenceShape().optional(),
    /** Message after deletion, with values of the record. @default `Registro Excluído!` @example deleted: 'Veículo excluído!' */
    deleted: sentenceShape().optional(),
    /**
     * Question before deletion, with values of the record.
     * @default from `label.one`: `Deseja realmente excluir Veículo?`
     * @example confirmDelete: 'Deseja excluir o veículo?'
     */
    confirmDelete: sentenceShape().optional(),
    /**
     * Message of a list without records.
     * @default from `label.one`: `Nenhum veículo encontrado.`
     * @example empty: 'Ainda não há veículos.'
     */
    empty: textShape().optional(),
    /**
     * Message of an empty select of this resource. It says whom to ask. Of two messages, the first is for callers who may create a record.
     * @example none: ['Cadastre um veículo.', 'Peça ao Adm um veículo.']
     */
    none: z.union([textShape(), z.tuple([textShape(), textShape()]).readonly()]).optional(),
  }).optional(),
});

type ParsedResource = z.infer<typeof resourceShape>;
type ReplacedOptions<A, F> = {
  readonly fields: F;
  readonly actions?: Readonly<Record<string, A>> | undefined;
  readonly files?: FilesPart | undefined;
};
type ReplacedKey = keyof ReplacedOptions<never, never>;
/** A resource as it is written in the config. */
export type ResourceInput = Omit<ParsedResource, ReplacedKey> & ReplacedOptions<ActionInput, FieldsInput>;
/** A resource with its defaults (`complete.ts`). */
export type Resource =
  WithRequired<
    Omit<ParsedResource, ReplacedKey | 'access' | 'children' | 'consequences' | 'form' | 'list' | 'messages'>,
    'pageTitle' | 'route' | 'title'
  >
  & ReplacedOptions<Action, Fields> & {
    /** Sections by title; `''` has no title. */
    readonly form: Readonly<Record<string, readonly string[]>>;
    readonly access: Readonly<Record<Operation, readonly string[]>>;
    readonly list: WithRequired<ParsedResource['list'], 'sort'>;
    readonly children?: Readonly<Record<string, ChildConfig>> | undefined;
    readonly consequences?: Readonly<Record<string, ConsequenceConfig>> | undefined;
    readonly messages: WithRequired<NonNullable<ParsedResource['messages']>, 'created' | 'updated' | 'empty'>;
  };
