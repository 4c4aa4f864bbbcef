// Mails of notices: the first at once, what follows together, one a day, none; told is what is unread and in reach when they leave.
import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {deleteExpiredRows} from '../../src/server/db/retention.ts';
import {brokenOff, noticeMails, sentences} from '../support/noticeMail.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTicket, putInto} from '../support/tickets.ts';
import {until} from '../support/until.ts';

const {test, world, ana, ticket, mails, sender, tell, later, single, outbox, waits, choose} = noticeMails();

describe('a mail of one notice', () => {
  it('goes at once after the action, with the reason and a link to the record', async () => {
    const one = await sender();
    await putInto(test, ticket.id, 'emAtendimento', {atendente: world.users.empresaUsuario.id});
    await test.api(world.users.empresaUsuario, 'PUT tickets/pendenciar/:id', {
      params: {id: ticket.id}, body: {comentario: 'Falta o <laudo>\nde hoje.'},
    });
    await one.sendAll();
    const [mail, ...others] = mails.received;
    expect(others).toEqual([]);
    const subject = expect.stringMatching(new RegExp(`^Ticket ${ticket.id} · Descarga · .+$`));
    expect(mail).toMatchObject({recipients: [ana.email], subject});
    expect(mail?.text).toMatch(/^Olá,\n/);
    for (const part of [mail?.text, mail?.html]) expect(part?.match(/Falta o/g)).toHaveLength(1);
    expect(mail?.text).toContain(`pede no ticket ${ticket.id}: Falta o <laudo> de hoje.`);
    expect(mail?.text).toMatch(/\n\nFormulário: Descarga\nFilial: .+\nAberto por: Ana <Luz> & Cia\nItens do Formulário: .*ABC1D23.*\n\n/);
    expect(mail?.text).toContain(`Ver Ticket ${ticket.id}:\n${ticket.link}`);
    expect(mail?.text).toMatch(/Não responda a este e-mail: ninguém lê as respostas\.\n*$/);
    expect(mail?.headers).toContainEqual(expect.objectContaining({key: 'auto-submitted', value: 'auto-generated'}));
    expect(mail?.text).toContain('Para mudar quando estes e-mails chegam, ou não recebê-los, abra os avisos (o sino no alto da tela)');
    expect(mail?.html).toContain('Falta o &lt;laudo&gt; de hoje.');
    expect(mail?.html).toContain(`href="${ticket.link}"`);
    expect(mail?.html).not.toContain('<laudo>');
    await one.sendAll();
    expect(await outbox()).toEqual(['enviada']);
  });
});

describe('what follows', () => {
  it('waits until ten minutes after the last mail, and goes together, the newest first', async () => {
    const one = await sender();
    await tell('Um');
    await one.sendAll();
    for (const texto of ['Dois', 'Três']) {
      await tell(texto);
      await one.sendAll();
    }
    expect(mails.received).toHaveLength(1);
    expect(await outbox()).toEqual(['enviada', 'pendente']);
    const [seconds = 0] = await waits();
    expect(seconds).toBeGreaterThan(540);
    expect(seconds).toBeLessThanOrEqual(600);
    await later('9 minutes');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    await later('1 minute');
    await one.sendAll();
    expect(mails.received).toHaveLength(2);
    // Of one ticket: one conversation.
    const root = `<tickets.${ticket.id}@localhost>`;
    const [first, second] = mails.received;
    expect(second?.subject).toBe(first?.subject);
    for (const mail of [first, second]) expect(mail).toMatchObject({references: root, inReplyTo: root});
    expect(second?.messageId).not.toBe(first?.messageId);
    expect(sentences(mails.received[1])).toEqual(['Três', 'Dois']);
    const {text, html} = mails.received[1] ?? {};
    // What is of one record stands together, each with when it was told.
    expect(text).toMatch(/\n- Três\n {2}\d\d\/\d\d\/\d\d \d\d:\d\d\n- Dois\n {2}\d\d\/\d\d\/\d\d \d\d:\d\d\n/);
    expect(text?.split(`Ver Ticket ${ticket.id}:\n${ticket.link}\n`)).toHaveLength(2);
    const list = /“E-mails de avisos”: (\S+)$/m.exec(text ?? '')?.[1] ?? '';
    expect(new URL(list)).toMatchObject({pathname: '/adm/home', hash: '#avisos'});
    expect(html).toContain(`href="${list}"`);
    expect(text).not.toContain('/login');
    await later('1 day');
    await one.sendAll();
    expect(mails.received).toHaveLength(2);
  });

  it('waits for nobody else', async () => {
    const one = await sender();
    await tell('Um');
    await one.sendAll();
    await tell('Dois', world.users.empresa);
    await one.sendAll();
    expect(mails.received.map(({recipients}) => recipients[0])).toEqual([ana.email, world.users.empresa.email]);
  });

  it('is fifty at most in one mail, which says how many more there are', async () => {
    await sql`insert into avisos (id_usuario, recurso, id_registro, texto)
      select ${ana.id}, 'tickets', ${ticket.id}, 'Aviso ' || n from generate_series(1, 1053) n`.execute(test.context.db);
    await (await sender()).sendAll();
    const [mail, ...others] = mails.received;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({subject: `1053 avisos: Ticket ${ticket.id}`});
    expect(sentences(mail)).toEqual(Array.from({length: 50}, (_, n) => `Aviso ${1053 - n}`));
    expect(mail?.text).toContain('E mais 1003 avisos.');
  });
});

