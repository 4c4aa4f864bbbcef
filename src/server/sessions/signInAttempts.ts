/**
 * Rate limiting of sign-in attempts, so that passwords cannot be guessed and nobody is locked out by a stranger's guesses.
 * After 10 wrong passwords a pair of account and address waits 1 minute, doubling to 15.
 * An account under attack slows down unknown addresses; an address may fail only so often. Unknown e-mails count alike.
 */
import {sql, type RawBuilder} from 'kysely';
import {retentionCutoff} from '../db/retention.ts';
import type {Db, DbOrTrx, Sql} from '../db/tables.ts';

/** Wrong passwords of one account from one address before the first wait. */
const FREE_ATTEMPTS = 10;
const MAX_WAIT_MINUTES = 15;
const PAIR_HOURS = 24;
/** Wrong passwords of one account from everywhere, beyond which unknown addresses wait a minute each time. */
const MAX_ACCOUNT_FAILURES = 100;
const ACCOUNT_HOURS = 1;
const MAX_ADDRESS_FAILURES = 100;
const ADDRESS_MINUTES = 5;
const MAX_KNOWN_ADDRESSES = 20;

export interface SignInAttempt {
  email: string;
  address: string;
}

export type AttemptVerdict =
  | {verdict: 'judge'}
  | {verdict: 'wait'}
  | {verdict: 'limit'; seconds: number};

/** The database's clock, so that several servers agree; tests pass their own. */
export const databaseInstant = (now: Date | undefined): RawBuilder<Date> =>
  now === undefined ? sql`now()` : sql`${now.toISOString()}::timestamptz`;

/** Hash of the account, lowercased by the database as e-mails are compared, so that every spelling is one account. */
const accountHash = (email: Sql): RawBuilder<string> => sql`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`;

const attemptCte = ({email, address}: SignInAttempt, now: Date | undefined): Sql =>
  sql`quem as (select ${accountHash(sql`${email}::text`)} as conta, ${address}::text as endereco, ${databaseInstant(now)} as agora)`;

/** Lock order of one attempt's rows (address, both, account), which avoids deadlocks between attempts. */
const lockOrder = sql`order by conta, endereco desc for update`;

const countFailure = sql`
  falhas = case when t.expira <= excluded.ultima then 1 else t.falhas + 1 end, ultima = greatest(t.ultima, excluded.ultima)`;
const keepPeriod = sql`expira = case when t.expira <= excluded.ultima then excluded.expira else t.expira end`;

/**
 * Counter of an address: `''` counts failures to sign in or to use a link. `pedidos` counts requested links.
 * The second may all be legitimate, so it blocks no sign-in.
 */
export type AddressCounter = '' | 'pedidos';

/** Increments the counter of the address; returns no row once the limit is reached. `quem` is a CTE of the statement. */
const countAddress = (counted: AddressCounter) => sql`
  insert into tentativas_login as t (conta, endereco, falhas, ultima, expira)
  select ${counted}::text, endereco, 1, agora, agora + ${ADDRESS_MINUTES}::integer * interval '1 minute' from quem
  on conflict (conta, endereco) do update set ${countFailure}, ${keepPeriod}
  where t.expira <= excluded.ultima or t.falhas < ${MAX_ADDRESS_FAILURES}::integer
  returning t.endereco`;
const secondsForAddress = (counted: AddressCounter) => sql`(
  select ceil(extract(epoch from t.expira - agora))::integer from tentativas_login t, quem
  where t.conta = ${counted} and t.endereco = quem.endereco
)`;

const verdictOf = ([row]: readonly {accepted: boolean; seconds: number | null}[], isJudged: boolean): AttemptVerdict => {
  if (row?.accepted !== true) return {verdict: 'limit', seconds: Math.max(row?.seconds ?? 0, 1)};
  return {verdict: isJudged ? 'judge' : 'wait'};
};

/**
 * Records the attempt as failed before the password is verified, so that parallel attempts gain nothing.
 * An attempt that has to wait counts for its address alone; an attempt of a blocked address is not counted.
 *
 * @param now for tests
 */
export const claimAttempt = async (db: Db, attempt: SignInAttempt, now?: Date): Promise<AttemptVerdict> => {
  const {rows} = await sql<{accepted: boolean; judged: boolean; seconds: number | null}>`
    with ${attemptCte(attempt, now)},
    do_endereco as (${countAddress('')}),
    de_todos as (
      select t.falhas from tentativas_login t, quem where t.conta = quem.conta and t.endereco = '' and t.expira > quem.agora for update of t
    ),
    dos_dois as (
      insert into tentativas_login as t (conta, endereco, falhas, ultima, expira)
      select quem.conta, quem.endereco, 1, agora, agora + ${PAIR_HOURS}::integer * interval '1 hour' from quem, do_endereco
      on conflict (conta, endereco) do update set ${countFailure}, expira = excluded.expira
      where t.expira <= excluded.ultima or coalesce(t.ultima + interval '1 minute' * case
        when t.falhas >= ${FREE_ATTEMPTS}::integer
          then least(power(2, least(t.falhas - ${FREE_ATTEMPTS}::integer, 10)), ${MAX_WAIT_MINUTES}::integer)
        when t.entrada is null and (select falhas from de_todos) > ${MAX_ACCOUNT_FAILURES}::integer then 1
      end <= excluded.ultima, true)
      returning t.conta
    ),
    da_conta as (
      insert into tentativas_login as t (conta, endereco, falhas, ultima, expira)
      select quem.conta, '', 1, agora, agora + ${ACCOUNT_HOURS}::integer * interval '1 hour' from quem, dos_dois
      on conflict (conta, endereco) do update set ${countFailure}, ${keepPeriod}
    )
    select exists (select from do_endereco) as accepted, exists (select from dos_dois) as judged, ${secondsForAddress('')} as seconds`
    .execute(db);
  return verdictOf(rows, rows[0]?.judged === true);
};

