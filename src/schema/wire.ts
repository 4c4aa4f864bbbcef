/**
 * What both sides say to each other besides records, written once: the types of both, and the components of the OpenAPI
 * document. The portal takes types alone: a value of this file would bring the validation library with it.
 */
import * as z from 'zod';
import {MAX_BULK_RECORDS} from './words/bulk.ts';
import {MAX_INTEGER} from './fields/kinds.ts';
import {normaliseInteger} from './fields/numberKinds.ts';
import {hasForbiddenCharacters, normaliseText} from './fields/text.ts';
import {formMessages} from './words/messages.ts';
import {NOTICE_MAILS} from './words/notices.ts';
import {ROBOT_MOVES, type RobotMove} from './words/robotMoves.ts';

/** The id of a record. */
export const id = z.int().min(1).max(MAX_INTEGER);
const count = z.int().min(0);
const text = z.string();
const instant = z.iso.datetime();
/**
 * A text for people to read, of one line unless it is `multiline`: kept without what nobody sees in it, refused with control characters.
 */
export const readableText = (shape: z.ZodString, multiline = false): z.ZodString =>
  shape.overwrite(value => normaliseText(value, multiline) ?? '').refine(value => !hasForbiddenCharacters(value), formMessages.invalid);
export const textLine = readableText(text);
const told = (description: string) => text.meta({description});

/** What a refusal's `codigo` may be, and means. */
const errorCodes = {
  VALIDACAO: 'um valor é inválido, falta, ou se refere a um registro que não existe ou não é seu',
  CONFLITO: 'valor repetido, status que não permite a ação, ou outra pessoa chegou antes',
  VERSAO: 'o registro mudou desde que foi lido (`versao`, `If-Match`)',
  TAMANHO: 'corpo, arquivo ou número de arquivos acima do limite',
  EXTENSAO: 'arquivo proibido pelo nome ou pelo conteúdo',
  TOKEN: 'link de senha vencido ou já usado',
  LIMITE: 'chamadas demais ou um envio lento demais; veja `Retry-After`',
  SESSAO: 'sem sessão válida, ou e-mail e senha que não conferem',
  PERMISSAO: 'este perfil nunca pode fazer isto',
  NAO_ENCONTRADO: 'não existe, ou está fora do alcance de quem pergunta',
  LEASE: 'o lease terminou ou é de outro robô: o trabalho deve ser descartado',
  PRAZO: 'o tempo da tentativa acabou, ainda que renovada',
  INTERROMPIDO: 'uma pessoa tirou o registro do robô',
  INDISPONIVEL: 'banco de dados ou disco fora do ar, ou o servidor está encerrando',
} as const;
const errorCode = z.enum(Object.keys(errorCodes) as (keyof typeof errorCodes)[]);
export type ErrorCode = z.infer<typeof errorCode>;

/** What is wrong with one value that was sent. */
const fieldError = z.object({campo: text, mensagem: text});
export type FieldError = z.infer<typeof fieldError>;

/** The one body of every refusal. */
export const errorBody = z.object({
  message: told('Uma frase para a pessoa; ausente num erro interno.').optional(),
  codigo: errorCode.meta({description: Object.entries(errorCodes).map(([code, meaning]) => `${code}: ${meaning}`).join('; ')}).optional(),
  campos: z.array(fieldError).readonly().optional(),
  id: told('A requisição, como o registro do servidor a nomeia.'),
}).meta({description: 'O corpo de toda recusa.'});
export type ErrorBody = z.infer<typeof errorBody>;

/** What signing in answers. */
export const signInAnswer = z.object({
  token: text, nome: text, idPerfil: id, id, idEmpresa: count.meta({description: '0: nenhuma.'}), codigoExterno: text,
});
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** What an access token says of its owner: never what they may do. */
export const tokenClaims = z.object({
  nameid: told('O id, como texto.'),
  unique_name: told('O nome.'),
  role: told('O rótulo do perfil.'),
  groupsid: told('A razão social da empresa.'),
  email: text,
  token_versao: z.int(),
  identity_tag: told('Muda com o nome, o e-mail, o perfil, a empresa ou o código externo.'),
});
export type TokenClaims = z.infer<typeof tokenClaims>;

