import {describe, expect, it, vi} from 'vitest';
import config from '../../resources.config.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {validateItem} from '../../src/schema/fields/items.ts';
import {initialFieldValue} from '../../src/schema/fields/defaults.ts';
import {kindRules, kindRuleOf} from '../../src/schema/fields/kinds.ts';
import {holdsOnFormRecord, isVisibleAndEditable, isRequired, mayWrite} from '../../src/schema/conditions/fieldConditions.ts';
import {formMessages, messagesWithLabel} from '../../src/schema/words/messages.ts';
import {validateRecord} from '../../src/schema/records/validateRecord.ts';
import {validateValue, type RecordValues} from '../../src/schema/fields/validate.ts';
import {toSaveBody} from '../../src/portal/api/providers/saveBody.ts';
import type {Session} from '../../src/schema/session.ts';
import {sessions} from './support/sessions.ts';

const product: Config = config;
const resources: Readonly<Record<string, Resource>> = product.resources;
const {usuarios, empresas, filiais, fornecedores, modelosFormularioItem} = config.resources satisfies Record<string, Resource>;

const of = (record: RecordValues) => ({resource: resources['usuarios']!, record, session: sessions.adm});
const OBRIGATORIO = 'Esse campo é obrigatório.';

const USUARIO = {tipo: 2, nome: 'Ana', email: 'ana@exemplo.com', idEmpresa: 10};

