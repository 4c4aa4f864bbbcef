/** POST tickets (§7): a ticket with its form frozen and its files, in one transaction. */
import {sql, type Transaction} from 'kysely';
import {fixedCompany} from '../../schema/access.ts';
import {formWords} from '../../schema/messages.ts';
import {validateRecord} from '../../schema/validate.ts';
import type {Answer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, snake} from '../db/names.ts';
import type {Tables} from '../db/tables.ts';
import {invalid} from '../errors.ts';
import {asComment, OPENED} from '../history/steps.ts';
import {writeHistory} from '../history/write.ts';
import {referenceErrors} from '../resources/references.ts';
import {addFiles, typedFiles, type NewFile} from './attachments.ts';
import {answersOf, carrierCode, fillItems, summaryOf, templateItems, type FormItem} from './form.ts';
import {readTicket} from './read.ts';

interface Place {
  idEmpresa: number;
  idFilial: number;
  idModeloFormulario: number;
}

/** Where the ticket is opened, each of the three within the caller's reach and within the one before (decisions §5). */
const placeOf = async (context: Context, trx: Transaction<Tables>, actor: Actor, data: Submission['data']): Promise<Place> => {
  const resource = resourceOf(context.config, 'tickets');
  // Whoever belongs to one company need not name it.
  const idEmpresa = Number(data['idEmpresa'] ?? 0) === 0 ? fixedCompany(context.config, actor) : data['idEmpresa'];
  const body = {...data, idEmpresa};
  const {values, errors} = validateRecord(context.config, resource, body, {session: actor, mode: 'create'});
  if (errors.length > 0) throw invalid(errors);
  const foreign = await referenceErrors(context, trx, actor, 'tickets', values, new Set(Object.keys(values)));
  if (foreign.length > 0) throw invalid(foreign);
  return values as unknown as Place;
};

/** §5: at least one file, each with a type, one file per type. */
const firstFiles = ({config}: Context, {files, tipos}: Submission): NewFile[] => {
  const {messages} = config.files;
  if (files.length === 0) throw invalid([{campo: 'files', mensagem: messages['needed'] ?? ''}]);
  if (new Set(tipos).size < tipos.length) throw invalid([{campo: 'tipos', mensagem: messages['sameType'] ?? ''}]);
  return typedFiles(config, files, tipos);
};

const insertTicket = async ({config}: Context, trx: Transaction<Tables>, actor: Actor, place: Place, items: readonly FormItem[]) => {
  // `descricao` and `itens_formulario` are columns made from the config, which Kysely's types do not know.
  const {rows} = await sql<{id: number; idStatusTicket: number}>`
    insert into tickets (id_empresa, id_filial, id_modelo_formulario, id_usuario, codigo_transportadora, descricao, ${sql.ref(snake('itensFormulario'))})
    select ${place.idEmpresa}, ${place.idFilial}, m.id, ${actor.id}, ${carrierCode(config, items)}::text, m.descricao, ${summaryOf(config, items)}
    from modelos_formulario m where m.id = ${place.idModeloFormulario} and m.id_filial = ${place.idFilial}
    -- Whoever is moving the template to another branch comes first or finds this ticket.
    for key share of m
    returning id, id_status_ticket as "idStatusTicket"`.execute(trx);
  const [ticket] = rows;
  if (ticket === undefined) throw invalid([{campo: 'idModeloFormulario', mensagem: formWords.invalid}]);
  await trx.insertInto('tickets_formularios').values(items.map((item, ordem) => ({
    id_registro: ticket.id, id_item: item.id, ordem, descricao: item.descricao, tipo_campo: item.tipoCampo,
    obrigatorio: item.obrigatorio, mostrar_consulta_ticket: item.mostrarConsultaTicket, valor: item.valor, aviso: null,
  }))).execute();
  return ticket;
};

/**
 * Opens a ticket in the caller's name; the files are in the store already.
 *
 * @returns 201 with the ticket as GET tickets/{id} answers it
 * @throws Refusal VALIDACAO: the form, the files, or a company, branch or template the caller does not reach
 */
export const openTicket = async (context: Context, trx: Transaction<Tables>, actor: Actor, submission: Submission): Promise<Answer> => {
  const resource = resourceOf(context.config, 'tickets');
  const place = await placeOf(context, trx, actor, submission.data);
  const template = await templateItems(trx, place.idModeloFormulario);
  const answers = answersOf(context.config, template, submission.data['ticketFormularios']);
  const items = fillItems(context.config, template, answers, actor);
  const files = firstFiles(context, submission);
  const {id, idStatusTicket} = await insertTicket(context, trx, actor, place, items);
  await addFiles(context, trx, actor, id, files);
  await writeHistory(trx, {recurso: 'tickets', id, actor, acao: OPENED, para: idStatusTicket, comentario: asComment(resource.messages.created)});
  return {status: 201, body: await readTicket(context, trx, actor, id)};
};
