// What is not drawn again: what somebody looks at or types in stays still while something else becomes another. Counted by how often a
// field's own word is read for it.
import {act, fireEvent, screen, waitFor} from '@testing-library/react';
import {expect, it} from 'vitest';
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {ResourceInput, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {preloadLazyComponents} from '../../src/portal/ui/lazyComponent.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {withResource} from '../support/configs.ts';
import {fakeApi} from './support/api.ts';
import {open as openFields, save} from './support/fieldsForm.tsx';
import {expectText} from './support/gestures.ts';
import {openLibrary} from './support/library.tsx';
import {onPhone} from './support/media.ts';
import {openTickets, ticket, ticketAnswers} from './support/tickets.tsx';
import {product, show} from './support/world.tsx';

/** The same, and how often that word of it was read. */
const counted = <T extends object>(of: T, word: keyof T): {of: T; reads: () => number} => {
  let reads = 0;
  const get = () => {
    reads++;
    return of[word];
  };
  return {of: Object.defineProperty({...of}, word, {enumerable: true, get}), reads: () => reads};
};

it('an input beside one that a save refuses', async () => {
  const beside = counted<Field>({kind: 'texto', label: 'Contato', maxLength: 9}, 'label');
  const {user} = openFields({nome: {kind: 'texto', label: 'Nome', required: true, maxLength: 9}, contato: beside.of});
  const input = await screen.findByLabelText('Nome');
  const before = beside.reads();
  await save(user);
  await waitFor(() => expect(input).toBeInvalid());
  expect(beside.reads()).toBe(before);
});

it('the inputs of a record beside the one that is typed in', async () => {
  const beside = counted<Field>({kind: 'digitos', label: 'ISBN', maxLength: 13}, 'help');
  const {user, queryClient} = openLibrary('/adm/livro/salvar/4', {}, undefined, ({fields, ...books}) =>
    ({...books, fields: {...fields, isbn: beside.of}}));
  const input = await screen.findByDisplayValue('Vidas Secas');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const before = beside.reads();
  await user.type(input, 's');
  expect(input).toHaveValue('Vidas Secass');
  expect(beside.reads()).toBe(before);
});

it('the filters of a list as its rows come, and both as its tabs are counted', async () => {
  const vistorias: ResourceInput = {
    label: {one: 'Vistoria', many: 'Vistorias'}, icon: 'item', api: {answer: 'page'},
    fields: {placa: {kind: 'texto', label: 'Placa', maxLength: 9}, local: {kind: 'texto', label: 'Local', maxLength: 9}},
    list: {columns: ['placa'], filters: {local: {}}},
    access: {list: ['adm'], create: [], update: []}, scope: {adm: ['tudo']},
    // Its rows are ticked.
    actions: {conferir: {profiles: ['adm'], bulk: true}},
    tabs: {todas: {label: 'Todas', where: []}},
  };
  const {placa, local} = vistorias.fields as Record<'placa' | 'local', Field>;
  const [column, filter] = [counted(placa, 'label'), counted(local, 'label')];
  const config = completeConfig({...product, resources: {vistorias}});
  const resources = {vistorias: {...config.resources['vistorias'] as Resource, fields: {placa: column.of, local: filter.of}}};
  const [rows, tabs] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
  fakeApi({'GET vistorias': () => rows.promise, 'GET vistorias/abas': () => tabs.promise});
  show(<ResourceList name="vistorias" />, {at: '/adm/vistoria', config: {...config, resources}});
  await screen.findByLabelText('Local');
  const filters = filter.reads();
  rows.resolve({total: 1, registros: [{id: 1, placa: 'ABC', local: 'Pátio'}]});
  await expectText('ABC');
  expect(screen.getByRole('checkbox', {name: 'Selecionar todos'})).toBeEnabled();
  expect(filter.reads()).toBe(filters);
  const before = [column.reads(), filter.reads()];
  tabs.resolve([{aba: 'todas', total: 4711}]);
  await expectText(/4\.?711/);
  expect([column.reads(), filter.reads()]).toEqual(before);
});

it.each(['desk', 'phone'])('on a %s the rows beside one that is ticked, changes or is asked, and all under what is opened', async on => {
  if (on === 'phone') onPhone();
  preloadLazyComponents();
  const {fields, actions} = product.resources['tickets']!;
  const [branch, cancel] = [counted(fields['nomeFilial']!, 'kind'), counted(actions!['cancelar']!, 'places')];
  const registros = Array.from({length: 12}, (_, index) => ticket({id: 30 + index, idStatusTicket: 1}));
  fakeApi(ticketAnswers({
    'GET tickets': {total: 12, registros}, 'GET tickets/abas': [], 'GET tickets/30': registros[0], 'GET ticketsHistorico/30': [],
  }));
  const {router, queryClient} = openTickets('/adm/ticket', 'adm', withResource('tickets', tickets =>
    ({...tickets, fields: {...fields, nomeFilial: branch.of}, actions: {...actions, cancelar: cancel.of}})));
  const box = await screen.findByLabelText<HTMLInputElement>('Selecionar Ticket 30');
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // Each that is drawn reads its branch several times, and each menu the action once.
  const [rows, menus] = [{...branch, times: 2}, {...cancel, times: 1}];
  const expectStill = async (doing: () => unknown, done: () => unknown, by: Pick<typeof rows, 'reads' | 'times'> = rows) => {
    const before = by.reads();
    await act(async () => doing());
    await waitFor(done);
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(by.reads() - before).toBeLessThan(by.times * registros.length);
  };
  await expectStill(() => fireEvent.click(box), () => expect(box).toBeChecked());
  await expectStill(
    () => queryClient.setQueriesData<{data: typeof registros}>({queryKey: ['tickets', 'getList']}, page =>
      page && {...page, data: page.data.map((row, index) => (index === 0 ? {...row, nomeFilial: 'Sul'} : row))}),
    () => expect(screen.getByText('Sul')).toBeVisible(),
  );
  await expectStill(() => fireEvent.click(screen.getByLabelText('Detalhes do ticket 30')), () => screen.getByRole('dialog'));
  await expectStill(() => router.navigate(-1), () => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await expectStill(() => fireEvent.click(screen.getByLabelText('Mais ações: Ticket 30')), () => screen.getByRole('menu'), menus);
});