describe('a new user', () => {
  const validate = (body: RecordValues, session: Session = sessions.adm) => validateRecord(product, usuarios, body, session);

  it('keeps the bare values of every field that may be written, and no other', () => {
    expect(validate({
      ...USUARIO, tipo: '2', nome: ' Ana ', idEmpresa: '10', dataCriacao: '2020-01-01T00:00:00Z', ativo: false, id: 9, versao: 3,
      papel: 'root',
    })).toEqual({
      errors: [],
      values: {tipo: 2, nome: 'Ana', email: 'ana@exemplo.com', senha: null, codigoExterno: null, idEmpresa: 10, filiaisAlteradas: null},
    });
  });

  it('names every field that is missing, in the order of the declaration', () => {
    expect(validate({}).errors).toEqual(['tipo', 'nome', 'email'].map(campo => ({campo, mensagem: OBRIGATORIO})));
  });

  it.each([2, 3, 5])('of profile %i needs a company', tipo => {
    expect(validate({...USUARIO, tipo, idEmpresa: 0}).errors).toEqual([{campo: 'idEmpresa', mensagem: OBRIGATORIO}]);
  });

  it('of profile Adm has no company: what was sent is cleared', () => {
    const {values, errors} = validate({...USUARIO, tipo: 1, idEmpresa: 10, filiaisAlteradas: [{idFilial: 1, usuarioVinculado: true}]});
    expect(errors).toEqual([]);
    expect(values).toMatchObject({tipo: 1, idEmpresa: null, filiaisAlteradas: null});
  });

  it('of profile RPA may have a company, and need not', () => {
    expect(validate({...USUARIO, tipo: 4, idEmpresa: 0})).toMatchObject({errors: [], values: {idEmpresa: null}});
    expect(validate({...USUARIO, tipo: 4})).toMatchObject({errors: [], values: {idEmpresa: 10}});
  });

  it.each([[1, false], [2, false], [3, true], [4, false], [5, true]])('of profile %i keeps branch links: %s', (tipo, kept) => {
    const links = [{idFilial: 1, usuarioVinculado: true}];
    expect(validate({...USUARIO, tipo, filiaisAlteradas: links}).values['filiaisAlteradas']).toEqual(kept ? links : null);
  });

  it.each([
    ['adm', 1, true],
    ['empresa', 1, false],
    ['adm', 4, true],
    ['empresa', 4, false],
    ['empresa', 2, true],
    ['empresa', 3, true],
    ['empresa', 5, true],
  ] as const)(
    'made by %s with profile %i is allowed: %s', (perfil, tipo, allowed) => {
      expect(validate({...USUARIO, tipo}, sessions[perfil]).errors)
        .toEqual(allowed ? [] : [{campo: 'tipo', mensagem: 'Seu perfil não pode escolher esta opção.'}]);
    });

  it('takes no choice that is archived, but the one that it has; nor a field that is, which nobody has to fill in', () => {
    const {tipo, codigoExterno} = usuarios.fields;
    const dias = [{id: 's', name: 'Seg'}, {id: 't', name: 'Ter', archived: true as const}];
    const fields: Record<string, Field> = {
      ...usuarios.fields, dias: {kind: 'opcoes', label: 'Dias', choices: dias},
      turno: {kind: 'texto', label: 'Turno', maxLength: 9, default: 'manhã', archived: true},
      codigoExterno: {...codigoExterno, required: true, archived: true},
      tipo: {...tipo, choices: tipo.choices.map(choice => (choice.id === 3 ? {...choice, archived: true as const} : choice))},
    };
    const {resources: {usuarios: own}} = completeConfig({...product, resources: {...product.resources, usuarios: {...usuarios, fields}}});
    const said = (body: object, current = {}) => validateRecord(product, own!, {...USUARIO, ...body}, sessions.adm, current);
    expect(said({tipo: 3}).errors).toEqual([{campo: 'tipo', mensagem: 'Esta opção não é mais usada.'}]);
    expect(said({tipo: 3}, {id: 7, tipo: 3}).errors).toEqual([]);
    expect(said({tipo: 2, codigoExterno: 'X'}).values).not.toHaveProperty('codigoExterno');
    expect(said({dias: ['t']}).errors).toEqual([{campo: 'dias', mensagem: 'Esta opção não é mais usada.'}]);
    expect(said({dias: ['s', 't']}, {id: 7, tipo: 2, dias: ['t']}).errors).toEqual([]);
    // It begins with nothing, and stands in a form that names no fields, for those that have it.
    expect([own!.fields['turno']?.default, own!.fields['turno']?.visible]).toEqual([undefined, {filled: 'turno'}]);
    const {form: _form, ...without} = usuarios;
    expect(completeConfig({...product, resources: {usuarios: {...without, fields}}}).resources['usuarios']?.form['']).toContain('turno');
  });

  it.each([
    [{nome: 'a'.repeat(100)}, []], [{nome: 'a'.repeat(101)}, ['Limite de 100 caracteres excedido.']], [{codigoExterno: 'x'.repeat(15)}, []],
    [{codigoExterno: 'x'.repeat(16)}, ['Limite de 15 caracteres excedido.']],
    [{senha: '12345'}, ['Informe pelo menos 6 caracteres.']], [{senha: '123456'}, []], [{email: 'ana'}, ['E-mail inválido.']],
    [{tipo: 6}, ['Campo inválido.']],
    [{nome: '   '}, [OBRIGATORIO]], [{nome: null}, [OBRIGATORIO]], [{nome: {}}, ['Campo inválido.']],
  ])('%j says %j', (change, sentences) => {
    expect(validate({...USUARIO, ...change}).errors.map(error => error.mensagem)).toEqual(sentences);
  });
});

it('a mobile number of a company says what the specification says, to the letter; other telephones say what is wrong', () => {
  const {empresas} = config.resources satisfies Record<string, Resource>;
  const given = {razaoSocial: 'A', cnpj: '11222333000181', email: 'a@b.com', telefone: '11', celularContato: '11'};
  expect(validateRecord(product, empresas, given, sessions.adm).errors).toEqual([
    {campo: 'telefone', mensagem: 'Informe um telefone com DDD: 10 ou 11 dígitos.'}, {campo: 'celularContato', mensagem: 'Campo inválido.'},
  ]);
});

