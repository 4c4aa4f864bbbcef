/** The named conditions an action may need. Each is one function on facts that both sides can know. */
import type {GuardName} from './config.ts';

/** What is known about the record and whoever asks; a fact that is not known (`undefined`) refuses nothing. */
export interface Facts {
  idUsuarioLogado?: number | undefined;
  /** Who opened the ticket. */
  idUsuario?: number | undefined;
  /** Who attends it. */
  idUsuarioAtendimento?: number | null | undefined;
  /** The RPA workflow its template names; empty for none. */
  workFlowNameRpa?: string | null | undefined;
  /** Whether every item of the form is filled in validly. */
  itensValidos?: boolean | undefined;
  /** The record's own id, where the record is a user. */
  id?: number | undefined;
  /** Whether the record is the only active Adm. */
  ultimoAdm?: boolean | undefined;
  /** The record is a user: whether they have no password yet, whether one of their profile is invited by mail, whether they are active. */
  semSenha?: boolean | undefined;
  pessoa?: boolean | undefined;
  ativo?: boolean | undefined;
}

interface Guard {
  holds(facts: Facts): boolean;
  reason: string;
  /** Where it does not hold, nothing is lacking that somebody could see to: the action is none of such a record's. */
  applies?: true;
}

export const guards: Record<GuardName, Guard> = {
  autor: {
    holds: facts => facts.idUsuario === undefined || facts.idUsuario === facts.idUsuarioLogado,
    reason: 'Somente quem abriu o ticket pode fazer isto.',
  },
  atendente: {
    holds: facts => facts.idUsuarioAtendimento === undefined || facts.idUsuarioAtendimento === facts.idUsuarioLogado,
    reason: 'Somente quem atende o ticket pode fazer isto.',
  },
  modeloTemRobo: {
    holds: facts => facts.workFlowNameRpa === undefined || Boolean(facts.workFlowNameRpa),
    reason: 'O modelo deste ticket não tem workflow RPA.',
  },
  itensValidos: {
    holds: facts => facts.itensValidos !== false,
    reason: 'Preencha corretamente os campos do formulário antes de continuar.',
  },
  naoProprio: {
    holds: facts => facts.id === undefined || facts.id !== facts.idUsuarioLogado,
    reason: 'Não é possível fazer isto com o seu próprio usuário.',
  },
  naoUltimoAdm: {
    holds: facts => facts.ultimoAdm !== true,
    reason: 'Este é o único Adm ativo.',
  },
  semSenha: {
    holds: facts => facts.semSenha !== false,
    reason: 'Este usuário já tem senha. Se a esqueceu, pode pedir outra em “Esqueceu sua senha?”, na tela de entrada.',
    applies: true,
  },
  pessoa: {
    holds: facts => facts.pessoa !== false,
    reason: 'Usuários deste perfil não recebem convite por e-mail.',
    applies: true,
  },
  usuarioAtivo: {
    holds: facts => facts.ativo !== false,
    reason: 'Este usuário está inativo. Ative-o antes de enviar o convite.',
  },
};
