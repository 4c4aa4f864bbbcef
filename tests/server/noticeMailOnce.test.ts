// No notice is in two mails, and none is lost, whatever becomes of the mail server and of those that send.
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {makePendingDue} from '../../src/server/sending/leasedRows.ts';
import {scheduleNoticeMails} from '../../src/server/notices/scheduleMails.ts';
import {onServer} from '../support/database.ts';
import {brokenOff, noticeMails, nowhere, sentences} from '../support/noticeMail.ts';
import {until} from '../support/until.ts';

const {test, world, ana, mails, sender, tell, later, single, outbox, claim} = noticeMails();

describe('no notice is in two mails, and none is lost', () => {
  it('where the mail server is away: all of it goes in one when it is back, and what was read meanwhile does not', async () => {
    const away = await sender(nowhere);
    const ate = await tell('Um');
    await away.sendAll();
    for (const texto of ['Dois', 'Três']) {
      await tell(texto);
      await later('20 minutes');
      await away.sendAll();
    }
    expect(await outbox()).toEqual(['pendente']);
    await test.api(ana, 'PUT avisos/lidos', {body: {ate}});
    await later('3 hours');
    const one = await sender();
    await one.sendAll();
    await later('3 hours');
    await one.sendAll();
    expect(mails.received.map(sentences)).toEqual([['Três', 'Dois']]);
  });

  it('where the mail server was away for so long that the mail was given up: the next one tells all of it', async () => {
    const away = await sender(nowhere);
    await tell('Um');
    for (let n = 0; n < 10; n++) {
      await away.sendAll();
      await later('3 hours');
    }
    expect(await outbox()).toEqual(['morta']);
    await tell('Dois');
    await (await sender()).sendAll();
    expect(mails.received.map(sentences)).toEqual([['Dois', 'Um']]);
  });

  it('where the sender was killed with it in its hands: the same mail goes again with no more in it, the rest in the next', async () => {
    await tell('Um');
    await tell('Dois');
    await scheduleNoticeMails(test.context.db);
    const first = await claim();
    expect(first).toMatchObject({tipo: 'avisos', avisos: {total: 2}});
    await tell('Três');
    await scheduleNoticeMails(test.context.db);
    await makePendingDue(test.context.db, 'correio', true);
    const one = await sender();
    await one.sendAll();
    await later('10 minutes');
    await one.sendAll();
    await later('1 day');
    await one.sendAll();
    expect(mails.received.map(mail => (sentences(mail).length > 0 ? sentences(mail) : [/\n\n(Três)\n/.exec(mail.text ?? '')?.[1]])))
      .toEqual([['Dois', 'Um'], ['Três']]);
    expect(mails.received[0]?.messageId).toBe(`<${(first as {chave: string}).chave}@localhost>`);
  });

  it('where one that may have arrived surely does not at its next try: it goes again with no more in it', async () => {
    const broken = await sender(brokenOff);
    await tell('Um');
    await broken.sendAll();
    await later('1 hour');
    const away = await sender(nowhere);
    await away.sendAll();
    await tell('Dois');
    await later('1 hour');
    const one = await sender();
    await one.sendAll();
    await later('10 minutes');
    await one.sendAll();
    expect(single('Um', 'Dois').flat().toSorted()).toEqual(['Dois', 'Um']);
    expect(mails.received).toHaveLength(2);
    expect([broken, away, one].flatMap(({errors}) => errors)).toEqual([]);
  });

  it('where it is tried again and again while another waits: what waits gets one of its own, and no empty ones', async () => {
    const {db} = test.context;
    await tell('Um');
    await scheduleNoticeMails(db);
    expect(await claim()).toMatchObject({avisos: {total: 1}});
    await tell('Dois');
    await scheduleNoticeMails(db);
    expect(await outbox()).toEqual(['pendente', 'pendente']);
    for (const tentativa of [2, 3, 4]) {
      await makePendingDue(db, 'correio', true);
      expect(await claim()).toMatchObject({tentativa, avisos: {total: 1, listed: [{texto: 'Um'}]}});
    }
    expect(await outbox()).toEqual(['pendente', 'pendente']);
  });

  it('where it is told while the one before is on its way', async () => {
    const one = await sender();
    mails.on.taken = async () => {
      delete mails.on.taken;
      await tell('Dois');
      await scheduleNoticeMails(test.context.db);
    };
    await tell('Um');
    await one.sendAll();
    expect(await outbox()).toEqual(['enviada', 'pendente']);
    await later('10 minutes');
    await one.sendAll();
    expect(single('Um', 'Dois')).toEqual([['Um'], ['Dois']]);
  });

  it.runIf(onServer)('where it is looked at while another server takes the mail that waits: it gets one of its own', async () => {
    const {db} = test.context;
    await tell('Um');
    await scheduleNoticeMails(db);
    await tell('Dois');
    let looking: Promise<boolean> | undefined;
    await db.transaction().execute(async trx => {
      await sql`select from correio for update`.execute(trx);
      looking = scheduleNoticeMails(db);
      await until(async () => {
        const {rows} = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          .execute(db);
        expect(rows).toHaveLength(1);
      });
      // As whoever takes it does, who could not see the second one yet.
      await sql`update avisos a set envio = 'levado', id_correio = c.id from correio c where a.texto = 'Um'`.execute(trx);
      await sql`update correio set dono = gen_random_uuid(), tentativas = 1, proxima = now() + interval '2 minutes'`.execute(trx);
    });
    expect(await looking).toBe(true);
    expect(await outbox()).toEqual(['pendente', 'pendente']);
    await later('10 minutes');
    const one = await sender();
    await one.sendAll();
    await later('10 minutes');
    await one.sendAll();
    expect(single('Um', 'Dois')).toEqual([['Um'], ['Dois']]);
  });

  it('where several servers send at once', async () => {
    const {idEmpresa} = world;
    const people = [ana, ...await Promise.all(Array.from({length: 5}, () => test.seed.usuario({perfil: 'empresa', idEmpresa})))];
    for (const who of people) for (let n = 1; n <= 4; n++) await tell(`Aviso ${n}`, who);
    const senders = await Promise.all([sender(), sender(), sender()]);
    await Promise.all(senders.map(one => one.sendAll()));
    await later('10 minutes');
    await Promise.all(senders.map(one => one.sendAll()));
    await until(() => expect(mails.received.length).toBeGreaterThanOrEqual(people.length));
    const told = mails.received.flatMap(mail => sentences(mail).map(texto => `${mail.recipients[0]} ${texto}`));
    expect(told.toSorted()).toEqual(people.flatMap(({email}) => [1, 2, 3, 4].map(n => `${email} Aviso ${n}`)).toSorted());
    expect(senders.flatMap(({errors}) => errors)).toEqual([]);
  });
});