describe('a field that is off by what others hold', () => {
  const text = {kind: 'texto', maxLength: 9} as const;
  const fields = {
    // Before what it looks at, which is off itself where nothing was asked for.
    prazo: {...text, label: 'Prazo', required: true, editable: {filled: 'motivo'}},
    motivo: {...text, label: 'Motivo', visible: {is: {urgente: [true]}}},
    setor: {...text, label: 'Setor', visible: {is: {urgente: [true]}}, whenOff: 'clear'},
    urgente: {kind: 'booleano', label: 'Urgente'},
  } as const satisfies Resource['fields'];
  const stored = {id: 1, urgente: false, prazo: 'hoje', motivo: null, setor: null};
  const saved = (body: RecordValues, current: RecordValues = stored) =>
    validateRecord(product, {...usuarios, fields}, body, sessions.adm, current);

  it.each<[RecordValues, RecordValues, RecordValues | undefined]>([
    [{urgente: false, motivo: 'x', prazo: 'já', setor: 'y'}, {urgente: false, setor: null}, undefined],
    [{urgente: true, motivo: 'x', prazo: 'já', setor: 'y'}, {urgente: true, motivo: 'x', prazo: 'já', setor: 'y'}, undefined],
    [{urgente: true, prazo: 'já'}, {urgente: true}, undefined],
    [
      {urgente: false, motivo: 'z', prazo: 'já'}, {urgente: false, setor: null, prazo: 'já'},
      {...stored, urgente: true, motivo: 'x', setor: 'y'},
    ],
    [{prazo: 'já'}, {prazo: 'já', setor: null}, {...stored, motivo: 'x'}],
    [{urgente: false, prazo: '', motivo: '', setor: 'y'}, {urgente: false, setor: null}, {}],
  ])('%j is taken as %j', (body, values, current) => expect(saved(body, current)).toEqual({errors: [], values}));

  it('a row that is gone is kept until it is asked for', () => {
    const cor = {kind: 'lista', label: 'Cor', list: 'transgenia'} as const;
    const kept = (missing: readonly string[]) =>
      validateRecord(product, {...usuarios, fields: {...fields, cor}}, {cor: 'XX'}, sessions.adm, {...stored, cor: 'XX'}, missing).errors;
    expect(kept([])).toEqual([]);
    expect(kept(['cor'])).toEqual([{campo: 'cor', mensagem: 'Campo inválido.'}]);
  });

  it('is lacking as soon as it is on, whether it is spoken of or not', () => {
    const without = {...stored, prazo: null};
    expect(saved({urgente: true, motivo: 'x'}, without).errors).toEqual([{campo: 'prazo', mensagem: OBRIGATORIO}]);
    expect(saved({urgente: true}, without).errors).toEqual([]);
  });

  it('knows that what is made has no children', () => {
    const empty: Condition = {compare: ['filhos', '=', 0]};
    const parent: Resource['fields'] = {
      ...fields, setor: {...text, label: 'Setor', required: empty, editable: empty},
      filhos: {kind: 'calculo', label: 'Filhos', count: true, of: 'usuarios', by: 'idPai'},
    };
    const made = (body: RecordValues, current?: RecordValues) =>
      validateRecord(product, {...usuarios, fields: parent}, body, sessions.adm, current);
    expect(made({setor: 'y'}).values).toMatchObject({setor: 'y'});
    expect(made({}).errors).toEqual([{campo: 'setor', mensagem: OBRIGATORIO}]);
    expect(made({setor: 'y'}, {...stored, filhos: 1}).values).toEqual({});
  });
});

