// Records to choose from where there are many: the first some hundred are here, the others are searched for on the server.
import {Form, ResourceContextProvider} from 'ra-core';
import {expect, it, vi} from 'vitest';
import {fireEvent, screen, waitFor} from '@testing-library/react';
import type {Fields} from '../../src/schema/shapes/fields.ts';
import {toComparableText} from '../../src/schema/fields/text.ts';
import {FieldInput} from '../../src/portal/fields/FieldInput.tsx';
import {apiOf} from '../../src/schema/paths.ts';
import {namesByIdCall} from '../../src/schema/references.ts';
import {MAX_LOCAL_OPTIONS} from '../../src/portal/api/combo.ts';
import {named, withResources} from '../support/configs.ts';
import {expectConsole} from '../support/console.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {pauses} from './support/later.ts';
import {product, sessionOf, show} from './support/world.tsx';

const HINT = 'Digite para procurar entre todas.';
const every = Array.from({length: 1000}, (_none, index) => ({id: index + 1, razaoSocial: `Fazenda ${String(index + 1).padStart(4, '0')}`}));
const LAST = {id: 1000, razaoSocial: 'Fazenda 1000'};

/** Answers as the API does (rules: Lists 12). */
const companies = ({query}: Sent) => {
  const text = toComparableText(query.get('texto') ?? '');
  const ids = query.get('id')?.split(',');
  return every.filter(({id, razaoSocial}) => toComparableText(razaoSocial).includes(text) && (ids?.includes(String(id)) ?? true))
    .slice(0, Number(query.get('pageSize') ?? every.length));
};
const COMBO = 'GET empresas/listarCombo';
const asked = (api: ReturnType<typeof fakeApi>) => api.to(COMBO).map(({query}) => query.toString());

const fields: Fields = {
  idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas'},
  idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa'},
};
const open = (record: Record<string, unknown> = {}, answers: Answers = {}) => {
  const api = fakeApi({[COMBO]: companies, ...answers});
  const shown = show(
    <Form record={record}>
      {Object.entries(fields).map(([source, field]) => <FieldInput key={source} source={source} field={field} fields={fields} />)}
    </Form>,
  );
  return {...shown, api, company: () => screen.getByRole('combobox', {name: 'Empresa'})};
};
const goneOf = (of: string) => namesByIdCall(of, product.resources[of]!)!;
const options = () => screen.queryAllByRole('option').map(option => option.textContent);
const ready = (company: () => HTMLElement) => waitFor(() => expect(company()).toHaveAttribute('placeholder', 'Selecione'));

it('asks for the first, and says that there are more to be found by typing', async () => {
  const {user, api, company} = open();
  await ready(company);
  expect(asked(api)).toEqual([`pageSize=${MAX_LOCAL_OPTIONS}`]);
  expect(company()).toHaveAccessibleDescription(HINT);
  await user.click(company());
  expect(options().length).toBeGreaterThan(0);
  expect(options().length).toBeLessThanOrEqual(100);
  expect(asked(api)).toHaveLength(1);
});

it('finds on the server what is not among the first, asking once typing pauses, and keeps its name', async () => {
  const {user, api, company} = open();
  await ready(company);
  await user.click(company());
  for (const typed of ['f', 'fazenda', 'fazenda 1000']) fireEvent.change(company(), {target: {value: typed}});
  expect(await screen.findByRole('option', {name: LAST.razaoSocial})).toBeInTheDocument();
  expect(options()).toEqual([LAST.razaoSocial]);
  expect(asked(api)).toEqual([`pageSize=${MAX_LOCAL_OPTIONS}`, `texto=fazenda+1000&pageSize=${MAX_LOCAL_OPTIONS}`]);
  await user.keyboard('{Enter}');
  const before = asked(api).length;
  expect(company()).toHaveValue(LAST.razaoSocial);
  await user.tab();
  expect(company()).toHaveValue(LAST.razaoSocial);
  expect(asked(api)).toHaveLength(before);
});

