/**
 * Shapes of the API's bodies and events besides records: types for both sides, components of the OpenAPI document. The portal imports types
 * only, because a value would bring zod with it.
 */
import * as z from 'zod';
import {MAX_BULK_RECORDS} from './words/bulk.ts';
import {MAX_INTEGER} from './fields/kinds.ts';
import {normaliseInteger} from './fields/numberKinds.ts';
import {hasForbiddenCharacters, normaliseText} from './fields/text.ts';
import {formMessages} from './words/messages.ts';
import {NOTICE_MAILS} from './words/notices.ts';
import {ROBOT_MOVES, type RobotMove} from './words/robotMoves.ts';

/** Id of a record. */
export const id = z.int().min(1).max(MAX_INTEGER);
const count = z.int().min(0);
const text = z.string();
const instant = z.iso.datetime();
/** Text for people, of one line unless `multiline`: without invisible characters, refused with control characters. */
export const readableText = (shape: z.ZodString, multiline = false): z.ZodString =>
  shape.overwrite(value => normaliseText(value, multiline) ?? '').refine(value => !hasForbiddenCharacters(value), formMessages.invalid);
export const textLine = readableText(text);
const describedText = (description: string) => text.meta({description});

/** Codes of refusals with their meaning. */
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
  INDISPONIVEL: 'banco de dados ou disco fora do ar, o servidor está encerrando, ou o código próprio falhou',
} as const;
const errorCode = z.enum(Object.keys(errorCodes) as (keyof typeof errorCodes)[]);
export type ErrorCode = z.infer<typeof errorCode>;

/** Mistake in one value of the request. */
const fieldError = z.object({campo: text, mensagem: text});
export type FieldError = z.infer<typeof fieldError>;

/** Body of every refusal. */
export const errorBody = z.object({
  message: describedText('Uma frase para a pessoa; ausente num erro interno.').optional(),
  codigo: errorCode.meta({description: Object.entries(errorCodes).map(([code, meaning]) => `${code}: ${meaning}`).join('; ')}).optional(),
  campos: z.array(fieldError).readonly().optional(),
  id: describedText('A requisição, como o registro do servidor a nomeia.'),
}).meta({description: 'O corpo de toda recusa.'});
export type ErrorBody = z.infer<typeof errorBody>;

export const signInAnswer = z.object({
  token: text, nome: text, idPerfil: id, id, idEmpresa: count.meta({description: '0: nenhuma.'}), codigoExterno: text,
});
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** Claims of an access token. Permissions are not among them. */
export const tokenClaims = z.object({
  nameid: describedText('O id, como texto.'),
  unique_name: describedText('O nome.'),
  role: describedText('O rótulo do perfil.'),
  groupsid: describedText('A razão social da empresa.'),
  email: text,
  token_versao: z.int(),
  identity_tag: describedText('Muda com o nome, o e-mail, o perfil, a empresa ou o código externo.'),
});
export type TokenClaims = z.infer<typeof tokenClaims>;

/** Answer to a password change. The caller's own change returns a new token, because the change invalidates the old one. */
export const passwordChanged = z.object({id, token: describedText('Um novo token, quando a senha é a própria.').optional()});
export type PasswordChanged = z.infer<typeof passwordChanged>;

/** Owner of a link sent by mail. */
export const linkOwner = z.object({
  nome: text, email: text, convite: z.boolean().meta({description: 'É o convite para criar a primeira senha.'}),
});
export type LinkOwner = z.infer<typeof linkOwner>;

/** Option of a select. */
export const option = z.object({id: z.custom<string | number | boolean>(), descricao: text});
export type Option = z.infer<typeof option>;

/** File of a record. Its bytes have a call of their own. */
export const recordFile = z.object({
  id, nomeArquivo: text, dataCriacao: instant, tipo: text,
  origem: z.enum(['Portal', 'RPA']).meta({description: 'Uma pessoa no portal, ou um robô.'}),
  tamanho: count.meta({description: 'Em bytes.'}).optional(),
});
export type RecordFile = z.infer<typeof recordFile>;

/** Link by which an invited person chooses a password. */
export const invitationLink = z.object({link: text, ate: instant});
export type InvitationLink = z.infer<typeof invitationLink>;

/** Limits for uploads. */
export const uploadLimits = z.object({
  arquivoMaxMb: count.meta({description: 'O tamanho de um arquivo, em MB (1024 × 1024 bytes).'}),
  arquivosMax: count.meta({description: 'Quantos arquivos um registro pode ter.'}),
});
export type UploadLimits = z.infer<typeof uploadLimits>;
export const serverLimits = uploadLimits.extend({
  enviaEmails: z.boolean().meta({description: 'Se os e-mails saem; `false`: quem convida entrega o link.'}),
});
export type ServerLimits = z.infer<typeof serverLimits>;