describe('a stored user', () => {
  const current = {...USUARIO, id: 9, versao: 1, codigoExterno: 'A1', ativo: true};
  const validate = (body: RecordValues, session: Session, stored: RecordValues = current) =>
    validateRecord(product, usuarios, body, session, stored);

  it('keeps what the body does not name', () => {
    expect(validate({nome: 'Bia'}, sessions.adm)).toEqual({errors: [], values: {nome: 'Bia', filiaisAlteradas: null}});
  });

  it('keeps the password when it is empty or not named', () => {
    expect(validate({senha: ''}, sessions.adm).values['senha']).toBeNull();
    expect('senha' in validate({nome: 'Bia'}, sessions.adm).values).toBe(false);
    const required = {...usuarios.fields.senha, required: true as const};
    expect([{}, {id: 0}, {id: 2}].map(record => isRequired(required, of(record)))).toEqual([true, true, false]);
  });

  it('is cleared where the body says so, and not of what is required', () => {
    expect(validate({codigoExterno: '', nome: ''}, sessions.adm)).toEqual({
      errors: [{campo: 'nome', mensagem: OBRIGATORIO}], values: {codigoExterno: null, filiaisAlteradas: null},
    });
  });

  it('loses its company with the profile Adm', () => {
    expect(validate({tipo: 1}, sessions.adm).values).toMatchObject({tipo: 1, idEmpresa: null});
  });

  it('needs a company as soon as it is no Adm any more, though the body does not speak of it', () => {
    expect(validate({tipo: 2}, sessions.adm, {...current, tipo: 1, idEmpresa: null}).errors)
      .toEqual([{campo: 'idEmpresa', mensagem: OBRIGATORIO}]);
  });

  it('cannot change its own profile, nor by trying lose its company', () => {
    expect(validate({tipo: 1, nome: 'Bia'}, sessions.empresa, {...current, id: sessions.empresa.id})).toEqual({
      errors: [{campo: 'tipo', mensagem: 'Ninguém altera isto no próprio cadastro.'}], values: {nome: 'Bia', filiaisAlteradas: null},
    });
  });

  it('of profile Adm may be saved unchanged by whoever may not make an Adm', () => {
    const adm = {...current, tipo: 1, idEmpresa: null};
    expect(validate({tipo: 1}, sessions.empresa, adm).errors).toEqual([]);
    expect(validate({tipo: 1}, sessions.empresa).errors).toHaveLength(1);
  });

  it('ignores what is only of the server', () => {
    expect(Object.keys(validate({ativo: false, dataCriacao: 'x', id: 8}, sessions.adm).values)).toEqual(['filiaisAlteradas']);
  });
});

it('a branch keeps the company it was made in', () => {
  const filial = {
    idEmpresa: 10, descricao: 'Matriz', razaoSocial: 'Matriz SA', cnpj: '11.222.333/0001-81', telefone: '(11) 3456-7890', contato: 'Ana',
  };
  expect(validateRecord(product, filiais, filial, sessions.adm)).toMatchObject({
    errors: [], values: {idEmpresa: 10, cnpj: '11222333000181', telefone: '1134567890'},
  });
  expect(validateRecord(product, filiais, {...filial, idEmpresa: 11}, sessions.adm, {...filial, id: 1}).values)
    .not.toHaveProperty('idEmpresa');
});

it.each([
  ['empresas', empresas, ['razaoSocial', 'cnpj', 'email', 'telefone']],
  ['filiais', filiais, ['idEmpresa', 'descricao', 'razaoSocial', 'cnpj', 'telefone', 'contato']],
  ['fornecedores', fornecedores, ['idEmpresa', 'razaoSocial', 'email', 'telefone']],
  ['modelosFormulario', config.resources.modelosFormulario, ['idEmpresa', 'idFilial', 'descricao', 'chavePai', 'chave']],
  ['modelosFormularioItem', modelosFormularioItem, ['idModeloFormulario', 'descricao', 'tipoCampo']],
  ['tickets', config.resources.tickets, ['idEmpresa', 'idFilial', 'idModeloFormulario']],
] as const)('%s: an empty record names what is required (rules: Users 1, Companies 1, 3, 4, Templates 1)', (_name, resource, fields) => {
  expect(validateRecord(product, resource, {}, sessions.adm).errors).toEqual(fields.map(campo => ({campo, mensagem: OBRIGATORIO})));
});

