/** A user as they would be once they were saved: whom the rest of the server would then take them for. */
import {sql} from 'kysely';
import {profileById} from '../../schema/access.ts';
import type {Asked} from '../../schema/conditions/asked.ts';
import type {Config, Resource} from '../../schema/config/config.ts';
import {holds, validateRecord, type Values} from '../../schema/fields/validate.ts';
import type {Actor} from '../context.ts';
import type {StoredRow, Sql} from '../db/tables.ts';
import type {Who} from '../reach/rows.ts';
import {linkFields} from '../reach/links.ts';
import {switchesOf} from '../readable/switches.ts';

/** The branches they would be linked with: those stored but for the ones of another company (rules: Access 10), switched as is sent. */
const branchesOf = (asked: Asked, id: number, values: Values): Sql => {
  const {resource, record} = asked;
  const selects = linkFields(resource).flatMap(([name, field]) => {
    const idEmpresa = record[field.within];
    if (typeof idEmpresa !== 'number' || !holds(field.enabled, asked)) return [];
    const links = switchesOf(field, values[name]);
    const ids = (on: boolean) => sql`${links.filter(link => link.on === on).map(link => link.id)}::integer[]`;
    return [sql`select id_filial from usuarios_filiais where id_usuario = ${id} and id_empresa = ${idEmpresa}
      and id_filial <> all(${ids(false)}) union select unnest(${ids(true)})`];
  });
  return selects.length === 0 ? sql`select null::integer where false` : sql.join(selects, sql` union `);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * @param row the user as stored
 * @param data what would be saved, as the call that saves takes it; what could not be saved counts as it is. Of the branches the
 *   stored ones of another company do not count
 */
export const afterSaving = (config: Config, resource: Resource, actor: Actor, row: StoredRow, data: Values): Who => {
  const {values} = validateRecord(config, resource, data, actor, row);
  const record: Values = {...row, ...values};
  const idPerfil = Number(record['tipo']);
  return {
    id: row.id, idPerfil, perfil: profileById(config, idPerfil) ?? '',
    idEmpresa: typeof record['idEmpresa'] === 'number' ? record['idEmpresa'] : null,
    codigoExterno: text(record['codigoExterno']), filiais: branchesOf({resource, record, session: actor}, row.id, values),
  };
};