/** State of a record in the robot queue. */
export const queueState = z.object({
  tentativa: count.meta({description: 'Quantas começaram; 0: nenhuma.'}), desde: instant,
  adiadoAte: instant.nullable().meta({description: 'Depois de uma falha: antes disto nenhum robô o recebe.'}),
  robo: describedText('Quem o tem ou teve por último, e em que máquina.'), leaseAte: instant.nullable(), limiteAte: instant.nullable(),
  progresso: text, porcento: z.int().min(0).max(100).nullable(),
  semProgressoSegundos: count.nullable().meta({description: 'Há quanto tempo o robô que o tem nada diz; `null`: nenhum o tem.'}),
}).nullable().meta({description: 'A fila dos robôs; `null`: fora dela.'});
export type QueueState = z.infer<typeof queueState>;

/** Item of a record's frozen form. */
export const formItem = z.object({
  id, item: id.nullable().meta({description: 'O item do modelo, pelo qual um robô o chama.'}).optional(),
  descricao: text, valor: text, tipoCampo: text, obrigatorio: z.boolean(), aviso: describedText('O que um robô achou errado no valor.'),
});
export type FormItem = z.infer<typeof formItem>;

/** Id in a request. Some portals send ids as texts; `true`, `[7]` and `1e0` are refused. */
export const idInput = z.preprocess(normaliseInteger, id).meta({type: 'integer', minimum: 1, maximum: MAX_INTEGER});
export const formAnswers = z.array(z.object({id: idInput, valor: z.unknown(), descricao: text.optional(), tipoCampo: text.optional()}))
  .meta({description: 'Num registro novo `id` é o do item do modelo; depois, o do próprio registro.'});

const versionItem = z.object({id, descricao: text, tipoCampo: text, obrigatorio: z.boolean(), mostrarConsultaTicket: z.boolean()});
export type VersionItem = z.infer<typeof versionItem>;

/** Version of a template's items. */
export const templateVersion = z.object({
  versao: id.meta({description: 'A partir de 1.'}), dataCriacao: instant.meta({description: 'Desde quando os itens são estes.'}),
  nomeUsuario: describedText('Quem fez a mudança que a abriu; da primeira, quem criou o modelo.'),
  atual: z.boolean().meta({description: 'Os itens são os de agora.'}), itens: z.array(versionItem).readonly(),
});
export type TemplateVersion = z.infer<typeof templateVersion>;

/** Consequence of an operation, with its count and sentence. */
export const consequence = z.object({
  consequencia: text, total: id, texto: text,
  registros: z.array(id).readonly().optional().meta({
    description: `Quais são, onde há o que fazer antes com eles; os primeiros ${MAX_BULK_RECORDS}.`,
  }),
});
export type Consequence = z.infer<typeof consequence>;

/** Limited readers of an answer; absent where all readers of the record read it. */
const audience = describedText('Quem mais lê isto, onde não são todos os que leem o registro: `Só a equipe`.').optional();

/** Changed field with formatted values; `''` is empty. */
const fieldChange = z.object({campo: text, rotulo: text, antes: text, depois: text, visibilidade: audience});
export type FieldChange = z.infer<typeof fieldChange>;

export const historyEntry = z.object({
  dataCriacao: instant, nomeUsuario: text, acao: describedText('O rótulo da ação.'), campos: z.array(fieldChange).readonly(),
});

/** Mistake in an item, reported by a robot. */
export const itemMark = z.object({
  item: id.meta({description: 'O item do modelo.'}), descricao: text, mensagem: text,
});
export type ItemMark = z.infer<typeof itemMark>;

/** A robot's step within its attempt. `reservar` starts an attempt; every other step, or a person who takes the record, ends it. */
const attemptStep = z.object({
  passo: z.enum(Object.keys(ROBOT_MOVES) as RobotMove[]), numero: count, robo: describedText('A máquina.'),
  codigo: describedText('Da falha, como o robô a chamou.'), campos: z.array(itemMark).readonly(),
});

/** History step of a record with a life cycle. Both statuses are `''` where the status stayed. */
export const historyStep = historyEntry.extend({
  comentario: text, visibilidade: audience, deStatus: text, paraStatus: text,
  campos: historyEntry.shape.campos.meta({description: 'Só onde campos mudaram.'}).optional(),
  tentativa: attemptStep.meta({description: 'Só nos passos de um robô.'}).optional(),
});
export type HistoryStep = z.infer<typeof historyStep>;
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Permission of the caller for one action on a record now. */
export const actionVerdict = z.object({acao: text, permitida: z.boolean(), motivo: describedText('Vazio quando permitida.')});
export type ActionVerdict = z.infer<typeof actionVerdict>;

/** Last text written to a record with a life cycle: a comment, or the reason of a step. */
export const lastComment = z.object({texto: text, nome: text, data: instant})
  .meta({description: 'O último comentário ou motivo escrito por alguém; `null`: nenhum.'});