/** What changing a password answers; whoever changed their own goes on with the new token. */
export const passwordChanged = z.object({id, token: told('Um novo token, quando a senha é a própria.').optional()});
export type PasswordChanged = z.infer<typeof passwordChanged>;

/** Whose a link by mail is. */
export const linkOwner = z.object({
  nome: text, email: text, convite: z.boolean().meta({description: 'É o convite para criar a primeira senha.'}),
});
export type LinkOwner = z.infer<typeof linkOwner>;

/** A choice of a field, where a call answers them. */
export const option = z.object({id: z.custom<string | number | boolean>(), descricao: text});
export type Option = z.infer<typeof option>;

/** A file of a record; its bytes have a call of their own. */
export const recordFile = z.object({
  id, nomeArquivo: text, dataCriacao: instant, tipo: text,
  origem: z.enum(['Portal', 'RPA']).meta({description: 'Uma pessoa no portal, ou um robô.'}),
  tamanho: count.meta({description: 'Em bytes.'}).optional(),
});
export type RecordFile = z.infer<typeof recordFile>;

/** The link by which a person who was invited chooses a password. */
export const invitationLink = z.object({link: text, ate: instant});
export type InvitationLink = z.infer<typeof invitationLink>;

/** What a server takes of files. */
export const uploadLimits = z.object({
  arquivoMaxMb: count.meta({description: 'O tamanho de um arquivo, em MB (1024 × 1024 bytes).'}),
  arquivosMax: count.meta({description: 'Quantos arquivos um registro pode ter.'}),
});
export type UploadLimits = z.infer<typeof uploadLimits>;
/** The same, and whether it has a mail server. */
export const serverLimits = uploadLimits.extend({
  enviaEmails: z.boolean().meta({description: 'Se os e-mails saem; `false`: quem convida entrega o link.'}),
});
export type ServerLimits = z.infer<typeof serverLimits>;

/** Where a record stands in the queue of robots. */
export const queueState = z.object({
  tentativa: count.meta({description: 'Quantas começaram; 0: nenhuma.'}), desde: instant,
  adiadoAte: instant.nullable().meta({description: 'Depois de uma falha: antes disto nenhum robô o recebe.'}),
  robo: told('Quem o tem ou teve por último, e em que máquina.'), leaseAte: instant.nullable(), limiteAte: instant.nullable(),
  progresso: text, porcento: z.int().min(0).max(100).nullable(),
  semProgressoSegundos: count.nullable().meta({description: 'Há quanto tempo o robô que o tem nada diz; `null`: nenhum o tem.'}),
}).nullable().meta({description: 'A fila dos robôs; `null`: fora dela.'});
export type QueueState = z.infer<typeof queueState>;

/** An item of a record's frozen form. */
export const formItem = z.object({
  id, item: id.nullable().meta({description: 'O item do modelo, pelo qual um robô o chama.'}).optional(),
  descricao: text, valor: text, tipoCampo: text, obrigatorio: z.boolean(), aviso: told('O que um robô achou errado no valor.'),
});
export type FormItem = z.infer<typeof formItem>;

/** Portals send ids as texts too; `true`, `[7]` and `1e0` are none. */
export const sentId = z.preprocess(normaliseInteger, id).meta({type: 'integer', minimum: 1, maximum: MAX_INTEGER});
/** The values of a form as they are sent. */
export const formAnswers = z.array(z.object({id: sentId, valor: z.unknown(), descricao: text.optional(), tipoCampo: text.optional()}))
  .meta({description: 'Num registro novo `id` é o do item do modelo; depois, o do próprio registro.'});

/** An item as a version of its template has it. */
const versionItem = z.object({id, descricao: text, tipoCampo: text, obrigatorio: z.boolean(), mostrarConsultaTicket: z.boolean()});
export type VersionItem = z.infer<typeof versionItem>;

