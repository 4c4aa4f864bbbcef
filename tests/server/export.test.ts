// Exports: what the list shows, all of it, and nothing that the list would not.
import {strFromU8, unzipSync} from 'fflate';
import {sql} from 'kysely';
import {beforeEach, describe, expect, it} from 'vitest';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import {dayFromToday} from '../../src/schema/fields/dates.ts';
import {writeXlsx} from '../../src/server/export/xlsx.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, withResources} from '../support/configs.ts';
import {createWorld, openTicket, putInto} from '../support/tickets.ts';
import {openTestApp, type Answer} from '../support/server.ts';

const veiculos: ResourceInput = {
  label: {one: 'Veículo', many: 'Veículos'}, icon: 'item',
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: company,
    placa: {kind: 'texto', label: 'Placa', maxLength: 20, required: true},
    saldo: {kind: 'numero', label: 'Saldo'}, preco: {kind: 'moeda', label: 'Preço'}, peso: {kind: 'decimal', label: 'Peso', decimals: 3},
    abre: {kind: 'hora', label: 'Abre'}, mapa: {kind: 'url', label: 'Mapa', maxLength: 60}, laudo: {kind: 'arquivo', label: 'Laudo'},
    usos: {kind: 'opcoes', label: 'Usos', choices: [{id: 'b', name: '+Baú'}, {id: 't', name: 'Tanque'}]},
    frete: {kind: 'calculo', label: 'Frete', product: ['preco', 'peso'], money: true},
    folga: {kind: 'calculo', label: 'Folga', difference: ['peso', 'preco'], decimals: 3},
    viagens: {kind: 'calculo', label: 'Viagens', difference: ['saldo', 'saldo'], decimals: 0},
    cor: {kind: 'lista', label: 'Cor', list: 'transgenia'},
    compra: {kind: 'data', label: 'Compra'},
    custo: {kind: 'numero', label: 'Custo', see: ['adm']},
    cnpjDono: {kind: 'relacionado', label: 'CNPJ do dono', through: 'idEmpresa', field: 'cnpj'},
  },
  list: {columns: ['id', 'placa', 'saldo', 'cor', 'compra', 'custo', 'idEmpresa'], filters: {placa: {}}},
  access: {list: ['adm', 'empresa'], create: ['adm']},
  scope: {adm: ['tudo'], empresa: ['empresa']},
};
const server = beforeTests(() => openTestApp({config: withResources({veiculos})}));
beforeEach(() => server.reset());

type Query = Record<string, string | number>;
const exported = (path: string, query: Query = {}, token = server.adm.token): Promise<Answer> =>
  server.api(token, `GET ${path}/exportar`, {query: {formato: 'csv', ...query}});
/** The lines of a CSV, headings first. */
const linesOf = ({bytes}: Answer): string[] => bytes.toString('utf8').replace(/^\u{FEFF}/u, '').split('\r\n').slice(0, -1);

/** The texts of a sheet's cells, row by row: a number as it is kept, with the style that says how it is read. */
const cellsOf = (xml: string): string[][] =>
  [...xml.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) => [...row.matchAll(/<c(?: [^>]*?)?(?:\/>|>.*?<\/c>)/g)].map(([cell]) => {
    const text = /<t [^>]*>(.*?)<\/t>/.exec(cell)?.[1];
    const number = /s="(\d)"><v>(.*?)<\/v>/.exec(cell);
    return number ? `${number[1]}:${number[2]}` : (text ?? '');
  }));
const sheetsOf = (bytes: Uint8Array): string[][][] =>
  Object.entries(unzipSync(bytes)).filter(([path]) => path.startsWith('xl/worksheets/')).map(([, part]) => cellsOf(strFromU8(part)));

