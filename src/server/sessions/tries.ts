/**
 * Counts tries to sign in, so that a password cannot be guessed and nobody is kept out by somebody else's guesses. After 10 wrong
 * passwords an account and an address wait for each other 1 minute, doubling to 15; an account under attack slows down addresses
 * it does not know; an address may fail only so often. An e-mail that nobody has is counted like any other.
 */
import {sql, type RawBuilder} from 'kysely';
import {retentionCutoff} from '../db/ages.ts';
import type {Db, DbOrTrx, Sql} from '../db/tables.ts';

/** Wrong passwords of an account from an address without a wait. */
const FREE_TRIES = 10;
const LONGEST_MINUTES = 15;
const PAIR_HOURS = 24;
/** Wrong passwords of an account from everywhere, beyond which addresses it never signed in from wait a minute each time. */
const ACCOUNT_TRIES = 100;
const ACCOUNT_HOURS = 1;
/** Failures of an address, whatever the accounts. */
const ADDRESS_TRIES = 100;
const ADDRESS_MINUTES = 5;
/** Addresses an account is known to sign in from. */
const KNOWN_ADDRESSES = 20;

export interface Try {
  email: string;
  /** As `callerAddress` gives it. */
  address: string;
}

export type Claim =
  /** The password may be looked at. */
  | {verdict: 'judge'}
  /** It may not: the account and the address wait. */
  | {verdict: 'wait'}
  /** The address failed too often. */
  | {verdict: 'limit'; seconds: number};

/** The database's clock, so that several servers agree; tests bring their own. */
export const instant = (now: Date | undefined): RawBuilder<Date> =>
  now === undefined ? sql`now()` : sql`${now.toISOString()}::timestamptz`;

/** By the database's own small letters, as e-mails are compared: every spelling that finds an account is counted as that account. */
const accountOf = (email: Sql): RawBuilder<string> => sql`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`;

const whoTries = ({email, address}: Try, now: Date | undefined): Sql =>
  sql`quem as (select ${accountOf(sql`${email}::text`)} as conta, ${address}::text as endereco, ${instant(now)} as agora)`;

/** Rows of the same try are always locked in this order (address, both, account), or two tries could wait for each other. */
const lockOrder = sql`order by conta, endereco desc for update`;

/** One more failure, or the first of a new period. */
const oneMore = sql`
  falhas = case when t.expira <= excluded.ultima then 1 else t.falhas + 1 end, ultima = greatest(t.ultima, excluded.ultima)`;
const samePeriod = sql`expira = case when t.expira <= excluded.ultima then excluded.expira else t.expira end`;

/**
 * What an address is counted for: failures to sign in or to use a link, and links that it asked for, which may all be in order and
 * so keep nobody from signing in.
 */
export type Counted = '' | 'pedidos';

/** One more of the address in `quem`; no row where there were too many. */
const ofAddress = (counted: Counted) => sql`
  insert into tentativas_login as t (conta, endereco, falhas, ultima, expira)
  select ${counted}::text, endereco, 1, agora, agora + ${ADDRESS_MINUTES}::integer * interval '1 minute' from quem
  on conflict (conta, endereco) do update set ${oneMore}, ${samePeriod}
  where t.expira <= excluded.ultima or t.falhas < ${ADDRESS_TRIES}::integer
  returning t.endereco`;
/** How long that address has to wait. */
const addressSeconds = (counted: Counted) => sql`(
  select ceil(extract(epoch from t.expira - agora))::integer from tentativas_login t, quem
  where t.conta = ${counted} and t.endereco = quem.endereco
)`;

const claimOf = ([row]: readonly {accepted: boolean; seconds: number | null}[], judged: boolean): Claim => {
  if (row?.accepted !== true) return {verdict: 'limit', seconds: Math.max(row?.seconds ?? 0, 1)};
  return {verdict: judged ? 'judge' : 'wait'};
};

/**
 * Counts a try as a failure before anybody looks at its password, so that many at once are no more than one after the other.
 * One statement. A try that has to wait counts for its address alone; one of an address that failed too often counts for nothing.
 *
 * @param now for tests
 */
export const claimTry = async (db: Db, attempt: Try, now?: Date): Promise<Claim> => {
  const {rows} = await sql<{accepted: boolean; judged: boolean; seconds: number | null}>`
    with ${whoTries(attempt, now)},
    do_endereco as (${ofAddress('')}),
    de_todos as (
      select t.falhas from tentativas_login t, quem where t.conta = quem.conta and t.endereco = '' and t.expira > quem.agora for update of t
    ),
    dos_dois as (
      insert into tentativas_login as t (conta, endereco, falhas, ultima, expira)
      select quem.conta, quem.endereco, 1, agora, agora + ${PAIR_HOURS}::integer * interval '1 hour' from quem, do_endereco
      on conflict (conta, endereco) do update set ${oneMore}, expira = excluded.expira
      where t.expira <= excluded.ultima or coalesce(t.ultima + interval '1 minute' * case
        when t.falhas >= ${FREE_TRIES}::integer
          then least(power(2, least(t.falhas - ${FREE_TRIES}::integer, 10)), ${LONGEST_MINUTES}::integer)
        when t.entrada is null and (select falhas from de_todos) > ${ACCOUNT_TRIES}::integer then 1
      end <= excluded.ultima, true)
      returning t.conta
    ),
    da_conta as (
      insert into tentativas_login as t (conta, endereco, falhas, ultima, expira)
      select quem.conta, '', 1, agora, agora + ${ACCOUNT_HOURS}::integer * interval '1 hour' from quem, dos_dois
      on conflict (conta, endereco) do update set ${oneMore}, ${samePeriod}
    )
    select exists (select from do_endereco) as accepted, exists (select from dos_dois) as judged, ${addressSeconds('')} as seconds`
    .execute(db);
  return claimOf(rows, rows[0]?.judged === true);
};

