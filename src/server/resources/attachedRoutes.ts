/** Routes of files that are field values: upload before the record is saved, download from the record (rules: Files 15). */
import type {FastifyInstance} from 'fastify';
import {sql} from 'kysely';
import {maySee, profilesAllowedTo} from '../../schema/access.ts';
import {fileFieldCalls, asAttachedFile, type AttachedFile} from '../../schema/fields/fileKind.ts';
import {isWritable} from '../../schema/fields/validate.ts';
import {profilesOfAction, findSavingAction} from '../../schema/lifeCycle/workflow.ts';
import {withSubmission} from '../requestBody/submission.ts';
import {ATTACHABLE_DAYS} from '../engine/attachedFiles.ts';
import type {EngineContext} from '../engine/hooks.ts';
import {invalid, notFound} from '../errors.ts';
import {sendFile} from '../http/sendFile.ts';
import {pathId, addRoute} from '../http/route.ts';
import {answer, IDEMPOTENCY} from '../openapi/call.ts';
import {valueSchema} from '../openapi/fields.ts';
import {singleFileBody} from '../openapi/multipart.ts';
import {DOWNLOAD_ANSWERS} from '../parts/files/filesDocument.ts';
import {fileMessage} from '../../schema/parts.ts';
import {tooManyFiles} from '../parts/files/fileRules.ts';
import {readStoredRow} from '../rowScope/storedRow.ts';
import type {ResourceDocument} from './resourceDocument.ts';

export const attachedRoutes = (
  app: FastifyInstance, context: EngineContext, {name, resource, config, describeCall}: ResourceDocument,
): void => {
  for (const [campo, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'arquivo') continue;
    const {upload, download} = fileFieldCalls(name, resource, campo);
    const visibleTo = (profiles: readonly string[]): string[] => [...new Set(profiles)].filter(perfil => maySee(field, perfil));
    const [, saving] = findSavingAction(resource) ?? [];
    const schema = valueSchema(config, field);

    if (isWritable(field)) {
      addRoute(app, {
        ...describeCall(`${campo}.enviar`, `Envia um arquivo para ${field.label}`), endpoint: upload, parameters: [IDEMPOTENCY],
        allowedProfiles: visibleTo([
          ...profilesAllowedTo(resource, 'create'), ...profilesAllowedTo(resource, 'update'),
          ...(saving === undefined ? [] : profilesOfAction(saving)),
        ]),
        description: `Vale quando o registro é salvo com ele, até ${ATTACHABLE_DAYS} dias depois.`, body: singleFileBody({}, []),
        answers: {201: answer('O arquivo, como valor do campo.', schema)},
      }, async (request, reply) => {
        const {status, body} = await withSubmission(context, request, {
          fields: [], mostFiles: 1, tooManyFiles: () => tooManyFiles(config, resource, 1), again: () => Promise.resolve(),
        }, async (trx, actor, {files: [file]}) => {
          if (file === undefined) throw invalid([{campo: 'file', mensagem: fileMessage(config, resource, 'noFile')}]);
          const {key, nome, size, sha256} = file;
          const {rows: [uploaded]} = await sql<{id: number}>`
            insert into campos_arquivos (recurso, campo, chave, nome_arquivo, tamanho, sha256, id_usuario)
            values (${name}, ${campo}, ${key}, ${nome}, ${size}, ${sha256}, ${actor.id}) returning id`.execute(trx);
          return {status: 201, body: {id: uploaded?.id, nomeArquivo: nome, tamanho: size}};
        });
        return reply.code(status).send(body);
      });
    }

    // Not compressed, because a range counts the file's own bytes.
    addRoute(app, {
      ...describeCall(`${campo}.baixar`, `Baixa ${field.label}`), endpoint: download, allowedProfiles: visibleTo(resource.access.read),
      description: 'Aceita `Range` e `If-None-Match`.', answers: DOWNLOAD_ANSWERS,
    }, async (request, reply) => {
      const row = await readStoredRow(context, context.db, name, request.actor, pathId(request.params));
      const {id} = asAttachedFile(row[campo]) ?? ({id: 0} satisfies Pick<AttachedFile, 'id'>);
      const {rows: [file]} = await sql<{key: string; nome: string; size: number; sha256: string}>`
        select chave as key, nome_arquivo as nome, tamanho as size, sha256 from campos_arquivos where id = ${id}`.execute(context.db);
      if (file === undefined) throw notFound();
      return sendFile(context.files, file, request, reply);
    }, {compress: false});
  }
};
