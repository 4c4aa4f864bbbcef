// What a screen is made of and where it stands: the bar of a form, targets for fingers, action bars of a phone, headings, the menu.
import {render, screen, waitFor, within} from '@testing-library/react';
import {createMemoryRouter, Route, RouterProvider, Routes} from 'react-router-dom';
import {afterEach, describe, expect, it, vi} from 'vitest';
import {ActionButtons} from '../../src/portal/actions/ActionButtons.tsx';
import {PortalAdmin} from '../../src/portal/app/AdminApp.tsx';
import {TOUCH_SCREEN} from '../../src/portal/theme/tokens.ts';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {ResourceList} from '../../src/portal/views/ResourceList.tsx';
import {fakeApi, type Answers} from './support/api.ts';
import {expectRole, press} from './support/gestures.ts';
import {onPhone, stylesUnder} from './support/media.ts';
import {signIn} from './support/signedIn.ts';
import {product, sessionOf, show} from './support/world.tsx';

const sol = {
  id: 1, versao: 1, razaoSocial: 'Sol Agrícola', cnpj: '11222333000181', email: 'a@b.com', telefone: '11999998888', contato: '',
  celularContato: '', ativo: true,
};
const answers: Answers = {
  'GET empresas': {total: 1, registros: [sol]}, 'GET empresas/1': sol, 'PUT empresas/1': sol,
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sol Agrícola'}],
  'GET filial': {registros: [{
    id: 5, versao: 1, idEmpresa: 1, descricao: 'Matriz', razaoSocial: 'Sol', cnpj: '11222333000181', telefone: '', contato: '',
  }]},
};
const open = (at: string) => {
  const api = fakeApi(answers);
  const shown = show(
    <Routes>
      <Route path="/adm/empresa" element={<ResourceList name="empresas" />} />
      <Route path="/adm/empresa/salvar/:id?" element={<ResourceForm name="empresas" />} />
    </Routes>,
    {at},
  );
  return {...shown, api};
};

afterEach(() => vi.unstubAllGlobals());

