// Several who change the same notices at once on a PostgreSQL server: they wait for each other in one order, and nobody fails for it.
import {sql, type RawBuilder} from 'kysely';
import {beforeAll, beforeEach, describe, expect, it} from 'vitest';
import {deleteExpiredRows} from '../../src/server/db/retention.ts';
import {claimMail, returnToOutbox, type ClaimedMail} from '../../src/server/mail/outbox.ts';
import {markNoticesReadUpTo} from '../../src/server/notices/notices.ts';
import {scheduleNoticeMails} from '../../src/server/notices/scheduleMails.ts';
import {createTokenDeriver} from '../../src/server/passwordLinks/linkTokens.ts';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {onServer} from '../support/database.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, openTicket, type World} from '../support/tickets.ts';
import {until} from '../support/until.ts';

describe.runIf(onServer)('notices that two change at once', () => {
  const test = beforeTests(openTestApp);
  let world: World;
  let ana: SeedUser;
  let id: number;
  beforeAll(async () => {
    world = await createWorld(test);
    ana = world.users.fornecedor;
    id = (await openTicket(test, world, ana)).id;
  });
  beforeEach(async () => {
    const {db} = test.context;
    await sql`delete from avisos`.execute(db);
    await sql`delete from correio`.execute(db);
    await sql`update usuarios set avisos_email = 'imediato'`.execute(db);
  });

  /** Three notices, in the table the other way round than by their ids; the newest is `ate`. */
  const tell = async (values: RawBuilder<unknown> = sql`'novo', null::integer, now()`): Promise<number> => {
    await sql`insert into avisos (id, id_usuario, recurso, id_registro, texto, envio, id_correio, data_criacao)
      select n, ${ana.id}, 'tickets', ${id}, 'Aviso', ${values} from unnest(array[900003, 900002, 900001]) n`.execute(test.context.db);
    return 900_003;
  };
  const MIDDLE = 900_002;
  const claim = async () => claimMail(test.context.db, test.context.config, createTokenDeriver(await loadSigningKey(test.context.env)));
  const claimed = async (): Promise<ClaimedMail> => {
    const mail = await claim();
    if (mail === undefined || 'dead' in mail) throw new Error('no mail was taken');
    return mail;
  };
  /** Begins these while somebody else has done `first` and not ended, who ends when they wait; awaits them all. */
  const beside = async (first: RawBuilder<unknown>, ...others: (() => Promise<unknown>)[]): Promise<void> => {
    const {db} = test.context;
    let running: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async trx => {
      await first.execute(trx);
      running = Promise.all(others.map(one => one()));
      await until(async () => {
        const {rows} = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          .execute(db);
        expect(rows).toHaveLength(others.length);
      });
    });
    await running;
  };
  const heldMiddle = sql`select from avisos where id = ${MIDDLE} for update`;
  const found = async (what: RawBuilder<unknown>): Promise<number> =>
    (await sql`select from avisos where ${what}`.execute(test.context.db)).rows.length;

  it('are read, and given to a mail', async () => {
    const ate = await tell();
    await scheduleNoticeMails(test.context.db);
    await beside(heldMiddle, () => markNoticesReadUpTo(test.context.db, ana, ate), claim);
    expect(await found(sql`data_leitura is null or envio = 'espera'`)).toBe(0);
  });

  it('are read, and put back by a mail that did not leave', async () => {
    const {db} = test.context;
    await tell();
    await scheduleNoticeMails(db);
    const mail = await claimed();
    await sql`delete from avisos`.execute(db);
    const ate = await tell(sql`'levado', ${mail.id}::integer, now()`);
    await beside(heldMiddle, () => markNoticesReadUpTo(db, ana, ate), () => returnToOutbox(db, mail, true));
    expect(await found(sql`data_leitura is not null and envio = 'espera' and id_correio is null`)).toBe(3);
  });

  it('are read, and told by no mail any more', async () => {
    const {db} = test.context;
    const ate = await tell();
    await scheduleNoticeMails(db);
    await sql`update usuarios set avisos_email = 'nunca'`.execute(db);
    await beside(heldMiddle, () => markNoticesReadUpTo(db, ana, ate), claim);
    expect(await found(sql`data_leitura is not null and envio = 'nenhum'`)).toBe(3);
  });

  it('are removed for their age, but for one that somebody is at', async () => {
    const {db} = test.context;
    await tell(sql`'nenhum', null::integer, now() - interval '91 days'`);
    await db.transaction().execute(async trx => {
      await heldMiddle.execute(trx);
      await deleteExpiredRows(db);
    });
    expect(await found(sql`true`)).toBe(1);
    await deleteExpiredRows(db);
    expect(await found(sql`true`)).toBe(0);
  });

  it('are read twice, and keep the instant of the first time', async () => {
    const ate = await tell();
    await beside(
      sql`update avisos set data_leitura = '2026-01-01T00:00:00Z' where id = ${MIDDLE}`, () =>
        markNoticesReadUpTo(test.context.db, ana, ate),
    );
    expect(await found(sql`data_leitura = '2026-01-01T00:00:00Z' and id = ${MIDDLE}`)).toBe(1);
    expect(await found(sql`data_leitura is null`)).toBe(0);
  });
});
