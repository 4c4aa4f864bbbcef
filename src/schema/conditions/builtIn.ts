/** Built-in conditions: their requirements, the fields that they read, and their evaluation. */
import type {PartName} from '../shapes/config.ts';
import {USERS} from '../systemFields.ts';
import type {ConditionResult, ConditionContext, ConditionResource} from './context.ts';
import {readContextValue} from './wordTable.ts';

interface BuiltInRow {
  /** Evaluates the condition on a record; absent if it has to be looked up. */
  judge?(context: ConditionContext<ConditionResource>): ConditionResult;
  /** Key of `owner` that the resource needs. The condition reads its field. */
  owner?: 'empresa' | 'filial';
  /** The only resource that has the condition. */
  of?: string;
  /** Part that the resource needs. */
  part?: PartName;
  /** Evaluated record by record, so that it cannot be a predicate on rows. */
  alone?: true;
  /** Message for callers refused because of it. */
  reason?: string;
}

const builtIns = {
  tudo: {judge: () => true},
  empresa: {
    owner: 'empresa',
    judge: context => {
      const {resource: {owner}, session: {idEmpresa}} = context;
      // A caller without a company is unrestricted or has none; only the server knows.
      if (owner?.empresa === undefined || idEmpresa === null) return undefined;
      const recordCompany = owner.empresa === 'id' ? context.record['id'] : readContextValue(context, owner.empresa);
      return recordCompany === undefined ? undefined : recordCompany === idEmpresa;
    },
  },
  filiais: {owner: 'filial'},
  proprio: {of: USERS, judge: ({record, session}) => (record['id'] === undefined ? undefined : record['id'] === session.id)},
  /** The record is stored, not being created. */
  criado: {judge: ({record}) => Number(record['id'] ?? 0) > 0},
  participou: {},
  /** The caller reaches the record. */
  noEscopo: {},
  itensValidos: {part: 'template', alone: true, reason: 'Preencha corretamente os campos do formulário antes de continuar.'},
  naoUltimoAdm: {of: USERS, alone: true, reason: 'Este é o único Adm ativo.'},
} as const satisfies Readonly<Record<string, BuiltInRow>>;

type BuiltIns = typeof builtIns;
export type BuiltInCondition = keyof BuiltIns;
export const STORED_CONDITION = 'criado' satisfies BuiltInCondition;
export const IN_SCOPE_CONDITION = 'noEscopo' satisfies BuiltInCondition;
/** Built-in conditions with a property: `{alone: true}`. */
type BuiltInsWith<S> = {[B in BuiltInCondition]: BuiltIns[B] extends S ? B : never}[BuiltInCondition];
/** Conditions that scopes, tabs and consequences cannot use, because they are no predicates on rows. */
export type NonSqlCondition = BuiltInsWith<{alone: true}>;
export type UserCondition = BuiltInsWith<{of: string}>;
export type TemplateCondition = BuiltInsWith<{part: 'template'}>;
/** Conditions that a record alone does not decide. */
export type LookedUpCondition = Exclude<BuiltInCondition, BuiltInsWith<{judge: unknown}>>;
export type LookedUpResults = {[B in LookedUpCondition]?: ConditionResult};

export const builtInNames = Object.keys(builtIns) as readonly BuiltInCondition[];

export const findBuiltInCondition = (name: string): BuiltInRow | undefined =>
  (Object.hasOwn(builtIns, name) ? builtIns[name as BuiltInCondition] : undefined);
