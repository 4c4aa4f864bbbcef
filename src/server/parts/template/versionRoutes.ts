/** The call that tells a template's versions, for whoever may read the template. */
import type {FastifyPluginAsync} from 'fastify';
import {sql} from 'kysely';
import {choosesCompany, may} from '../../../schema/access.ts';
import type {Config} from '../../../schema/config/config.ts';
import {versionedItems, versionsCall, type Versioned} from '../../../schema/versions.ts';
import {templateVersion, type TemplateVersion, type VersionItem} from '../../../schema/wire.ts';
import type {Actor, Context} from '../../context.ts';
import {resourceOf, tableOf} from '../../db/names.ts';
import type {DbOrTrx, StoredRow} from '../../db/tables.ts';
import {arrivalOf} from '../../history/steps.ts';
import {idOf, route} from '../../http/route.ts';
import {answer} from '../../openapi/call.ts';
import {tagOf} from '../../openapi/described.ts';
import {arrayOf, ref} from '../../openapi/json.ts';
import {shapeOf} from '../../openapi/shapes.ts';
import {storedRow} from '../../reach/storedRow.ts';
import type {FormItem} from './items.ts';
import {itemsNow} from './rows.ts';
import {FIRST_VERSION, versionItems, versionsTable} from './versions.ts';

/** What a template asked in each of its versions, and asks now. */
interface Recorded {
  versao: number;
  dataCriacao: string;
  nomeUsuario: string | null;
  /** null: not closed yet. */
  itens: VersionItem[] | null;
}
interface Found {
  dataCriacao: Date;
  nomeUsuario: string | null;
  /** 0: it never came from another company. */
  chegada: number;
  itens: FormItem[];
  versoes: Recorded[];
}

const found = async (db: DbOrTrx, config: Config, versioned: Versioned, id: number): Promise<Found | undefined> => {
  const {rows} = await sql<Found>`
    select
      m.data_criacao as "dataCriacao", ${arrivalOf(config, versioned.of, 'm')} as chegada, ${itemsNow(config, versioned, 'm')} as itens,
      (select u.nome from historico h join usuarios u on u.id = h.id_usuario
        where h.recurso = ${versioned.of} and h.id_registro = m.id and h.acao = 'criar' order by h.id limit 1) as "nomeUsuario",
      (select coalesce(json_agg(json_build_object('versao', v.versao, 'dataCriacao', v.data_criacao, 'nomeUsuario', u.nome,
        'itens', v.itens) order by v.versao desc), '[]')
        from ${versionsTable(versioned)} as v left join usuarios u on u.id = v.id_usuario
        where v.id_registro = m.id) as versoes
    from ${sql.table(tableOf(versioned.of))} as m where m.id = ${id}`.execute(db);
  return rows[0];
};

/**
 * The versions of a template, newest first. Who made one is told to whoever may change the template, and who made the template only
 * where that was in the company it is of.
 *
 * @param record as stored; the caller has made sure that the actor reaches it
 */
const versionsOf = async (
  db: DbOrTrx, config: Config, versioned: Versioned, actor: Actor, record: StoredRow,
): Promise<TemplateVersion[]> => {
  const template = await found(db, config, versioned, record.id);
  if (template === undefined) return [];
  const mayKnow = may(resourceOf(config, versioned.of), 'update', actor.perfil);
  const isOurs = mayKnow && (choosesCompany(config, actor.perfil) || template.chegada === 0);
  const first: Recorded = {
    versao: FIRST_VERSION.versao, dataCriacao: template.dataCriacao.toISOString(), nomeUsuario: template.nomeUsuario, itens: null,
  };
  const recorded = template.versoes.length === 0 ? [first] : template.versoes;
  return recorded.map(({versao, dataCriacao, nomeUsuario, itens}, at) => {
    const name = versao === FIRST_VERSION.versao ? isOurs && template.nomeUsuario : mayKnow && nomeUsuario;
    return {
      versao, dataCriacao: new Date(dataCriacao).toISOString(), nomeUsuario: name || '', atual: at === 0,
      itens: itens ?? versionItems(template.itens),
    };
  });
};

export const versionRoutes = (context: Context): FastifyPluginAsync => async app => {
  const {config, db} = context;
  for (const versioned of versionedItems(config)) {
    const {of} = versioned;
    const endpoint = versionsCall(config, of);
    const resource = resourceOf(config, of);
    if (endpoint === undefined) continue;
    route(app, {
      endpoint, id: `${of}.versoes`, tag: tagOf(resource), summary: `Versões dos itens de ${resource.label.one}`,
      may: resource.access.read,
      description: 'O primeiro registro aberto com os itens fecha a versão; a próxima mudança de um item abre a seguinte. '
        + '`nomeUsuario` é vazio para quem não pode alterar o modelo.',
      answers: {200: answer('Da mais nova à mais antiga.', arrayOf(ref('versaoDeModelo')))},
      schemas: () => ({versaoDeModelo: shapeOf(templateVersion)}),
    }, async request => {
      const record = await storedRow(context, db, of, request.actor, idOf(request.params));
      return versionsOf(db, config, versioned, request.actor, record);
    });
  }
};
