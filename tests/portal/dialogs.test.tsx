// Enter pressed at once in a dialog does what was asked for; in a dangerous one it destroys nothing, and leads back.
import type {ReactNode} from 'react';
import {screen, waitFor, within} from '@testing-library/react';
import {Form} from 'ra-core';
import {beforeEach, expect, it, vi} from 'vitest';
import {askedFields} from '../../src/schema/lifeCycle/asks.ts';
import type {Condition} from '../../src/schema/shapes/conditions.ts';
import type {Action, Config} from '../../src/schema/shapes/config.ts';
import {useActionRunner} from '../../src/portal/actions/ActionDialogHost.tsx';
import {DiscardDraftButton} from '../../src/portal/form/drafts/DraftKeeper.tsx';
import {writeDraft} from '../../src/portal/form/drafts/draftStore.ts';
import {FieldInput} from '../../src/portal/fields/FieldInput.tsx';
import {UserMenu} from '../../src/portal/app/layout/TopBar.tsx';
import {storeSession} from '../../src/portal/session/session.ts';
import {StoredFiles} from '../../src/portal/parts/files/StoredFiles.tsx';
import {DeleteDialog} from '../../src/portal/actions/DeleteDialog.tsx';
import {BulkDialog} from '../../src/portal/list/selection/BulkDialog.tsx';
import {SavedFilterList} from '../../src/portal/list/saved/SavedFiltersPanel.tsx';
import {useSavedFilters} from '../../src/portal/list/saved/savedFilters.ts';
import {UnsavedGuard} from '../../src/portal/form/UnsavedGuard.tsx';
import {withResource} from '../support/configs.ts';
import {fakeApi} from './support/api.ts';
import {browserLocks} from './support/browserLocks.ts';
import {press} from './support/gestures.ts';
import {product, show} from './support/world.tsx';

const record = {id: 7, versao: 1, idUsuario: 10};
const nothing = () => undefined;

const Runner = ({resource, name, more = {}}: {resource: string; name: string; more?: object}) => {
  const run = useActionRunner(resource);
  return <button type="button" onClick={() => void run(name, {...record, ...more})}>Abrir</button>;
};
const SavedOnes = () => <SavedFilterList saved={useSavedFilters('tickets', true)} onApply={nothing} />;
const file = {id: 31, nomeArquivo: 'nota.pdf', dataCriacao: '2026-11-20T15:04:00.000Z', tipo: 'Laudo', origem: 'Portal' as const};

const given = {
  'GET tickets/passar/7/opcoes': [{id: 12, nome: 'Bia'}],
  'GET filtros-salvos': [{id: 1, recurso: 'tickets', nome: 'Meus', filtro: {}, colunas: null, ordenacao: null}],
  'PUT usuarios/inativar/7': {id: 7},
};
const changing = (calls: readonly {method: string}[]) => calls.filter(({method}) => method !== 'GET');

/** Draws a screen, presses what opens its dialog, and Enter as soon as it is there. */
const enterAt = async (screenOf: ReactNode, opens: readonly string[], config: Config = product) => {
  const api = fakeApi(given);
  const shown = show(screenOf, {config});
  for (const name of opens) await shown.user.click(await screen.findByRole(/^Sair$/.test(name) ? 'menuitem' : 'button', {name}));
  const dialog = await waitFor(() =>
    document.querySelector<HTMLElement>('[role="alertdialog"], [role="dialog"]') ?? expect.fail('no dialog'));
  return {...shown, api, dialog, enter: () => shown.user.keyboard('{Enter}')};
};

const actions = Object.entries(product.resources).flatMap(([resource, {actions: declared = {}}]) =>
  Object.entries(declared).filter(([name]) => name !== 'salvar')
    .map(([name, action]): [string, string, Action] => [resource, name, action]));
const asking = actions.filter(([, , {asks}]) => asks !== undefined);
const confirmed = actions.filter(([, , {asks}]) => asks === undefined);

it.each(confirmed.filter(([, , {tone}]) => tone !== 'danger'))('%s %s is done at Enter', async (resource, name) => {
  const {api, enter} = await enterAt(<Runner resource={resource} name={name} />, ['Abrir']);
  await enter();
  await waitFor(() => expect(changing(api.calls)).toHaveLength(1));
});

it.each(confirmed.filter(([, , {tone}]) => tone === 'danger'))('%s %s is given up at Enter', async (resource, name) => {
  const {api, enter, dialog} = await enterAt(<Runner resource={resource} name={name} />, ['Abrir']);
  await enter();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(changing(api.calls)).toEqual([]);
});

