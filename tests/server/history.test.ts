// The history of a record: who changed what, as a person reads it, for those who may change the record.
import {beforeEach, describe, expect, it} from 'vitest';
import {beforeTests} from '../support/beforeTests.ts';
import {newCnpj} from '../support/seed.ts';
import {openTestApp} from '../support/server.ts';

const server = beforeTests(openTestApp);
beforeEach(() => server.reset());

const historyOf = async (path: string, id: number, token = server.adm.token) =>
  server.api(token, `GET ${path}/:id/historico`, {params: {id}});

describe('the history of a record', () => {
  it('tells who did what, field by field, newest first', async () => {
    const {id} = await server.seed.empresa({razaoSocial: 'Antiga', telefone: '1133334444'});
    await server.api(server.adm, 'PUT empresas/:id', {params: {id}, body: {razaoSocial: 'Nova', telefone: '(11) 98888-7777'}});
    await server.api(server.adm, 'PUT empresas/inativar/:id', {params: {id}});
    const {status, body} = await historyOf('empresas', id);
    expect(status).toBe(200);
    expect(body.map((entry: {acao: string}) => entry.acao)).toEqual(['Inativar Empresa', 'Alteração', 'Cadastro']);
    expect(body.every((entry: {nomeUsuario: string}) => entry.nomeUsuario === 'Administrador')).toBe(true);
    expect(new Date(body[0].dataCriacao).toISOString()).toBe(body[0].dataCriacao);
    expect(body[0].campos).toEqual([{campo: 'ativo', rotulo: 'Ativo', antes: 'Sim', depois: 'Não'}]);
    expect(body[1].campos).toEqual([
      {campo: 'razaoSocial', rotulo: 'Razão Social', antes: 'Antiga', depois: 'Nova'},
      {campo: 'telefone', rotulo: 'Telefone', antes: '(11) 3333-4444', depois: '(11) 98888-7777'},
    ]);
    expect(body[2].campos).toContainEqual({campo: 'razaoSocial', rotulo: 'Razão Social', antes: '', depois: 'Antiga'});
  });

  it('names companies, profiles and branches instead of their numbers', async () => {
    const {id: idEmpresa} = await server.seed.empresa({razaoSocial: 'Dona'});
    const one = await server.seed.filial({idEmpresa, descricao: 'Norte'});
    const two = await server.seed.filial({idEmpresa, descricao: 'Sul'});
    const user = await server.seed.usuario({perfil: 'fornecedor', idEmpresa, filiais: [one.id]});
    const links = [{idFilial: one.id, usuarioVinculado: false}, {idFilial: two.id, usuarioVinculado: true}];
    await server.api(server.adm, 'POST usuarios', {body: {id: user.id, filiaisAlteradas: links, tipo: 5}});
    const {body} = await historyOf('usuarios', user.id);
    expect(body[0].campos).toEqual([
      {campo: 'tipo', rotulo: 'Perfil', antes: 'Fornecedor', depois: 'Empresa-Usuário'},
      {campo: 'filiaisAlteradas', rotulo: 'Filiais', antes: 'Norte', depois: 'Sul'},
    ]);
    expect(body.at(-1).campos).toEqual(expect.arrayContaining([
      {campo: 'idEmpresa', rotulo: 'Empresa', antes: '', depois: 'Dona'},
      {campo: 'filiaisAlteradas', rotulo: 'Filiais', antes: '', depois: 'Norte'},
    ]));
  });

  it('says that a password changed, and never to what', async () => {
    const user = await server.seed.usuario({perfil: 'empresa'});
    await server.api(user, 'PUT usuarios/:id', {params: {id: user.id}, body: {senha: 'outra-senha-9'}});
    const {body} = await historyOf('usuarios', user.id);
    expect(body[0]).toMatchObject({acao: 'Troca de senha', campos: []});
    expect(JSON.stringify(body)).not.toMatch(/outra-senha-9|segredo-1|argon2|"senha"/);
  });

  it('is written for branches, suppliers, templates and items too', async () => {
    const {id: supplier, idEmpresa} = await server.seed.fornecedor();
    const template = await server.seed.modelo({idEmpresa});
    const {adm} = server;
    await server.api(adm, 'PUT filial/:id', {params: {id: template.idFilial}, body: {cnpj: newCnpj(), contato: 'Zé'}});
    const records = {
      filial: template.idFilial, fornecedores: supplier, modelosformulario: template.id, modelosFormularioItem: template.itens[0]!.id,
    };
    const first = await Promise.all(Object.entries(records).map(async ([path, id]) => (await historyOf(path, id)).body.at(-1).acao));
    expect(first).toEqual(['Cadastro', 'Cadastro', 'Cadastro', 'Cadastro']);
    expect((await historyOf('filial', template.idFilial)).body[0].campos)
      .toContainEqual({campo: 'contato', rotulo: 'Contato', antes: 'Ana', depois: 'Zé'});
  });
});

