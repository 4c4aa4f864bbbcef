import {sql} from 'kysely';
import {describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import type {Perfil} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';
import {createWorld, filesKept, formOf, newTicket, NOTA, openTicket, type Part} from '../support/tickets.ts';

const test = beforeTests(openTestApp);
const world = beforeTests(() => createWorld(test));
const other = beforeTests(() => createWorld(test));

const post = (perfil: Perfil, data: unknown, parts: readonly Part[] = [NOTA]) =>
  test.api(world.users[perfil], 'POST tickets', {form: formOf(data, parts)});
const count = async (): Promise<number> => {
  const {rows} = await sql<{n: number}>`select count(*)::int as n from tickets`.execute(test.context.db);
  return rows[0]!.n;
};
/** Refused, and nothing of it is left in the database or on disk. */
const expectRefused = async (call: () => ReturnType<typeof post>, body: unknown, status = 400) => {
  const before = {tickets: await count(), files: (await filesKept(test)).length};
  expect(await call()).toAnswer(status, body);
  expect({tickets: await count(), files: (await filesKept(test)).length}).toEqual(before);
};

describe('opening a ticket', () => {
  it.each(['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const)('works for %s', async perfil => {
    const answer = await post(perfil, {
      ...newTicket(world, {Placa: ' ABC1D23 ', Data: ' 2026-03-05'}), id: 0, idUsuario: 1, idStatusTicket: 7, descricao: 'outra',
    });
    expect(answer).toMatchObject({
      status: 201,
      headers: {location: `/api/tickets/${answer.body.id}`},
      body: {
        idEmpresa: world.idEmpresa, idFilial: world.idFilial, idModeloFormulario: world.modelo.id, idUsuario: world.users[perfil].id,
        idStatusTicket: 1, descricaoStatus: 'Em-Aberto', descricao: 'Descarga', itensFormulario: 'Placa: ABC1D23; Data: 05/03/2026',
        ticketArquivos: [{nomeArquivo: 'nota.pdf', tipo: 'Nota Fiscal', origem: 'Portal'}],
      },
    });
    expect(answer.body.ticketFormularios[0]).toEqual({
      id: expect.any(Number), item: world.modelo.itens[0]?.id, descricao: 'Placa', valor: 'ABC1D23', tipoCampo: 'texto',
      obrigatorio: true, aviso: '',
    });
    expect(answer.body.ticketFormularios[1]).toMatchObject({descricao: 'Data', valor: '2026-03-05', obrigatorio: false});
    const read = await test.api(world.users[perfil], 'GET tickets/:id', {params: {id: answer.body.id}});
    expect(read.body).toEqual(answer.body);
    expect(read.headers['etag']).toBe('"1"');
    const {body: history} = await test.api(world.users[perfil], 'GET ticketsHistorico/:id', {params: {id: answer.body.id}});
    expect(history).toEqual([{
      comentario: 'Ticket Criado Com Sucesso', dataCriacao: expect.any(String), nomeUsuario: expect.any(String), acao: 'Abrir Ticket',
      deStatus: '', paraStatus: 'Em-Aberto',
    }]);
  });

  it('needs no company from whoever has one', async () => {
    const {idEmpresa: _none, ...data} = newTicket(world);
    expect((await post('empresa', {...data, idEmpresa: 0})).body).toMatchObject({idEmpresa: world.idEmpresa});
    expect(await post('adm', data)).toAnswer(400, {campos: [{campo: 'idEmpresa', mensagem: 'Esse campo é obrigatório.'}]});
  });

  it('is in the list, with its summary', async () => {
    const ticket = await openTicket(test, world, world.users.empresa, {Placa: 'XYZ9K88'});
    const {body} = await test.api(world.users.empresa, 'GET tickets', {query: {page: 1, descricaoItensFormulario: 'xyz9k88'}});
    expect(body).toMatchObject({total: 1, registros: [{id: ticket.id, itensFormulario: 'Placa: XYZ9K88', nomeFilial: expect.any(String)}]});
  });
});

describe('is refused', () => {
  it('to a robot', async () => {
    await expectRefused(() => post('rpa', newTicket(world)), {codigo: 'PERMISSAO'}, 403);
  });

  it('with a template of no items', async () => {
    const message = 'O Formulario não foi preenchido!';
    const modelo = await test.seed.modelo({idEmpresa: world.idEmpresa, idFilial: world.idFilial, itens: []});
    await expectRefused(() => post('empresa', {...newTicket(world), idModeloFormulario: modelo.id}), {codigo: 'VALIDACAO', message});
  });

  it('as JSON, which cannot carry a file', async () => {
    const {token} = world.users.empresa;
    await expectRefused(() => test.api(token, 'POST tickets', {body: newTicket(world)}), {
      message: 'Adicione pelo menos um arquivo antes de salvar o ticket.',
    });
  });

  it("with another company's branch, template or company", async () => {
    const mine = newTicket(world);
    const theirs = newTicket(other);
    const campos = (campo: string) => ({codigo: 'VALIDACAO', campos: expect.arrayContaining([{campo, mensagem: 'Campo inválido.'}])});
    await expectRefused(() => post('empresa', theirs), campos('idEmpresa'));
    await expectRefused(() => post('adm', {...mine, idFilial: theirs.idFilial}), campos('idFilial'));
    await expectRefused(() => post('adm', {...mine, idModeloFormulario: theirs.idModeloFormulario}), campos('idModeloFormulario'));
    await expectRefused(() => post('adm', {...mine, idEmpresa: theirs.idEmpresa}), campos('idFilial'));
    await expectRefused(() => post('adm', {...mine, idFilial: 999_999}), campos('idFilial'));
    await expectRefused(() => post('adm', {...mine, idFilial: 'x'}), campos('idFilial'));
  });

  it('in a branch that is not linked, for a supplier and a company user', async () => {
    const {id: idFilial} = await test.seed.filial({idEmpresa: world.idEmpresa});
    const modelo = await test.seed.modelo({idEmpresa: world.idEmpresa, idFilial});
    const data = newTicket({...world, idFilial, modelo});
    for (const perfil of ['fornecedor', 'empresaUsuario'] as const) await expectRefused(() => post(perfil, data), {codigo: 'VALIDACAO'});
    expect(await post('empresa', data)).toAnswer(201);
  });

  it('in a branch that was removed', async () => {
    const {id: idFilial} = await test.seed.filial({idEmpresa: world.idEmpresa});
    const modelo = await test.seed.modelo({idEmpresa: world.idEmpresa, idFilial});
    await test.context.db.updateTable('filiais').set({data_exclusao: new Date()}).where('id', '=', idFilial).execute();
    await expectRefused(() => post('empresa', newTicket({...world, idFilial, modelo})), {codigo: 'VALIDACAO'});
  });

  it('leaves no file when the database refuses', async () => {
    await sql`alter table historico add constraint recusa check (acao <> 'abrir') not valid`.execute(test.context.db);
    const files = (await filesKept(test)).length;
    const tickets = await count();
    expect(await post('empresa', newTicket(world))).toAnswer(500);
    await sql`alter table historico drop constraint recusa`.execute(test.context.db);
    expect({tickets: await count(), files: (await filesKept(test)).length}).toEqual({tickets, files});
  });
});

describe('whom a ticket reaches', () => {
  const reads = async (token: string, id: number) => Promise.all([
    test.api(token, 'GET tickets/:id', {params: {id}}), test.api(token, 'GET ticketsHistorico/:id', {params: {id}}),
    test.api(token, 'GET ticketsArquivo/:id', {params: {id}}),
  ]).then(answers => answers.map(answer => answer.status));
  const ALL = [200, 200, 200];
  const NONE = [404, 404, 404];

  it('the company, its people of the branch, the supplier who opened it', async () => {
    const {id} = await openTicket(test, world, world.users.fornecedor);
    for (const perfil of ['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const) expect(await reads(
      world.users[perfil].token, id,
    ), `as ${perfil}`).toEqual(ALL);
    expect(await reads(world.users.rpa.token, id)).toEqual(NONE);
    for (const perfil of ['empresa', 'fornecedor', 'empresaUsuario'] as const) expect(await reads(
      other.users[perfil].token, id,
    ), `as ${perfil}`).toEqual(NONE);
  });

  it('a supplier without a code writes nobody else\'s: the item stays as it is, and where it is needed they learn who can help', async () => {
    const {idEmpresa, idFilial} = world;
    const without = await test.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [idFilial]});
    const ticket = await openTicket(test, world, without, {Placa: 'A', Transportadora: 'ECC-204'});
    const itemOf = (body: typeof ticket) => body.ticketFormularios.find((one: {descricao: string}) => one.descricao === 'Transportadora');
    const save = (token: string, valor: string) =>
      test.api(token, 'PUT tickets/:id', {params: {id: ticket.id}, form: formOf({ticketFormularios: [{id: itemOf(ticket).id, valor}]})});
    expect(itemOf(ticket).valor).toBe('');
    expect(itemOf((await save(without.token, 'ECC-204')).body).valor).toBe('');
    await save(world.users.empresa.token, 'TR-1');
    expect(itemOf((await save(without.token, '')).body).valor).toBe('TR-1');

    const modelo = await test.seed.modelo({
      idEmpresa, idFilial, itens: [{descricao: 'transportadora', tipoCampo: 'texto', obrigatorio: true}],
    });
    const refused = await test.api(without, 'POST tickets', {
      form: formOf(newTicket({...world, modelo}, {transportadora: 'ECC-204'}), [NOTA]),
    });
    const mensagem = 'Seu usuário não tem Código Externo. Peça à Empresa ou ao Adm que o preencha no cadastro de usuários.';
    expect(refused).toAnswer(400, {
      codigo: 'VALIDACAO', message: mensagem, campos: [{campo: `ticketFormularios.${modelo.itens[0]!.id}`, mensagem}],
    });
  });

  it('a robot reaches what waits for it, of its company', async () => {
    const {id} = await openTicket(test, world, world.users.empresa);
    await test.context.db.updateTable('tickets').set({id_status_ticket: 4}).where('id', '=', id).execute();
    expect(await reads(world.users.rpa.token, id)).toEqual(ALL);
    expect(await reads(other.users.rpa.token, id)).toEqual(NONE);
  });
});

