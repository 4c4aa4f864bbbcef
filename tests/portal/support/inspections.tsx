/** A list of inspections while others work on them, on a clock of the test's own. */
import {act, screen} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {afterEach, beforeEach, vi} from 'vitest';
import {completeConfig} from '../../../src/schema/config/completeConfig.ts';
import type {ResourceInput} from '../../../src/schema/shapes/config.ts';
import {ShellEffects} from '../../../src/portal/app/layout/ShellEffects.tsx';
import {ProgressLine} from '../../../src/portal/app/layout/Shell.tsx';
import {GlobalShortcuts} from '../../../src/portal/app/layout/GlobalShortcuts.tsx';
import {preloadLazyComponents} from '../../../src/portal/ui/lazyComponent.tsx';
import {ResourceRoutes} from '../../../src/portal/views/ResourceRoutes.tsx';
import type {Row} from '../../../src/portal/api/providers/listDialects.ts';
import {fakeApi, type Answers} from './api.ts';
import {fakeClock} from './clock.ts';
import {eventSource, seen} from './events.ts';
import {fetched} from './later.ts';
import {product, sessionOf, show} from './world.tsx';

/** Vistorias: they have a status, an action, tabs and a switch of their own. */
const vistorias: ResourceInput = {
  label: {one: 'Vistoria', many: 'Vistorias', article: 'a'}, icon: 'item', title: 'placa',
  api: {answer: 'page'},
  fields: {
    placa: {kind: 'texto', label: 'Placa', maxLength: 50},
    etapa: {
      kind: 'escolha', label: 'Etapa', readOnly: true, default: 1,
      choices: [
        {id: 1, key: 'aberta', name: 'Aberta'}, {id: 2, key: 'emCurso', name: 'Em curso'}, {id: 3, key: 'feita', name: 'Feita', end: true},
      ],
    },
    ativo: {kind: 'booleano', label: 'Ativo', readOnly: true},
  },
  list: {columns: ['placa', 'etapa']},
  access: {list: ['adm'], create: ['adm'], update: []},
  scope: {adm: ['tudo']},
  status: 'etapa',
  conditions: {},
  tabs: {todas: {label: 'Todas', where: []}},
  actions: {
    comecar: {
      label: 'Começar', from: {aberta: ['adm']}, to: 'emCurso', confirm: 'Começar?', icon: 'check',
      success: 'Começada!', places: ['row'],
    },
    ligar: {label: 'Ligar', profiles: ['adm'], success: 'Ligada!', sets: {ativo: true}},
    desligar: {label: 'Desligar', profiles: ['adm'], success: 'Desligada!', sets: {ativo: false}},
  },
  toggle: {field: 'ativo'},
  messages: {created: 'Feito!', updated: 'Feito!', empty: 'Nenhuma vistoria.'},
};
export const config = completeConfig({...product, resources: {vistorias, usuarios: product.resources['usuarios']!}});
export const row = (id: number, more: Partial<Row> = {}): Row => ({id, versao: 1, placa: `ABC-${id}`, etapa: 1, ativo: true, ...more});
export const rows = (...ids: number[]): Row[] => ids.map(id => row(id));

/** The clock of each test of a file, and all as it was after it. */
export const onAClock = (): void => {
  beforeEach(() => {
    // Somebody is at work.
    preloadLazyComponents();
    fakeClock();
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    seen(true);
    vi.mocked(Math.random).mockRestore();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
};
export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

export const open = async (first: Row[], {total = first.length, answers = {}}: {total?: number; answers?: Answers} = {}) => {
  const server = eventSource();
  let page = {total, registros: first};
  const api = fakeApi({
    'GET vistorias': () => page,
    'GET vistorias/abas': () => [{aba: 'todas', total: page.total}],
    ...server.answers,
    ...answers,
  });
  const shown = show(
    <>
      <GlobalShortcuts />
      <ProgressLine />
      <ShellEffects />
      <Routes>
        <Route path="/adm/vistoria/*" element={<ResourceRoutes name="vistorias" />} />
        <Route path="*" element={<p>outra tela</p>} />
      </Routes>
    </>,
    {session: sessionOf('adm'), at: '/adm/vistoria', config},
  );
  await screen.findByText(first[0] === undefined ? 'Nenhuma vistoria.' : String(first[0].placa));
  // What listens for its rows is there.
  await fetched();
  await server.opened();
  return {
    ...shown, api, server,
    /** What the list answers from now on. */
    now: (registros: Row[], of = registros.length) => {
      page = {total: of, registros};
    },
    heard: (id: number, versao = 2, recurso = 'vistorias', more: object = {}) => act(() => {
      server.tell('registro', {recurso, id, versao, ...more});
    }),
    reads: () => api.to('GET vistorias').length,
  };
};
/** What is drawn in between is drawn. */
export const passSlowly = async (milliseconds: number) => {
  for (let passed = 0; passed < milliseconds; passed += 100) await pass(Math.min(100, milliseconds - passed));
};
export const plates = () => screen.getAllByRole('link', {name: /^ABC/}).map(({textContent}) => textContent);
export const rowOf = (id: number) => screen.getByText(`ABC-${id}`).closest('tr')!;
export const waiting = () => screen.queryByRole('button', {name: /atualizar$/})?.textContent;
