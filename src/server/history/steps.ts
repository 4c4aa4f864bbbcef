/** Names of history steps and their authors, and the step since which a company may read a history. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import {CONFIRMED_LABEL, robotStepName} from '../../schema/queue.ts';
import {ROBOT_MOVES, type RobotMove} from '../../schema/words/robotMoves.ts';
import {fieldChangePredicate, companyMovesOf} from '../db/companyMoves.ts';
import type {Sql} from '../db/tables.ts';

/** Names of steps that are no action of the config. */
export const OPENED_STEP = 'abrir';
export const FILE_ADDED_STEP = 'anexar';
export const FILE_DELETED_STEP = 'excluirArquivo';

/** The awaited person became unable to answer, or able again. */
export const ABSENCE_STEP = 'ausencia';

/** Key of the record's company in a robot's step, next to {@link ATTEMPT_KEY}. */
export const STEP_COMPANY_KEY = '$empresa';

/** A step of another record that an action did, or by which a step was done. */
export interface LinkedStep {
  recurso: string;
  id: number;
  acao: string;
}
/** Keys of a step's links: the action of another record that did it, and the steps of other records that it did. */
export const CAUSE_KEY = '$causa';
export const EFFECTS_KEY = '$efeitos';

export const fileAddedComment = ({nome, tipo}: {nome: string; tipo: string}): string => `Arquivo adicionado: ${nome} (${tipo}).`;

const STEPS: Readonly<Record<string, string>> = {
  criar: 'Cadastro', alterar: 'Alteração', excluir: 'Exclusão', senha: 'Troca de senha', entregarConvite: 'Link do convite entregue',
  ...Object.fromEntries(Object.entries(ROBOT_MOVES).map(([move, label]) => [robotStepName(move as RobotMove), `Robô ${label}`])),
  // Operations at which own code ran.
  create: 'Cadastro', update: 'Alteração', delete: 'Exclusão',
  'confirmar-aviso': CONFIRMED_LABEL, criarChave: 'Nova chave', revogarChave: 'Chave revogada',
  [OPENED_STEP]: 'Cadastro', [FILE_ADDED_STEP]: 'Adicionar Arquivo', [FILE_DELETED_STEP]: 'Excluir Arquivo',
  [ABSENCE_STEP]: 'Quem Responde',
};

export const stepName = ({actions, list}: Resource, acao: string): string =>
  actions?.[acao]?.label ?? (acao === OPENED_STEP ? list.createLabel : undefined) ?? STEPS[acao] ?? acao;

/** A success message as history comment: 'Ticket Aprovado!' becomes 'Ticket Aprovado'. */
export const successComment = (success: string): string => success.replace(/!$/, '');

/**
 * Steps before the record's last change of company are hidden from the new company.
 *
 * @returns id of the step by which the record `alias`, or its parent, last changed company; 0: none
 */
export const companyArrivalId = (config: Config, name: string, alias: string): RawBuilder<number> => {
  const moves = companyMovesOf(config, name, alias);
  return moves === undefined ? sql`0` : sql`coalesce((
    select max(a.id) from historico as a
    where a.recurso = ${moves.historyResource} and a.id_registro = ${moves.id} and ${fieldChangePredicate('a', moves.company)}), 0)`;
};

/** A user's name, or 'Sistema' for the product itself. @param alias the joined users */
export const userNameOrSystem = (alias: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then 'Sistema' else coalesce(${sql.ref(`${alias}.nome`)}, '') end`;

/** @param by column with the user's id */
export const joinUser = (alias: string, by: Sql): Sql =>
  sql`left join usuarios as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${by}`;