/**
 * Takes back what {@link claimTry} counted, because the password was right: account and address start anew and know each other.
 *
 * @param now for tests
 */
export const releaseTry = async (db: Db, attempt: Try, now?: Date): Promise<void> => {
  await sql`
    with ${whoTries(attempt, now)},
    contadas as (
      select t.conta, t.endereco from tentativas_login t, quem
      where (t.conta, t.endereco) in (('', quem.endereco), (quem.conta, quem.endereco), (quem.conta, '')) ${lockOrder} of t
    )
    update tentativas_login t set
      falhas = case when t.conta <> '' and t.endereco <> '' then 0 else greatest(t.falhas - 1, 0) end,
      entrada = case when t.conta <> '' and t.endereco <> '' then quem.agora end
    from quem, contadas where t.conta = contadas.conta and t.endereco = contadas.endereco`.execute(db);
  await sql`
    with ${whoTries(attempt, now)}
    update tentativas_login t set entrada = null from quem where t.conta = quem.conta and t.endereco in (
      select antigo.endereco from tentativas_login antigo
      where antigo.conta = quem.conta and antigo.entrada is not null order by antigo.entrada desc offset ${KNOWN_ADDRESSES}::integer
    )`.execute(db);
};

/**
 * Counts a call without a session for its address, before anybody looks at what it brings.
 *
 * @returns `limit` where there were too many, and the call counts for nothing
 */
export const claimCall = async (db: Db, address: string, counted: Counted): Promise<Claim> => {
  const {rows} = await sql<{accepted: boolean; seconds: number | null}>`
    with quem as (select ${address}::text as endereco, now() as agora), do_endereco as (${ofAddress(counted)})
    select exists (select from do_endereco) as accepted, ${addressSeconds(counted)} as seconds`.execute(db);
  return claimOf(rows, true);
};

/** Takes back what {@link claimCall} counted as a failure, because the call was in order. */
export const releaseCall = async (db: Db, address: string): Promise<void> => {
  await sql`update tentativas_login set falhas = greatest(falhas - 1, 0) where conta = '' and endereco = ${address}`.execute(db);
};

/** Forgets the wrong passwords of a user, because there is a new one. Addresses they signed in from stay known. */
export const forgetTries = async (trx: DbOrTrx, idUsuario: number): Promise<void> => {
  await sql`
    update tentativas_login t set expira = now() from (
      select conta, endereco from tentativas_login
      where conta = (select ${accountOf(sql`email`)} from usuarios where id = ${idUsuario}) ${lockOrder}
    ) da_conta where t.conta = da_conta.conta and t.endereco = da_conta.endereco`.execute(trx);
};

/** Counts that are kept at most: a flood makes new ones faster than they are forgotten. */
const MOST = 20_000;
/** Rows that one sweep removes at most: on the embedded database everybody waits for it. More than the tries between two sweeps make. */
const BATCH = 5000;

/**
 * Keeps the table of tries small, whatever is tried: removes what is forgotten anyway, and of too many counts the lowest and
 * oldest: who floods loses their own first, and a wait outlives it.
 *
 * @param more `now` and `most` for tests
 */
export const sweepTries = async (db: Db, {now, most = MOST}: {now?: Date; most?: number} = {}): Promise<void> => {
  const at = instant(now);
  // Those that a try is about to change stay.
  await sql`
    delete from tentativas_login where (conta, endereco) in (
      select conta, endereco from tentativas_login
      where expira <= ${at} and (entrada is null or entrada <= ${retentionCutoff('tentativas_login', at)})
      limit ${BATCH}::integer for update skip locked
    )`.execute(db);
  await sql`
    delete from tentativas_login where (conta, endereco) in (
      select conta, endereco from tentativas_login where (conta, endereco) in (
        select conta, endereco from tentativas_login where entrada is null
        order by falhas desc, expira desc offset ${most}::integer limit ${BATCH}::integer
      ) for update skip locked
    )`.execute(db);
};

const EVERY_TRIES = 1000;
const EVERY_MS = 600_000;

/**
 * Sweeps as tries come: where nobody tries, nothing grows.
 *
 * @returns what each try calls
 */
export const sweepingTries = (db: Db): (() => Promise<void>) => {
  let tries = 0;
  let last = -Infinity;
  return async () => {
    tries += 1;
    if (tries < EVERY_TRIES && performance.now() - last < EVERY_MS) return;
    tries = 0;
    last = performance.now();
    await sweepTries(db);
  };
};