/** A version of a template's items. */
export const templateVersion = z.object({
  versao: id.meta({description: 'A partir de 1.'}), dataCriacao: instant.meta({description: 'Desde quando os itens são estes.'}),
  nomeUsuario: told('Quem fez a mudança que a abriu; da primeira, quem criou o modelo.'),
  atual: z.boolean().meta({description: 'Os itens são os de agora.'}), itens: z.array(versionItem).readonly(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** What hangs on a record, in words. */
export const consequence = z.object({
  consequencia: text, total: id, texto: text,
  registros: z.array(id).readonly().optional().meta({
    description: `Quais são, onde há o que fazer antes com eles; os primeiros ${MAX_BULK_RECORDS}.`,
  }),
});
export type Consequence = z.infer<typeof consequence>;

/** Who alone reads an answer, where not everybody who reads the record does. */
const audience = told('Quem mais lê isto, onde não são todos os que leem o registro: `Só a equipe`.').optional();

/** A field that changed, as a person reads it; `''` for nothing. */
const fieldChange = z.object({campo: text, rotulo: text, antes: text, depois: text, visibilidade: audience});
export type FieldChange = z.infer<typeof fieldChange>;

/** A change of a record. */
export const historyEntry = z.object({
  dataCriacao: instant, nomeUsuario: text, acao: told('O rótulo da ação.'), campos: z.array(fieldChange).readonly(),
});

/** What a robot found wrong with an item. */
export const itemMark = z.object({
  item: id.meta({description: 'O item do modelo.'}), descricao: text, mensagem: text,
});
export type ItemMark = z.infer<typeof itemMark>;

/** What a robot's step tells of its attempt; one begins with `reservar` and ends with any other, or where a person takes it away. */
const attemptStep = z.object({
  passo: z.enum(Object.keys(ROBOT_MOVES) as RobotMove[]), numero: count, robo: told('A máquina.'),
  codigo: told('Da falha, como o robô a chamou.'), campos: z.array(itemMark).readonly(),
});

/** A step of a record that has a life cycle; the statuses are `''` where it stayed as it was. */
export const historyStep = historyEntry.extend({
  comentario: text, visibilidade: audience, deStatus: text, paraStatus: text,
  campos: historyEntry.shape.campos.meta({description: 'Só onde campos mudaram.'}).optional(),
  tentativa: attemptStep.meta({description: 'Só nos passos de um robô.'}).optional(),
});
export type HistoryStep = z.infer<typeof historyStep>;
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Whether who asks may do an action to a record now. */
export const actionVerdict = z.object({acao: text, permitida: z.boolean(), motivo: told('Vazio quando permitida.')});
export type ActionVerdict = z.infer<typeof actionVerdict>;

/** What somebody wrote last to a record with a life cycle: a comment, or the reason of a step. */
export const lastComment = z.object({texto: text, nome: text, data: instant})
  .meta({description: 'O último comentário ou motivo escrito por alguém; `null`: nenhum.'});
export type LastComment = z.infer<typeof lastComment>;

/** Whom a record waits for. */
export const waitedFor = text.meta({description: 'De quem é a vez; vazio: de ninguém.'});

/** How many records a tab of a list has. */
export const tabCount = z.object({aba: text, total: count});
export type TabCount = z.infer<typeof tabCount>;

/** What somebody is told of a record. */
const notice = z.object({
  id, texto: text, recurso: text, idRegistro: id, dataCriacao: instant, lido: z.boolean(),
  resolvido: z.boolean().optional().meta({description: 'Já foi respondido, ou o registro chegou ao fim depois dele.'}),
});
export type Notice = z.infer<typeof notice>;

/** A page of notices, of records within the caller's reach. */
export const noticePage = z.object({total: count, naoLidos: count, registros: z.array(notice).readonly()});
export type NoticePage = z.infer<typeof noticePage>;

/** What marking notices as read answers. */
export const noticesRead = z.object({naoLidos: count});
export type NoticesRead = z.infer<typeof noticesRead>;

/** Which mails somebody gets of their notices. */
export const noticeMail = z.object({email: z.enum(NOTICE_MAILS)})
  .meta({description: '`imediato`: o primeiro aviso logo, os que seguem juntos; `resumo`: um e-mail por dia; `nunca`: nenhum.'});
export type NoticeMailChoice = z.infer<typeof noticeMail>;

/** The event `registro`: `versao` is the one the record has now; with `calculado` what changed are numbers that it has of others. */
export const recordEvent = z.object({recurso: text, id, versao: z.int(), calculado: z.literal(true).optional()});
export type RecordEvent = z.infer<typeof recordEvent>;

/** The event `aviso`. */
export const noticeEvent = noticesRead;
export type NoticeEvent = z.infer<typeof noticeEvent>;

/** The event `presenca`: who is there is answered by the record's own call. */
export const presenceEvent = recordEvent.pick({recurso: true, id: true});
export type PresenceEvent = z.infer<typeof presenceEvent>;

/** What somebody says of themselves who has a record open. */
export const ownPresence = z.object({
  escrevendo: z.boolean().optional()
    .meta({description: 'Se há algo digitado e não salvo nos últimos segundos; ausente: como estava, até que se passe o tempo.'}),
});
export type OwnPresence = z.infer<typeof ownPresence>;

/** Somebody else who has the record open. */
export const viewer = z.object({
  id, nome: text, escrevendo: z.boolean(), segundos: count.meta({description: 'Por quanto tempo ainda vale, se não for renovado.'}),
});
export type Viewer = z.infer<typeof viewer>;

/** A record that go-to found. */
export const foundRecord = z.object({
  recurso: text, id, titulo: text, endereco: told('Onde o portal o abre.'),
  status: told('O status em que está, por extenso.').optional(),
  detalhes: told('O que o distingue dos outros, como a lista o mostra.').optional(),
  trecho: z.array(z.object({texto: text, achado: z.boolean().meta({description: 'Se é o que se procurou.'})})).readonly()
    .meta({description: 'O texto em que foi encontrado, em partes.'}).optional(),
});
export type FoundRecord = z.infer<typeof foundRecord>;

/** How many records are in each status: `idStatus{X}`, `qtd{X}`, `descricao{X}`, X as `countName` gives it. */
export type StatusCounts = Readonly<Record<string, number | string>>;

/** One month of the dashboard's chart. */
export const evolutionPoint = z.object({descricaoMes: told('Por extenso: `Janeiro`.'), ano: z.int(), qtdEvolucao: count});
export type EvolutionPoint = z.infer<typeof evolutionPoint>;

/** How many open records the dashboard names. */
export const MOST_OLDEST = 5;
/** How many open records refer to each record; of a branch also the company. */
const share = z.object({
  id: z.int().meta({description: 'O registro; `-1`: nenhum.'}), descricao: text, qtd: count, idEmpresa: id.optional(),
});
const shares = z.array(share).readonly();
export type Shares = z.infer<typeof shares>;

/** The dashboard's third answer, of no period. */
export const summary = z.object({
  maisAntigos: z.array(z.object({id, descricao: text, dataCriacao: instant})).max(MOST_OLDEST).readonly()
    .meta({description: 'Os em aberto há mais tempo, o mais antigo primeiro.'}),
  finalizados: z.object({
    estaSemana: count, semanaAnterior: count,
    mesmosDias: count.optional().meta({description: 'Da semana anterior, até o mesmo dia da semana que hoje.'}),
  }).meta({description: 'De domingo a sábado, em São Paulo.'}),
  porFilial: z.array(share.omit({id: true}).extend({idFilial: id})).readonly()
    .meta({description: 'Em aberto por filial, a que tem mais primeiro.'}),
  por: z.record(z.string(), shares).optional()
    .meta({description: 'Em aberto por outro campo, pelo nome dele, o que tem mais primeiro.'}),
});
export type Summary = z.infer<typeof summary>;
