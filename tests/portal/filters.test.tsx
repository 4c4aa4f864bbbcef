// A date among the filters of a list, as somebody types it: nothing is asked for until it is a day one can mean (rules: Lists 5).
import type {ReactElement} from 'react';
import {act, screen, waitFor, within} from '@testing-library/react';
import {Route, Routes, useLocation} from 'react-router-dom';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {filterInputs} from '../../src/portal/list/filters/filterInputs.ts';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {withFields} from '../support/configs.ts';
import {expectConsole} from '../support/console.ts';
import {fakeApi, type Answers, type Sent} from './support/api.ts';
import {fakeClock} from './support/clock.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {onPhone} from './support/media.ts';
import {product, sessionOf, show} from './support/world.tsx';

const REVERSED = 'O período termina antes de começar. Corrija uma das datas.';

/** The same list in a dialect of its own and in react-admin's, with the config's sentences and without. */
const livros: Resource = {
  label: {one: 'Livro', many: 'Livros'}, icon: 'item', pageTitle: 'Livro', route: 'livro', title: 'titulo',
  api: {list: 'GET livros', answer: 'page'},
  fields: {titulo: {kind: 'texto', label: 'Título', maxLength: 50}, lido: {kind: 'data', label: 'Lido'}},
  list: {
    columns: ['titulo'], sort: ['titulo', 'asc'],
    filters: {titulo: {}, lido: {
      param: ['lidoDe', 'lidoAte'], label: ['Data Inicial', 'Data Final'],
    }},
  },
  form: {'': ['titulo']},
  access: {list: ['adm'], read: ['adm'], create: ['adm'], update: ['adm'], delete: []},
  scope: {adm: ['tudo']},
  messages: {created: 'Feito!', updated: 'Feito!', empty: 'Nenhum livro.'},
};
const {api: _api, ...rest} = livros;
const discos: Resource = {
  ...rest, route: 'disco', label: {one: 'Disco', many: 'Discos'},
  list: {...livros.list, filters: {titulo: {}, lido: {param: ['de', 'ate']}}},
};
const config: Config = {...product, resources: {livros, discos}};

interface Period {
  from: string;
  to: string;
}
/** How each list is asked for its period, and what its inputs are called and say. */
const lists = {
  livros: {
    at: '/adm/livro', from: 'Data Inicial', to: 'Data Final', wrong: ['Data Inicial Inválida!', 'Data Final Inválida!'],
    asked: ({query}: Sent): Period => ({from: query.get('lidoDe') ?? '', to: query.get('lidoAte') ?? ''}),
  },
  discos: {
    at: '/adm/disco', from: 'Lido de', to: 'Lido até', wrong: ['Data inválida.', 'Data inválida.'],
    asked: ({query}: Sent): Period => ({from: '', to: '', ...(JSON.parse(query.get('filter') ?? '{}') as {lido?: Period}).lido}),
  },
} as const;
type ListName = keyof typeof lists;