describe('a mail tells', () => {
  it('nothing that was read before it left', async () => {
    const one = await sender();
    await tell('Um');
    await one.sendAll();
    const ate = await tell('Dois');
    await one.sendAll();
    await test.api(ana, 'PUT avisos/lidos', {body: {ate}});
    await tell('Três');
    await later('1 hour');
    await one.sendAll();
    expect(mails.received).toHaveLength(2);
    expect(mails.received[1]?.text).toContain('Três');
    expect(mails.received[1]?.text).not.toContain('Dois');
  });

  it('nothing that was settled by the end of its record, which it tells', async () => {
    const {db} = test.context;
    const {id: other} = await openTicket(test, world, ana);
    await tell('Falta a placa.', ana, other);
    await putInto(test, other, 'finalizado');
    await sql`update tickets set status_desde = now() where id = ${other}`.execute(db);
    await tell('Foi finalizado.', ana, other);
    await tell('Falta o laudo.');
    await (await sender()).sendAll();
    expect(sentences(mails.received[0])).toEqual(['Falta o laudo.', 'Foi finalizado.']);
  });

  it('nothing that its reader answered, or that asks nothing of them any more, which the list says too', async () => {
    const {id: answered} = await openTicket(test, world, ana);
    const {id: reopened} = await openTicket(test, world, ana);
    await putInto(test, answered, 'pendencia');
    await putInto(test, reopened, 'pendencia');
    await tell('Falta a placa.', ana, answered);
    await tell('Falta o laudo.', ana, reopened);
    await test.api(ana.token, `PUT tickets/comentar/${answered}`, {body: {comentario: 'É ABC.'}});
    await test.api(world.users.adm.token, `PUT tickets/reabrir/${reopened}/${world.users.adm.id}`, {});
    await tell('Confira a placa.', ana, answered);
    await (await sender()).sendAll();
    // The team is told of what was said, in mails of its own.
    expect(single('Falta a placa.', 'Falta o laudo.', 'Confira a placa.').flat()).toEqual(['Confira a placa.']);
    const {body} = await test.api(ana.token, 'GET avisos');
    expect((body as {registros: {texto: string; resolvido: boolean}[]}).registros.map(({texto, resolvido}) => [texto, resolvido]))
      .toEqual([['Confira a placa.', false], ['Falta o laudo.', true], ['Falta a placa.', true]]);
  });

  it('who decides, once a day, how many records wait for it, and nobody else', async () => {
    const {db} = test.context;
    const {adm} = world.users;
    const {id: asked} = await openTicket(test, world, ana);
    await putInto(test, asked, 'emAprovacao');
    const told = async (who: SeedUser, email: string): Promise<string> => {
      await sql`update usuarios set avisos_email = ${email} where id = ${who.id}`.execute(db);
      await tell(`Para ${who.id}, ${email}.`, who);
      await later('2 days');
      await (await sender()).sendAll();
      return mails.received.find(({text = ''}) => text.includes(`Para ${who.id}, ${email}.`))?.text ?? '';
    };
    const line = /Para aprovar: 1 ticket: (\S+)/;
    const address = line.exec(await told(adm, 'resumo'))?.[1] ?? '';
    expect(new URL(address).searchParams.get('filter')).toBe('{"aba":"paraAprovar"}');
    expect(await told(ana, 'resumo')).toMatch(/^(?![^]*Para aprovar)[^]*Para/);
    expect(await told(adm, 'imediato')).toMatch(/^(?![^]*Para aprovar)[^]*Para/);
  });

  it('who decides and has no notice the same, by one mail a day, and nobody where nothing waits', async () => {
    const {db} = test.context;
    await sql`update usuarios set avisos_email = 'resumo'`.execute(db);
    await sql`update tickets set id_status_ticket = 1 where id_status_ticket = 2`.execute(db);
    await (await sender()).sendAll();
    expect(mails.received).toEqual([]);
    // The next day.
    await later('1 day');
    const {id: asked} = await openTicket(test, world, ana);
    await putInto(test, asked, 'emAprovacao');
    const both = await Promise.all([sender(), sender()]);
    await Promise.all(both.map(one => one.sendAll()));
    await (await sender()).sendAll();
    const {adm, empresa, empresaUsuario} = world.users;
    const staff = [adm, empresa, empresaUsuario].map(({email}) => email).toSorted();
    await until(() => expect(mails.received.flatMap(({recipients}) => recipients).toSorted()).toEqual(staff));
    for (const {subject, text} of mails.received) {
      expect(subject).toBe('Para aprovar: 1 ticket');
      expect(text).toMatch(/\n\nPara aprovar: 1 ticket:\nhttp\S+paraAprovar\S+\n/);
    }
    expect(both.flatMap(({errors}) => errors)).toEqual([]);
    // Who had a mail of notices since seven o'clock was told by it.
    await later('1 day');
    await tell('Chegou.', adm, asked);
    await later('1 day');
    mails.received.length = 0;
    await (await sender()).sendAll();
    await (await sender()).sendAll();
    await until(() => expect(mails.received).toHaveLength(3));
    const theirs = mails.received.filter(({recipients}) => recipients.includes(adm.email));
    expect(theirs.map(({text = ''}) => text.includes('Chegou.'))).toEqual([true]);
  });

  it('in one line whatever was typed, and in its subject only what the record is', async () => {
    await tell('Falta\r\nBcc: x@y.z o laudo');
    await (await sender()).sendAll();
    const [{subject = '', text, recipients} = {}] = mails.received;
    expect(subject).not.toContain('Bcc');
    expect(text).toContain('\n\nFalta Bcc: x@y.z o laudo\n');
    expect(recipients).toEqual([ana.email]);
  });

  it('what is of several records by each, which the subject names', async () => {
    const others = [];
    for (let n = 0; n < 3; n++) others.push((await openTicket(test, world, ana)).id as number);
    await tell('Um');
    for (const id of others) await tell(`Do ${id}`, ana, id);
    await (await sender()).sendAll();
    const [{subject, text = '', references, inReplyTo} = {}] = mails.received;
    const [one, two, three] = others;
    expect(subject).toBe(`4 avisos: Ticket ${three}, Ticket ${two}, Ticket ${one}, mais 1`);
    expect([references, inReplyTo]).toEqual([undefined, undefined]);
    expect(text).toMatch(new RegExp(`\n\nTicket ${two} · Descarga · .+\n- Do ${two}\n  .+\n  Ver Ticket ${two}: http`));
    expect(text).toContain('Ver os avisos:\nhttp://');
  });

  it('and is cancelled where all of it was read', async () => {
    const one = await sender();
    const ate = await tell('Um');
    await test.api(ana, 'PUT avisos/lidos', {body: {ate}});
    await one.sendAll();
    expect(mails.received).toEqual([]);
    expect(await outbox()).toEqual(['cancelada']);
  });

  it('nothing of a record that its reader does not reach any more', async () => {
    const {db} = test.context;
    const one = await sender();
    const {id: other} = await openTicket(test, world, world.users.empresa);
    await tell('Alheio', ana, other);
    await one.sendAll();
    expect(mails.received).toEqual([]);
    expect(await outbox()).toEqual(['cancelada']);
    await tell('Meu');
    await tell('Alheio', ana, other);
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(mails.received[0]?.text).toContain('Meu');
    expect(mails.received[0]?.text).not.toContain('Alheio');
    expect((await sql`select from avisos where envio not in ('levado', 'nenhum')`.execute(db)).rows).toEqual([]);
  });

  it('nothing of one that they do not reach any more at its next try', async () => {
    const {db} = test.context;
    const {id: other} = await openTicket(test, world, ana);
    await tell('Meu');
    await tell('Alheio', ana, other);
    const broken = await sender(brokenOff);
    await broken.sendAll();
    await sql`update tickets set id_usuario = ${world.users.empresa.id}, codigo_transportadora = '' where id = ${other}`.execute(db);
    await later('1 hour');
    await (await sender()).sendAll();
    expect(single('Meu', 'Alheio')).toEqual([['Meu']]);
  });

  it('nothing to who is inactive', async () => {
    await tell('Um');
    await sql`update usuarios set ativo = false where id = ${ana.id}`.execute(test.context.db);
    await (await sender()).sendAll();
    expect(mails.received).toEqual([]);
    expect(await outbox()).toEqual(['cancelada']);
  });
});

