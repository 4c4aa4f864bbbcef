/** The history of one record as a person reads it: who, when, what, each changed field before and after. */
import {sql} from 'kysely';
import {choosesCompany, maySee} from '../../schema/access.ts';
import type {Config, Resource} from '../../schema/config.ts';
import type {Field, Fields} from '../../schema/fields.ts';
import {ruleOf} from '../../schema/kinds.ts';
import type {Values} from '../../schema/validate.ts';
import type {Actor} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import type {DbOrTrx} from '../db/tables.ts';
import {readerFor, type Reader} from '../readable/values.ts';
import {switchesOf} from '../resources/links.ts';
import type {StoredRow} from '../resources/present.ts';
import {arrivalOf} from './arrival.ts';

export interface FieldChange {
  campo: string;
  rotulo: string;
  antes: string;
  depois: string;
}
export interface Entry {
  dataCriacao: string;
  nomeUsuario: string;
  acao: string;
  campos: FieldChange[];
}

interface Row {
  id: number;
  dataCriacao: Date;
  nome: string | null;
  acao: string;
  antes: Values | null;
  depois: Values | null;
}

/** What the write path calls its own steps. */
const STEPS: Readonly<Record<string, string>> = {criar: 'Cadastro', alterar: 'Alteração', excluir: 'Exclusão', senha: 'Troca de senha'};

/** Fields a history may tell this profile: kept ones, never a password; what an action asked for too. */
const told = (resource: Resource, actor: Actor, acao: string): Fields => ({
  ...resource.actions?.[acao]?.asks,
  ...Object.fromEntries(Object.entries(resource.fields).filter(([, field]) =>
    field.kind !== 'senha' && ruleOf(field).own && maySee(field, actor.perfil))),
});

/** Links are written as the switches that moved; what they made of the links before is what a person wants to know. */
const afterOf = (field: Field, before: unknown, after: unknown): unknown => {
  if (field.kind !== 'vinculos') return after;
  const links = new Map([...switchesOf(field, before), ...switchesOf(field, after)].map(link => [link.id, link.on]));
  return [...links].map(([id, on]) => ({[field.wire.id]: id, [field.wire.on]: on}));
};

const changesOf = (row: Row, fields: Fields, read: Reader): FieldChange[] =>
  Object.entries(fields).flatMap(([campo, field]) => {
    if (!(campo in (row.antes ?? {})) && !(campo in (row.depois ?? {}))) return [];
    const antes = read(campo, row.antes?.[campo]);
    const depois = read(campo, row.depois === null ? undefined : afterOf(field, row.antes?.[campo], row.depois[campo]));
    return antes === depois ? [] : [{campo, rotulo: field.label, antes, depois}];
  });

/** What this person may know: all of it for whoever reaches every company, else what happened since the record came to theirs. */
const knownRows = async (db: DbOrTrx, config: Config, name: string, actor: Actor, record: StoredRow): Promise<Row[]> => {
  const since = choosesCompany(config, actor.perfil) ? 0 : await arrivalOf(db, config, name, record);
  const {rows} = await sql<Row>`
    select h.id, h.data_criacao as "dataCriacao", u.nome, h.acao, h.antes, h.depois
    from historico h left join usuarios u on u.id = h.id_usuario
    where h.recurso = ${name} and h.id_registro = ${record.id} and h.id >= ${since} order by h.id desc`.execute(db);
  // Of the arrival itself, only what it brought.
  return rows.map(row => (row.id === since ? {...row, antes: null} : row));
};

/**
 * Newest first.
 *
 * @param record as stored; the caller has made sure that the actor reaches it
 */
export const historyOf = async (db: DbOrTrx, config: Config, name: string, actor: Actor, record: StoredRow): Promise<Entry[]> => {
  const resource = resourceOf(config, name);
  const rows = await knownRows(db, config, name, actor, record);
  const values = rows.flatMap(row => [row.antes ?? {}, row.depois ?? {}]);
  const everything = Object.assign({}, ...rows.map(row => told(resource, actor, row.acao))) as Fields;
  const read = await readerFor(db, config, resource, everything, values);
  return rows.map(row => ({
    dataCriacao: row.dataCriacao.toISOString(),
    nomeUsuario: row.nome ?? 'Sistema',
    acao: resource.actions?.[row.acao]?.label ?? STEPS[row.acao] ?? row.acao,
    campos: changesOf(row, told(resource, actor, row.acao), read),
  }));
};