it('shows the answer to what is typed last, also where an earlier one comes after it', async () => {
  const answers = new Map<string, (value: unknown) => void>();
  const {user, company} = open({}, {[COMBO]: (sent: Sent) => {
    const text = sent.query.get('texto');
    return text === null ? companies(sent) : new Promise(resolve => {
      answers.set(text, () => resolve(companies(sent)));
    });
  }});
  await ready(company);
  await user.type(company(), '099');
  await waitFor(() => expect(answers.has('099')).toBe(true));
  await user.type(company(), '9');
  await waitFor(() => expect(answers.has('0999')).toBe(true));
  answers.get('0999')?.(undefined);
  expect(await screen.findByRole('option', {name: 'Fazenda 0999'})).toBeInTheDocument();
  answers.get('099')?.(undefined);
  await waitFor(() => expect(options()).toEqual(['Fazenda 0999']));
});

it('names the one that is chosen where it is not among the first', async () => {
  const {api, company} = open({id: 1, idEmpresa: 1000});
  await waitFor(() => expect(company()).toHaveValue(LAST.razaoSocial));
  expect(asked(api)).toEqual([`pageSize=${MAX_LOCAL_OPTIONS}`, 'id=1000']);
});

it('says where nothing is found, and where it could not be searched', async () => {
  expectConsole(/GET empresas\/listarCombo: 500/);
  let broken = false;
  const {user, company} = open({}, {[COMBO]: (sent: Sent) => (broken ? refusal(500, {}) : companies(sent))});
  await ready(company);
  await user.type(company(), 'sítio');
  await expectText('Nenhuma opção com este texto.');
  broken = true;
  await user.type(company(), 's');
  await expectText('Não foi possível procurar. Tente de novo.');
});

it('leads from a parent that was searched for to its children', async () => {
  const {user, api, company} = open({}, {'GET filial/listarCombo/1000/10': [{id: 7, descricao: 'Sede'}, {id: 8, descricao: 'Porto'}]});
  await ready(company);
  await user.type(company(), '1000');
  await clickOn(user, 'option', LAST.razaoSocial);
  await clickOn(user, 'combobox', 'Filial');
  expect(await screen.findByRole('option', {name: 'Porto'})).toBeInTheDocument();
  expect(api.to('GET filial/listarCombo/1000/10')).toHaveLength(1);
});

it('has them all where the server knows no such words, and asks no more', async () => {
  const over = pauses();
  const {user, api, company} = open({}, {[COMBO]: every});
  await ready(company);
  await user.type(company(), '1000');
  expect(await screen.findByRole('option', {name: LAST.razaoSocial})).toBeInTheDocument();
  await over();
  expect(api.to(COMBO)).toHaveLength(1);
  await user.clear(company());
  // A hundred are drawn, however many there are, and it says how the others are found.
  expect(company()).toHaveAccessibleDescription(HINT);
  expect(options().length).toBeLessThanOrEqual(100);
});

it('says nothing of more where a few are all', async () => {
  const over = pauses();
  const {user, api, company} = open({}, {[COMBO]: every.slice(0, 3)});
  await ready(company);
  expect(company()).not.toHaveAccessibleDescription(HINT);
  await user.type(company(), '0002');
  await over();
  expect(options()).toEqual(['Fazenda 0002']);
  expect(api.to(COMBO)).toHaveLength(1);
});

it('is asked for once, however many inputs and screens offer it', async () => {
  const api = fakeApi({[COMBO]: companies});
  const {user} = show(
    <Form record={{}}>
      <FieldInput source="um" field={fields['idEmpresa']!} fields={fields} />
      <FieldInput source="outro" field={{...fields['idEmpresa']!, label: 'Outra'}} fields={fields} />
    </Form>,
  );
  await clickOn(user, 'combobox', 'Outra');
  expect((await screen.findAllByRole('option')).length).toBeGreaterThan(0);
  expect(api.to(COMBO)).toHaveLength(1);
});