describe('the page of a record', () => {
  it('ends with the bar that saves it, after its branches and its history', async () => {
    const {user, api} = open('/adm/empresa/salvar/1');
    const branches = await screen.findByRole('heading', {name: 'Filiais'});
    const history = screen.getByRole('button', {name: 'Histórico'});
    const save = screen.getByRole('button', {name: 'Salvar'});
    for (const above of [branches, history]) expect(above.compareDocumentPosition(save) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    const contact = screen.getByLabelText('Contato');
    await user.type(contact, 'Ana');
    await user.click(save);
    await waitFor(() => expect(api.to('PUT empresas/1')[0]?.body).toMatchObject({contato: 'Ana'}));
  });

  it('has the specified heading, and the record’s name beneath it', async () => {
    open('/adm/empresa/salvar/1');
    const name = await screen.findByText('Sol Agrícola');
    expect(within(name.parentElement!).getByRole('heading', {level: 1, name: 'Cadastro de Empresas'})).toBeVisible();
  });
});

describe('a finger', () => {
  it('has 44 px for the link of a row, however short its text', async () => {
    open('/adm/empresa');
    expect(stylesUnder(TOUCH_SCREEN, await screen.findByRole('link', {name: 'Sol Agrícola'})))
      .toMatchObject({'min-width': '44px', 'min-height': '44px', display: 'inline-flex'});
  });

  it('cuts the link of a row within itself, and nothing of the ring around it', async () => {
    open('/adm/empresa');
    const link = await screen.findByRole('link', {name: 'Sol Agrícola'});
    expect(getComputedStyle(link.firstElementChild!).overflow).toBe('hidden');
    const around: Element[] = [];
    for (let one: Element = link; one.tagName !== 'TR'; one = one.parentElement!) around.push(one);
    expect(around.filter(one => getComputedStyle(one).overflow === 'hidden')).toEqual([]);
  });

  it('has 44 px for a switch', async () => {
    open('/adm/empresa');
    const input = await screen.findByRole('switch', {name: 'Ativo: Sol Agrícola'});
    expect(stylesUnder(TOUCH_SCREEN, input)).toMatchObject({width: '60px', height: '44px'});
    // What is cut off cannot be met.
    expect(stylesUnder(TOUCH_SCREEN, input.closest('.MuiSwitch-root')!)).toMatchObject({'overflow-x': 'visible', 'overflow-y': 'visible'});
  });
});

describe('an action bar', () => {
  const ticket = {
    id: 7, versao: 3, idFilial: 2, idModeloFormulario: 5, descricao: 'Frete', idStatusTicket: 3, idUsuario: 10, idUsuarioAtendimento: 10,
    workFlowNameRpa: 'fluxo',
  };
  const names = () => screen.getAllByRole('button').map(button => button.textContent);
  const draw = (beside?: number) => {
    const others = beside === undefined ? {} : {otherButtonCount: beside};
    return show(<ActionButtons resource="tickets" record={ticket} place="details" {...others} />, {session: sessionOf('adm')});
  };

  it('shows all of them on a desk', () => {
    fakeApi({});
    draw();
    expect(names()).toEqual([
      'Comentar', 'Nota da Equipe', 'Passar para', 'Enviar para Aprovação', 'Enviar ao RPA', 'Registrar Pendência', 'Devolver',
    ]);
  });

  it('shows what one line has room for, and the rest behind Mais', async () => {
    vi.stubGlobal('ResizeObserver', class {
      run: () => void;
      constructor(run: () => void) {
        this.run = run;
      }
      observe(bar: HTMLElement) {
        // The third button wraps.
        [...bar.children].forEach((child, index) => Object.defineProperty(child, 'offsetTop', {value: index < 2 ? 0 : 64}));
        this.run();
      }
      disconnect() {}
    });
    fakeApi({});
    const {user} = draw();
    await waitFor(() => expect(names()).toEqual(['Comentar', 'Nota da Equipe', 'Mais']));
    await press(user, 'Mais');
    expect(screen.getAllByRole('menuitem').map(item => item.textContent))
      .toEqual(['Passar para', 'Enviar para Aprovação', 'Enviar ao RPA', 'Registrar Pendência', 'Devolver']);
  });

  it.each([[0, ['Enviar ao RPA', 'Registrar Pendência', 'Devolver', 'Mais']], [1, ['Registrar Pendência', 'Devolver', 'Mais']]])(
    'shows three of them on a phone, %i of the bar’s own counted, and Mais', (beside, shown) => {
      onPhone();
      fakeApi({});
      draw(beside);
      expect(names()).toEqual(shown);
    },
  );

  it('does what stands behind Mais as it does the others', async () => {
    onPhone();
    fakeApi({});
    const {user} = draw();
    await press(user, 'Mais');
    await user.click(screen.getByRole('menuitem', {name: 'Enviar para Aprovação'}));
    await expectRole('alertdialog', /Enviar para Aprovação/);
  });

  it('shows three on a phone without Mais where there are no more', () => {
    onPhone();
    fakeApi({});
    show(<ActionButtons resource="tickets" record={{...ticket, idStatusTicket: 1}} place="details" />, {session: sessionOf('fornecedor')});
    expect(names()).toEqual(['Comentar', 'Enviar para Aprovação', 'Cancelar']);
  });
});

it('lights the entry of the companies over their branches’ own screens', async () => {
  fakeApi({...answers, 'GET empresas': {total: 0, registros: []}});
  signIn('adm');
  render(<RouterProvider router={createMemoryRouter([{path: '/adm/*', element: <PortalAdmin config={product} goTo={() => undefined} />}], {
    initialEntries: ['/adm/filial'],
  })} />);
  const menu = within(await screen.findByRole('navigation', {name: 'Menu principal'}));
  const entries = menu.getAllByRole('link', {current: 'page'});
  expect(entries.map(({textContent, className}) => [textContent, className.includes('active')])).toEqual([['Empresa', true]]);
});
