/** Columns of a record's life cycle that no field declares (last comment, absence, escalation), filled from the history at first. */
import {sql} from 'kysely';
import {commentAnswerName, isCommentUnrestricted} from '../../../schema/lifeCycle/asks.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {referencedValueOf} from '../../../schema/fields/relatedFields.ts';
import type {Field} from '../../../schema/shapes/fields.ts';
import {statusesOf, type Status} from '../../../schema/statuses/statuses.ts';
import {canPassTurnToTeam, statusesByTurnHolderField} from '../../../schema/statuses/waiting.ts';
import {USERS} from '../../../schema/systemFields.ts';
import {ATTEMPT_KEY, robotStepName} from '../../../schema/queue.ts';
import {fieldRef} from '../conditions/waits.ts';
import {compileToText} from '../staticSql.ts';
import {fieldChangePredicate, companyMovesOf} from '../companyMoves.ts';
import {absentColumn, columnOf, commentColumns, escalatedColumn, quoted, tableOf, toSnakeCase} from '../sqlNames.ts';
import type {Sql} from '../tables.ts';
import type {Catalog} from './catalog.ts';
import {rowWriteLock, type Change} from './change.ts';
import {valueColumnOf} from './twinColumns.ts';

const {text, by, at} = commentColumns;

export const commentChanges = (catalog: Catalog, config: Config, name: string, resource: Resource): Change[] => {
  const table = tableOf(name);
  const existing = catalog.tables.get(table);
  if (resource.status === undefined || existing?.has(text) === true) return [];
  const quotedTable = quoted(table);
  return [
    {
      sentence: `Colunas ${table}.${text}, ${by} e ${at} {criadas} para o último comentário de ${name}.`,
      sql: `alter table ${quotedTable} add column ${quoted(text)} text, add column ${quoted(by)} integer references usuarios,
        add column ${quoted(at)} timestamptz`,
      lock: {mode: 'ACCESS EXCLUSIVE', table}, refersTo: [tableOf(USERS)],
    },
    ...(existing === undefined ? [] : commentsFromHistory(config, name, resource)),
  ];
};

/** Id of the person for whom the row `t` waits; undefined where the column that names them is still to be added. */
const awaitedPersonId = ({tables}: Catalog, resource: Resource, field: string): Sql | undefined => {
  const read = referencedValueOf(resource, field);
  if (read === undefined) return fieldRef(resource, 't', field);
  const column = toSnakeCase(read.field);
  return tables.get(tableOf(read.to))?.has(column) === true
    ? sql`(select n.${sql.ref(column)} from ${sql.table(tableOf(read.to))} as n where n.id = ${fieldRef(resource, 't', read.through)})`
    : undefined;
};

/**
 * Adds the column that marks an absent addressee.
 * For existing records only deactivated users count; a lost branch is noticed at the user's next change.
 */
export const absenceChanges = (catalog: Catalog, name: string, resource: Resource): Change[] => {
  const table = tableOf(name);
  const existing = catalog.tables.get(table);
  const waits = statusesByTurnHolderField(resource);
  if (waits.size === 0 || existing?.has(absentColumn) === true) return [];
  return [
    {
      sentence: `Coluna ${table}.${absentColumn} {criada} para os registros de ${name} que ninguém mais responde.`,
      sql: `alter table ${quoted(table)} add column ${quoted(absentColumn)} boolean not null default false`,
      lock: {mode: 'ACCESS EXCLUSIVE', table},
    },
    ...(existing === undefined ? [] : [...waits].flatMap(([field, statuses]): Change[] => {
      const person = awaitedPersonId(catalog, resource, field);
      return person === undefined ? [] : [{
        sentence: `Registros de ${name} cujo ${resource.fields[field]?.label ?? field} está inativo {passados} à equipe.`,
        lock: rowWriteLock(table),
        sql: compileToText(sql`
          update ${sql.table(table)} as t set ${sql.ref(absentColumn)} = true
          from usuarios as u left join empresas as e on e.id = u.id_empresa
          where u.id = ${person} and not (u.ativo and coalesce(e.ativo, true))
            and ${fieldRef(resource, 't', resource.status)} in (${sql.join(statuses.map(({id}) => sql.lit(id)))})`),
      }];
    })),
  ];
};