describe('a CSV', () => {
  it('is what Brazilian spreadsheets open: marked UTF-8, semicolons, CRLF, values as they are read', async () => {
    await server.seed.empresa({
      razaoSocial: 'Açúcar; "Doce" Ltda', cnpj: '11222333000181', email: 'a@b.test', telefone: '11988887777', contato: 'Zé',
    });
    const answer = await exported('empresas');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toContain(`filename="Empresas ${dayFromToday(0)}.csv"`);
    expect(answer.headers['x-total-count']).toBe('1');
    expect(answer.bytes.toString('utf8')).toBe(
      '\u{FEFF}Razão Social;CNPJ;E-mail;Telefone;Contato;Ativo\r\n"Açúcar; ""Doce"" Ltda";11.222.333/0001-81;a@b.test;(11) 98888-7777;Zé;Sim\r\n');
  });

  it.each([
    ['=1+1'], ['+55'], ['-x'], ['@SUM(A1)'], ['＝1+1'], ['＋1'], ['－1'], ['＠A'], ['\u200B=1+1'],
  ])('does not let %s run as a formula', async razaoSocial => {
    const {id} = await server.seed.empresa();
    // As it was stored before texts were cleaned.
    await sql`update empresas set razao_social = ${razaoSocial} where id = ${id}`.execute(server.context.db);
    expect(linesOf(await exported('empresas', {colunas: 'razaoSocial'}))[1]).toBe(`'${razaoSocial}`);
  });

  it.each([
    'a,=1+1', 'a\t=1+1', 'a;=1+1', 'Galpão "A"', 'a\n=1+1',
  ])('keeps %j in one cell, also where another program would begin one in it', async razaoSocial => {
    const {id} = await server.seed.empresa();
    await sql`update empresas set razao_social = ${razaoSocial} where id = ${id}`.execute(server.context.db);
    expect(linesOf(await exported('empresas', {colunas: 'razaoSocial'}))[1]).toBe(`"${razaoSocial.replaceAll('"', '""')}"`);
  });

  it('keeps negative numbers numbers, and names references and rows of lists', async () => {
    const {id: idEmpresa} = await server.seed.empresa({razaoSocial: 'Dona', cnpj: '11222333000181'});
    const body = {idEmpresa, placa: 'ABC1D23', saldo: -1234, cor: 'RR2', compra: '2026-02-28', custo: null};
    expect(await server.api(server.adm, 'POST veiculos', {body})).toAnswer(201);
    expect(linesOf(await exported('veiculos'))).toEqual([
      'Código;Placa;Saldo;Cor;Compra;Custo;Empresa', '1;ABC1D23;-1234;RR2 PRO;28/02/2026;;Dona',
    ]);
    expect(linesOf(await exported('veiculos', {colunas: 'cnpjDono'}))).toEqual(['CNPJ do dono', '11.222.333/0001-81']);
  });
});

describe('what is exported', () => {
  it('are all that the list shows, whom a record waits for and who attends it among them', async () => {
    const world = await createWorld(server);
    const {id} = await openTicket(server, world, world.users.fornecedor);
    const turns = async (query: Query = {}) => linesOf(await exported('tickets', query)).map(line => line.split(';').at(-1));
    expect(linesOf(await exported('tickets'))[0]).toBe('Código;Status;Formulário;Itens do Formulário;Filial;Data de Criação;Aguardando');
    expect(await turns()).toEqual(['Aguardando', 'Equipe']);
    await server.api(world.users.empresa, 'PUT tickets/iniciar-atendimento/:id', {params: {id}});
    const {nome} = (await server.api(server.adm, 'GET usuarios/:id', {params: {id: world.users.empresa.id}})).body;
    expect(await turns({colunas: 'id,aguarda'})).toEqual(['Aguardando', `Equipe com ${nome}`]);
    await putInto(server, id, 'finalizado');
    expect(await turns({colunas: 'id,aguarda'})).toEqual(['Aguardando', '']);
  });

  it('are the columns asked for, in their order', async () => {
    await server.seed.empresa({razaoSocial: 'Uma', celularContato: '11988887777'});
    expect(linesOf(await exported('empresas', {colunas: 'celularContato,id,razaoSocial'})))
      .toEqual(['Celular do Contato;Código;Razão Social', '(11) 98888-7777;1;Uma']);
  });

  it("are the rows of the list's own filters, in its order", async () => {
    for (const razaoSocial of ['São Bento', 'Outra', 'sao Abel']) await server.seed.empresa({razaoSocial});
    const names = async (query: Query) => linesOf(await exported('empresas', {colunas: 'razaoSocial', ...query})).slice(1);
    expect(await names({nome: 'SAO'})).toEqual(['sao Abel', 'São Bento']);
    expect(await names({sort: 'razaoSocial', order: 'desc'})).toEqual(['São Bento', 'sao Abel', 'Outra']);
    expect(await names({page: 2, pageSize: 5})).toHaveLength(3);
  });

  it('are the rows of the default dialect too', async () => {
    const {id: idEmpresa} = await server.seed.empresa();
    for (const placa of ['A1', 'B2', 'A3']) await server.api(server.adm, 'POST veiculos', {body: {idEmpresa, placa}});
    const answer = await exported('veiculos', {colunas: 'placa', filter: '{"placa":"a"}', sort: '["placa","DESC"]', range: '[0,0]'});
    expect(linesOf(answer)).toEqual(['Placa', 'A3', 'A1']);
  });

  it('is everything, however much, each row once', async () => {
    const {id: idEmpresa} = await server.seed.empresa();
    await sql`insert into fornecedores (id_empresa, razao_social)
      select ${idEmpresa}::integer, 'F' || lpad((n % 700)::text, 4, '0') from generate_series(1, 2500) n`.execute(server.context.db);
    const answer = await exported('fornecedores', {colunas: 'razaoSocial,id'});
    const lines = linesOf(answer).slice(1);
    expect(answer.headers['x-total-count']).toBe('2500');
    expect(new Set(lines).size).toBe(2500);
    const names = lines.map(line => line.split(';')[0] ?? '');
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)));
  });

  it('is a heading alone where nothing matches', async () => {
    const answer = await exported('fornecedores', {nome: 'ninguém', colunas: 'razaoSocial'});
    expect(answer.headers['x-total-count']).toBe('0');
    expect(linesOf(answer)).toEqual(['Razão Social']);
  });
});