it.each([
  {
    of: 'one record', field: fields['idEmpresa']!, names: ['Sítio Sant’Ana\u00A0– Oﬁcina', 'Outro Sítio'],
    typed: ['sant\'ana', 'ana -  ofi', 'SITIO SANT´', '\u200Bsant\u00AD\''],
  },
  {
    of: 'several choices', field: {kind: 'opcoes', label: 'Usos', choices: [{id: 1, name: 'Pau d’Água'}, {id: 2, name: 'Outro'}]} as const,
    names: ['Pau d’Água', 'Outro'], typed: ['d\'agua', 'D´ÁGUA'],
  },
])('finds names by what looks like them among those that it has: $of', async ({field, names, typed}) => {
  fakeApi({[COMBO]: names.map((razaoSocial, at) => ({id: at + 1, razaoSocial}))});
  const {user} = show(<Form record={{}}><FieldInput source="campo" field={field} fields={{campo: field}} /></Form>);
  await clickOn(user, 'combobox', field.label);
  await waitFor(() => expect(options()).toEqual(names));
  for (const text of typed) {
    fireEvent.change(screen.getByRole('combobox', {name: field.label}), {target: {value: text}});
    await waitFor(() => expect([text, options()]).toEqual([text, [names[0]]]));
  }
});

it('is text where it cannot be changed, by its name, and is sent as it was', async () => {
  let broken = true;
  const sent = vi.fn<(values: object) => void>();
  fakeApi({[COMBO]: (asking: Sent) => (broken ? refusal(500, {}) : companies(asking))});
  const locked: Fields = {idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true, readOnly: 'criado'}};
  const {user} = show(
    <Form record={{id: 3, idEmpresa: 1000}} onSubmit={sent}>
      <FieldInput source="idEmpresa" field={locked['idEmpresa']!} fields={locked} />
      <button type="submit">Salvar</button>
    </Form>,
  );
  const again = await screen.findByRole('button', {name: /Tentar de novo/});
  broken = false;
  await user.click(again);
  await waitFor(() => expect(screen.getByRole('textbox', {name: 'Empresa'})).toHaveValue(LAST.razaoSocial));
  expect(screen.getByRole('textbox', {name: 'Empresa'})).toBeDisabled();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  await press(user, 'Salvar');
  await waitFor(() => expect(sent.mock.calls[0]?.[0]).toMatchObject({idEmpresa: 1000}));
});

it.each([
  // Offered no more, and deleted: what the combo does not have the call of names does.
  {of: 'filiais', perfil: 'adm', answers: {[goneOf('filiais')]: [{id: 7, descricao: 'Matriz'}]}, shown: 'Matriz'},
  // Read one by one, without the list that is refused.
  {of: 'usuarios', perfil: 'fornecedor', answers: {'GET usuarios/7': {id: 7, nome: 'Ana'}}, shown: 'Ana'},
])('names what is chosen of $of, which $perfil is not offered', async ({of, perfil, answers, shown}) => {
  const {list, combo} = apiOf(of, product.resources[of]!);
  const session = sessionOf(perfil);
  const api = fakeApi({...(combo && {[combo.replace(':idEmpresa', '0').replace(':idUsuario', String(session.id))]: []}), ...answers});
  const locked: Fields = {id1: {kind: 'referencia', label: 'Quem', to: of, readOnly: 'criado'}};
  show(<Form record={{id: 3, id1: 7}}><FieldInput source="id1" field={locked['id1']!} fields={locked} /></Form>, {session});
  await waitFor(() => expect(screen.getByRole('textbox', {name: 'Quem'})).toHaveValue(shown));
  expect(api.to(list!)).toEqual([]);
  expect(screen.queryByRole('button', {name: /Tentar de novo/})).not.toBeInTheDocument();
});

it('in a tree asks for the records that may stand above its own', async () => {
  const idAcima = {kind: 'referencia', label: 'Fica em', to: 'locais', tree: true} as const;
  const config = withResources({locais: named({one: 'Local', many: 'Locais'}, {fields: {idAcima}})});
  const api = fakeApi({'GET locais/opcoes': [{id: 1, nome: 'Bloco A'}]});
  const {user} = show(
    <ResourceContextProvider value="locais">
      <Form record={{id: 5}}><FieldInput source="idAcima" field={idAcima} fields={{idAcima}} /></Form>
    </ResourceContextProvider>, {config},
  );
  const input = screen.getByRole('combobox', {name: 'Fica em'});
  await ready(() => input);
  await user.click(input);
  expect(options()).toEqual(['Bloco A']);
  expect(api.to('GET locais/opcoes').map(({query}) => [query.get('campo'), query.get('registro')])).toEqual([['idAcima', '5']]);
});
