// Own code beside a config: what a step sees, sets, refuses and does elsewhere, and what becomes of one that fails.
import {beforeEach, expect, it, vi} from 'vitest';
import type {ResourceInput} from '../../src/schema/shapes/config.ts';
import {buildApp} from '../../src/server/app.ts';
import {defineOwn} from '../../src/server/own.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company, named, withResources} from '../support/configs.ts';
import {openOwnCode} from '../support/ownCode.ts';
import product from '../../resources.config.ts';

const texto = {kind: 'texto', label: 'Texto', maxLength: 10} as const;
const equipamento = {kind: 'referencia', label: 'Equipamento', to: 'equipamentos', names: true} as const;
const LIMITE = 'O limite é de dois empréstimos.';
/** Of the Adm alone: whoever borrows one sees its name, and may not save it. */
const equipamentos = {
  fields: {
    idEmpresa: company, nome: {kind: 'texto', label: 'Nome', maxLength: 20, required: true},
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [
        {id: 1, key: 'livre', name: 'Livre'}, {id: 2, key: 'fora', name: 'Fora'}, {id: 3, key: 'baixado', name: 'Baixado', end: true},
      ],
    },
    idQuem: {kind: 'referencia', label: 'Quem', to: 'usuarios', readOnly: true},
    vezes: {kind: 'numero', label: 'Vezes', max: 2, readOnly: true, see: ['adm']},
  },
  actions: {
    emprestar: {from: {livre: ['adm']}, to: 'fora', sets: {idQuem: 'session.id'}},
    receber: {from: {fora: ['adm']}, to: 'livre', asks: {nota: {...texto, label: 'Nota', required: true, comment: true}}},
    baixar: {from: {'*': ['adm']}, to: 'baixado'},
  },
} as const;
const emprestimos = {
  fields: {
    idEmpresa: company, idEquipamento: {...equipamento, required: true}, idReserva: {...equipamento, within: 'idEmpresa'},
    motivo: texto, codigo: {...texto, label: 'Código', readOnly: true}, senha: {kind: 'senha', label: 'Senha', minLength: 4, maxLength: 9},
    dias: {kind: 'numero', label: 'Dias', max: 30}, dobro: {kind: 'calculo', label: 'Dobro', product: ['dias', 'dias']},
    idAutor: {kind: 'referencia', label: 'Autor', to: 'usuarios', readOnly: true},
    situacao: {
      kind: 'escolha', label: 'Situação',
      choices: [{id: 1, key: 'aberto', name: 'Aberto'}, {id: 2, key: 'fechado', name: 'Fechado', end: true}],
    },
  },
  actions: {
    devolver: {from: {aberto: ['adm', 'empresa']}, to: 'fechado', asks: {nota: {...texto, label: 'Nota'}}},
    conferir: {profiles: ['adm', 'empresa']},
  },
} as const;
const ownCompany = {owner: {empresa: 'idEmpresa'}, status: 'situacao', title: 'id'} as const;
const both = ['adm', 'empresa'] as const;
const resources: Readonly<Record<'equipamentos' | 'emprestimos', ResourceInput>> = {
  equipamentos: named({one: 'Equipamento', many: 'Equipamentos'}, {...ownCompany, ...equipamentos, title: 'nome'}),
  emprestimos: {
    label: {one: 'Empréstimo', many: 'Empréstimos'}, icon: 'item', list: {columns: ['motivo']},
    access: {list: both, create: both, delete: both}, scope: {adm: ['tudo'], empresa: ['empresa']},
    people: {autor: {field: 'idAutor', stamps: 'create', reason: 'Só o autor.'}}, ...ownCompany, ...emprestimos,
  },
};
const config = withResources(resources);
/** What types own code, as the result of `defineConfig` does. */
const typed = {profiles: product.profiles, resources: {...product.resources, equipamentos, emprestimos}};

const test = beforeTests(() => openOwnCode(config));
beforeEach(() => test.reset());