/** Adds the column that marks escalation to the team, filled from the history for existing records. */
export const escalationChanges = (catalog: Catalog, name: string, resource: Resource): Change[] => {
  const {actions = {}, queue} = resource;
  const table = tableOf(name);
  const existing = catalog.tables.get(table);
  if (!canPassTurnToTeam(resource) || existing?.has(escalatedColumn) === true) return [];
  const escalatingActions = Object.entries(actions).filter(([, {waits}]) => waits !== undefined).map(([action]) => sql.lit(action));
  const failures = queue?.waits === undefined ? [] : [sql.lit(robotStepName('falhar')), sql.lit(robotStepName('expirar'))];
  const unnamed = sql`coalesce(jsonb_array_length(h.depois -> ${sql.lit(ATTEMPT_KEY)} -> 'campos'), 0) = 0`;
  const isEscalated = [
    ...(escalatingActions.length === 0 ? [] : [sql`h.acao in (${sql.join(escalatingActions)})`]),
    ...(failures.length === 0 ? [] : [sql`(h.acao in (${sql.join(failures)}) and ${unnamed})`]),
  ];
  const statuses = [...statusesByTurnHolderField(resource).values()].flat();
  return [
    {
      sentence: `Coluna ${table}.${escalatedColumn} {criada} para os registros de ${name} deixados à equipe.`,
      sql: `alter table ${quoted(table)} add column ${quoted(escalatedColumn)} boolean not null default false`,
      lock: {mode: 'ACCESS EXCLUSIVE', table},
    },
    ...(existing === undefined ? [] : [{
      sentence: `Registros de ${name} deixados à equipe {tirados} do histórico.`,
      lock: rowWriteLock(table),
      sql: compileToText(sql`
        update ${sql.table(table)} as t set ${sql.ref(escalatedColumn)} = true
        where ${fieldRef(resource, 't', resource.status)} in (${sql.join(statuses.map(({id}) => sql.lit(id)))}) and coalesce((
          select ${sql.join(isEscalated, sql` or `)} from historico as h
          where h.recurso = ${sql.lit(name)} and h.id_registro = t.id and h.para_status is not null order by h.id desc limit 1), false)`),
    }]),
  ];
};

/** Actions that require a public comment; comments of other actions may be a sentence of the product. */
const commentingActions = ({actions = {}}: Resource): string[] => Object.entries(actions)
  .filter(
    ([, action]) => action.asks?.[commentAnswerName(action) ?? '']?.required === true && isCommentUnrestricted(action)
  ).map(([name]) => name);

const commentsFromHistory = (config: Config, name: string, resource: Resource): Change[] => {
  const actions = commentingActions(resource);
  if (actions.length === 0) return [];
  const moves = companyMovesOf(config, name, 't');
  // A record's new company must not read comments from before the record moved to it.
  const unread = moves === undefined ? sql`` : sql`and not exists (
    select from historico as m where m.recurso = ${sql.lit(moves.historyResource)} and m.id_registro = ${moves.id} and m.id > h.id
      and ${fieldChangePredicate('m', moves.company)})`;
  return [{
    sentence: `Último comentário de ${name} {tirado} do histórico.`, lock: rowWriteLock(tableOf(name)),
    sql: compileToText(sql`
      update ${sql.table(tableOf(name))} as t
      set ${sql.ref(text)} = h.comentario, ${sql.ref(by)} = h.id_usuario, ${sql.ref(at)} = h.data_criacao
      from (
        select distinct on (id_registro) id, id_registro, comentario, id_usuario, data_criacao from historico
        where recurso = ${sql.lit(name)} and acao in (${sql.join(actions.map(action => sql.lit(action)))}) and comentario <> ''
        order by id_registro, id desc
      ) as h where h.id_registro = t.id ${unread}`),
  }];
};

/** Fields with a status's instant, with the statuses that stamp them; `since` has none, which means all. */
const stampFields = (resource: Resource): Map<string, readonly Status[]> => {
  const entered = new Map<string, readonly Status[]>(
    Map.groupBy(statusesOf(resource).filter(({stamps}) => stamps !== undefined), ({stamps = ''}) => stamps),
  );
  return resource.since === undefined ? entered : entered.set(resource.since, []);
};

export const sinceChanges = (catalog: Catalog, name: string, resource: Resource): Change[] => {
  const {status = '', fields} = resource;
  const existing = catalog.tables.get(tableOf(name));
  const statusColumn = existing && fields[status] && valueColumnOf(existing, status, fields[status]);
  return [...stampFields(resource)].flatMap(([fieldName, statuses]) => {
    const field = fields[fieldName];
    // A renamed field takes its values from the old column.
    if (field === undefined || statusColumn === undefined
      || existing?.has(columnOf(fieldName, field)) === true || field.was !== undefined) return [];
    const table: Sql = sql.table(tableOf(name));
    const ids = statuses.map(({id}) => sql.lit(id));
    const among = ids.length === 0 ? sql`` : sql` and ${sql.ref(`r.${columnOf(status, fields[status] as Field)}`)} in (${sql.join(ids)})`;
    return [{
      sentence: `Campo ${fieldName} de ${name} {tirado} do histórico.`, lock: rowWriteLock(tableOf(name)),
      sql: compileToText(sql`
        update ${table} as t set ${sql.ref(columnOf(fieldName, field))} = coalesce(h.data_criacao, r.data_criacao)
        from ${table} as r left join (
          select distinct on (id_registro) id_registro, data_criacao from historico
          where recurso = ${sql.lit(name)} and para_status is not null order by id_registro, id desc
        ) as h on h.id_registro = r.id
        where r.id = t.id${among}`),
    }];
  });
};
