// `see` follows a value wherever it goes (rules: Access 16): whatever somebody asks for, nothing answered holds what they do not see.
import {strFromU8, unzipSync} from 'fflate';
import {beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {checkConfig} from '../../src/schema/check.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Endpoint, ResourceInput} from '../../src/schema/shapes/config.ts';
import type {Field, FieldOf, Kind} from '../../src/schema/shapes/fields.ts';
import {beforeTests} from '../support/beforeTests.ts';
import {company} from '../support/configs.ts';
import {judgeOf} from '../support/document.ts';
import {askable, callsOf, documentedBy} from '../support/documented.ts';
import {listenTo} from '../support/eventStream.ts';
import {openMailServer, testSender} from '../support/mail.ts';
import type {SeedUser} from '../support/seed.ts';
import {openTestApp, type Answer, type Call} from '../support/server.ts';
import {PDF} from '../support/tickets.ts';
import product from '../../resources.config.ts';

const base: Config = product;
const BOTH = ['adm', 'empresa'];

interface Secret<K extends Kind> {
  field: FieldOf<K>;
  value?: unknown;
  /** How an answer would say it; nothing where no text is its own. */
  said: readonly string[];
}
/** A field of every kind that may be hidden, with a value that nothing else has. */
const secrets: {readonly [K in Exclude<Kind, 'senha' | 'vinculos' | 'arquivo'>]: Secret<K>} = {
  texto: {field: {kind: 'texto', label: 'T', maxLength: 40}, value: 'Zanzibar oculto', said: ['Zanzibar']},
  email: {field: {kind: 'email', label: 'E', maxLength: 40}, value: 'zz@oculto.test', said: ['zz@oculto']},
  documento: {field: {kind: 'documento', label: 'D', maxLength: 20}, value: '52998224725', said: ['52998224725', '529.982.247-25']},
  telefone: {field: {kind: 'telefone', label: 'F', maxLength: 20}, value: '62999887766', said: ['62999887766', '99988-7766']},
  cep: {field: {kind: 'cep', label: 'C'}, value: '74019919', said: ['74019919', '74019-919']},
  digitos: {field: {kind: 'digitos', label: 'D', maxLength: 9}, value: '009182736', said: ['009182736']},
  numero: {field: {kind: 'numero', label: 'N'}, value: 91_827_364, said: ['91827364', '91.827.364']},
  decimal: {field: {kind: 'decimal', label: 'D', decimals: 3}, value: 8172.635, said: ['8172.635', '8.172,635']},
  moeda: {field: {kind: 'moeda', label: 'M'}, value: 7654.32, said: ['7654.32', '7.654,32']},
  calculo: {field: {kind: 'calculo', label: 'S', sum: ['decimalOculto', 'moedaOculto'], decimals: 3}, said: ['15826.955', '15.826,955']},
  data: {field: {kind: 'data', label: 'D'}, value: '2031-07-19', said: ['2031-07-19', '19/07/2031']},
  dataHora: {field: {kind: 'dataHora', label: 'D'}, value: '2031-08-21T12:34:00.000Z', said: ['2031-08-21', '21/08/31']},
  hora: {field: {kind: 'hora', label: 'H'}, value: '03:47', said: ['"03:47"']},
  url: {field: {kind: 'url', label: 'U', maxLength: 60}, value: 'https://oculto.test/', said: ['oculto.test']},
  booleano: {field: {kind: 'booleano', label: 'B'}, value: true, said: []},
  escolha: {
    field: {kind: 'escolha', label: 'E', choices: [{id: 'zq', name: 'Escolha Zq'}], nameAs: 'nomeOculto'}, value: 'zq',
    said: ['"zq"', 'Escolha Zq'],
  },
  opcoes: {field: {kind: 'opcoes', label: 'O', choices: [{id: 'zo', name: 'Opção Zo'}]}, value: ['zo'], said: ['"zo"', 'Opção Zo']},
  lista: {field: {kind: 'lista', label: 'L', list: 'ocultas'}, value: 'ZL', said: []},
  referencia: {field: {kind: 'referencia', label: 'R', to: 'setores'}, said: ['Setor Zulu']},
  relacionado: {field: {kind: 'relacionado', label: 'R', through: 'referenciaOculto', field: 'sigla'}, said: ['SGL-ZU']},
};
/** By the names of fields, which nothing else is called. */
const each = Object.entries(secrets).map(([kind, {field, ...secret}]): [string, Secret<Kind>] =>
  [`${kind}Oculto`, {...secret, field: {...field, label: kind}}]);
const hidden = (field: Field): Field => ({...field, see: ['adm']});
/** What is made of others says nothing itself: it is hidden as these are. */
const isMade = (name: string): boolean => ['calculoOculto', 'relacionadoOculto'].includes(name);
const shows = Object.fromEntries(each.map(([name]) => [`${name}Dela`, name]).filter(([, name]) => name !== 'relacionadoOculto'));

const access = {list: BOTH, create: BOTH, delete: ['adm']};
const scope = {adm: ['tudo'], empresa: ['empresa']} as const;
const NOME = {kind: 'texto', label: 'Nome', maxLength: 30, required: true} as const;

const resources: Record<string, ResourceInput> = {
  setores: {
    label: {one: 'Setor', many: 'Setores'}, icon: 'item', owner: {empresa: 'idEmpresa'},
    fields: {idEmpresa: company, nome: NOME, sigla: {kind: 'texto', label: 'Sigla', maxLength: 9, see: ['adm']}},
    list: {columns: ['nome']}, access, scope,
  },
  obras: {
    label: {one: 'Obra', many: 'Obras'}, icon: 'item', owner: {empresa: 'idEmpresa'},
    fields: {
      idEmpresa: company, nome: NOME,
      ...Object.fromEntries(each.map(([name, {field}]) => [name, isMade(name) ? field : hidden(field)])),
      arquivo: {kind: 'arquivo', label: 'Anexo', see: ['adm']},
      vinculos: {kind: 'vinculos', label: 'Ligados', to: 'setores', see: ['adm']},
      descricao: {kind: 'texto', label: 'Descrição', maxLength: 30, see: ['adm']},
      copia: {kind: 'texto', label: 'Cópia', maxLength: 9, default: 'referenciaOculto.sigla', see: ['adm']},
      custos: {kind: 'calculo', label: 'Custos', sum: 'custo', of: 'etapas', by: 'idObra', decimals: 0},
      idAtendente: {kind: 'referencia', label: 'Atendente', to: 'usuarios', see: ['adm']},
      indicado: {kind: 'referencia', label: 'Indicado', to: 'setores', names: true, shows: {nomeIndicado: 'nome'}, see: ['adm']},
      trocado: {kind: 'referencia', label: 'Trocado', to: 'setores', see: ['adm']},
      limite: {kind: 'numero', label: 'Limite'}, piso: {kind: 'numero', label: 'Piso'},
      criadoEm: {kind: 'dataHora', label: 'Criada em', stamps: 'create'}, fechadaEm: {kind: 'dataHora', label: 'Fechada em'},
      situacao: {kind: 'escolha', label: 'Situação', choices: [
        {id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'fechada', name: 'Fechada', stamps: 'fechadaEm'},
        {id: 3, key: 'arquivada', name: 'Arquivada', end: true},
      ]},
    },
    status: 'situacao', people: {atendente: {field: 'idAtendente', attends: true, reason: 'Só quem atende.'}},
    list: {
      columns: ['nome', 'textoOculto', 'calculoOculto', 'arquivo', 'custos'], card: ['nome', 'moedaOculto'],
      goTo: ['id', 'nome', 'textoOculto'],
      filters: {criadoEm: {param: ['de', 'ate']}, referenciaOculto: {}, textoOculto: {}, fechadaEm: {param: ['desde', 'antes']}},
    },
    // Told at a field that some do not see.
    rules: {
      numeroOculto: [{not: {compare: ['numeroOculto', '<', 'limite']}, reason: 'É menos do que o limite.'}],
      custos: [{not: {compare: ['custos', '<', 'piso']}, reason: 'Faltam etapas.'}],
    },
    access, scope,
    actions: {
      anotar: {
        from: {aberta: BOTH}, asks: {dito: {kind: 'texto', label: 'Dito', maxLength: 30, comment: true}},
        tells: {adm: '{nome}: {textoOculto}, {numeroOculto}, {custos}', empresa: '{nome} anotada'},
      },
      // Answers that the Adm alone reads: beside one that both do.
      sondar: {
        from: {aberta: BOTH},
        asks: {
          sigilo: {kind: 'texto', label: 'Sigilo', maxLength: 40, see: ['adm']},
          setor: {kind: 'referencia', label: 'S', to: 'setores', see: ['adm']},
          recado: {kind: 'texto', label: 'Recado', maxLength: 40, comment: true},
        },
        tells: {adm: '{nome}: {sigilo}', empresa: '{nome} sondada: {recado}', atendente: '{sigilo}'},
      },
      fechar: {from: {aberta: BOTH}, to: 'fechada', success: 'Obra {nome} fechada!'},
      arquivar: {from: {fechada: ['adm']}, to: 'arquivada'},
      trocar: {from: {aberta: BOTH}, asks: {trocado: {kind: 'referencia', label: 'T', to: 'setores'}}},
    },
  },
  etapas: {
    label: {one: 'Etapa', many: 'Etapas'}, icon: 'item', owner: {through: 'idObra'},
    fields: {
      idObra: {kind: 'referencia', label: 'Obra', to: 'obras', required: true, shows},
      nome: NOME, custo: {kind: 'numero', label: 'Custo', see: ['adm']},
    },
    actions: {medir: {profiles: BOTH, asks: {
      medida: {kind: 'decimal', label: 'Medida', see: ['adm']}, aparelho: {kind: 'texto', label: 'Aparelho', maxLength: 20},
    }}},
    api: {answer: 'page'},
    list: {
      columns: ['nome', 'idObra', ...Object.keys(shows)],
      filters: {idObra: {}, custo: {param: 'custo'}, textoOcultoDela: {}, numeroOcultoDela: {param: 'numero'}},
    },
    access, scope: {adm: ['tudo'], empresa: ['empresa']},
  },
};
const config = completeConfig({
  ...base, lists: {...base.lists, ocultas: {rows: {ZL: 'Linha'}}}, resources: {...base.resources, ...resources},
  dashboards: {
    ...base.dashboards, andamento: {
      of: 'obras', periods: ['atual'], cards: ['aberta'], chart: 'fechada', by: ['referenciaOculto'],
      sums: ['moedaOculto', 'numeroOculto', 'calculoOculto'],
    },
  },
});

/** Every text that only some may read, and the names of the fields that have them. */
const SAID = [
  ...each.flatMap(([, {said}]) => said), 'laudo-oculto', 'Resumo oculto', '31337731', '31.337.731', 'Ruth Oculta', 'Antes oculto',
  'Sigilo oculto', '4.711,25',
];
const NAMES = ['obras', 'etapas', 'setores'].flatMap(name => Object.keys(config.resources[name]?.fields ?? {}))
  .filter(name => /Oculto|^custo|sigla/.test(name)).map(name => `"${name}":`);

const server = beforeTests(() => openTestApp({config}));
let person: SeedUser;
let obra: number;
let etapa: number;
const done = async (as: {token: string}, endpoint: Endpoint, call: Call = {}): Promise<Answer> => {
  const answer = await server.api(as, endpoint, call);
  expect(answer.status, `${endpoint} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer;
};
const made = async (endpoint: Endpoint, body: unknown): Promise<number> => (await done(server.adm, endpoint, {body})).body.id;

let comum: number;
beforeAll(async () => {
  const {adm, seed} = server;
  person = await seed.usuario({perfil: 'empresa'});
  await seed.usuario({perfil: 'adm', nome: 'Outro Adm'});
  await seed.modelo({idEmpresa: person.idEmpresa});
  const elsewhere = (await seed.empresa()).id;
  const attendant = await seed.usuario({perfil: 'empresa', idEmpresa: elsewhere, nome: 'Ruth Oculta'});
  const setor = await made('POST setores', {idEmpresa: elsewhere, nome: 'Setor Zulu', sigla: 'SGL-ZU'});
  comum = await made('POST setores', {idEmpresa: person.idEmpresa, nome: 'Setor Comum'});
  const form = new FormData();
  form.append('file', new Blob([PDF]), 'laudo-oculto.pdf');
  const {body: arquivo} = await done(adm, 'POST obras/campos/arquivo', {form});
  obra = await made('POST obras', {
    ...Object.fromEntries(each.map(([name, {value}]) => [name, value])), textoOculto: 'Antes oculto', referenciaOculto: setor, arquivo,
    idEmpresa: person.idEmpresa, nome: 'Ponte', descricao: 'Resumo oculto', idAtendente: attendant.id, trocado: comum,
    vinculos: [{id: comum, ligado: true}],
  });
  etapa = await made('POST etapas', {idObra: obra, nome: 'Base', custo: 31_337_731});
  await done(adm, 'PUT obras/:id', {params: {id: obra}, body: {textoOculto: secrets.texto.value}});
  await done(person, 'PUT obras/anotar/:id', {params: {id: obra}, body: {dito: 'Anotado'}});
  for (const body of [{sigilo: 'Sigilo oculto', recado: 'Às claras'}, {sigilo: 'Sigilo oculto', setor: comum}]) {
    await done(adm, 'PUT obras/sondar/:id', {params: {id: obra}, body});
  }
  for (const body of [{medida: 4711.25, aparelho: 'Trena'}, {medida: 4711.25}]) {
    await done(adm, 'PUT etapas/medir/:id', {params: {id: etapa}, body});
  }
});

/** What an answer says, its headers and what is packed in it as well. */
const textOf = ({headers, bytes}: Answer): string => {
  const isPacked = bytes.subarray(0, 2).toString() === 'PK';
  const parts = isPacked ? Object.values(unzipSync(bytes)).map(part => strFromU8(part)) : [bytes.toString('utf8')];
  return [JSON.stringify(headers), ...parts].join('\n');
};

/** All that can be asked of these resources by somebody, beside what the document tells. */
const asked = (): [Endpoint, Call][] => {
  const filters = [{}, ...each.map(([name, {value}]) => ({[name]: value ?? 1})), {custos: 31_337_731}, {q: 'Zanzibar'}];
  const names = Object.keys(config.resources['obras']!.fields);
  return [
    ...filters.map((filter): [Endpoint, Call] => ['GET obras', {query: {filter: JSON.stringify(filter)}}]),
    ...names.map((name): [Endpoint, Call] => ['GET obras', {query: {sort: JSON.stringify([name, 'DESC'])}}]),
    ...[...names, 'id'].flatMap(colunas => ['csv', 'xlsx'].map((formato): [Endpoint, Call] =>
      ['GET obras/exportar', {query: {formato, colunas}}])),
    ...Object.keys(shows).map((colunas): [Endpoint, Call] => ['GET etapas/exportar', {query: {formato: 'csv', colunas}}]),
    ...Object.keys(shows).map((sort): [Endpoint, Call] => ['GET etapas', {query: {page: 1, sort}}]),
    ['GET etapas', {query: {page: 1, textoOcultoDela: 'Zanzibar'}}], ['GET etapas', {query: {page: 1, custo: 31_337_731}}],
    ...['Zanzibar', 'Ponte', 'obra Zanzibar', 'zulu', String(obra)].map((texto): [Endpoint, Call] => ['GET ir-para', {query: {texto}}]),
    ['GET obras/campos/vinculos/:id', {params: {id: obra}}], ['GET obras/:id/campos/arquivo', {params: {id: obra}}],
    ['GET obras/opcoes', {query: {campo: 'indicado'}}],
  ];
};

/** Every answer there is for somebody: all that the document tells of, and more. */
const answers = async (as: SeedUser | typeof server.adm): Promise<Map<string, string>> => {
  const ours = askable(documentedBy(await judgeOf(config)))
    .filter(({endpoint}) => !endpoint.includes(':') || /obras|etapas|setores|kit/.test(endpoint));
  const calls = ours.flatMap(one => callsOf(one, as).map((call): [Endpoint, Call] => [one.endpoint, call]));
  const found = new Map<string, string>();
  for (const [endpoint, call] of [...calls, ...asked()]) {
    found.set(`${endpoint} ${JSON.stringify(call)}`, textOf(await server.api(as, endpoint, call)));
  }
  return found;
};

it('the config says no mistake', () => {
  expect(checkConfig(config)).toEqual([]);
});

describe('of a field of every kind that somebody does not see', () => {
  it('no answer to them says its value or its name, and others are told each', async () => {
    const told = [...(await answers(server.adm)).values()].join('\n');
    expect([...SAID, ...NAMES].filter(text => !told.includes(text))).toEqual([]);
    const leaks = [...await answers(person)].flatMap(([call, text]) =>
      [...SAID, ...NAMES].filter(one => text.includes(one)).map(one => `${call}: ${one}`));
    expect(leaks).toEqual([]);
  });

  it('nothing is found or put in order by it, nor offered', async () => {
    const found = async (as: {token: string}) => {
      const all: string[] = [];
      for (const [endpoint, call] of asked()) {
        const {status, body} = await server.api(as, endpoint, call);
        const isNothing = (Array.isArray(body) && body.length === 0) || (body as {total?: number}).total === 0;
        if (status === 200 && !isNothing) all.push(`${endpoint} ${JSON.stringify(call.query ?? {})}`);
      }
      return all.filter(one => /Oculto|Zanzibar|zulu|custo|vinculos|indicado|arquivo/.test(one));
    };
    expect(await found(server.adm)).not.toEqual([]);
    expect(await found(person)).toEqual([]);
  });

  it('the options of an action leave out the one that a record has for those alone who see it', async () => {
    const other = await made('POST obras', {idEmpresa: person.idEmpresa, nome: 'Muro'});
    // Of the record itself, and of one that something is done to together with it.
    for (const call of [{params: {id: obra}}, {params: {id: other}, query: {tambem: obra}}]) {
      const offered = async (as: {token: string}) =>
        (await done(as, 'GET obras/trocar/:id/opcoes', call)).body.map(({id}: {id: number}) => id);
      expect(await offered(server.adm)).not.toContain(comum);
      expect(await offered(person)).toEqual([comum]);
    }
  });

  it('what they send for it changes nothing and is not judged: no value is found by trying', async () => {
    const before = (await done(server.adm, 'GET obras/:id', {params: {id: obra}})).body;
    const sent = each.flatMap(([name, {value = 1}]) => [{[name]: value}, {[name]: {wrong: true}}]);
    for (const body of [...sent, {vinculos: [{id: comum, ligado: false}]}, {arquivo: null}, {trocado: 0}, {indicado: -1}]) {
      await done(person, 'PUT obras/:id', {params: {id: obra}, body});
    }
    const {versao: _then, ...after} = (await done(server.adm, 'GET obras/:id', {params: {id: obra}})).body;
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'versao')));
  });

  it('a rule that looks at it is told in its own words, and not at which field it stands', async () => {
    const refused = (as: {token: string}) => server.api(as, 'PUT obras/:id', {params: {id: obra}, body: {limite: 99_999_999}});
    const mensagem = 'É menos do que o limite.';
    expect(await refused(server.adm)).toAnswer(400, {message: mensagem, campos: [{campo: 'numeroOculto', mensagem}]});
    expect(await refused(person)).toAnswer(400, {message: mensagem, campos: []});
  });

  it('so is a rule of a record that is made of what they write', async () => {
    const [from, to] = [await made('POST obras', {idEmpresa: person.idEmpresa, nome: 'Pier'}), obra];
    const etapa = await made('POST etapas', {idObra: from, nome: 'Estacas', custo: 10});
    await done(server.adm, 'PUT obras/:id', {params: {id: from}, body: {piso: 5}});
    const moved = (as: {token: string}) => server.api(as, 'PUT etapas/:id', {params: {id: etapa}, body: {idObra: to}});
    expect(await moved(server.adm)).toAnswer(400, {message: 'Custos (Obra): Faltam etapas.'});
    expect(await moved(person)).toAnswer(400, {message: 'Obra: Faltam etapas.', campos: []});
  });

  it('a step of which they read no answer is none to them; of one that says more they read the rest', async () => {
    const steps = async (as: {token: string}, call: Endpoint, id: number, acao: string): Promise<unknown[]> =>
      (await done(as, call, {params: {id}})).body.filter((step: {acao: string}) => step.acao === acao)
        .map(({comentario, visibilidade, campos = []}: Answer['body']) =>
          [comentario, visibilidade, campos.map((change: Answer['body']) => [change.rotulo, change.depois, change.visibilidade])]);
    const secret = ['Sigilo', 'Sigilo oculto', 'Só Adm'];
    expect(await steps(server.adm, 'GET obras/:id/historico', obra, 'Sondar'))
      .toEqual([['', undefined, [secret, ['S', 'Setor Comum', 'Só Adm']]], ['Às claras', undefined, [secret]]]);
    expect(await steps(person, 'GET obras/:id/historico', obra, 'Sondar')).toEqual([['Às claras', undefined, []]]);
    const measured = ['Medida', '4.711,25', 'Só Adm'];
    expect(await steps(server.adm, 'GET etapas/:id/historico', etapa, 'Medir'))
      .toEqual([[undefined, undefined, [measured]], [undefined, undefined, [measured, ['Aparelho', 'Trena', undefined]]]]);
    expect(await steps(person, 'GET etapas/:id/historico', etapa, 'Medir'))
      .toEqual([[undefined, undefined, [['Aparelho', 'Trena', undefined]]]]);
  });

  it('they may answer what they do not read', async () => {
    const {id} = (await done(person, 'POST obras', {body: {idEmpresa: person.idEmpresa, nome: 'Dique', numeroOculto: 0}})).body;
    await done(person, 'PUT obras/sondar/:id', {params: {id}, body: {sigilo: 'Denúncia'}});
    const steps = async (as: {token: string}) => JSON.stringify((await done(as, 'GET obras/:id/historico', {params: {id}})).body);
    expect(await steps(server.adm)).toContain('Denúncia');
    expect(await steps(person)).not.toContain('Sondar');
  });

  it('no mail says it to them, and the Adm reads it in theirs', async () => {
    const mails = await openMailServer();
    const sender = await testSender(server, mails.url);
    onTestFinished(async () => {
      await sender.stop(0);
      await mails.close();
    });
    const reader = await server.seed.usuario({perfil: 'empresa', idEmpresa: person.idEmpresa});
    const id = await made('POST obras', {
      idEmpresa: person.idEmpresa, nome: 'Cais', textoOculto: secrets.texto.value, numeroOculto: secrets.numero.value,
    });
    await done(person, 'PUT obras/anotar/:id', {params: {id}, body: {dito: 'Visto'}});
    for (const recado of [{recado: 'Tudo em dia'}, {}]) {
      await done(person, 'PUT obras/sondar/:id', {params: {id}, body: {sigilo: 'Sigilo oculto', ...recado}});
    }
    await sender.sendAll();
    const sentTo = ({email}: {email: string}) => mails.received.filter(({recipients}) => recipients.includes(email))
      .map(mail => JSON.stringify([mail.subject, mail.text, mail.html, mail.headers])).join('\n');
    for (const text of ['Zanzibar', 'Cais: Sigilo oculto']) expect(sentTo(server.adm)).toContain(text);
    for (const text of ['Cais anotada', 'Cais sondada: Tudo em dia']) expect(sentTo(reader)).toContain(text);
    expect(sentTo(reader)).not.toContain('Cais sondada: —');
    expect([...SAID, ...NAMES].filter(one => sentTo(reader).includes(one))).toEqual([]);
  });

  it('what they change and do answers nothing of it, nor do a refusal and the stream of events', async () => {
    const stream = await listenTo(server.app, person.token);
    const told: string[] = [];
    for (const [endpoint, body] of [
      ['PUT obras/:id', {nome: 'Ponte nova'}], ['PUT obras/fechar/:id', {}], ['PUT obras/fechar/:id', {}],
    ] as const) told.push(textOf(await server.api(person, endpoint, {params: {id: obra}, body, headers: {prefer: 'passos'}})));
    const made = await server.api(person, 'POST obras', {body: {idEmpresa: person.idEmpresa, nome: 'Outra', textoOculto: 'Meu'}});
    expect(made).toAnswer(201);
    await stream.hears('registro', {recurso: 'obras'}).catch(() => undefined);
    stream.leave();
    const text = [...told, textOf(made), stream.text()].join('\n');
    expect(text).toContain('já está em Fechada');
    expect([...SAID, ...NAMES].filter(one => text.includes(one))).toEqual([]);
  });
});