it.each(asking)('%s %s waits for what it asks', async (resource, name, action) => {
  const [first] = Object.values(askedFields(product.resources[resource]!, action));
  const {api, enter, dialog} = await enterAt(<Runner resource={resource} name={name} />, ['Abrir']);
  await enter();
  await waitFor(() => expect(within(dialog).getByLabelText(new RegExp(`^${first!.label}`))).toHaveFocus());
  await enter();
  expect(changing(api.calls)).toEqual([]);
  expect(dialog).toBeVisible();
});

it.each(
  [['danger', 0], [undefined, 1]] as const,
)('an action of tone %s that demands nothing is sent %i times at Enter', async (tone, times) => {
  const observacao = {kind: 'texto', label: 'Observação', maxLength: 50} as const;
  const config = withResource('usuarios', resource => ({
    ...resource,
    actions: {excluir: {
      label: 'Expulsar', call: 'PUT usuarios/inativar/:id', profiles: ['adm'], asks: {observacao}, success: 'Feito!', sets: {ativo: false},
      ...(tone ? {tone} : {}),
    }},
  }));
  const {api, enter} = await enterAt(<Runner resource="usuarios" name="excluir" />, ['Abrir'], config);
  const wanted = tone === 'danger' ? screen.getByRole('button', {name: 'Voltar'}) : screen.getByLabelText('Observação');
  await waitFor(() => expect(wanted).toHaveFocus());
  await enter();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(changing(api.calls)).toHaveLength(times);
});

const day = (label: string) => ({kind: 'data', label} as const);
const [BEGINS, ENDS, FORESEEN] = [day('Início'), day('Fim'), day('Previsto')];
const BEFORE = 'Termina antes de começar.';
it.each<[string, Partial<Action>, object, string, {typed?: string; mended: string}]>([
  ['that it asks for, as it opens', {asks: {fim: {...ENDS, default: 'hoje'}}}, {inicio: '2099-01-01'}, 'Fim', {mended: '02/01/2099'}],
  [
    'that it does not ask for, at what it asks for', {asks: {inicio: BEGINS}}, {inicio: '', fim: '2020-01-02'}, 'Início',
    {typed: '02/01/2099', mended: '01/01/2020'},
  ],
  [
    'that it writes itself', {asks: {inicio: BEGINS}, sets: {fim: 'agora'}}, {inicio: '', fim: ''}, 'Início',
    {typed: '02/01/2099', mended: '01/01/2020'},
  ],
  [
    'that it writes from what it asks', {asks: {previsto: FORESEEN}, sets: {fim: 'record.previsto'}}, {inicio: '2099-01-01', fim: ''},
    'Previsto', {typed: '01/01/2020', mended: '02/01/2099'},
  ],
])('a rule between fields is told before an action is sent: of one %s', async (_what, said, more, at, {typed, mended}) => {
  const config = withResource('usuarios', resource => ({
    ...resource, fields: {...resource.fields, inicio: BEGINS, fim: ENDS, previsto: FORESEEN},
    rules: {fim: [{not: {compare: ['fim', '<', 'inicio']}, reason: BEFORE}]},
    actions: {encerrar: {label: 'Encerrar', call: 'PUT usuarios/inativar/:id', profiles: ['adm'], success: 'Feito!', ...said}},
  }));
  const {api, user, dialog} = await enterAt(<Runner resource="usuarios" name="encerrar" more={more} />, ['Abrir'], config);
  const input = await screen.findByLabelText(at);
  if (typed !== undefined) await user.type(input, typed);
  await press(user, 'Encerrar', within(dialog));
  await waitFor(() => expect(input).toHaveAccessibleDescription(BEFORE));
  expect(changing(api.calls)).toEqual([]);
  await user.clear(input);
  await user.type(input, mended);
  await press(user, 'Encerrar', within(dialog));
  await waitFor(() => expect(changing(api.calls)).toHaveLength(1));
});

