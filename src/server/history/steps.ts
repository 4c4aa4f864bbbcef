/** Names of history steps and their authors, and the step since which a company may read a history. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import {CONFIRMED, stepOf} from '../../schema/queue.ts';
import {ROBOT_MOVES, type RobotMove} from '../../schema/words/robotMoves.ts';
import {changesField, whoseMoves} from '../db/moves.ts';
import type {Sql} from '../db/tables.ts';

/** Names of steps that are no action of the config. */
export const OPENED = 'abrir';
export const FILE_ADDED = 'anexar';
export const FILE_HIDDEN = 'excluirArquivo';

/** The awaited person became unable to answer, or able again. */
export const ABSENCE = 'ausencia';

/** Key of the record's company in a robot's step, next to {@link ATTEMPT}. */
export const KEPT_COMPANY = '$empresa';

export const fileAdded = ({nome, tipo}: {nome: string; tipo: string}): string => `Arquivo adicionado: ${nome} (${tipo}).`;

const STEPS: Readonly<Record<string, string>> = {
  criar: 'Cadastro', alterar: 'Alteração', excluir: 'Exclusão', senha: 'Troca de senha', entregarConvite: 'Link do convite entregue',
  ...Object.fromEntries(Object.entries(ROBOT_MOVES).map(([move, label]) => [stepOf(move as RobotMove), `Robô ${label}`])),
  'confirmar-aviso': CONFIRMED, criarChave: 'Nova chave', revogarChave: 'Chave revogada',
  [OPENED]: 'Cadastro', [FILE_ADDED]: 'Adicionar Arquivo', [FILE_HIDDEN]: 'Excluir Arquivo', [ABSENCE]: 'Quem Responde',
};

export const stepName = ({actions, list}: Resource, acao: string): string =>
  actions?.[acao]?.label ?? (acao === OPENED ? list.createLabel : undefined) ?? STEPS[acao] ?? acao;

/** A success message as history comment: 'Ticket Aprovado!' becomes 'Ticket Aprovado'. */
export const asComment = (success: string): string => success.replace(/!$/, '');

/**
 * Steps before the record's last change of company are hidden from the new company.
 *
 * @returns id of the step by which the record `alias`, or its parent, last changed company; 0: none
 */
export const arrivalOf = (config: Config, name: string, alias: string): RawBuilder<number> => {
  const moves = whoseMoves(config, name, alias);
  return moves === undefined ? sql`0` : sql`coalesce((
    select max(a.id) from historico as a
    where a.recurso = ${moves.of} and a.id_registro = ${moves.id} and ${changesField('a', moves.company)}), 0)`;
};

/** A user's name, or 'Sistema' for the product itself. @param alias the joined users */
export const whoIn = (alias: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then 'Sistema' else coalesce(${sql.ref(`${alias}.nome`)}, '') end`;

/** @param by column with the user's id */
export const joinWho = (alias: string, by: Sql): Sql =>
  sql`left join usuarios as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${by}`;
