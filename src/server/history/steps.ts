/** What a step of a history is called. */
import type {Resource} from '../../schema/config/config.ts';

/** Steps that are no action of the config, as rows name them. */
export const OPENED = 'abrir';
export const FILE_ADDED = 'anexar';
export const FILE_HIDDEN = 'excluirArquivo';

/** Those steps in words. */
const STEPS: Readonly<Record<string, string>> = {
  criar: 'Cadastro', alterar: 'Alteração', excluir: 'Exclusão', senha: 'Troca de senha',
  [OPENED]: 'Cadastro', [FILE_ADDED]: 'Adicionar Arquivo', [FILE_HIDDEN]: 'Excluir Arquivo',
};

/** A step in words, as it is declared now. */
export const stepName = ({actions, list}: Resource, acao: string): string =>
  actions?.[acao]?.label ?? (acao === OPENED ? list.createLabel : undefined) ?? STEPS[acao] ?? acao;

/** A success message as the history tells it: 'Ticket Aprovado!' becomes 'Ticket Aprovado'. */
export const asComment = (success: string): string => success.replace(/!$/, '');
