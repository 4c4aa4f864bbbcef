/** PUT tickets/{id} (§7): new values in the form, and new files; nothing else of a ticket is edited. */
import {sql, type Transaction} from 'kysely';
import type {Answer} from '../calls/idempotency.ts';
import type {Submission} from '../calls/submission.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf, snake} from '../db/names.ts';
import type {Tables} from '../db/tables.ts';
import {FILE_ADDED} from '../history/steps.ts';
import {writeHistory} from '../history/write.ts';
import {refuseStale} from '../resources/version.ts';
import {addFiles, typedFiles, type NewFile} from './attachments.ts';
import {answersOf, carrierCode, changesOf, fillItems, summaryOf, type FormItem} from './form.ts';
import {readTicket} from './read.ts';
import {demand, lockTicket} from './state.ts';

/** The action that says who may edit in which status; files follow it too. */
export const SAVE = 'salvar';

export const saveAction = (context: Context) => {
  const action = resourceOf(context.config, 'tickets').actions?.[SAVE];
  if (action === undefined) throw new TypeError(`Unknown action: ${SAVE}`);
  return action;
};

const updateForm = async (context: Context, trx: Transaction<Tables>, id: number, before: readonly FormItem[], after: readonly FormItem[]) => {
  for (const [index, item] of after.entries()) {
    const old = before[index];
    if (old?.valor === item.valor && old.aviso === item.aviso) continue;
    await trx.updateTable('tickets_formularios').set({valor: item.valor, aviso: item.aviso}).where('id', '=', item.id).execute();
  }
  await sql`
    update tickets set ${sql.ref(snake('itensFormulario'))} = ${summaryOf(context.config, after)},
      codigo_transportadora = ${carrierCode(context.config, after)}, versao = versao + 1
    where id = ${id}`.execute(trx);
};

/** Adds files and says so in the history, one row a file. */
export const attach = async (context: Context, trx: Transaction<Tables>, actor: Actor, id: number, files: readonly NewFile[]) => {
  const added = await addFiles(context, trx, actor, id, files);
  for (const file of added) {
    await writeHistory(trx, {recurso: 'tickets', id, actor, acao: FILE_ADDED, comentario: `Arquivo adicionado: ${file.nomeArquivo} (${file.tipo}).`});
  }
  return added;
};

/**
 * Saves the form of a ticket. The history says which items changed, before and after.
 *
 * @returns 200 with the ticket as GET tickets/{id} answers it
 * @throws Refusal 404 outside the scope, 403 and 400 CONFLITO by the table of `salvar`, VERSAO, VALIDACAO for an item
 */
export const saveTicket = async (
  context: Context, trx: Transaction<Tables>, actor: Actor, id: number, submission: Submission, versao: unknown,
): Promise<Answer> => {
  const ticket = await lockTicket(context, trx, actor, id);
  const {items: before} = await demand(context, trx, actor, ticket, saveAction(context));
  refuseStale(ticket.versao, versao);
  const sent = submission.data['ticketFormularios'];
  const answers = sent === undefined ? new Map<number, unknown>() : answersOf(context.config, before, sent);
  const after = fillItems(context.config, before, answers, actor);
  const comentario = changesOf(context.config, before, after);
  if (comentario !== '') {
    await updateForm(context, trx, id, before, after);
    await writeHistory(trx, {recurso: 'tickets', id, actor, acao: SAVE, comentario});
  }
  await attach(context, trx, actor, id, typedFiles(context.config, submission.files, submission.tipos));
  return {status: 200, body: await readTicket(context, trx, actor, id)};
};
