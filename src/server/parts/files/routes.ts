/** The calls for a record's files. Whoever may save the record now may add and remove files; whoever reads it may download. */
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {sql, type Transaction} from 'kysely';
import type {Resource} from '../../../schema/config.ts';
import {MAX_INTEGER} from '../../../schema/kinds.ts';
import {fileCallsOf, fileParam} from '../../../schema/parts.ts';
import {fillPath, parseEndpoint, pathParams} from '../../../schema/paths.ts';
import {recordTitle} from '../../../schema/recordTitle.ts';
import type {FileSentence} from '../../../schema/sentences.ts';
import type {Values} from '../../../schema/validate.ts';
import type {Answer} from '../../calls/idempotency.ts';
import {inspectFile} from '../../calls/inspect.ts';
import {withSubmission, type Submission} from '../../calls/submission.ts';
import type {Actor, Context} from '../../context.ts';
import type {Tables} from '../../db/tables.ts';
import {together} from '../../db/together.ts';
import {changeRecord} from '../../db/turns.ts';
import {invalid, notFound, Refusal} from '../../errors.ts';
import {attachmentHeaders, sendFile} from '../../files/send.ts';
import {FILE_HIDDEN} from '../../history/steps.ts';
import {historyRows, writeHistory} from '../../history/write.ts';
import {idOf} from '../../http/ids.ts';
import {sendPortions} from '../../http/portions.ts';
import {requireMay, route} from '../../http/route.ts';
import {demandSelf} from '../../http/self.ts';
import {ALIAS} from '../../reach/select.ts';
import {storedRow} from '../../reach/storedRow.ts';
import type {HeldForSaving} from '../part.ts';
import {addedSteps, addFiles} from './add.ts';
import {fileRows, hideFile, presentFiles, shownFile, shownFiles} from './rows.ts';
import {fileMessage, typedFiles} from './rules.ts';
import {takenFiles} from './taken.ts';

const idIn = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isInteger(id) && id >= 1 && id <= MAX_INTEGER ? id : undefined;
};

/** Adds the file calls of a resource to the record routes. */
export const fileRoutes = (
  app: FastifyInstance, context: Context, held: HeldForSaving, name: string, resource: Resource,
): void => {
  const {config, db} = context;
  const subject = {config, name, resource};
  const calls = fileCallsOf(name, resource);
  const {record = '', repeats} = resource.files?.calls ?? {};
  const say = (message: FileSentence): string => fileMessage(config, resource, message);

  /** A file that is shown, of the record that the path names, if it names one. Whether the caller reaches it is asked next. */
  const fileOf = async (request: FastifyRequest, endpoint: typeof calls.download) => {
    const file = await shownFile(db, subject, idOf(request.params, fileParam(endpoint)));
    const named = pathParams(parseEndpoint(endpoint).path).includes('id') ? idOf(request.params) : file?.idRegistro;
    if (file === undefined || file.idRegistro !== named) throw notFound();
    return file;
  };

  route(app, calls.list, async request => {
    requireMay(resource, 'read', request);
    const files = sql`${fileRows(subject, ALIAS)} as ${sql.ref('#files')}`;
    return presentFiles((await storedRow(context, db, name, request.actor, idOf(request.params), false, [files]))['#files']);
  });

  if (calls.check !== undefined) {
    route(app, calls.check, async request => {
      if (!(await inspectFile(context, request))) throw invalid([{campo: 'file', mensagem: say('noFile')}]);
      return {valido: true};
    });
  }

  const upload = async (trx: Transaction<Tables>, actor: Actor, id: number | undefined, submission: Submission): Promise<Answer> => {
    const {data, files} = submission;
    if (id === undefined) throw notFound();
    const row = await held(trx, name, actor, id);
    if (repeats !== undefined && idIn(data[repeats]) !== row[repeats]) throw invalid([{campo: repeats, mensagem: say('noBranch')}]);
    if (files.length === 0) throw invalid([{campo: 'file', mensagem: say('noFile')}]);
    const tipos = typeof data['tipo'] === 'string' ? files.map(() => data['tipo'] as string) : submission.tipos;
    const saving = {...subject, context, trx, actor, record: row, submission, id};
    const typed = typedFiles(config, resource, files, tipos);
    const [added] = await addFiles(saving, typed);
    const {rows: [first]} = await together(added ?? sql`select`, [historyRows(addedSteps(saving, typed))]).execute(trx);
    return {status: 201, body: {...presentFiles([first])[0]}};
  };
  route(app, calls.upload, async (request, reply) => {
    const inPath = pathParams(parseEndpoint(calls.upload).path).includes('id');
    const idFor = (data: Values): number | undefined => (inPath ? idOf(request.params) : idIn(data[record]));
    const {status, body} = await withSubmission(context, request, {
      fields: ['tipo', record, repeats ?? ''], ...takenFiles(context, resource, true, ''),
      admit: async () => void (inPath && await storedRow(context, db, name, request.actor, idOf(request.params))),
      changes: data => {
        const id = idFor(data);
        return id === undefined ? undefined : {name, id};
      },
    }, (trx, actor, submission) => upload(trx, actor, idFor(submission.data), submission));
    const {path} = parseEndpoint(calls.download);
    const location = fillPath(path, {...(request.params as object), [fileParam(calls.download)]: body['id']});
    return reply.code(status).header('location', `/api/${location}`).send(body);
  });

  route(app, calls.remove, async request => {
    const {actor} = request;
    const file = await fileOf(request, calls.remove);
    await changeRecord(db, name, file.idRegistro, async trx => {
      await held(trx, name, actor, file.idRegistro, () => demandSelf(actor, (request.params as {idUsuario?: string}).idUsuario));
      if (!(await hideFile(trx, subject, actor, file.id))) throw notFound();
      const comentario = `Arquivo excluído: ${file.nome}.`;
      await writeHistory(trx, {recurso: name, id: file.idRegistro, actor, acao: FILE_HIDDEN, comentario});
    });
    return {id: file.id};
  });

  // Never compressed on the way: a range counts the file's own bytes.
  route(app, calls.download, async (request, reply) => {
    requireMay(resource, 'read', request);
    const file = await fileOf(request, calls.download);
    await storedRow(context, db, name, request.actor, file.idRegistro);
    return sendFile(context.files, file, request, reply);
  }, {compress: false});

  route(app, calls.archive, async (request, reply) => {
    requireMay(resource, 'read', request);
    const row = await storedRow(context, db, name, request.actor, idOf(request.params));
    const files = await shownFiles(db, subject, row.id);
    // Most starts serve no archive.
    const {fitsZip, zipOf} = await import('./zip.ts');
    if (!fitsZip(files)) throw new Refusal(400, 'TAMANHO', say('archive'));
    const headers = {...attachmentHeaders(`${recordTitle(resource, row)}.zip`), 'content-type': 'application/zip'};
    return sendPortions(request, reply, headers, zipOf(context.files, files));
  }, {compress: false});
};
