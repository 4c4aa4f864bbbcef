/** Mails of notices to a supplier of a ticket: what is told, what goes by, and what a mail server of the test's own receives. */
import {sql} from 'kysely';
import {beforeEach, expect, onTestFinished} from 'vitest';
import {claimMail} from '../../src/server/mail/outbox.ts';
import type {Delivery} from '../../src/server/mail/delivery.ts';
import {createTokenDeriver} from '../../src/server/passwordLinks/linkTokens.ts';
import {loadSigningKey} from '../../src/server/accounts/signingKey.ts';
import {beforeTests} from './beforeTests.ts';
import {openMailServer, testSender, type MailServer, type Received, type TestSender} from './mail.ts';
import type {SeedUser} from './seed.ts';
import {openTestApp} from './server.ts';
import {createWorld, openTicket} from './tickets.ts';

/** What a mail server that is not there answers. */
export const nowhere: Delivery = {
  where: '', sweep: async () => {}, deliver: () => Promise.reject(Object.assign(new Error(), {command: 'CONN', syscall: 'connect'})),
};
/** The line breaks after the last byte: nobody knows whether the mail server has it. */
export const brokenOff: Delivery = {
  ...nowhere, deliver: () => Promise.reject(Object.assign(new Error(), {command: 'DATA', code: 'ETIMEDOUT'})),
};
/** The sentences of the list in a mail of several. */
export const sentences = (mail: Received | undefined): string[] =>
  [...(mail?.text ?? '').matchAll(/^- (.*)$/gm)].map(([, one = '']) => one);

/** For the tests of a file: call it once, at the top. */
export const noticeMails = () => {
  const test = beforeTests(openTestApp);
  const world = beforeTests(() => createWorld(test));
  /** The supplier who is told. */
  const ana = beforeTests(() => test.seed.usuario({
    perfil: 'fornecedor', idEmpresa: world.idEmpresa, filiais: [world.idFilial], nome: 'Ana <Luz> & Cia', codigoExterno: 'TR-9',
  }));
  /** Opened by them, and where it opens. */
  const ticket = beforeTests(async () => {
    const {id} = await openTicket(test, world, ana) as {id: number};
    return {id, link: `${test.context.env.PUBLIC_URL}/adm/ticket?detalhes=${id}`};
  });
  /** Of each test. */
  const mails = {} as MailServer;
  beforeEach(async () => {
    const {db} = test.context;
    await sql`delete from avisos`.execute(db);
    await sql`delete from correio`.execute(db);
    await sql`update usuarios set avisos_email = 'imediato', ativo = true`.execute(db);
    Object.assign(mails, await openMailServer());
    const {close} = mails;
    onTestFinished(close);
  });

  const sender = async (to: string | Delivery = mails.url): Promise<TestSender> => {
    const made = await testSender(test, to);
    onTestFinished(() => made.stop(0));
    return made;
  };
  /** A supplier is told something of their ticket. */
  const tell = async (texto: string, who: SeedUser = ana, idRegistro = ticket.id): Promise<number> => {
    const {rows: [row]} = await sql<{id: number}>`
      insert into avisos (id_usuario, recurso, id_registro, texto) values (${who.id}, 'tickets', ${idRegistro}, ${texto}) returning id`
      .execute(test.context.db);
    return row?.id ?? 0;
  };
  /** As if so long had gone by: for what waits, and for what happened. */
  const later = async (interval: string): Promise<void> => {
    const {db} = test.context;
    await sql`update correio set proxima = proxima - ${interval}::interval, data_criacao = data_criacao - ${interval}::interval,
      data_envio = data_envio - ${interval}::interval`.execute(db);
    for (const table of ['avisos', 'historico']) {
      await sql`update ${sql.table(table)} set data_criacao = data_criacao - ${interval}::interval`.execute(db);
    }
  };
  /** Which of two mails of one notice tells which. */
  const single = (...textos: string[]): string[][] =>
    mails.received.map(({text = ''}) => textos.filter(texto => text.includes(`\n\n${texto}\n`)));
  const outbox = async (): Promise<string[]> =>
    (await sql<{estado: string}>`select estado from correio order by id`.execute(test.context.db)).rows.map(({estado}) => estado);
  /** Seconds from now until what waits may go. */
  const waits = async (): Promise<number[]> => (await sql<{seconds: number}>`
    select extract(epoch from proxima - now())::float8 as seconds from correio where estado = 'pendente' order by id`
    .execute(test.context.db)).rows.map(({seconds}) => seconds);
  const choose = async (email: string): Promise<void> => {
    expect(await test.api(ana, 'PUT usuarios/:id/avisos', {params: {id: ana.id}, body: {email}})).toAnswer(200);
  };
  const claim = async () => claimMail(test.context.db, test.context.config, createTokenDeriver(await loadSigningKey(test.context.env)));
  return {test, world, ana, ticket, mails, sender, tell, later, single, outbox, waits, choose, claim};
};
