import {describe, expect, it} from 'vitest';
import {resolveToggle} from '../../src/schema/lifeCycle/toggle.ts';
import config from '../../resources.config.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, ConfigInput, ResourceInput, Resource} from '../../src/schema/shapes/config.ts';
import {DEFAULT_FILE_MESSAGES, DEFAULT_GENERAL_MESSAGES} from '../../src/schema/shapes/productMessages.ts';
import {defineConfig} from '../../src/schema/config/defineConfig.ts';
import {TINY} from './support/tiny.ts';

it('is plain data: printed as JSON and read again it is the same', () => {
  expect(JSON.parse(JSON.stringify(config))).toEqual(config);
});

it('is answered as it was written, with what follows from it', () => {
  // Not the product: a word that is wrong there is told there, and not here with all the types around it.
  const written = JSON.parse(TINY) as never;
  expect(defineConfig(written)).toMatchObject(written);
});

it('has the limits of the records (rules: Users 1, Companies 1, 3, 4, Templates 1, 2)', () => {
  const {resources}: Config = config;
  const limits = Object.fromEntries(Object.entries(resources).map(([name, {fields}]) => [
    name,
    Object.entries(fields).flatMap(([field, declared]) => ('maxLength' in declared &&
      !declared.readOnly ? [`${field} ${declared.maxLength}`] : [])).join(', '),
  ]));
  expect(limits).toEqual({
    usuarios: 'nome 100, email 100, senha 45, codigoExterno 15',
    empresas: 'razaoSocial 100, cnpj 20, email 45, telefone 20, contato 20, celularContato 20',
    filiais: 'descricao 100, razaoSocial 100, cnpj 20, telefone 20, contato 110',
    fornecedores: 'razaoSocial 100, email 45, telefone 20, contato 20',
    modelosFormulario: 'workFlowNameRpa 100, descricao 100, chavePai 100, chave 100',
    modelosFormularioItem: 'descricao 100',
    tickets: '',
  });
});

