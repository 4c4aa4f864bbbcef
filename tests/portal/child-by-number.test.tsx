// A notice of a record that is kept in its parent's modal knows no more than its number, and leads there all the same.
import {screen, waitFor, within} from '@testing-library/react';
import {Route, Routes} from 'react-router-dom';
import {beforeEach, expect, it} from 'vitest';
import {TopBar} from '../../src/portal/app/layout/TopBar.tsx';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import type {Config} from '../../src/schema/shapes/config.ts';
import {acceptance} from '../support/acceptance.ts';
import {expectConsole} from '../support/console.ts';
import {fakeApi, refusal, type Answers} from './support/api.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {signIn} from './support/signedIn.ts';
import {sessionOf, show} from './support/world.tsx';

const laudo = {id: 7, versao: 1, titulo: 'Silo 3', situacao: 1, urgencia: 'normal', idEmpresa: 1, idFilial: 2, idRoteiro: 5};
const parecer = {id: 12, versao: 1, idLaudo: 7, texto: 'Falta ventilação'};
const one = (resource: string, row: object) => Response.json([row], {headers: {'content-range': `${resource} 0-0/1`}});
const avisos = {total: 1, naoLidos: 0, registros: [
  {id: 1, texto: 'Rui escreveu um parecer', recurso: 'laudosParecer', idRegistro: 12, dataCriacao: '2026-11-20T15:04:00.000Z', lido: true},
]};
const answers = (more: Answers = {}): Answers => ({
  'GET avisos': avisos, 'GET laudos': () => one('laudos', laudo), 'GET laudos/abas': [], 'GET usuarios': [],
  'GET laudosParecer/12': parecer, 'GET laudosParecer': () => one('laudosParecer', parecer), ...more,
});

const open = (at: string, more: Answers = {}, config: Config = acceptance) => {
  const api = fakeApi(answers(more));
  const shown = show(
    <>
      <TopBar menuOpen onMenu={() => undefined} />
      <Routes>
        <Route path="/adm/laudo/*" element={<ResourceRoutes name="laudos" />} />
        <Route path="*" element={<p>outra tela</p>} />
      </Routes>
    </>,
    {session: sessionOf('adm'), at, config},
  );
  const place = () => new URLSearchParams(shown.router.state.location.search).get('filhos');
  const notice = async () => {
    await clickOn(shown.user, 'button', /^Avisos/);
    return within(await screen.findByRole('dialog', {name: 'Avisos'}));
  };
  return {api, place, notice, ...shown};
};

beforeEach(() => signIn('adm'));

it('a notice leads to the parent’s list with that modal open, on the record', async () => {
  const {user, place, notice, router} = open('/adm/home');
  await user.click(await (await notice()).findByRole('link', {name: /Rui escreveu um parecer/}));
  const modal = await screen.findByRole('dialog', {name: 'Pareceres de Silo 3'});
  expect(await within(modal).findByLabelText('Parecer')).toHaveValue('Falta ventilação');
  expect(router.state.location.pathname).toBe('/adm/laudo');
  // Whose it is stands in the address: a reload asks no more, and closing it or another child is as ever.
  await waitFor(() => expect(place()).toBe('laudosParecer.7.12'));
  // No step of its own: back leads to where the bell was.
  await router.navigate(-1);
  await expectText('outra tela');
});

it('says so where there is no such record, and closes to the list', async () => {
  expectConsole(/HttpError/);
  const {user, place} = open('/adm/laudo?filhos=laudosParecer.0.12', {
    'GET laudosParecer/12': refusal(404, {message: 'Registro não encontrado.'}),
  });
  const modal = await screen.findByRole('dialog', {name: 'Pareceres'});
  expect(await within(modal).findByText('Registro não encontrado')).toBeVisible();
  await press(user, 'Fechar', within(modal));
  await waitFor(() => expect(place()).toBeNull());
  await expectRole('link', 'Silo 3');
});

it('a notice says where to look, where nothing reads such a record by its number', async () => {
  const {laudosParecer} = acceptance.resources;
  const api = {list: 'GET laudosParecer', answer: 'array'} as const;
  const {notice} = open('/adm/home', {}, {...acceptance, resources: {...acceptance.resources, laudosParecer: {...laudosParecer!, api}}});
  const list = await notice();
  expect(await list.findByText(/Para abrir, procure em Laudos\./)).toBeVisible();
  expect(list.queryByRole('link')).not.toBeInTheDocument();
});