describe('who chose', () => {
  it('none gets none, and what was told meanwhile never comes', async () => {
    const one = await sender();
    await choose('nunca');
    await tell('Um');
    await one.sendAll();
    await choose('imediato');
    await one.sendAll();
    await later('1 day');
    await one.sendAll();
    expect(mails.received).toEqual([]);
    expect(await outbox()).toEqual([]);
    await tell('Dois');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(mails.received[0]?.text).not.toContain('Um\n');
  });

  it('none while one waits: it is cancelled', async () => {
    const one = await sender();
    await tell('Um');
    await one.sendAll();
    await tell('Dois');
    await one.sendAll();
    await choose('nunca');
    await one.sendAll();
    expect(await outbox()).toEqual(['enviada', 'cancelada']);
    await later('1 day');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
  });

  /** The first notice at this moment of São Paulo. */
  const toldAt = async (local: string): Promise<void> => {
    await sql`update avisos set data_criacao = ${local}::timestamp at time zone 'America/Sao_Paulo' where envio = 'novo'`
      .execute(test.context.db);
  };
  const dueAt = async (): Promise<string | undefined> => (await sql<{due: string}>`
    select to_char(proxima at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') as due from correio where estado = 'pendente'`
    .execute(test.context.db)).rows[0]?.due;

  it.each([
    ['2099-03-10 06:59', '2099-03-10 07:00'],
    ['2099-03-10 07:00', '2099-03-11 07:00'],
    ['2099-03-10 23:30', '2099-03-11 07:00'],
    ['2099-12-31 12:00', '2100-01-01 07:00'],
  ])('a daily one gets it at the next seven o’clock in São Paulo: told at %s, it goes at %s', async (at, due) => {
    await choose('resumo');
    await tell('Um');
    await toldAt(at);
    await (await sender()).sendAll();
    expect(mails.received).toEqual([]);
    expect(await dueAt()).toBe(due);
  });

  it('a daily one gets all of the day in one, and none where there is nothing', async () => {
    const one = await sender();
    await choose('resumo');
    await tell('Um');
    await one.sendAll();
    await tell('Dois');
    await one.sendAll();
    expect(await outbox()).toEqual(['pendente']);
    await later('1 day');
    await tell('Três');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(sentences(mails.received[0])).toEqual(['Três', 'Dois', 'Um']);
    await later('1 day');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(await outbox()).toEqual(['enviada']);
  });

  it('another one gets what waits as it is chosen now', async () => {
    const one = await sender();
    await choose('resumo');
    await tell('Um');
    await one.sendAll();
    await choose('imediato');
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    await tell('Dois');
    await one.sendAll();
    await choose('resumo');
    await later('11 minutes');
    await sql`update avisos set data_criacao = '2099-03-10 12:00'::timestamp at time zone 'America/Sao_Paulo'`.execute(test.context.db);
    await one.sendAll();
    expect(mails.received).toHaveLength(1);
    expect(await dueAt()).toBe('2099-03-11 07:00');
  });
});

it('a notice is kept for ninety days', async () => {
  await tell('Velho');
  await later('91 days');
  await tell('Novo');
  await later('89 days');
  await deleteExpiredRows(test.context.db);
  expect((await sql<{texto: string}>`select texto from avisos`.execute(test.context.db)).rows).toEqual([{texto: 'Novo'}]);
});