const Address = () => <output aria-label="endereço">{decodeURIComponent(useLocation().search)}</output>;
const open = async (name: ListName, search = '', answers: Answers = {}) => {
  const api = fakeApi({
    'GET livros': {total: 1, registros: [{id: 1, titulo: 'Vidas Secas'}]},
    'GET discos': new Response(JSON.stringify([{id: 1, titulo: 'Vidas Secas'}]), {headers: {'content-range': 'discos 0-0/1'}}),
    ...answers,
  });
  const list = lists[name];
  const shown = show(
    <>
      <Routes>
        <Route path="/adm/livro" element={<ResourceList name="livros" />} />
        <Route path="/adm/disco" element={<ResourceList name="discos" />} />
      </Routes>
      <Address />
    </>,
    {at: list.at + search, config},
  );
  const from = await screen.findByLabelText(list.from);
  return {...shown, from, to: screen.getByLabelText(list.to), asked: () => api.to(`GET ${name}`).map(list.asked)};
};
const rows = () => screen.findByRole('link', {name: 'Vidas Secas'});
/** So long that whatever waits for a pause in the typing has had it. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(2000));

beforeEach(fakeClock);
afterEach(() => void vi.useRealTimers());

describe.each(['livros', 'discos'] as const)('a period of %s', name => {
  const {wrong: [wrongFrom]} = lists[name];

  it('is asked for once it is whole, however slowly it is typed, and when it is emptied', async () => {
    const {user, from, asked} = await open(name);
    await rows();
    await user.click(from);
    for (const digits of ['0', '1', '0', '2', '2', '0', '2']) {
      await user.keyboard(digits);
      await pause();
      expect(asked()).toHaveLength(1);
      expect(from).not.toHaveAccessibleDescription();
      expect(await rows()).toBeVisible();
    }
    await user.keyboard('6');
    await waitFor(() => expect(asked()).toEqual([{from: '', to: ''}, {from: '2026-02-01', to: ''}]));
    expect(from).toHaveValue('01/02/2026');
    expect(screen.getByLabelText('endereço')).toHaveTextContent('{"lido":{"from":"2026-02-01"}}');
    await user.clear(from);
    await waitFor(() => expect(asked().at(-1)).toEqual({from: '', to: ''}));
    expect(asked()).toHaveLength(3);
  });

  it.each(['31/02/2026', '01/01/0002'])('is not asked for by %s, which stays and is told', async typed => {
    const {user, from, asked} = await open(name);
    await rows();
    await user.type(from, typed);
    await expectText(wrongFrom);
    expect(from).toHaveAccessibleDescription(wrongFrom);
    await pause();
    expect(asked()).toHaveLength(1);
    expect(from).toHaveValue(typed);
    expect(from).toBeInvalid();
    // No longer, once it is corrected.
    await user.type(from, '{Backspace}');
    expect(from).not.toHaveAccessibleDescription();
  });

  it('that ends before it begins is told beside its end, whichever was typed last', async () => {
    const {user, from, to, asked} = await open(name, '?filter={"lido":{"from":"2026-02-01"}}');
    await rows();
    await user.type(to, '31012026');
    await waitFor(() => expect(to).toHaveAccessibleDescription(REVERSED));
    await pause();
    expect(asked()).toEqual([{from: '2026-02-01', to: ''}]);
    await user.clear(from);
    await user.type(from, '30012026');
    await waitFor(() => expect(asked().at(-1)).toEqual({from: '2026-01-30', to: '2026-01-31'}));
    expect(to).not.toHaveAccessibleDescription();
    await user.clear(from);
    await user.type(from, '01022026');
    await waitFor(() => expect(to).toHaveAccessibleDescription(REVERSED));
    expect(asked().at(-1)).toEqual({from: '2026-01-30', to: '2026-01-31'});
  });

});

describe('a period among other filters', () => {
  const name = 'livros';
  const [wrongFrom, wrongTo] = lists[name].wrong;

  it('half typed and left is told, and does not hold other filters back', async () => {
    const {user, from, asked} = await open(name);
    await rows();
    await user.type(from, '0102');
    await user.tab();
    await waitFor(() => expect(from).toHaveAccessibleDescription(wrongFrom));
    await user.type(screen.getByLabelText('Título'), 'vi');
    await waitFor(() => expect(asked()).toHaveLength(2));
    await screen.findByText('Título: vi');
    expect(asked().at(-1)).toEqual({from: '', to: ''});
    expect(from).toHaveValue('01/02');
    expect(from).toHaveAccessibleDescription(wrongFrom);
  });

  it('that was never asked for goes with the other filters when they are cleared', async () => {
    const {user, from} = await open(name, '?filter={"titulo":"vi"}');
    await rows();
    await user.type(from, '31022026');
    await expectText(wrongFrom);
    await press(user, 'Limpar filtros');
    await waitFor(() => expect(from).toHaveValue(''));
    expect(from).not.toHaveAccessibleDescription();
    await waitFor(() => expect(screen.getByLabelText('Título')).toHaveValue(''));
  });

  it('follows the way back, its chip and another address', async () => {
    const {user, from, to, router, asked} = await open(name, '?filter={"lido":{"from":"2026-02-01","to":"2026-02-05"}}');
    await rows();
    expect(from).toHaveValue('01/02/2026');
    await user.clear(to);
    await user.type(to, '28022026');
    await waitFor(() => expect(asked().at(-1)).toEqual({from: '2026-02-01', to: '2026-02-28'}));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(to).toHaveValue('05/02/2026'));
    await press(user, 'Remover filtro Lido');
    await waitFor(() => expect([from, to].map(input => (input as HTMLInputElement).value)).toEqual(['', '']));
    await waitFor(() => expect(asked().at(-1)).toEqual({from: '', to: ''}));
  });

  it.each([
    ['{"lido":{"from":"2026-02-31"}}', wrongFrom, 'from', '2026-02-31'],
    ['{"lido":{"to":"0002-01-01"}}', wrongTo, 'to', '01/01/0002'],
    ['{"lido":{"from":"2026-02-02","to":"2026-02-01"}}', REVERSED, 'to', '01/02/2026'],
  ] as const)('of an address that says %s is told beside it and in the list, and not asked for', async (filter, sentence, end, shown) => {
    expectConsole(/HttpError/);
    const {user, asked, ...inputs} = await open(name, `?filter=${filter}`);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(sentence);
    await waitFor(() => expect(inputs[end]).toHaveAccessibleDescription(sentence));
    expect(inputs[end]).toHaveValue(shown);
    expect(asked()).toEqual([]);
    await press(user, 'Limpar filtros', within(alert));
    await rows();
    expect(inputs[end]).toHaveValue('');
    expect(inputs[end]).not.toHaveAccessibleDescription();
    expect(asked()).toEqual([{from: '', to: ''}]);
  });

  it.each(['{"lido":null}', '{"lido":"x"}', '{"lido":[]}', '{"titulo":{"a":1}}'])('of an address that says %s is none', async filter => {
    const {from, asked} = await open(name, `?filter=${filter}`);
    await rows();
    expect(from).toHaveValue('');
    expect(asked()).toEqual([{from: '', to: ''}]);
  });

  it('of an address that says a number is told', async () => {
    expectConsole(/HttpError/);
    const {from} = await open(name, '?filter={"lido":{"from":5}}');
    expect(await screen.findByRole('alert')).toHaveTextContent(wrongFrom);
    await waitFor(() => expect(from).toHaveAccessibleDescription(wrongFrom));
  });
});

it('a saved filter takes the place of what was typed and never asked for', async () => {
  const saved = {
    id: 7, recurso: 'livros', nome: 'Fevereiro', filtro: {lido: {from: '2026-02-01', to: '2026-02-28'}}, colunas: null, ordenacao: null,
  };
  const {user, from, to, asked} = await open('livros', '?filter={"lido":{"from":"2026-02-01","to":"2026-02-28"}}', {
    'GET filtros-salvos': [saved],
  });
  await rows();
  await user.clear(from);
  await user.type(from, '31022026');
  await expectText('Data Inicial Inválida!');
  await press(user, 'Filtros salvos');
  await clickOn(user, 'button', 'Fevereiro');
  await waitFor(() => expect(from).toHaveValue('01/02/2026'));
  expect(to).toHaveValue('28/02/2026');
  expect(asked().at(-1)).toEqual({from: '2026-02-01', to: '2026-02-28'});
});

describe.each(['its own dialect', "react-admin's"])('a number in %s', dialect => {
  const own = dialect === 'its own dialect';
  const fields: Resource['fields'] = {
    ...livros.fields, paginas: {kind: 'numero', label: 'Páginas', min: 1, max: 9999}, ano: {kind: 'numero', label: 'Ano'},
  };
  const filters = {
    paginas: {},
    ano: own ? {param: 'ano', label: 'Ano da edição'} : {label: ['Editado de', 'Editado até'] as const},
  };
  const numbered: Resource = {...(own ? livros : discos), route: 'livro', fields, list: {...livros.list, filters}};
  const at = async (search = '') => {
    const api = fakeApi({'GET livros': own
      ? {total: 1, registros: [{id: 1, titulo: 'Vidas Secas'}]}
      : () => new Response(JSON.stringify([{id: 1, titulo: 'Vidas Secas'}]), {headers: {'content-range': 'livros 0-0/1'}})});
    const shown = show(<ResourceList name="livros" />, {at: `/adm/livro${search}`, config: {...product, resources: {livros: numbered}}});
    const from = await screen.findByLabelText('Páginas de');
    const asked = () => api.to('GET livros').map(({query}) => (own
      ? [query.get('paginasDe'), query.get('paginasAte')]
      : Object.values({from: '', to: '', ...(JSON.parse(query.get('filter') ?? '{}') as {paginas?: object}).paginas}).map(String)));
    return {...shown, from, to: screen.getByLabelText('Páginas até'), asked, api};
  };

  it('is filtered from one to another, by both or one of two inputs, and its chip says so', async () => {
    const {user, from, to, asked} = await at();
    await rows();
    await user.type(from, '100');
    await waitFor(() => expect(asked().at(-1)).toEqual(['100', '']));
    expect(screen.getByText('Páginas: a partir de 100')).toBeVisible();
    await user.type(to, '1200');
    await waitFor(() => expect(asked().at(-1)).toEqual(['100', '1200']));
    expect(screen.getByText('Páginas: 100 a 1200')).toBeVisible();
    await user.clear(from);
    await waitFor(() => expect(asked().at(-1)).toEqual(['', '1200']));
    expect(screen.getByText('Páginas: até 1200')).toBeVisible();
    await press(user, 'Remover filtro Páginas');
    await waitFor(() => expect(to).toHaveValue(''));
    expect(asked().at(-1)).toEqual(['', '']);
  });

  it.each([
    ['abc', 'Páginas: use somente números.'],
    ['1,5', 'Páginas: use somente números.'],
    ['99999999999', 'Páginas: no máximo 2147483647.'],
  ])(
    'is not asked for by %s, which stays and is told', async (typed, sentence) => {
      const {user, from, asked} = await at();
      await rows();
      await user.type(from, typed);
      await waitFor(() => expect(from).toHaveAccessibleDescription(sentence));
      expect(from).toHaveValue(typed);
      await pause();
      expect(asked()).toHaveLength(1);
      expect(await rows()).toBeVisible();
    });

  it('that ends before it begins is told beside its end', async () => {
    const {user, from, to, asked} = await at();
    await rows();
    await user.type(to, '5');
    await waitFor(() => expect(asked()).toHaveLength(2));
    await user.type(from, '10');
    await waitFor(() => expect(to).toHaveAccessibleDescription('Páginas: o segundo número é menor que o primeiro. Corrija um dos dois.'));
  });

  it('of an address that is none is told in the list, and not asked for', async () => {
    expectConsole(/HttpError/);
    const {from, asked} = await at('?filter={"paginas":{"from":"abc"}}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Páginas: use somente números.');
    await waitFor(() => expect(from).toHaveAccessibleDescription('Páginas: use somente números.'));
    expect(asked()).toEqual([]);
  });

  it('saved as one value is both ends', async () => {
    const {from, to, asked} = await at('?filter={"paginas":0}');
    await rows();
    expect([from, to].map(input => (input as HTMLInputElement).value)).toEqual(['0', '0']);
    expect(screen.getByText('Páginas: 0')).toBeVisible();
    expect(own ? asked() : [['0', '0']]).toEqual([['0', '0']]);
  });

  it.runIf(own)('is filtered by one value where one parameter is named, and told by its label', async () => {
    const {user, api} = await at();
    await rows();
    const year = screen.getByLabelText('Ano da edição');
    await user.type(year, 'abc');
    await waitFor(() => expect(year).toHaveAccessibleDescription('Ano da edição: use somente números.'));
    await pause();
    expect(api.to('GET livros')).toHaveLength(1);
    await user.clear(year);
    await user.type(year, '1938');
    await waitFor(() => expect(api.to('GET livros').at(-1)!.query.get('ano')).toBe('1938'));
    expect(screen.getByText('Ano da edição: 1938')).toBeVisible();
  });

  it.runIf(!own)('has the names that the config gives its inputs', async () => {
    await at();
    expect(screen.getByLabelText('Editado de')).toBeVisible();
    expect(screen.getByLabelText('Editado até')).toBeVisible();
  });
});

describe('a filter without an input', () => {
  const hidden: Resource = {
    ...livros, fields: {...livros.fields, devolvido: {kind: 'data', label: 'Devolvido'}},
    list: {...livros.list, filters: {...livros.list.filters, devolvido: {param: ['devolvidoDe', 'devolvidoAte'], input: 'none'}}},
  };
  const led = async (search: string) => {
    const api = fakeApi({'GET livros': {total: 1, registros: [{id: 1, titulo: 'Vidas Secas'}]}});
    const shown = show(<ResourceList name="livros" />, {at: `/adm/livro${search}`, config: {...product, resources: {livros: hidden}}});
    await rows();
    const sent = () => api.to('GET livros').at(-1)!.query;
    return {...shown, sent};
  };
  const FILTER = '?filter={"devolvido":{"from":"2026-02-01","to":"2026-02-05"}}';

  it('is not asked for, nor named in what is sent, until an address sets it', async () => {
    const {sent} = await led('');
    expect(screen.queryByLabelText(/Devolvido/)).toBeNull();
    expect([...sent().keys()].filter(param => param.startsWith('devolvido'))).toEqual([]);
  });

  it('is a chip that stays while others are typed, and can be taken off', async () => {
    const {user, sent} = await led(FILTER);
    expect(screen.getByText('Devolvido: 01/02/2026 a 05/02/2026')).toBeVisible();
    expect(screen.queryByLabelText('Devolvido de')).toBeNull();
    await user.type(screen.getByLabelText('Título'), 'vi{Enter}');
    await waitFor(() => expect(sent().get('titulo')).toBe('vi'));
    expect([sent().get('devolvidoDe'), sent().get('devolvidoAte')]).toEqual(['2026-02-01', '2026-02-05']);
    await press(user, 'Remover filtro Devolvido');
    await waitFor(() => expect(sent().has('devolvidoDe')).toBe(false));
    expect(sent().get('titulo')).toBe('vi');
    expect(screen.getByRole('button', {name: 'Remover filtro Título'})).toHaveFocus();
  });

  it('goes with the others when they are cleared', async () => {
    const {user, sent} = await led(FILTER);
    await press(user, 'Limpar filtros');
    await waitFor(() => expect(sent().has('devolvidoDe')).toBe(false));
    expect(screen.queryByText(/Devolvido/)).toBeNull();
    // By keys one goes on where one was.
    expect(screen.getByRole('search')).toContainElement(document.activeElement as HTMLElement);
  });

  it('leads on a phone from its chip to the next, and from the last to the filters', async () => {
    onPhone();
    const {user} = await led('?filter={"devolvido":{"to":"2026-02-05"},"titulo":"vi"}');
    await press(user, 'Remover filtro Devolvido');
    await waitFor(() => expect(screen.getByRole('button', {name: 'Remover filtro Título'})).toHaveFocus());
    await press(user, 'Remover filtro Título');
    await waitFor(() => expect(screen.getByRole('toolbar')).toContainElement(document.activeElement as HTMLElement));
  });
});

it('asks at Enter, and leads to what is wrong', async () => {
  const {user, from, asked} = await open('livros');
  await rows();
  await user.type(from, '01022026{Enter}');
  await waitFor(() => expect(asked()).toHaveLength(2));
  await user.type(from, '{Backspace}{Enter}');
  await waitFor(() => expect(from).toHaveAccessibleDescription('Data Inicial Inválida!'));
  expect(from).toHaveFocus();
  expect(asked()).toHaveLength(2);
});

describe('the chip of a reference', () => {
  const filter = (value: object) => `/adm/ticket?filter=${encodeURIComponent(JSON.stringify(value))}`;
  const openAt = (at: string, perfil: string, answers: Answers) => {
    const api = fakeApi({
      'GET tickets': {total: 0, registros: []}, 'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}], ...answers,
    });
    show(<Routes><Route path="/adm/ticket" element={<ResourceList name="tickets" />} /></Routes>, {at, session: sessionOf(perfil)});
    return api;
  };

  it('names it as its input does, for whoever may choose it and may not read it', async () => {
    const api = openAt(filter({idEmpresa: 1, idFilial: 2}), 'fornecedor', {'GET filial/listarCombo/1/10': [{id: 2, descricao: 'Matriz'}]});
    await expectText('Filial: Matriz');
    expect(api.to('GET filial/2')).toEqual([]);
  });

  it('reads the record where nothing narrows the choice', async () => {
    openAt(filter({idFilial: 2}), 'adm', {'GET filial/2': {id: 2, descricao: 'Matriz'}});
    await expectText('Filial: Matriz');
  });
});

it('an input that filters demands and hides nothing, whatever the field’s form does', () => {
  const inForms = {required: true, visible: {filled: 'email'}, editable: {filled: 'email'}, help: 'Ao cadastrar.'} as const;
  const {resources} = withFields('fornecedores', {
    usos: {kind: 'opcoes', label: 'Usos', choices: [{id: 'a', name: 'A'}], ...inForms}, custo: {kind: 'moeda', label: 'Custo', ...inForms},
  });
  const inputs = filterInputs(resources['fornecedores']!).filter(({name}) => ['usos', 'custo'].includes(name));
  expect(inputs.map(({field}) => Object.keys(inForms).filter(word => word in field))).toEqual([[], [], []]);
});

it('a choice that no record gets any more is found by, and given by no form', async () => {
  const cor: Field = {kind: 'escolha', label: 'Cor', choices: [
    {id: 'branco', name: 'Branco'}, {id: 'verde', name: 'Verde', archived: true}, {id: 'preto', name: 'Preto', to: 'branco'},
  ]};
  const colored: Resource = {
    ...livros, fields: {...livros.fields, cor}, list: {...livros.list, filters: {cor: {}}}, form: {'': ['titulo', 'cor']},
  };
  fakeApi({'GET livros': {total: 1, registros: [{id: 1, titulo: 'Vidas Secas'}]}});
  const offered = async (view: ReactElement, at: string): Promise<(string | null)[]> => {
    const {unmount} = show(view, {at, config: completeConfig({...product, resources: {...product.resources, livros: colored}})});
    const names = within(await screen.findByRole('combobox', {name: 'Cor'})).getAllByRole('option').map(({textContent}) => textContent);
    unmount();
    return names;
  };
  expect(await offered(<ResourceList name="livros" />, '/adm/livro')).toEqual(expect.arrayContaining(['Branco', 'Verde', 'Preto']));
  const given = await offered(<ResourceForm name="livros" />, '/adm/livro/criar');
  expect(given).toEqual(['Selecione', 'Branco']);
});