it('an item has its defaults', () => {
  expect(
    validateRecord(product, modelosFormularioItem, {idModeloFormulario: 1, descricao: 'Peso', tipoCampo: 'numero'}, sessions.adm).values,
  )
    .toEqual({
      idModeloFormulario: 1, descricao: 'Peso', tipoCampo: 'numero', obrigatorio: false, mostrarConsultaTicket: false, ordem: null,
    });
});

describe('fields of some profiles', () => {
  const resource: Resource = {
    ...empresas,
    fields: {
      nome: {kind: 'texto', label: 'Nome', maxLength: 10, required: true},
      segredo: {kind: 'texto', label: 'Segredo', maxLength: 10, see: ['adm']},
      nota: {kind: 'texto', label: 'Nota', maxLength: 10, readOnly: {not: {is: {'session.perfil': ['adm']}}}},
      cor: {kind: 'lista', label: 'Cor', list: 'transgenia'},
    },
  };
  it('what a profile may not see or change is ignored, not refused', () => {
    const body = {nome: 'A', segredo: 'x', nota: 'y'};
    expect(validateRecord(product, resource, body, sessions.adm).values).toMatchObject(body);
    expect(validateRecord(product, resource, body, sessions.empresa)).toEqual({errors: [], values: {nome: 'A', cor: null}});
  });

  it('what is kept for a reason tells nobody who does not see it whether they sent the one there is', () => {
    const kept = {...resource, fields: {...resource.fields, segredo: {
      ...resource.fields['segredo'], readOnly: {filled: 'segredo', reason: 'Já foi dito.'},
    } as Field}};
    const refused = (session: Session): string[] => ['x', 'y'].flatMap(segredo =>
      validateRecord(product, kept, {nome: 'A', segredo}, session, {id: 1, nome: 'A', segredo: 'x'}).errors.map(({mensagem}) => mensagem));
    expect([refused(sessions.adm), refused(sessions.empresa)]).toEqual([['Já foi dito.'], []]);
  });

  it.each([['RR', true], ['rr', false], ['XX', false], ['', true], ['constructor', false]])('the list has a row %j: %s', (cor, valid) => {
    expect(validateRecord(product, resource, {nome: 'A', cor}, sessions.adm).errors)
      .toEqual(valid ? [] : [{campo: 'cor', mensagem: 'Campo inválido.'}]);
  });

  it('a list row that was taken away since stays where it was', () => {
    expect(validateRecord(product, resource, {cor: 'VELHO'}, sessions.adm, {id: 1, nome: 'A', cor: 'VELHO'}).errors).toEqual([]);
  });
});

it.each<[Condition | undefined, RecordValues, boolean]>([
  [{is: {tipo: [2, 3]}}, {tipo: '3'}, true],
  [{is: {tipo: [2, 3]}}, {tipo: 1}, false],
  [{is: {tipo: [2], nome: ['Ana']}}, {tipo: 2, nome: 'Bia'}, false],
  [{is: {'session.perfil': ['adm', 'rpa']}}, {}, true],
  [{is: {'session.perfil': ['rpa']}}, {}, false],
  // What is not typed is nothing, and no question left open.
  [{not: {is: {tipo: [2]}}}, {}, true],
  [{filled: 'nome'}, {}, false],
  [{any: [{filled: 'nome'}, {is: {tipo: [2]}}]}, {tipo: 2}, true],
  [{any: [{filled: 'nome'}, {is: {tipo: [2]}}]}, {tipo: 3}, false],
  ['semSenha', {semSenha: true}, true],
  ['proprio', {id: sessions.adm.id}, true],
  ['naoProprio', {id: sessions.adm.id}, false],
  [undefined, {}, true],
])('the condition %j on what was typed: %j is %s', (condition, record, held) => {
  expect(holdsOnFormRecord(condition, of(record))).toBe(held);
});