/** An employee of a company, and something to borrow there. */
const start = async () => {
  const ana = await test.seed.usuario({perfil: 'empresa', nome: 'Ana'});
  const {idEmpresa} = ana;
  test.use({steps: {}});
  const {body: {id: idEquipamento}} = await test.create(test.adm, 'equipamentos', {idEmpresa, nome: 'Furadeira'});
  const values = {idEmpresa, idEquipamento};
  return {ana, idEmpresa, idEquipamento: Number(idEquipamento), values};
};
const total = async (name: string): Promise<number> => (await test.api(test.adm, `GET ${name}`)).body.length;

it('sees the record and the caller, sets a field that nobody types, and acts on a record that the caller may not change', async () => {
  const {ana, idEquipamento, idEmpresa, values} = await start();
  const seen: unknown[] = [];
  test.use(defineOwn(typed, {steps: {
    emprestimos: {create: {
      before: ({record, caller, set}) => {
        seen.push({...record}, caller);
        set({codigo: ' EMP-1 '});
      },
      after: async ({record, act, read, save}) => {
        await act('equipamentos', record.idEquipamento ?? 0, 'emprestar');
        await save('equipamentos', record.idEquipamento ?? 0, {vezes: 1});
        seen.push(record.id, record.codigo, (await read('equipamentos', record.idEquipamento ?? 0))?.situacao);
      },
    }},
  }}));
  const {status, body} = await test.create(ana, 'emprestimos', {...values, motivo: 'Obra', dias: 3});
  expect({status, codigo: body.codigo, idAutor: body.idAutor}).toEqual({status: 201, codigo: 'EMP-1', idAutor: ana.id});
  expect(seen).toEqual([
    {
      id: 0, versao: 0, idEmpresa, idEquipamento, idReserva: null, motivo: 'Obra', codigo: null, dias: 3, idAutor: ana.id, situacao: 1,
    },
    {id: ana.id, perfil: 'empresa', idEmpresa, nome: 'Ana'},
    body.id, 'EMP-1', 2,
  ]);
  const {body: lent} = await test.api(test.adm, 'GET equipamentos/:id', {params: {id: idEquipamento}});
  expect({situacao: lent.situacao, vezes: lent.vezes, idQuem: lent.idQuem}).toEqual({situacao: 2, vezes: 1, idQuem: 0});
  expect(await test.steps('equipamentos', idEquipamento)).toEqual([
    'Alteração: Sistema, por Empréstimo: Cadastro', 'Emprestar: Sistema, por Empréstimo: Cadastro', 'Cadastro: Administrador',
  ]);
  expect(await test.steps('emprestimos', body.id)).toEqual(['Cadastro: Ana']);
});

it('creates a record as Sistema, which nobody is the author of, and reads by values', async () => {
  const {ana, values, idEmpresa} = await start();
  test.use(defineOwn(typed, {steps: {emprestimos: {actions: {devolver: {after: async ({record, answers, create, list}) => {
    if (record.motivo === 'cópia') return;
    const open = await list('emprestimos', {idEmpresa, situacao: 1, motivo: null});
    const {idEquipamento} = values;
    await create('emprestimos', {idEmpresa, idEquipamento, motivo: 'cópia', codigo: `${answers.nota} ${open.length}`});
  }}}}}}));
  await test.create(ana, 'emprestimos', values);
  const {body: {id}} = await test.create(ana, 'emprestimos', values);
  expect((await test.act(ana, 'emprestimos', id, 'devolver', {nota: 'ok'})).status).toBe(200);
  const {body: [copy]} = await test.api(ana, 'GET emprestimos', {query: {filter: JSON.stringify({id: [id + 1]})}});
  expect(copy).toMatchObject({motivo: 'cópia', codigo: 'ok 1', idAutor: 0});
  expect(await test.steps('emprestimos', id + 1)).toEqual(['Cadastro: Sistema, por Empréstimo: Devolver']);
});

