// A record that was opened and left as it was asks nothing; one with a change in it does, and one changed back does not.
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {beforeEach, describe, expect, it} from 'vitest';
import {kindRuleOf} from '../../src/schema/fields/kinds.ts';
import {storeSession} from '../../src/portal/session/session.ts';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {fakeApi, type Answers} from './support/api.ts';
import {clickOn, press} from './support/gestures.ts';
import {product, sessionOf, show} from './support/world.tsx';

const HOME = '/adm/home';

/** A record as the server answers it: every field is there, an empty one as its kind writes nothing. */
const stored = (name: string, values: Record<string, unknown>) => ({
  id: 4, versao: 2,
  ...Object.fromEntries(
    Object.entries(product.resources[name]?.fields ?? {}).map(([field, declared]) => [field, kindRuleOf(declared).empty])
  ),
  ...values,
});

const branches = [{id: 2, descricao: 'Matriz', usuarioVinculado: true}, {id: 3, descricao: 'Filial Sul', usuarioVinculado: false}];
const combos: Answers = {
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}, {id: 9, razaoSocial: 'Grãos Norte'}],
  'GET filial/listarCombo/1/10': branches,
  'GET filial/buscar-filiais-empresa/1/4': branches,
  'GET tickets/lista-fixa-transgenia/': [{codigo: 'RR', descricao: 'RR'}],
  'GET ticketsArquivo/lista-tipos-arquivo/': [],
  'GET ticketsHistorico/4': [],
  // The parent's page shows its children.
  'GET filial': {registros: []},
  'GET modelosFormularioItem': [],
};

const person = {nome: 'Rita Souza', email: 'rita@sementes.test', dataCriacao: '2026-11-20T15:04:00.000Z', ativo: true};
const template = {
  idEmpresa: 1, idFilial: 2, descricao: 'Frete', chavePai: 'A', chave: 'B', nomeFilial: 'Matriz', nomeEmpresa: 'Sementes Sul',
  dataCriacao: '2026-11-20T15:04:00.000Z',
};
const company = {razaoSocial: 'Sementes Sul', cnpj: '11222333000181', email: 'a@b.test', telefone: '4334550010'};
const items = [
  {id: 91, descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, valor: 'ABC', aviso: ''},
  {id: 92, descricao: 'CNPJ', tipoCampo: 'texto', obrigatorio: false, valor: '11222333000181', aviso: ''},
  {id: 93, descricao: 'Chegada', tipoCampo: 'data', obrigatorio: false, valor: '2026-02-28', aviso: ''},
  {id: 94, descricao: 'Transgenia', tipoCampo: 'texto', obrigatorio: false, valor: '', aviso: ''},
  {id: 95, descricao: 'Transportadora', tipoCampo: 'texto', obrigatorio: false, valor: 'X9', aviso: ''},
];

interface Case {
  at: string;
  /** Whether the form is in a modal over the list. */
  child?: true;
  /** The input that is changed. */
  label: string;
  answers: Answers;
}
const form = (name: string, at: string, label: string, values: Record<string, unknown>, one = `GET ${name}/4`): Case =>
  ({at: `/adm/${at}/salvar/4`, label, answers: {[one]: stored(name, values)}});
const child = (name: string, at: string, label: string, values: Record<string, unknown>, parent: Answers): Case =>
  ({at: `/adm/${at}?filhos=${name}.7.4`, child: true, label, answers: {...parent, ...values}});

const userTypes = [
  ['Adm', {tipo: 1, idEmpresa: 0}], ['Empresa', {tipo: 2, idEmpresa: 1}], ['Fornecedor', {tipo: 3, idEmpresa: 1, codigoExterno: 'X9'}],
  ['Empresa-Usuário', {tipo: 5, idEmpresa: 1}], ['RPA', {tipo: 4, idEmpresa: 1}],
] as const;
const parentCompany = {...stored('empresas', company), id: 7};
const parentTemplate = {...stored('modelosFormulario', template), id: 7};

const cases: [string, Case][] = [
  ...userTypes.map(([type, values]): [string, Case] => [`user ${type}`, form('usuarios', 'usuario', 'Nome', {...person, ...values})]),
  ['company', form('empresas', 'empresa', 'Razão Social', company)],
  ['company with all it may have', form('empresas', 'empresa', 'Contato', {...company, contato: 'Ana', celularContato: '43999887766'})],
  [
    'branch on its own page',
    form('filiais', 'filial', 'Contato', {...company, idEmpresa: 1, descricao: 'Matriz', contato: 'Ana'}, 'GET filial/4'),
  ],
  ...[1, 0].map((status): [string, Case] => [
    `supplier of status ${status}`, form('fornecedores', 'fornecedor', 'Razão Social', {...company, idEmpresa: 1, status}),
  ]),
  ...['', 'robo-frete'].map((workFlowNameRpa): [string, Case] =>
    [
      `template with the robot '${workFlowNameRpa}'`,
      form('modelosFormulario', 'modelo-formulario', 'Descrição', {...template, workFlowNameRpa}, 'GET modelosformulario/4'),
    ]),
  ['branch', child('filiais', 'empresa', 'Contato', {
    'GET filial': {registros: [stored('filiais', {...company, idEmpresa: 7, descricao: 'Matriz', contato: 'Ana'})]},
  },
    {'GET empresas': {total: 1, registros: [parentCompany]}})],
  ...['texto', 'numero', 'data', 'email'].map((tipoCampo, index): [string, Case] =>
    [`item ${tipoCampo}`, child('modelosFormularioItem', 'modelo-formulario', 'Descrição',
      {'GET modelosFormularioItem': [stored('modelosFormularioItem', {
        idModeloFormulario: 7, descricao: 'Placa', tipoCampo, obrigatorio: index % 2 === 1, ordem: index,
      })]},
      {'GET modelosformulario': {total: 1, registros: [parentTemplate]}})]),
];