describe('who exports what', () => {
  it('everyone their own rows', async () => {
    const {token, idEmpresa} = await server.seed.usuario({perfil: 'empresa'});
    await server.seed.fornecedor({razaoSocial: 'Alheio'});
    await server.seed.fornecedor({razaoSocial: 'Próprio', idEmpresa});
    expect(linesOf(await exported('fornecedores', {colunas: 'razaoSocial'}, token))).toEqual(['Razão Social', 'Próprio']);
  });

  it('nobody what their list hides', async () => {
    const {token, idEmpresa} = await server.seed.usuario({perfil: 'empresa'});
    await server.api(server.adm, 'POST veiculos', {body: {idEmpresa, placa: 'A1', custo: 777}});
    const answer = await exported('veiculos', {}, token);
    expect(linesOf(answer)[0]).toBe('Código;Placa;Saldo;Cor;Compra;Empresa');
    expect(answer.bytes.toString()).not.toContain('777');
    expect(sheetsOf((await exported('veiculos', {formato: 'xlsx'}, token)).bytes)).toEqual([[
      ['Código', 'Placa', 'Saldo', 'Cor', 'Compra', 'Empresa'], ['0:1', 'A1', '', '', '', expect.stringMatching(/^Empresa/)],
    ]]);
    expect(linesOf(await exported('veiculos'))[1]).toContain('777');
    expect(await exported('veiculos', {colunas: 'custo'}, token)).toAnswer(400, {codigo: 'VALIDACAO'});
    expect(await exported('veiculos', {sort: '["custo","ASC"]'}, token)).toAnswer(400);
  });

  it.each(['fornecedor', 'rpa', 'empresaUsuario'] as const)('%s no list that is not theirs', async perfil => {
    const {token} = await server.seed.usuario({perfil});
    expect(await exported('empresas', {}, token)).toAnswer(403);
  });

  it('nobody without a session', async () => {
    expect(await server.api(undefined, 'GET empresas/exportar', {query: {formato: 'csv'}})).toAnswer(401);
  });

  it.each<[string, Query]>([
    ['an unknown column', {colunas: 'toString'}], ['a password', {colunas: 'senha'}], ['links', {colunas: 'filiaisAlteradas'}],
    ['an unknown format', {formato: 'pdf'}], ['a filter too long', {nome: 'x'.repeat(101)}],
  ])('%s is refused', async (_what, query) => {
    expect(await exported('usuarios', query)).toAnswer(400, {codigo: 'VALIDACAO'});
  });
});

describe('tickets', () => {
  it('are exported as their list shows them, in scope', async () => {
    const world = await createWorld(server);
    await openTicket(server, world, world.users.adm);
    const query = {colunas: 'id,idStatusTicket,descricao,itensFormulario'};
    const lines = ['Código;Status;Formulário;Itens do Formulário', '1;Em-Aberto;Descarga;Placa: ABC1D23'];
    expect(linesOf(await exported('tickets', query))).toEqual(lines);
    expect(linesOf(await exported('tickets', query, world.users.empresaUsuario.token))).toEqual(lines);
    expect(linesOf(await exported('tickets', query, world.users.fornecedor.token))).toEqual(lines.slice(0, 1));
    expect(linesOf(await exported('tickets', {...query, idStatusTicket: 8}))).toEqual(lines.slice(0, 1));
  });
});