describe('who sees it', () => {
  it.each(['fornecedor', 'rpa', 'empresaUsuario'] as const)('not %s, who changes nothing', async perfil => {
    const {id, idEmpresa, token} = await server.seed.usuario({perfil});
    expect(await historyOf('empresas', idEmpresa, token)).toAnswer(403);
    expect(await historyOf('usuarios', id, token)).toAnswer(403);
  });

  it('of a record that came from another company only what happened since', async () => {
    const former = await server.seed.usuario({perfil: 'empresa'});
    const now = await server.seed.usuario({perfil: 'empresa'});
    const branch = await server.seed.filial({idEmpresa: now.idEmpresa, descricao: 'Nova sede'});
    const {id} = await server.seed.fornecedor({idEmpresa: former.idEmpresa, razaoSocial: 'Nome de antes', contato: 'Segredo'});
    const {id: idFilial} = await server.seed.filial({idEmpresa: former.idEmpresa});
    const template = await server.seed.modelo({idEmpresa: former.idEmpresa, idFilial});
    const [item] = template.itens;
    const change = (
      token: string,
      endpoint: 'PUT fornecedores/:id' | 'PUT modelosformulario/:id' | 'PUT modelosFormularioItem/:id',
      record: number,
      body: object,
    ) =>
      server.api(token, endpoint, {params: {id: record}, body});
    await change(former.token, 'PUT fornecedores/:id', id, {contato: 'Outro segredo'});
    await change(former.token, 'PUT modelosFormularioItem/:id', item!.id, {descricao: 'Item de antes'});
    const moved = [
      await change(server.adm.token, 'PUT fornecedores/:id', id, {idEmpresa: now.idEmpresa, razaoSocial: 'Nome de agora'}),
      await change(server.adm.token, 'PUT modelosformulario/:id', template.id, {idEmpresa: now.idEmpresa, idFilial: branch.id}),
    ];
    expect(moved.map(answer => answer.status)).toEqual([200, 200]);
    await change(now.token, 'PUT fornecedores/:id', id, {contato: 'Ana'});
    await change(now.token, 'PUT modelosFormularioItem/:id', item!.id, {descricao: 'Item de agora'});

    const supplier = await historyOf('fornecedores', id, now.token);
    expect(supplier.body.map((entry: {campos: unknown}) => entry.campos)).toEqual([
      [{campo: 'contato', rotulo: 'Contato', antes: 'Outro segredo', depois: 'Ana'}],
      expect.arrayContaining([{campo: 'razaoSocial', rotulo: 'Razão Social', antes: '', depois: 'Nome de agora'}]),
    ]);
    const rest = await Promise.all([
      historyOf('modelosformulario', template.id, now.token), historyOf('modelosFormularioItem', item!.id, now.token),
    ]);
    expect(rest.map(({body}) => body.length)).toEqual([1, 1]);
    const told = JSON.stringify([supplier.body[1], rest[0].body]);
    expect(told).not.toMatch(/antes":"[^"]/);
    expect(JSON.stringify(supplier.body.slice(1))).not.toMatch(/segredo|Nome de antes/i);
    // Whoever reaches every company knows all of it.
    expect((await historyOf('fornecedores', id)).body).toHaveLength(4);
    expect((await historyOf('modelosFormularioItem', item!.id)).body).toHaveLength(3);
  });

  it('not another company', async () => {
    const {id} = await server.seed.empresa();
    const {token, idEmpresa} = await server.seed.usuario({perfil: 'empresa'});
    expect(await historyOf('empresas', id, token)).toAnswer(404);
    expect((await historyOf('empresas', 999_999, token)).body).toEqual({
      ...(await historyOf('empresas', id, token)).body, id: expect.any(String),
    });
    expect(await historyOf('empresas', idEmpresa, token)).toAnswer(200);
  });
});
