/** Route of a template's versions, open to readers of the template. */
import type {FastifyPluginAsync} from 'fastify';
import {sql} from 'kysely';
import {canChooseCompany, mayAccess} from '../../../schema/access.ts';
import type {Config} from '../../../schema/shapes/config.ts';
import {listVersionedItems, versionsCall, type VersionedItems} from '../../../schema/versions.ts';
import {templateVersion, type TemplateVersion, type VersionItem} from '../../../schema/apiShapes.ts';
import type {Actor, Context} from '../../context.ts';
import {resourceOf, tableOf} from '../../db/sqlNames.ts';
import type {DbOrTrx, StoredRow} from '../../db/tables.ts';
import {companyArrivalId} from '../../history/steps.ts';
import {pathId, addRoute} from '../../http/route.ts';
import {answer} from '../../openapi/call.ts';
import {tagOf} from '../../openapi/describedResource.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {objectSchemaOf} from '../../openapi/zodSchemas.ts';
import {readStoredRow} from '../../rowScope/storedRow.ts';
import type {StoredFormItem} from './formItems.ts';
import {currentItemsJson} from './itemRows.ts';
import {FIRST_VERSION, versionItems, versionsTableSql} from './versions.ts';

interface RecordedVersion {
  versao: number;
  dataCriacao: string;
  nomeUsuario: string | null;
  itens: VersionItem[] | null;
}
interface TemplateHistory {
  dataCriacao: Date;
  nomeUsuario: string | null;
  /** Id of the step that brought the template to its company; 0: never moved. */
  chegada: number;
  itens: StoredFormItem[];
  versoes: RecordedVersion[];
}

const readTemplateHistory = async (
  db: DbOrTrx, config: Config, versioned: VersionedItems, id: number,
): Promise<TemplateHistory | undefined> => {
  const {rows} = await sql<TemplateHistory>`
    select
      m.data_criacao as "dataCriacao", ${companyArrivalId(config, versioned.of, 'm')} as chegada,
        ${currentItemsJson(config, versioned, 'm')} as itens,
      (select u.nome from historico h join usuarios u on u.id = h.id_usuario
        where h.recurso = ${versioned.of} and h.id_registro = m.id and h.acao = 'criar' order by h.id limit 1) as "nomeUsuario",
      (select coalesce(json_agg(json_build_object('versao', v.versao, 'dataCriacao', v.data_criacao, 'nomeUsuario', u.nome,
        'itens', v.itens) order by v.versao desc), '[]')
        from ${versionsTableSql(versioned)} as v left join usuarios u on u.id = v.id_usuario
        where v.id_registro = m.id) as versoes
    from ${sql.table(tableOf(versioned.of))} as m where m.id = ${id}`.execute(db);
  return rows[0];
};

/**
 * Lists a template's versions, newest first.
 * Authors are visible to editors of the template; the first author only if the template has not changed company since.
 *
 * @param record as stored, already checked against the actor's scope
 */
const listVersions = async (
  db: DbOrTrx, config: Config, versioned: VersionedItems, actor: Actor, record: StoredRow,
): Promise<TemplateVersion[]> => {
  const template = await readTemplateHistory(db, config, versioned, record.id);
  if (template === undefined) return [];
  const mayEdit = mayAccess(resourceOf(config, versioned.of), 'update', actor.perfil);
  const showsFirstAuthor = mayEdit && (canChooseCompany(config, actor.perfil) || template.chegada === 0);
  const firstVersion: RecordedVersion = {
    versao: FIRST_VERSION.versao, dataCriacao: template.dataCriacao.toISOString(), nomeUsuario: template.nomeUsuario, itens: null,
  };
  const recorded = template.versoes.length === 0 ? [firstVersion] : template.versoes;
  return recorded.map(({versao, dataCriacao, nomeUsuario, itens}, index) => {
    const name = versao === FIRST_VERSION.versao ? showsFirstAuthor && template.nomeUsuario : mayEdit && nomeUsuario;
    return {
      versao, dataCriacao: new Date(dataCriacao).toISOString(), nomeUsuario: name || '', atual: index === 0,
      itens: itens ?? versionItems(template.itens),
    };
  });
};

export const versionRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const versioned of listVersionedItems(config)) {
    const {of} = versioned;
    const endpoint = versionsCall(config, of);
    const resource = resourceOf(config, of);
    if (endpoint === undefined) continue;
    addRoute(app, {
      endpoint, id: `${of}.versoes`, tag: tagOf(resource), summary: `Versões dos itens de ${resource.label.one}`,
      allowedProfiles: resource.access.read,
      description: 'O primeiro registro aberto com os itens fecha a versão; a próxima mudança de um item abre a seguinte. '
        + '`nomeUsuario` é vazio para quem não pode alterar o modelo.',
      answers: {200: answer('Da mais nova à mais antiga.', arrayOf(ref('versaoDeModelo')))},
      schemas: () => ({versaoDeModelo: objectSchemaOf(templateVersion)}),
    }, async request => {
      const record = await readStoredRow(context, db, of, request.actor, pathId(request.params));
      return listVersions(db, config, versioned, request.actor, record);
    });
  }
};