it('sees a save before and after, sets what the same save writes, and is not asked where nothing changed', async () => {
  const {ana, values} = await start();
  const seen: unknown[] = [];
  const {body: {id}} = await test.create(ana, 'emprestimos', {...values, motivo: 'Obra', dias: 2});
  test.use(defineOwn(typed, {steps: {emprestimos: {update: {
    before: ({before, record, set}) => {
      if (before.dias !== record.dias) set({codigo: `${before.dias} ${record.dias}`, motivo: 'Obra'});
    },
    after: ({before, record}) => void seen.push([before.codigo, record.codigo, before.versao < record.versao]),
  }}}}));
  const {body} = await test.save(ana, 'emprestimos', id, {dias: 5, motivo: 'Festa'});
  expect(body).toMatchObject({dias: 5, motivo: 'Obra', codigo: '2 5'});
  await test.save(ana, 'emprestimos', id, {dias: 5});
  expect(seen).toEqual([[null, '2 5', true]]);
  const {body: [saved]} = await test.api(test.adm, 'GET emprestimos/:id/historico', {params: {id}});
  expect([saved.nomeUsuario, saved.campos.map((one: {campo: string}) => one.campo)]).toEqual(['Ana', ['codigo', 'dias']]);
});

it('refuses with the field or without, and leaves nothing', async () => {
  const {ana, values, idEquipamento} = await start();
  test.use(defineOwn(typed, {steps: {emprestimos: {create: {before: async ({record, refuse, act}) => {
    await act('equipamentos', idEquipamento, 'emprestar');
    if (record.motivo === null) refuse('Diga o motivo.', 'motivo');
    refuse(LIMITE);
  }}}}}));
  const without = await test.create(ana, 'emprestimos', {...values, motivo: 'Obra'});
  expect([without.status, without.body]).toMatchObject([400, {codigo: 'CONFLITO', message: LIMITE, campos: []}]);
  const beside = await test.create(ana, 'emprestimos', values);
  const campos = [{campo: 'motivo', mensagem: 'Diga o motivo.'}];
  expect([beside.status, beside.body]).toMatchObject([400, {codigo: 'VALIDACAO', message: 'Diga o motivo.', campos}]);
  expect([await total('emprestimos'), await test.steps('equipamentos', idEquipamento)]).toEqual([0, ['Cadastro: Administrador']]);

});

it('runs before and after a deletion', async () => {
  const {ana, values, idEquipamento} = await start();
  const [kept, gone] = await Promise.all([30, 1].map(async dias => (await test.create(ana, 'emprestimos', {...values, dias})).body.id));
  test.use(defineOwn(typed, {steps: {emprestimos: {delete: {
    before: ({before, refuse}) => void (before.dias === 30 && refuse('Ainda não.')),
    after: ({before, save}) => save('equipamentos', before.idEquipamento ?? 0, {vezes: before.dias}),
  }}}}));
  expect((await test.remove(ana, 'emprestimos', kept)).body.message).toBe('Ainda não.');
  expect((await test.remove(ana, 'emprestimos', gone)).status).toBe(200);
  expect(await total('emprestimos')).toBe(1);
  expect(await test.steps('equipamentos', idEquipamento)).toEqual([
    'Alteração: Sistema, por Empréstimo: Exclusão', 'Cadastro: Administrador',
  ]);
});

it('sets by the rules of a save: limits and references, and neither an unknown nor a calculated field', async () => {
  const {ana, values} = await start();
  const other = await test.seed.empresa();
  const {body: {id: foreign}} = await test.create(test.adm, 'equipamentos', {idEmpresa: other.id, nome: 'Serra'});
  const setting = async (given: object) => {
    test.use({steps: {emprestimos: {create: {before: ({set}) => (set as (values: object) => void)(given)}}}});
    const {status, body} = await test.create(ana, 'emprestimos', values);
    return [status, body.codigo, body.campos?.map((one: {campo: string}) => one.campo)];
  };
  expect(await setting({dias: 31})).toEqual([400, 'VALIDACAO', ['dias']]);
  expect(await setting({idReserva: foreign})).toEqual([400, 'VALIDACAO', ['idReserva']]);
  for (const field of ['diaz', 'dobro', 'situacao', 'idAutor', 'senha']) {
    expect(await setting({[field]: 1})).toEqual([500, 'INDISPONIVEL', []]);
  }
  expect(await total('emprestimos')).toBe(0);
});