/**
 * Reverts {@link claimAttempt} after a right password: account and address start anew, and the address becomes known.
 *
 * @param now for tests
 */
export const releaseAttempt = async (db: Db, attempt: SignInAttempt, now?: Date): Promise<void> => {
  await sql`
    with ${attemptCte(attempt, now)},
    contadas as (
      select t.conta, t.endereco from tentativas_login t, quem
      where (t.conta, t.endereco) in (('', quem.endereco), (quem.conta, quem.endereco), (quem.conta, '')) ${lockOrder} of t
    )
    update tentativas_login t set
      falhas = case when t.conta <> '' and t.endereco <> '' then 0 else greatest(t.falhas - 1, 0) end,
      entrada = case when t.conta <> '' and t.endereco <> '' then quem.agora end
    from quem, contadas where t.conta = contadas.conta and t.endereco = contadas.endereco`.execute(db);
  await sql`
    with ${attemptCte(attempt, now)}
    update tentativas_login t set entrada = null from quem where t.conta = quem.conta and t.endereco in (
      select antigo.endereco from tentativas_login antigo
      where antigo.conta = quem.conta and antigo.entrada is not null order by antigo.entrada desc offset ${MAX_KNOWN_ADDRESSES}::integer
    )`.execute(db);
};

/**
 * Counts a call without a session for its address, before its body is looked at.
 *
 * @returns `limit`, uncounted, where there were too many
 */
export const claimCall = async (db: Db, address: string, counted: AddressCounter): Promise<AttemptVerdict> => {
  const {rows} = await sql<{accepted: boolean; seconds: number | null}>`
    with quem as (select ${address}::text as endereco, now() as agora), do_endereco as (${countAddress(counted)})
    select exists (select from do_endereco) as accepted, ${secondsForAddress(counted)} as seconds`.execute(db);
  return verdictOf(rows, true);
};

export const releaseCall = async (db: Db, address: string): Promise<void> => {
  await sql`update tentativas_login set falhas = greatest(falhas - 1, 0) where conta = '' and endereco = ${address}`.execute(db);
};

/** Resets the failures of a user after a password change. Known addresses stay. */
export const resetAttempts = async (trx: DbOrTrx, idUsuario: number): Promise<void> => {
  await sql`
    update tentativas_login t set expira = now() from (
      select conta, endereco from tentativas_login
      where conta = (select ${accountHash(sql`email`)} from usuarios where id = ${idUsuario}) ${lockOrder}
    ) da_conta where t.conta = da_conta.conta and t.endereco = da_conta.endereco`.execute(trx);
};

/** Maximum number of counters, because a flood creates them faster than they expire. */
const MAX_COUNTERS = 20_000;
/** Rows deleted per sweep, because on the embedded database everybody waits for it. More than the attempts between two sweeps. */
const SWEEP_BATCH_ROWS = 5000;

/**
 * Deletes expired counters, and above the maximum the lowest and oldest ones.
 * A flood thus evicts its own counters first, and a wait survives it.
 *
 * @param options `now` and `most` for tests
 */
export const sweepAttempts = async (db: Db, {now, most = MAX_COUNTERS}: {now?: Date; most?: number} = {}): Promise<void> => {
  const at = databaseInstant(now);
  await sql`
    delete from tentativas_login where (conta, endereco) in (
      select conta, endereco from tentativas_login
      where expira <= ${at} and (entrada is null or entrada <= ${retentionCutoff('tentativas_login', at)})
      limit ${SWEEP_BATCH_ROWS}::integer for update skip locked
    )`.execute(db);
  await sql`
    delete from tentativas_login where (conta, endereco) in (
      select conta, endereco from tentativas_login where (conta, endereco) in (
        select conta, endereco from tentativas_login where entrada is null
        order by falhas desc, expira desc offset ${most}::integer limit ${SWEEP_BATCH_ROWS}::integer
      ) for update skip locked
    )`.execute(db);
};

const SWEEP_EVERY_ATTEMPTS = 1000;
const SWEEP_INTERVAL_MS = 600_000;

/**
 * Creates a sweep that runs every so many attempts or minutes; without attempts the table does not grow.
 *
 * @returns called at each attempt
 */
export const createAttemptSweep = (db: Db): (() => Promise<void>) => {
  let attempts = 0;
  let lastSweep = -Infinity;
  return async () => {
    attempts += 1;
    if (attempts < SWEEP_EVERY_ATTEMPTS && performance.now() - lastSweep < SWEEP_INTERVAL_MS) return;
    attempts = 0;
    lastSweep = performance.now();
    await sweepAttempts(db);
  };
};