it('a field is required where its condition holds', () => {
  expect(isRequired(usuarios.fields.idEmpresa, of({tipo: '5'}))).toBe(true);
  expect(isRequired(usuarios.fields.senha, of({}))).toBe(false);
});

it('nobody writes a field of the server, in any resource', () => {
  const fields = Object.values(resources).flatMap(resource => Object.values(resource.fields));
  const own = fields.filter(field => field.readOnly === true || field.kind === 'relacionado');
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter(field => mayWrite(field, of({})))).toEqual([]);
});

describe('what values are allowed is put together once', () => {
  it('for a field, and for all items of a kind, whatever the values', () => {
    const made = vi.spyOn(kindRules.texto, 'schema');
    const field: Field = {kind: 'texto', label: 'Contato', maxLength: 3, messages: {required: 'Diga quem.'}};
    expect(['Ana', 'Anabela', 'Bia', ''].map(value => validateValue(field, value, true)))
      .toEqual([undefined, 'Limite de 3 caracteres excedido.', undefined, 'Diga quem.']);
    expect(made).toHaveBeenCalledTimes(1);
    const item = (descricao: string) => ({descricao, tipoCampo: 'texto', obrigatorio: true});
    made.mockClear();
    for (const one of ['Observação', 'Produto', 'Motorista']) validateItem(config, item(one), 'x');
    expect(made.mock.calls.length).toBeLessThanOrEqual(1);
    made.mockRestore();
  });

  it('for each place with its own words', () => {
    const field: Field = {kind: 'digitos', label: 'Ano', maxLength: 4};
    expect(validateValue(field, 'x', false, formMessages)).toBe('Use somente números.');
    expect(validateValue(field, 'x', false, messagesWithLabel('Ano'))).toBe('Ano: use somente números.');
    expect(validateValue(field, 'x', false, formMessages)).toBe('Use somente números.');
  });
});

