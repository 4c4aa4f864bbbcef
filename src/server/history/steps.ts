/** What a step of a history and whoever did it are called, and since when the steps are told. */
import {sql, type RawBuilder} from 'kysely';
import type {Config, Resource} from '../../schema/config/config.ts';
import {CONFIRMED, stepOf} from '../../schema/queue.ts';
import {ROBOT_MOVES, type RobotMove} from '../../schema/words/robotMoves.ts';
import {changesField, whoseMoves} from '../db/moves.ts';
import type {Sql} from '../db/tables.ts';

/** Steps that are no action of the config, as rows name them. */
export const OPENED = 'abrir';
export const FILE_ADDED = 'anexar';
export const FILE_HIDDEN = 'excluirArquivo';

/** Whom a record waits for is not there any more, or is again. */
export const ABSENCE = 'ausencia';

/** The company whose record it was when a robot made a step, beside {@link ATTEMPT}. */
export const KEPT_COMPANY = '$empresa';

/** What is said of a file that was added. */
export const fileAdded = ({nome, tipo}: {nome: string; tipo: string}): string => `Arquivo adicionado: ${nome} (${tipo}).`;

/** Those steps in words. */
const STEPS: Readonly<Record<string, string>> = {
  criar: 'Cadastro', alterar: 'Alteração', excluir: 'Exclusão', senha: 'Troca de senha', entregarConvite: 'Link do convite entregue',
  ...Object.fromEntries(Object.entries(ROBOT_MOVES).map(([move, told]) => [stepOf(move as RobotMove), `Robô ${told}`])),
  'confirmar-aviso': CONFIRMED, criarChave: 'Nova chave', revogarChave: 'Chave revogada',
  [OPENED]: 'Cadastro', [FILE_ADDED]: 'Adicionar Arquivo', [FILE_HIDDEN]: 'Excluir Arquivo', [ABSENCE]: 'Quem Responde',
};

/** A step in words, as it is declared now. */
export const stepName = ({actions, list}: Resource, acao: string): string =>
  actions?.[acao]?.label ?? (acao === OPENED ? list.createLabel : undefined) ?? STEPS[acao] ?? acao;

/** A success message as the history tells it: 'Ticket Aprovado!' becomes 'Ticket Aprovado'. */
export const asComment = (success: string): string => success.replace(/!$/, '');

/**
 * What was before a record came to the company it is of belongs to the people of another.
 *
 * @returns the entry of the history by which the record `alias`, or the parent that it belongs to, last changed company: its id, or 0
 */
export const arrivalOf = (config: Config, name: string, alias: string): RawBuilder<number> => {
  const moves = whoseMoves(config, name, alias);
  return moves === undefined ? sql`0` : sql`coalesce((
    select max(a.id) from historico as a
    where a.recurso = ${moves.of} and a.id_registro = ${moves.id} and ${changesField('a', moves.company)}), 0)`;
};

/** A person by their name, the product itself 'Sistema'. @param alias the users, joined by who did it */
export const whoIn = (alias: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${alias}.id`)} is null then 'Sistema' else coalesce(${sql.ref(`${alias}.nome`)}, '') end`;

/** @param by the column that names them */
export const joinWho = (alias: string, by: Sql): Sql =>
  sql`left join usuarios as ${sql.ref(alias)} on ${sql.ref(`${alias}.id`)} = ${by}`;