const open = async (profile: string, {at, child, label, answers}: Case) => {
  fakeApi({...combos, ...answers});
  const shown = show(
    <Routes>
      {Object.entries(product.resources).filter(([name]) => name !== 'tickets').map(([name, {route}]) => [
        <Route key={route} path={`/adm/${route}`} element={<ResourceList name={name} />} />,
        <Route key={`${route}/salvar`} path={`/adm/${route}/salvar/:id?`} element={<ResourceForm name={name} />} />,
      ])}
      <Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} />
      <Route path={HOME} element={<p>início</p>} />
    </Routes>,
    {session: sessionOf(profile), at},
  );
  // Also what is drawn behind the form, and what its combos bring.
  await waitFor(() => expect(shown.queryClient.isFetching()).toBe(0));
  const place = child ? within(await screen.findByRole('dialog')) : screen;
  const input = await place.findByLabelText(label);
  await waitFor(() => expect(shown.queryClient.isFetching()).toBe(0));
  return {...shown, input};
};
type Shown = Awaited<ReturnType<typeof open>>;

const question = () => screen.queryByText(/Há alterações que não foram salvas/);
const leave = ({router}: Shown) => router.navigate(HOME);
const left = () => screen.findByText('início');

beforeEach(() => storeSession({token: 'a.b.c', nome: 'Ana', idPerfil: 1, id: 10, idEmpresa: 0, codigoExterno: ''}));

/** Who may change something with these forms, and what they reach: an Adm is nobody's of a company. */
const reached = [['adm', cases], ['empresa', cases.filter(([name]) => name !== 'user Adm')]] as const;
describe.each(reached)('as %s', (profile, theirs) => {
  it.each(theirs)('a %s', async (_name, one) => {
    const first = await open(profile, one);
    await leave(first);
    await left();
    expect(question()).not.toBeInTheDocument();
    first.unmount();

    // What the first visit left in the browser must not be taken for work.
    const shown = await open(profile, one);
    expect(screen.queryByText(/^Rascunho restaurado/)).not.toBeInTheDocument();
    await shown.user.type(shown.input, 'x');
    await leave(shown);
    const dialog = await screen.findByRole('alertdialog');
    expect(question()).toBeVisible();
    await press(shown.user, 'Continuar editando', within(dialog));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await shown.user.type(shown.input, '{Backspace}');
    await leave(shown);
    await left();
    expect(question()).not.toBeInTheDocument();
  });
});

describe('a ticket', () => {
  const ticket = (status: number) => stored('tickets', {
    idEmpresa: 1, idFilial: 2, idModeloFormulario: 5, descricao: 'Frete', idStatusTicket: status, idUsuario: 10, nomeFilial: 'Matriz',
    nomeEmpresa: 'Sementes Sul',
    dataCriacao: '2026-11-20T15:04:00.000Z', ticketFormularios: items, ticketArquivos: [],
  });
  const people = ['adm', 'empresa', 'fornecedor', 'empresaUsuario'];
  it.each(people.flatMap(profile =>
    ([1, 6, 7] as const).map(status => [profile, status] as const)))('opened by %s in status %i asks nothing', async (profile, status) => {
    // A ticket that may not be changed has its form as text.
    const closed = status === 7 || (status === 1 && profile === 'empresaUsuario');
    const shown = await open(profile, {
      at: '/adm/ticket/editar/4', label: closed ? 'Tipo do arquivo' : 'Placa', answers: {'GET tickets/4': ticket(status)},
    });
    await leave(shown);
    await left();
    expect(question()).not.toBeInTheDocument();
  });

  it.each(people)('that %s starts and leaves as it was asks nothing', async profile => {
    const shown = await open(profile, {at: '/adm/ticket/salvar', label: 'Empresa', answers: {}});
    await leave(shown);
    await left();
    expect(question()).not.toBeInTheDocument();
  });
});

it('switches turned and turned back are no change, and a password is one', async () => {
  const one = form('usuarios', 'usuario', 'Nome', {...person, tipo: 5, idEmpresa: 1});
  const shown = await open('adm', one);
  const toggle = screen.getByRole('switch', {name: 'Filial Sul'});
  await shown.user.click(toggle);
  await leave(shown);
  await clickOn(shown.user, 'button', 'Continuar editando');
  await waitFor(() => expect(question()).not.toBeInTheDocument());
  await shown.user.click(toggle);
  await shown.user.type(screen.getByLabelText('Senha'), 's');
  await leave(shown);
  await clickOn(shown.user, 'button', 'Continuar editando');
  await waitFor(() => expect(question()).not.toBeInTheDocument());
  await shown.user.clear(screen.getByLabelText('Senha'));
  await leave(shown);
  await left();
});