describe('what a form sends and what the server keeps of it', () => {
  const CASES = 3000;
  /** Numbers that repeat, so that a failure can be looked at again. */
  const drawing = (seed: number) => (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor(seed / 65_536) % below;
  };
  type Draw = ReturnType<typeof drawing>;
  const NAMES = ['a', 'b', 'c', 'd', 'e'];
  const of = <T>(draw: Draw, all: readonly T[]): T => all[draw(all.length)]!;
  const VALUES = {
    texto: [null, '', 'x', 'longo demais'], numero: [null, 0, 5, 50], booleano: [true, false], escolha: [null, 1, 2],
  } as const;
  type Drawn = keyof typeof VALUES;

  const condition = (draw: Draw, kinds: Readonly<Record<string, Drawn>>, depth = 2): Condition => {
    if (depth > 0 && draw(3) === 0) {
      const several = [condition(draw, kinds, depth - 1), condition(draw, kinds, depth - 1)];
      return of(draw, [{not: several[0]!}, {any: several}, {all: several}]);
    }
    const name = of(draw, Object.keys(kinds));
    const kind = kinds[name]!;
    if (kind === 'numero') return {compare: [name, of(draw, ['=', '<', '>=']), of(draw, [0, 5, 9])]};
    if (kind === 'texto') return {filled: name};
    return {is: {[name]: kind === 'booleano' ? [draw(2) === 0] : [of(draw, [1, 2])]}};
  };
  /** A field looks at those before it: the check refuses a circle. */
  const declared = (draw: Draw): Record<string, Field> => {
    const kinds: Record<string, Drawn> = {};
    return Object.fromEntries(NAMES.map(name => {
      const kind = of(draw, Object.keys(VALUES) as Drawn[]);
      const asks = (share: number): Condition | undefined =>
        (Object.keys(kinds).length > 0 && draw(share) === 0 ? condition(draw, kinds) : undefined);
      const [visible, editable, required] = [asks(2), asks(3), draw(4) === 0 ? true : asks(3)];
      const begins = kind === 'numero' ? 5 : kind === 'texto' ? 'x' : kind === 'booleano' ? true : 1;
      const field = {
        kind, label: name, ...(kind === 'texto' && {maxLength: 5}), ...(kind === 'numero' && {max: 20}),
        ...(kind === 'escolha' && {choices: [{id: 1, name: 'Um'}, {id: 2, name: 'Dois'}]}), ...(draw(3) === 0 && {default: begins}),
        ...(visible && {visible}), ...(editable && {editable}), ...(required && {required}), ...(draw(2) === 0 && {whenOff: 'clear'}),
      } as Field;
      kinds[name] = kind;
      return [name, field];
    }));
  };

  it(`agree, in ${CASES} declarations and records at random`, () => {
    const seen = {off: 0, cleared: 0, refused: 0, made: 0};
    for (let seed = 1; seed <= CASES; seed++) {
      const draw = drawing(seed);
      const fields = declared(draw);
      const resource = {...fornecedores, fields, rules: {}, people: {}, conditions: {}} as Resource;
      const any = (name: string): unknown => of<unknown>(draw, VALUES[fields[name]!.kind as Drawn]);
      const some = (): RecordValues => Object.fromEntries(NAMES.map(name => [name, any(name)]));
      const session = sessions.adm;
      const current: RecordValues = draw(2) === 0 ? {} : {id: 7, ...some()};
      const isNew = current['id'] === undefined;
      const stored = (name: string): unknown => (isNew ? initialFieldValue(fields, fields[name]!, session) : current[name]) ?? null;
      const bare = (name: string, value: unknown): unknown => kindRuleOf(fields[name]!).bare(value, fields[name]!);
      const isOff = (name: string, record: RecordValues): boolean =>
        !isVisibleAndEditable(fields[name]!, {resource, record: {...current, ...record}, session});
      // As the form does with what is off (`HeldWhenOff`): what is typed is held until nothing moves any more.
      let live: RecordValues = some();
      for (let turn = 0; turn < NAMES.length; turn++) {
        live = Object.fromEntries(NAMES.map(name => [name, !isOff(name, live) ? live[name]
          : fields[name]!.whenOff === 'clear' ? null : stored(name)]));
      }
      const wrong = NAMES.flatMap(campo => {
        const field = fields[campo]!;
        const required = isRequired(field, {resource, record: {...current, ...live}, session});
        const mensagem = isOff(campo, live) ? undefined : validateValue(field, live[campo], required);
        return mensagem === undefined ? [] : [{campo, mensagem}];
      });
      const {values, errors} = validateRecord(product, resource, toSaveBody(resource, live), session, current);
      expect({seed, errors}).toEqual({seed, errors: wrong});
      if (wrong.length > 0) {
        seen.refused++;
        continue;
      }
      // What is off is sent all the same, and whatever is sent for it is as nothing.
      const forged = Object.fromEntries(NAMES.map(name => [name, isOff(name, live) ? any(name) : live[name]]));
      expect(
        {seed, values: validateRecord(product, resource, toSaveBody(resource, forged), session, current).values},
      ).toEqual({seed, values});
      const kept = Object.fromEntries(NAMES.map(name => [name, bare(name, name in values ? values[name] : stored(name))]));
      expect({seed, kept}).toEqual({seed, kept: Object.fromEntries(NAMES.map(name => [name, bare(name, live[name])]))});
      seen.made += isNew ? 1 : 0;
      seen.off += NAMES.some(name => isOff(name, live)) ? 1 : 0;
      seen.cleared += NAMES.some(name => isOff(name, live) && fields[name]!.whenOff === 'clear') ? 1 : 0;
    }
    // Each of them often enough to mean something.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(CASES / 20);
  });
});