describe('what follows from something else', () => {
  const of = (resource: object): Resource => {
    const {resources} = JSON.parse(TINY) as ConfigInput;
    const base = {
      label: {one: 'Vistoria Anual', many: 'Vistorias'}, icon: 'item', title: 'placa', list: {columns: ['placa']},
      fields: {
        idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', shows: {nomeEmpresa: 'razaoSocial'}},
        placa: {kind: 'texto', label: 'Placa', maxLength: 8}, ativo: {kind: 'booleano', label: 'Ativo', readOnly: true},
      },
      access: {list: ['adm'], create: ['gestor']}, scope: {},
    };
    const given = {...JSON.parse(TINY), resources: {...resources, vistorias: {...base, ...resource}}} as ConfigInput;
    return completeConfig(given).resources['vistorias']!;
  };

  it('is filled in', () => {
    const vistorias = of({});
    expect(vistorias).toMatchObject({
      pageTitle: 'Vistoria Anual', formTitle: 'Cadastro de Vistorias', route: 'vistoria-anual', form: {'': ['idEmpresa', 'placa']},
      access: {list: ['adm'], read: ['adm'], create: ['gestor'], update: ['gestor'], delete: []}, list: {sort: ['placa', 'asc']},
      messages: {
        created: 'Vistoria Anual Cadastrada!', updated: 'Vistoria Anual Editada!', empty: 'Nenhuma vistoria anual encontrada.',
      },
    });
    expect(vistorias.fields['nomeEmpresa']).toEqual({kind: 'relacionado', label: 'Empresa', through: 'idEmpresa', field: 'razaoSocial'});
    expect([vistorias.api, vistorias.actions, vistorias.toggle]).toEqual([undefined, undefined, undefined]);
  });

  it('is what several that are shown of one record are called, so that they can be told apart', () => {
    const idEmpresa = {kind: 'referencia', label: 'Empresa', to: 'empresas', shows: {cadastro: 'cnpj', nomeEmpresa: 'razaoSocial'}};
    const {fields} = of({fields: {idEmpresa, placa: {kind: 'texto', label: 'Placa', maxLength: 8}}});
    expect([fields['nomeEmpresa']?.label, fields['cadastro']?.label]).toEqual(['Empresa', 'Empresa: CNPJ']);
  });

  it('is who sees what is made of other values: those who see all of them', () => {
    const {fields} = of({fields: {
      idPai: {kind: 'referencia', label: 'Pai', to: 'vistorias', see: ['adm', 'gestor']},
      valor: {kind: 'moeda', label: 'Valor', see: ['gestor', 'fiscal']}, taxa: {kind: 'moeda', label: 'Taxa', see: ['fiscal', 'adm']},
      livre: {kind: 'moeda', label: 'Livre'}, total: {kind: 'calculo', label: 'Total', sum: ['valor', 'taxa', 'livre']},
      doPai: {kind: 'relacionado', label: 'Do pai', through: 'idPai', field: 'valor'},
      doAvo: {kind: 'relacionado', label: 'Do avô', through: 'idPai', field: 'doPai'},
      filhos: {kind: 'calculo', label: 'Filhos', count: true, of: 'vistorias', by: 'idPai'},
      maior: {kind: 'calculo', label: 'Maior', max: 'taxa', of: 'vistorias', by: 'idPai'},
      dobro: {kind: 'calculo', label: 'Dobro', sum: ['livre', 'livre']},
      dito: {kind: 'calculo', label: 'Dito', sum: ['taxa', 'valor'], see: []},
      volta: {kind: 'calculo', label: 'Volta', sum: ['volta', 'taxa']},
    } as ResourceInput['fields']});
    expect(Object.fromEntries(Object.entries(fields).map(([name, {see}]) => [name, see]))).toMatchObject({
      total: ['fiscal'], doPai: ['gestor'], doAvo: ['gestor'], filhos: ['adm', 'gestor'], maior: ['adm'], dobro: undefined, dito: [],
      volta: ['fiscal', 'adm'],
    });
  });

  it('is what a record is called, what only the server writes, the filter of a switch and the icon of a way', () => {
    const instant = {kind: 'dataHora', label: 'Quando'};
    const fields = {
      nota: {kind: 'texto', label: 'Nota', maxLength: 9}, placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true},
      numero: {kind: 'numero', label: 'Número', sequence: true}, ativo: {kind: 'booleano', label: 'Ativo'},
      etapa: {kind: 'escolha', label: 'Etapa', default: 1, choices: [
        {id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'fechada', name: 'Fechada', icon: 'check', stamps: 'fim', end: true},
      ]},
      autor: {kind: 'referencia', label: 'Autor', to: 'usuarios'}, fim: instant, desde: instant, criada: {...instant, stamps: 'create'},
      resumo: {kind: 'texto', label: 'Resumo', maxLength: 9}, modelo: {kind: 'texto', label: 'Modelo', maxLength: 9},
    };
    const declared = {
      title: undefined, fields, status: 'etapa', since: 'desde', toggle: {field: 'ativo'},
      people: {autor: {field: 'autor', stamps: 'create', reason: 'Não.'}},
      template: {by: 'x', items: 'y', summary: 'resumo', keep: {modelo: 'z'}},
      list: {columns: ['placa'], filters: {ativo: {all: 'Tanto faz'}}}, actions: {fechar: {from: {aberta: ['adm']}, to: 'fechada'}},
    };
    const {title, list, actions, ...vistorias} = of(declared);
    expect(title).toBe('placa');
    expect(of({title: undefined}).title).toBe('id');
    expect(Object.entries(vistorias.fields).flatMap(([name, {readOnly}]) => (readOnly === true ? [] : [name]))).toEqual(['nota', 'placa']);
    expect(vistorias.form).toEqual({'': ['nota', 'placa']});
    expect(list.filters).toEqual({
      ativo: {all: 'Tanto faz', optional: true, names: {true: 'Ativas', false: 'Inativas'}},
    });
    expect(actions?.['fechar']?.icon).toBe('check');
  });

  it("is a profile's first screen, and what a row of a list is that is a text", () => {
    const {profiles, lists} = completeConfig({
      ...(JSON.parse(TINY) as ConfigInput), profiles: {robo: {id: 1, name: 'Robô'}, gestor: {id: 2, name: 'Gestor', home: '/adm/pedido'},
        chefe: {id: 3, name: 'Chefe', home: {list: 'pedidos', tab: 'meus'}}, outro: {id: 4, name: 'Outro', home: {list: 'usuarios'}},
      },
      lists: {cores: {call: 'GET cores', wire: ['codigo', 'nome'], rows: ['Azul', 'Verde']}},
    });
    expect(Object.values(profiles).map(({home}) => decodeURIComponent(home)))
      .toEqual(['/adm/home', '/adm/pedido', '/adm/pedido?filter={"aba":"meus"}', '/adm/usuario']);
    expect(lists['cores']?.rows).toEqual({Azul: 'Azul', Verde: 'Verde'});
  });

  it('is the address and title of a product, its sentences and the kinds of items; what is said wins, word by word', () => {
    const {profiles, menu, resources} = JSON.parse(TINY) as ConfigInput;
    const {product, profiles: {gestor}, lists, itemKinds, namedItems, files, messages} = completeConfig({
      product: {name: 'Frota Média', subtitle: 'Entre'}, profiles: {...profiles, gestor: {id: 2, name: 'Gestor'}}, menu, resources,
      lists: {tiposArquivo: {rows: ['Foto']}}, files: {messages: {one: 'Não.'}}, messages: {offline: 'Sem rede.'},
    });
    expect(product).toEqual({name: 'Frota Média', subtitle: 'Entre', basename: '/frota-media', pageTitle: 'Frota Média'});
    expect(gestor?.home).toBe('/frota-media/home');
    expect(lists).toEqual({tiposArquivo: {call: 'GET listas/tipos-arquivo', wire: ['codigo', 'descricao'], rows: {Foto: 'Foto'}}});
    expect(Object.keys(itemKinds)).toEqual(['texto', 'numero', 'data', 'email', 'decimal', 'moeda', 'hora', 'url']);
    expect(namedItems).toEqual({});
    expect(files).toEqual({forbiddenExtensions: ['exe', 'bat'], messages: {...DEFAULT_FILE_MESSAGES, one: 'Não.'}});
    expect(messages).toEqual({...DEFAULT_GENERAL_MESSAGES, offline: 'Sem rede.'});
  });

  it('is where the switches of links are read, and what they are called', () => {
    const {fields} = of({api: {list: 'GET vistos', answer: 'page'}, fields: {
      idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas'},
      usa: {kind: 'vinculos', label: 'Usa', to: 'pedidos'},
      equipe: {kind: 'vinculos', label: 'Equipe', to: 'usuarios', within: 'idEmpresa'},
      dona: {kind: 'vinculos', label: 'Dona', to: 'pedidos', call: 'GET donas/:id', wire: {id: 'idDona', on: 'sim'}},
    }});
    expect([fields['usa'], fields['equipe'], fields['dona']]).toMatchObject([
      {call: 'GET vistos/campos/usa/:id', wire: {id: 'id', on: 'ligado'}}, {call: 'GET vistos/campos/equipe/:idEmpresa/:id'},
      {call: 'GET donas/:id', wire: {id: 'idDona', on: 'sim'}},
    ]);
  });

  it('is two actions of a switch, and the calls, words and places of any', () => {
    const actions = {recolher: {profiles: ['adm']}, ativar: {label: 'Ligar'}, enviarDeNovo: {label: 'Enviar', places: [], success: 'Foi!'}};
    const access = {list: ['adm'], delete: ['adm']};
    const vistorias = of({toggle: {field: 'ativo'}, api: {list: 'GET vistos', answer: 'page'}, access, actions});
    expect(vistorias.api).toEqual({
      list: 'GET vistos', answer: 'page', one: 'GET vistos/:id', create: 'POST vistos', update: 'PUT vistos/:id',
      delete: 'DELETE vistos/:id',
    });
    expect(resolveToggle(vistorias)).toEqual({field: 'ativo', on: true, enable: 'ativar', disable: 'inativar'});
    expect(vistorias.actions).toEqual({
      recolher: {
        label: 'Recolher', call: 'PUT vistos/recolher/:id', success: 'Vistoria Anual Recolhida!', places: ['menu', 'edit'],
        profiles: ['adm'],
      },
      enviarDeNovo: {label: 'Enviar', call: 'PUT vistos/enviar-de-novo/:id', success: 'Foi!', places: []},
      ativar: {
        label: 'Ligar', many: 'Ativar Vistorias', call: 'PUT vistos/ativar/:id', confirm: 'Deseja realmente ativar?', profiles: [],
        success: 'Vistoria Anual Ativada!', sets: {ativo: true},
      },
      inativar: {
        label: 'Inativar Vistoria Anual', many: 'Inativar Vistorias', call: 'PUT vistos/inativar/:id',
        confirm: 'Deseja realmente inativar?', profiles: [], success: 'Vistoria Anual Inativada!', sets: {ativo: false}, tone: 'danger',
      },
    });
  });

  it('is the words of an action that is named by several', () => {
    const {actions} = of({actions: {esperarPeca: {profiles: ['adm']}}});
    expect(actions?.['esperarPeca']).toMatchObject({label: 'Esperar Peca', success: 'Vistoria Anual Esperada!'});
  });

  it.each([
    ['concluir', 'Concluída'], ['excluir', 'Excluída'], ['atrair', 'Atraída'], ['seguir', 'Seguida'], ['pedir', 'Pedida'],
    ['devolver', 'Devolvida'], ['averiguar', 'Averiguada'],
  ])('is what was done, of one that is done by %s', (verb, said) => {
    expect(of({actions: {[verb]: {profiles: ['adm']}}}).actions?.[verb]?.success).toBe(`Vistoria Anual ${said}!`);
  });

  it.each([['the product', config], ['the tiny one', JSON.parse(TINY)]])('is nothing more, once it is: %s', (_name, given: ConfigInput) => {
    expect(completeConfig(completeConfig(given))).toEqual(completeConfig(given));
  });
});
