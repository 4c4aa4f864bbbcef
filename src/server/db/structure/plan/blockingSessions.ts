import {sql} from 'kysely';
import type {DbOrTrx} from '../../tables.ts';
import {LOCK_NOT_AVAILABLE} from '../../databaseErrors.ts';
import {formatCountedNoun, MAX_SAMPLE_IDS} from './finding.ts';

interface Session {
  pid: number;
  role: string | null;
  program: string | null;
  /** null: hidden for sessions of another role. */
  minutes: number | null;
}
const describe = ({pid, role, program, minutes}: Session): string =>
  `${program || 'processo'} ${pid} de ${role}${minutes === null ? '' : `, há ${formatCountedNoun(minutes, 'minuto', 'minutos')}`}`;

/** @throws Error in Portuguese that names the blocking sessions; any other error unchanged */
export const rethrowNamingBlockers = async (db: DbOrTrx, error: unknown): Promise<never> => {
  if ((error as {code?: string}).code !== LOCK_NOT_AVAILABLE) throw error;
  const {rows} = await sql<Session>`
    select pid, usename as role, application_name as program, ceil(extract(epoch from now() - xact_start) / 60)::integer as minutes
    from pg_stat_activity as a where datname = current_database() and pid <> pg_backend_pid() and exists (
      select from pg_locks as l join pg_class as c on c.oid = l.relation
      where l.pid = a.pid and l.granted and c.relnamespace = current_schema()::regnamespace)
    order by xact_start limit ${sql.lit(MAX_SAMPLE_IDS)}`.execute(db);
  const sessions = rows.length === 0 ? 'alguém que já terminou' : rows.map(describe).join('; ');
  throw new Error(
    'Esta versão traz migrações, e para ver o que elas deixam é preciso segurar por um momento tabelas com que outros trabalham: ' +
      `${sessions}. Nada foi mudado: rode de novo quando terminarem.`, {cause: error},
  );
};