it('is rolled back where it throws, tells the caller in a sentence, and logs the step with the cause', async () => {
  const {ana, values, idEquipamento} = await start();
  test.use(defineOwn(typed, {steps: {emprestimos: {create: {after: async ({act}) => {
    await act('equipamentos', idEquipamento, 'emprestar');
    throw new TypeError('o código errou');
  }}}}}));
  const lines: string[] = [];
  const app = await buildApp(test.context, {logger: {write: line => void lines.push(line)}});
  const headers = {authorization: `Bearer ${ana.token}`};
  const answer = await app.inject({method: 'POST', url: '/api/emprestimos', payload: values, headers});
  await app.close();
  const sentence = 'O passo emprestimos.create.after do código próprio falhou. Nada foi gravado: avise o Administrador.';
  expect([answer.statusCode, answer.json()]).toMatchObject([500, {codigo: 'INDISPONIVEL', message: sentence}]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({err: {message: sentence, cause: {type: 'TypeError', message: 'o código errou'}}});
  expect([await total('emprestimos'), await test.steps('equipamentos', idEquipamento)]).toEqual([0, ['Cadastro: Administrador']]);
});

it('is given up after the limit, and writes nothing afterwards', async () => {
  const {ana, values, idEmpresa} = await start();
  const gate = Promise.withResolvers<void>();
  const late = vi.fn<(error: Error) => void>();
  test.use(defineOwn(typed, {steps: {emprestimos: {create: {before: async ({create}) => {
    await gate.promise;
    await create('equipamentos', {idEmpresa, nome: 'Tarde'}).catch(late);
  }}}}}), {stepLimitMs: 20});
  const {status, body} = await test.create(ana, 'emprestimos', values);
  expect([status, body.message]).toEqual([
    500, 'O passo emprestimos.create.before do código próprio demorou demais. Nada foi gravado: avise o Administrador.',
  ]);
  gate.resolve();
  await vi.waitFor(() => expect(late).toHaveBeenCalledExactlyOnceWith(new Error('O passo já terminou.')));
  expect([await total('emprestimos'), await total('equipamentos')]).toEqual([0, 1]);
});

it('shares its time with the steps inside it', async () => {
  const {ana, values, idEmpresa} = await start();
  test.use(defineOwn(typed, {steps: {
    emprestimos: {create: {after: async ({create}) => void await create('equipamentos', {idEmpresa, nome: 'Outro'})}},
    equipamentos: {create: {after: () => new Promise<void>(() => {})}},
  }}), {stepLimitMs: 20});
  const {status, body} = await test.create(ana, 'emprestimos', values);
  expect([status, body.message]).toEqual([500, expect.stringMatching(/^O passo \w+\.create\.after do código próprio demorou demais\./)]);
  expect([await total('emprestimos'), await total('equipamentos')]).toEqual([0, 1]);
});

it('leaves nothing of an action that its step after refuses', async () => {
  const {ana, values} = await start();
  const {body: {id}} = await test.create(ana, 'emprestimos', values);
  test.use(defineOwn(typed, {steps: {emprestimos: {actions: {devolver: {
    before: ({answers, set}) => set({codigo: `[${answers.nota}]`}),
    after: ({record, refuse}) => void (record.codigo === '[não]' && refuse('Não assim.', 'nota')),
  }}}}}));
  const refused = await test.act(ana, 'emprestimos', id, 'devolver', {nota: 'não'});
  expect([refused.status, refused.body.campos]).toEqual([400, [{campo: 'nota', mensagem: 'Não assim.'}]]);
  expect(await test.steps('emprestimos', id)).toEqual(['Cadastro: Ana']);
  expect((await test.act(ana, 'emprestimos', id, 'devolver', {nota: 'sim'})).body).toMatchObject({situacao: 2, codigo: '[sim]'});
});

it('tells an action that only own code gives an effect', async () => {
  const {ana, values} = await start();
  const {body: {id}} = await test.create(ana, 'emprestimos', values);
  expect((await test.act(ana, 'emprestimos', id, 'conferir')).status).toBe(200);
  expect(await test.steps('emprestimos', id)).toEqual(['Cadastro: Ana']);
  test.use(defineOwn(typed, {steps: {emprestimos: {actions: {conferir: {after: () => {}}}}}}));
  await test.act(ana, 'emprestimos', id, 'conferir');
  expect(await test.steps('emprestimos', id)).toEqual(['Conferir: Ana', 'Cadastro: Ana']);
});

it('ends with the refusal of another record that it changes, also where it catches it', async () => {
  const {ana, values, idEquipamento, idEmpresa} = await start();
  test.use(defineOwn(typed, {steps: {emprestimos: {create: {after: async ({record, act, create, save}) => {
    const work = record.dias === 1 ? act('equipamentos', idEquipamento, 'receber', {nota: 'x'})
      : record.dias === 2 ? save('equipamentos', idEquipamento, {vezes: 3}) : create('equipamentos', {idEmpresa, nome: ''});
    await work.catch(() => {});
  }}}}}));
  const sentences = ['Equipamento já está em Livre.', 'No máximo 2.', 'Esse campo é obrigatório.'];
  for (const [index, sentence] of sentences.entries()) {
    const {body} = await test.create(ana, 'emprestimos', {...values, dias: index + 1});
    expect(body).toMatchObject({codigo: 'CONFLITO', message: `Equipamento: ${sentence}`, campos: []});
  }
  expect([await total('emprestimos'), await total('equipamentos')]).toEqual([0, 1]);
});

it('is stopped where it calls itself without end, and tells whose call began it', async () => {
  const {ana, values, idEmpresa} = await start();
  const callers: string[] = [];
  test.use(defineOwn(typed, {steps: {
    emprestimos: {create: {after: async ({create}) => void await create('equipamentos', {idEmpresa, nome: 'Outro'})}},
    equipamentos: {create: {after: async ({create, caller}) => {
      callers.push(caller.nome);
      await create('emprestimos', values);
    }}},
  }}));
  const {status, body} = await test.create(ana, 'emprestimos', values);
  expect([status, body.message]).toEqual([500, 'O código próprio chama a si mesmo sem fim '
    + '(emprestimos.create.after, equipamentos.create.after). Nada foi gravado: avise o Administrador.']);
  expect(callers).toEqual(['Ana', 'Ana', 'Ana', 'Ana']);
  expect([await total('emprestimos'), await total('equipamentos')]).toEqual([0, 1]);
});

it('does not change the record that is about to be written but by what it sets', async () => {
  const {ana, values} = await start();
  const {body: {id}} = await test.create(ana, 'emprestimos', values);
  test.use(defineOwn(typed, {steps: {emprestimos: {update: {
    before: async ({record, save}) => record.dias === 1 ? save('emprestimos', record.id, {motivo: 'Antes'}) : undefined,
    after: async ({record, save}) => record.dias === 2 ? save('emprestimos', record.id, {motivo: 'Depois', dias: 3}) : undefined,
  }}}}));
  expect((await test.save(ana, 'emprestimos', id, {dias: 1})).status).toBe(500);
  expect((await test.save(ana, 'emprestimos', id, {dias: 2})).body).toMatchObject({motivo: 'Depois', dias: 3});
  expect(await test.steps('emprestimos', id)).toEqual([
    'Alteração: Sistema, por Empréstimo: Alteração', 'Alteração: Ana', 'Cadastro: Ana',
  ]);
});