describe('editing', () => {
  const itemNamed = (body: {ticketFormularios: {id: number; descricao: string; valor: string}[]}, descricao: string) =>
    body.ticketFormularios.find(one => one.descricao === descricao)!;

  it('changes form values alone, and the history says which', async () => {
    const {empresa} = world.users;
    const ticket = await openTicket(test, world, empresa);
    const answer = await test.api(empresa, 'PUT tickets/:id', {params: {id: ticket.id}, form: formOf({
      ...newTicket(other), descricao: 'outra', idStatusTicket: 7, versao: ticket.versao,
      ticketFormularios: [{id: itemNamed(ticket, 'Placa').id, valor: 'NEW1A11'}, {id: itemNamed(ticket, 'Data').id, valor: '2026-12-24'}],
    }, [{nome: 'laudo.pdf', tipo: 'Nota Fiscal'}])});
    expect(answer).toMatchObject({status: 200, headers: {etag: '"2"'}, body: {
      id: ticket.id, versao: 2, idEmpresa: world.idEmpresa, idFilial: world.idFilial, descricao: 'Descarga', idStatusTicket: 1,
      itensFormulario: 'Placa: NEW1A11; Data: 24/12/2026',
    }});
    expect(answer.body.ticketArquivos).toHaveLength(2);
    const {body: history} = await test.api(empresa, 'GET ticketsHistorico/:id', {params: {id: ticket.id}});
    expect(history.map((one: {acao: string; comentario: string}) => [one.acao, one.comentario])).toEqual([
      ['Adicionar Arquivo', 'Arquivo adicionado: laudo.pdf (Nota Fiscal).'],
      ['Salvar', 'Campos alterados: Placa: de ABC1D23 para NEW1A11; Data: de (vazio) para 24/12/2026.'],
      ['Abrir Ticket', 'Ticket Criado Com Sucesso'],
    ]);
  });
});
