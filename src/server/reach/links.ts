/** Links between a user and branches (`filiaisAlteradas`; rules: Users 2, Access 10): switched one by one, never across companies. */
import {sql, type RawBuilder} from 'kysely';
import type {Resource} from '../../schema/config/config.ts';
import type {DbOrTrx, Sql} from '../db/tables.ts';
import type {Link, LinkField} from '../readable/reader.ts';

export const linkFields = (resource: Resource): [name: string, field: LinkField][] =>
  Object.entries(resource.fields).flatMap(([name, field]): [string, LinkField][] => (field.kind === 'vinculos' ? [[name, field]] : []));

/** The linked ids of a record, in the field's own shape, every switch on, as one JSON value; a deleted branch has none. */
export const linksOf = (id: Sql, {wire}: LinkField): Sql => sql`(
  select coalesce(json_agg(json_build_object(${sql.lit(wire.id)}, v.id_filial, ${sql.lit(wire.on)}, true) order by v.id_filial), '[]')
  from usuarios_filiais v join filiais f on f.id = v.id_filial where v.id_usuario = ${id} and f.data_exclusao is null)`;

/** Rows of `alias` linked with one of these branches. */
export const linkedWith = (alias: string, ids: readonly unknown[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from usuarios_filiais v where v.id_usuario = ${sql.ref(`${alias}.id`)} and v.id_filial = any(${ids}::integer[]))`;

/** Ends every link of a user that is not of this company; all of them with `null`. */
export const unlinkOthers = async (trx: DbOrTrx, idUsuario: number, idEmpresa: number | null): Promise<void> => {
  const ending = trx.deleteFrom('usuarios_filiais').where('id_usuario', '=', idUsuario);
  await (idEmpresa === null ? ending : ending.where('id_empresa', '!=', idEmpresa)).execute();
};

/** Sets switches; what is not named stays. The branches are of `idEmpresa`, which the caller has checked and the keys enforce. */
export const setLinks = async (trx: DbOrTrx, idUsuario: number, idEmpresa: number, links: readonly Link[]): Promise<void> => {
  const off = links.filter(link => !link.on).map(link => link.id);
  const on = links.filter(link => link.on).map(link => ({id_usuario: idUsuario, id_filial: link.id, id_empresa: idEmpresa}));
  if (off.length > 0) await trx.deleteFrom('usuarios_filiais').where('id_usuario', '=', idUsuario).where('id_filial', 'in', off).execute();
  if (on.length > 0) await trx.insertInto('usuarios_filiais').values(on).onConflict(conflict => conflict.doNothing()).execute();
};