const SAID = 'Não pode ser urgente assim.';
const text = (label: string) => ({kind: 'texto', label, maxLength: 9} as const);
const CALM: Condition = {is: {urgente: [false]}};
it.each<[string, Condition, object, number]>([
  ['without what it turns off', {not: {filled: 'motivo'}}, {motivo: 'Obras'}, 1],
  ['lacking what it turns off', {filled: 'motivo'}, {motivo: 'Obras'}, 0],
  ['with what it may turn off by what is not told here', {filled: 'outro'}, {outro: 'Obras'}, 1],
  ['with the instants that its status writes', {filled: 'fechadaEm'}, {fechadaEm: ''}, 1],
  ['with what is opened by those', {filled: 'porque'}, {fechadaEm: '', porque: 'Sim'}, 1],
])('an action is judged on the record as the server will have it: %s', async (_what, held, more, times) => {
  const config = withResource('usuarios', resource => ({
    ...resource, status: 'situacao',
    fields: {
      ...resource.fields, urgente: {kind: 'booleano', label: 'Urgente'}, fechadaEm: {kind: 'dataHora', label: 'Fechada em'},
      motivo: {...text('Motivo'), visible: CALM, whenOff: 'clear'},
      outro: {...text('Outro'), visible: {filled: 'sigilo'}, whenOff: 'clear'},
      sigilo: text('Sigilo'), porque: {...text('Por Quê'), visible: {filled: 'fechadaEm'}, whenOff: 'clear'},
      situacao: {kind: 'escolha', label: 'Situação', choices: [
        {id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'fechada', name: 'Fechada', end: true, stamps: 'fechadaEm'},
      ]},
    },
    rules: {urgente: [{any: [CALM, held], reason: SAID}]},
    actions: {fechar: {
      label: 'Fechar', call: 'PUT usuarios/inativar/:id', profiles: ['adm'], success: 'Feito!', to: 'fechada',
      asks: {urgente: {kind: 'booleano', label: 'Urgente'}},
    }},
  }));
  const opened = {situacao: 1, urgente: false, ...more};
  const {api, user, dialog} = await enterAt(<Runner resource="usuarios" name="fechar" more={opened} />, ['Abrir'], config);
  await user.click(await screen.findByLabelText('Urgente'));
  await press(user, 'Fechar', within(dialog));
  await waitFor(() => expect([screen.queryAllByText(SAID).length, changing(api.calls).length]).toEqual([1 - times, times]));
});

it('says of what is left empty whose value it takes', async () => {
  const config = withResource('usuarios', resource => ({
    ...resource,
    actions: {mudar: {
      label: 'Mudar', call: 'PUT usuarios/inativar/:id', profiles: ['adm'], success: 'Feito!',
      asks: {razao: {kind: 'texto', label: 'Razão', maxLength: 9, default: 'idEmpresa.razaoSocial'}},
    }},
  }));
  await enterAt(<Runner resource="usuarios" name="mudar" />, ['Abrir'], config);
  const input = await screen.findByLabelText('Razão');
  expect(input).toHaveValue('');
  expect(input).toHaveAccessibleDescription('Em branco: o de Empresa.');
});

it('a question shows the values of its record as lists do', async () => {
  const config = withResource('usuarios', resource => ({
    ...resource,
    actions: {mudar: {
      label: 'Mudar', call: 'PUT usuarios/inativar/:id', profiles: ['adm'], success: 'Feito!',
      confirm: 'Mudar {nome} ({id}), {tipo}, {codigoExterno} ?',
    }},
    messages: {...resource.messages, confirmDelete: 'Excluir {nome}, {tipo} ?'},
  }));
  const ana = {nome: 'Ana Prado', tipo: 3, codigoExterno: ''};
  const {dialog, unmount} = await enterAt(<Runner resource="usuarios" name="mudar" more={ana} />, ['Abrir'], config);
  expect(dialog).toHaveTextContent('Mudar Ana Prado (7), Fornecedor, — ?');
  unmount();
  show(<DeleteDialog name="usuarios" record={{...record, ...ana}} onClose={nothing} />, {config});
  expect(await screen.findByText('Excluir Ana Prado, Fornecedor ?')).toBeVisible();
});