export type LastComment = z.infer<typeof lastComment>;

export const turnHolder = text.meta({description: 'De quem é a vez; vazio: de ninguém.'});

export const tabCount = z.object({aba: text, total: count});
export type TabCount = z.infer<typeof tabCount>;

/** Notice about a record. */
const notice = z.object({
  id, texto: text, recurso: text, idRegistro: id, dataCriacao: instant, lido: z.boolean(),
  resolvido: z.boolean().optional().meta({description: 'Já foi respondido, ou o registro chegou ao fim depois dele.'}),
});
export type Notice = z.infer<typeof notice>;

/** Page of notices, limited to records in the caller's scope. */
export const noticePage = z.object({total: count, naoLidos: count, registros: z.array(notice).readonly()});
export type NoticePage = z.infer<typeof noticePage>;

export const noticesRead = z.object({naoLidos: count});
export type NoticesRead = z.infer<typeof noticesRead>;

/** Mail frequency of somebody's notices. */
export const noticeMail = z.object({email: z.enum(NOTICE_MAILS)})
  .meta({description: '`imediato`: o primeiro aviso logo, os que seguem juntos; `resumo`: um e-mail por dia; `nunca`: nenhum.'});
export type NoticeMailChoice = z.infer<typeof noticeMail>;

/** Event `registro` with the record's current `versao`. `calculado` says that only values of other records changed. */
export const recordEvent = z.object({recurso: text, id, versao: z.int(), calculado: z.literal(true).optional()});
export type RecordEvent = z.infer<typeof recordEvent>;

/** Event `aviso`. */
export const noticeEvent = noticesRead;
export type NoticeEvent = z.infer<typeof noticeEvent>;

/** Event `presenca`. The record's own call returns the viewers. */
export const presenceEvent = recordEvent.pick({recurso: true, id: true});
export type PresenceEvent = z.infer<typeof presenceEvent>;

export const ownPresence = z.object({
  escrevendo: z.boolean().optional()
    .meta({description: 'Se há algo digitado e não salvo nos últimos segundos; ausente: como estava, até que se passe o tempo.'}),
});
export type OwnPresence = z.infer<typeof ownPresence>;

/** Another person who has the record open. */
export const recordViewer = z.object({
  id, nome: text, escrevendo: z.boolean(), segundos: count.meta({description: 'Por quanto tempo ainda vale, se não for renovado.'}),
});
export type RecordViewer = z.infer<typeof recordViewer>;

/** Record found by 'Ir para'. */
export const goToHit = z.object({
  recurso: text, id, titulo: text, endereco: describedText('Onde o portal o abre.'),
  status: describedText('O status em que está, por extenso.').optional(),
  detalhes: describedText('O que o distingue dos outros, como a lista o mostra.').optional(),
  trecho: z.array(z.object({texto: text, achado: z.boolean().meta({description: 'Se é o que se procurou.'})})).readonly()
    .meta({description: 'O texto em que foi encontrado, em partes.'}).optional(),
});
export type GoToHit = z.infer<typeof goToHit>;

const sums = z.record(z.string(), z.number()).meta({description: 'Por campo somado que o perfil vê; os vazios não contam.'});
export type Sums = z.infer<typeof sums>;

/** Numbers of the dashboard's cards beyond the counts by status. */
export const cardNumbers = z.object({
  abas: z.array(tabCount.extend({somas: sums.optional()})).readonly()
    .meta({description: 'Os da aba, entre os criados no período: de cada cartão que é uma aba.'}).optional(),
  somas: z.record(z.string(), sums).meta({description: 'Por status, as somas de quem está nele.'}).optional(),
});
export type CardNumbers = z.infer<typeof cardNumbers>;
/** Counts of records by status: `idStatus{X}`, `qtd{X}`, `descricao{X}`, with X from `statusKeySuffix`. */
export type StatusCounts =
  CardNumbers & Readonly<Record<`${'idStatus' | 'qtd' | 'descricao'}${string}`, number | string>>;

/** Month of the dashboard's chart. */
export const evolutionPoint = z.object({descricaoMes: describedText('Por extenso: `Janeiro`.'), ano: z.int(), qtdEvolucao: count});
export type EvolutionPoint = z.infer<typeof evolutionPoint>;

export const MAX_OLDEST_RECORDS = 5;
/** Count of open records that refer to one record, or have one value. A branch has its company too. */
const share = z.object({
  id: z.union([z.int(), text]).meta({description: 'O registro, `-1`: nenhum; ou o valor do campo.'}), descricao: text, qtd: count,
  idEmpresa: id.optional(),
});
const shares = z.array(share).readonly();
export type Shares = z.infer<typeof shares>;

/** Dashboard answer that does not depend on the period. */
export const summary = z.object({
  maisAntigos: z.array(z.object({id, descricao: text, dataCriacao: instant})).max(MAX_OLDEST_RECORDS).readonly()
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