describe('an XLSX', () => {
  it('is a workbook whose numbers and dates are numbers and dates, and whose texts never run', async () => {
    const {id: idEmpresa} = await server.seed.empresa({razaoSocial: '=1+1 <&> "Doce" _x0041_'});
    const body = {idEmpresa, placa: '=A1', saldo: -5, preco: 1234.5, peso: 2, compra: '1900-03-01'};
    await server.api(server.adm, 'POST veiculos', {body});
    const answer = await exported('veiculos', {formato: 'xlsx', colunas: 'id,placa,saldo,preco,peso,compra,idEmpresa'});
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(answer.headers['content-disposition'])
      .toContain(`filename="Veiculos ${dayFromToday(0)}.xlsx"; filename*=UTF-8''Ve%C3%ADculos%20`);
    expect(answer.headers['x-total-count']).toBe('1');
    expect(Object.keys(unzipSync(answer.bytes)).toSorted()).toEqual(
      ['[Content_Types].xml', '_rels/.rels', 'xl/_rels/workbook.xml.rels', 'xl/styles.xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml']);
    expect(sheetsOf(answer.bytes)).toEqual([[
      ['Código', 'Placa', 'Saldo', 'Preço', 'Peso', 'Compra', 'Empresa'],
      ['0:1', '=A1', '0:-5', '3:1234.5', '6:2', '1:61', '=1+1 &lt;&amp;&gt; &quot;Doce&quot; _x005F_x0041_'],
    ]]);
    const styles = strFromU8(unzipSync(answer.bytes)['xl/styles.xml']!);
    const formats = [...styles.matchAll(/formatCode="(.*?)"/g)].map(([, code]) => code);
    expect([formats[0], formats[2], formats[5]]).toEqual(['dd/mm/yyyy', '&quot;R$&quot;\\ #,##0.00', '#,##0.000']);
  });

  it('and a CSV have what is calculated, chosen, attached, an hour and an address as they are read', async () => {
    const {id: idEmpresa} = await server.seed.empresa();
    const read = {abre: '08:30', mapa: 'https://a.test/x?y=1', usos: ['t', 'b']};
    const body = {idEmpresa, placa: 'A', saldo: 7, preco: 1234.5, peso: 2.125, ...read};
    const {body: {id}} = await server.api(server.adm, 'POST veiculos', {body});
    const file = JSON.stringify({id: 1, nomeArquivo: '=Laudo.pdf', tamanho: 9});
    await sql`update veiculos set laudo = ${file}::jsonb where id = ${id}`.execute(server.context.db);
    const query = {colunas: 'abre,mapa,usos,laudo,frete,folga,viagens'};
    expect(linesOf(await exported('veiculos', query))[1])
      .toBe('08:30;https://a.test/x?y=1;"\'+Baú, Tanque";\'=Laudo.pdf;R$ 2.623,31;-1.232,375;0');
    expect(sheetsOf((await exported('veiculos', {...query, formato: 'xlsx'})).bytes)[0]?.[1])
      .toEqual(['08:30', 'https://a.test/x?y=1', '+Baú, Tanque', '=Laudo.pdf', '3:2623.31', '6:-1232.375', '0:0']);
  });

  it("shows an instant by São Paulo's clocks", async () => {
    const {id} = await server.seed.modelo();
    await sql`update modelos_formulario set data_criacao = '2026-01-01T02:30:00Z' where id = ${id}`.execute(server.context.db);
    const {bytes} = await exported('modelosformulario', {formato: 'xlsx', colunas: 'dataCriacao'});
    // 2025-12-31, the day alone: the field says so.
    expect(sheetsOf(bytes)).toEqual([[['Data de Criação'], ['1:46022']]]);
  });

  it('goes on in another sheet where one is full', async () => {
    const column = {name: 'nome', label: 'Nome', field: {kind: 'texto', label: 'Nome', maxLength: 10}} as const;
    const batches = async function* () {
      yield ['a', 'b', 'c'].map(text => [{value: text, text}]);
      yield ['d', 'e'].map(text => [{value: text, text}]);
    };
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeXlsx('Nomes [todos]', [column], batches(), 2)) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    expect(sheetsOf(bytes)).toEqual([[['Nome'], ['a'], ['b']], [['Nome'], ['c'], ['d']], [['Nome'], ['e']]]);
    expect(strFromU8(unzipSync(bytes)['xl/workbook.xml']!)).toContain('<sheet name="Nomes  todos  3" sheetId="3"');
  });
});