it.each(['Voltar', 'Escape'])('what was typed is not given up at %s unasked', async way => {
  const {user, dialog} = await enterAt(<Runner resource="tickets" name="cancelar" />, ['Abrir']);
  const leave = () => (way === 'Escape' ? user.keyboard('{Escape}') : press(user, 'Voltar'));
  const answer = async (name: string) => {
    const question = await screen.findByRole('alertdialog', {name: 'Sair sem salvar'});
    await press(user, name, within(question));
    await waitFor(() => expect(question).not.toBeInTheDocument());
  };
  await user.type(await screen.findByLabelText(/^Motivo/), 'Foi engano');
  await leave();
  await answer('Continuar editando');
  expect(screen.getByLabelText(/^Motivo/)).toHaveValue('Foi engano');
  await leave();
  await answer('Sair sem salvar');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

const Bulk = ({name}: {name: string}) => {
  const action = product.resources['usuarios']?.actions?.[name];
  return action
    && <BulkDialog resource="usuarios" bulkAction={{name, action, refused: [], allowedRows: [{id: 7, nome: 'Rita'}]}} onClose={nothing} />;
};
it.each([['ativar', 1], ['inativar', 0]] as const)('%s for many is sent %i times at Enter', async (name, times) => {
  const {api, enter} = await enterAt(<Bulk name={name} />, []);
  await enter();
  await waitFor(() => expect(changing(api.calls)).toHaveLength(times));
});

const deletable = Object.entries(product.resources).filter(([, {access}]) => access.delete.length > 0).map(([name]) => name);
it.each([
  ...deletable.map((name): [string, ReactNode, string[]] => [
    `a record of ${name}`, <DeleteDialog key={name} name={name} record={record} onClose={nothing} />, [],
  ]),
  ['a file', <StoredFiles key="file" name="tickets" record={record} files={[file]} canDelete />, ['Excluir nota.pdf']],
  ['a saved filter', <SavedOnes key="filter" />, ['Excluir filtro Meus']],
])('%s is not deleted at Enter', async (_what, element, opens) => {
  const {api, enter} = await enterAt(element, opens);
  expect(screen.getByRole('button', {name: 'Voltar'})).toHaveFocus();
  await enter();
  expect(changing(api.calls)).toEqual([]);
});

it('a draft is not discarded at Enter', async () => {
  const discard = vi.fn<() => void>();
  const {enter, dialog} = await enterAt(<DiscardDraftButton onDiscard={discard} />, ['Descartar']);
  expect(screen.getByRole('button', {name: 'Manter o rascunho'})).toHaveFocus();
  await enter();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(discard).not.toHaveBeenCalled();
});

it('a form with unsaved changes goes on at Enter', async () => {
  fakeApi({});
  const {user, router} = show(
    <Form record={{id: 1, nome: 'Rita'}} onSubmit={nothing}>
      <FieldInput field={{kind: 'texto', label: 'Nome', maxLength: 20}} source="nome" fields={{}} />
      <UnsavedGuard />
    </Form>,
    {at: '/adm/usuario/salvar/1'},
  );
  await user.type(screen.getByLabelText('Nome'), '!');
  await router.navigate('/adm/home');
  const dialog = await screen.findByRole('alertdialog', {name: 'Sair sem salvar'});
  expect(screen.getByRole('button', {name: 'Continuar editando'})).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/adm/usuario/salvar/1');
  expect(screen.getByLabelText('Nome')).toHaveValue('Rita!');
});

beforeEach(() => storeSession({token: 'a.b.c', nome: 'Ana', idPerfil: 1, id: 10, idEmpresa: 0, codigoExterno: ''}));
const menu = 'Conta';
it('signing out is the next thing to do, unless something typed would go with it', async () => {
  const first = await enterAt(<UserMenu />, [menu, 'Sair']);
  expect(first.dialog).toHaveTextContent('Deseja Sair?Selecione "Logout" abaixo para encerrar a sessão.CancelLogout');
  expect(screen.getByRole('button', {name: 'Logout'})).toHaveFocus();
  first.unmount();

  writeDraft({user: 10, form: 'empresas.novo'}, {at: '2026-11-21T12:00:00.000Z', versao: null, values: {razaoSocial: 'Sementes'}});
  const {dialog, enter} = await enterAt(<UserMenu />, [menu, 'Sair']);
  expect(dialog).toHaveTextContent(
    'O que você digitou e ainda não salvou será apagado deste navegador: Empresa: novo cadastro.CancelLogout',
  );
  expect(screen.getByRole('button', {name: 'Cancel'})).toHaveFocus();
  await enter();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(Object.keys(localStorage)).toContain('rascunho.10.empresas.novo');
});

it('signing out names what is typed in other windows', async () => {
  const locks = browserLocks();
  const type = (form: string) => writeDraft({user: 10, form}, {at: '2026-11-21T12:00:00.000Z', versao: null, values: {x: 'y'}});
  const open = ['tickets.17~a', 'fornecedores.novo~b', 'filiais.7.novo~c', 'tickets.17.comentar~d'];
  [...open, 'tickets.9~e'].forEach(type);
  for (const form of open) locks.take(`rascunho.10.${form}`);
  const {dialog} = await enterAt(<UserMenu />, [menu, 'Sair']);
  expect(dialog).toHaveTextContent(
    'Há texto não salvo em outra janela: Ticket 17, Fornecedor: novo cadastro, Filial: novo cadastro, Ticket 17: Comentar.',
  );
  expect(dialog).toHaveTextContent('O que você digitou e ainda não salvou será apagado deste navegador: Ticket 9.Sair mesmo assim?');
});
