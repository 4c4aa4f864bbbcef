// What a resource declares besides its fields comes to its screens by the declaration alone: a report that no code names.
import {describe, expect, it, vi} from 'vitest';
import {fireEvent, screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {Route, Routes} from 'react-router-dom';
import type {Config, Resource} from '../../src/schema/shapes/config.ts';
import {ResourceRoutes} from '../../src/portal/views/ResourceRoutes.tsx';
import {acceptance} from '../support/acceptance.ts';
import {expectConsole} from '../support/console.ts';
import {withFields} from '../support/configs.ts';
import {fakeApi, refusal, type Answers, type Sent} from './support/api.ts';
import {browserStore} from './support/browserStore.ts';
import {clickOn, expectRole, expectText, press} from './support/gestures.ts';
import {openTickets, sentForm, ticket, ticketAnswers} from './support/tickets.tsx';
import {sessionOf, show} from './support/world.tsx';

const laudo = (more: Record<string, unknown> = {}) => ({
  id: 7, versao: 3, idEmpresa: 1, idFilial: 2, idRoteiro: 5, nomeRoteiro: 'Vistoria', titulo: 'Silo 4', urgencia: 'normal', valor: 12,
  prazo: null,
  situacao: 2, idAutor: 10, idPerito: 10, nomePerito: 'Ana', norma: 'NR-33', respostas: 'Umidade: 12',
  itens: [{id: 91, descricao: 'Umidade', tipoCampo: 'numero', obrigatorio: true, valor: '12', aviso: ''}],
  arquivos: [{id: 31, nomeArquivo: 'silo.pdf', dataCriacao: '2026-11-20T15:04:00.000Z', tipo: 'Laudo', origem: 'Portal'}],
  ...more,
});
const {itens: _itens, arquivos: _arquivos, ...row} = laudo();
const listed = (rows: readonly unknown[]) =>
  new Response(JSON.stringify(rows), {
    headers: {'content-type': 'application/json', 'content-range': `laudos 0-${rows.length}/${rows.length}`},
  });
const answers = (more: Answers = {}): Answers => ({
  'GET laudos': listed([row]),
  'GET laudos/7': laudo(),
  'GET laudos/7/historico': [
    {
      comentario: 'Falta a foto', dataCriacao: '2026-11-20T15:04:00.000Z', nomeUsuario: 'Ana', acao: 'Pedir Complemento',
      deStatus: 'Em Análise', paraStatus: 'Aguardando',
    },
    {
      dataCriacao: '2026-11-20T14:00:00.000Z', nomeUsuario: 'Rui', acao: 'Salvar',
      campos: [{campo: 'valor', rotulo: 'Valor', antes: '11', depois: '12'}],
    },
  ],
  'GET laudos/7/arquivos': laudo().arquivos,
  'GET laudosParecer': listed([]),
  'GET roteirosPergunta': listed([{id: 11, idRoteiro: 5, descricao: 'Umidade', tipoCampo: 'numero', obrigatorio: true}]),
  'GET roteiros': listed([{id: 5, nome: 'Vistoria'}]),
  'GET laudos/opcoes': [{id: 5, nome: 'Vistoria'}],
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}],
  'GET empresas/1': {id: 1, razaoSocial: 'Sementes Sul'},
  'GET filial/listarCombo/1/10': [{id: 2, descricao: 'Matriz'}],
  'GET filial/2': {id: 2, descricao: 'Matriz'},
  'GET usuarios/10': {id: 10, nome: 'Ana'},
  'GET usuarios': [{id: 10, nome: 'Ana'}],
  'GET ticketsArquivo/lista-tipos-arquivo/': [{nome: 'Laudo'}, {nome: 'Nota Fiscal'}],
  ...more,
});
const open = (at: string, {config = acceptance, perfil = 'adm'}: {config?: Config; perfil?: string} = {}) =>
  show(<Routes><Route path="/adm/laudo/*" element={<ResourceRoutes name="laudos" />} /></Routes>, {session: sessionOf(perfil), at, config});
const edit = (options?: Parameters<typeof open>[1]) => open('/adm/laudo/salvar/7', options);

const withLaudos = (change: (resource: Resource) => Resource): Config => {
  const {laudos, ...others} = acceptance.resources;
  return {...acceptance, resources: {...others, laudos: change(laudos!)}};
};

describe('the list of a resource with parts', () => {
  it('leads to the details, to the form, and has the frequent action and the menu of the others in each row', async () => {
    fakeApi(answers({'GET laudos': listed([{...row, idPerito: 11}])}));
    const {user, router} = open('/adm/laudo', {perfil: 'empresa'});
    expect(await screen.findByRole('link', {name: 'Detalhes do registro 7'})).toBeInTheDocument();
    // The company may not save what is being analysed, and Adm may.
    expect(screen.queryByRole('link', {name: 'Editar Silo 4'})).not.toBeInTheDocument();
    expect(screen.getByRole('button', {name: 'Assumir'})).toBeInTheDocument();
    await press(user, 'Mais ações: Silo 4');
    expect((await screen.findAllByRole('menuitem')).map(item => item.textContent))
      .toEqual(['Ver Pareceres', 'Pedir Complemento', 'Encaminhar', 'Comentar', 'Anotar', 'Imprimir']);
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('link', {name: 'Silo 4'}));
    expect(new URLSearchParams(router.state.location.search).get('detalhes')).toBe('7');
  });
});

describe('the details of a resource with parts', () => {
  it('show its children to who lists them, to be read', async () => {
    const api = fakeApi(answers({'GET laudosParecer': listed([{id: 3, versao: 1, idLaudo: 7, texto: 'De acordo'}])}));
    const {unmount} = open('/adm/laudo?detalhes=7');
    const table = within(await screen.findByRole('table', {name: 'Pareceres'}));
    expect(await table.findByText('De acordo')).toBeInTheDocument();
    expect(table.queryByRole('button', {name: /De acordo/})).toBeNull();
    expect(table.queryByRole('link')).toBeNull();
    unmount();
    const asked = api.to('GET laudosParecer').length;
    open('/adm/laudo?detalhes=7', {perfil: 'fornecedor'});
    await expectRole('heading', 'Silo 4');
    expect(screen.queryByText('Pareceres')).toBeNull();
    expect(api.to('GET laudosParecer')).toHaveLength(asked);
  });

  it('tell its fields, its form, its files and its history, with what can be done', async () => {
    fakeApi(answers());
    const {user, router} = open('/adm/laudo?detalhes=7');
    const dialog = await screen.findByRole('dialog', {name: /^Silo 4/});
    const fact = (label: string) => within(dialog).getAllByText(label).find(one => one.tagName === 'DT')?.nextElementSibling;
    const form = await within(dialog).findByRole('region', {name: 'Dados do formulário'});
    await waitFor(() => expect(form).toHaveTextContent('Umidade12'));
    for (const [label, value] of [['Urgência', 'Normal'], ['Valor', '12'], ['Roteiro', 'Vistoria'], ['Perito', 'Ana']] as const) {
      expect(fact(label)).toHaveTextContent(value);
    }
    expect(within(dialog).getByRole('button', {name: 'Baixar silo.pdf'})).toBeInTheDocument();
    const steps = within(await within(dialog).findByRole('region', {name: 'Histórico'}));
    const cells = (await steps.findAllByRole('row')).slice(1).map(one => within(one).getAllByRole('cell').map(cell => cell.textContent));
    expect(cells).toEqual([
      [expect.stringContaining('(20/11/26 12:04)'), 'Ana', 'Em Análise para Aguardando', 'Falta a foto'],
      [expect.stringContaining('(20/11/26 11:00)'), 'Rui', 'Salvar', 'Valor11 para 12'],
    ]);
    expect(within(dialog).getByRole('link', {name: 'Editar'})).toHaveAttribute('href', '/adm/laudo/salvar/7');
    for (const name of ['Pedir Complemento', 'Aprovar', 'Recusar', 'Anotar']) expect(within(dialog).getByRole('button', {name}))
      .toBeInTheDocument();
    await press(user, 'Fechar', within(dialog));
    await waitFor(() => expect(router.state.location.search).not.toContain('detalhes'));
  });

  it.each([
    ['adm', true], ['empresaUsuario', false],
  ])('ask for a name that only a call tells where %s may read it', async (perfil, asks) => {
    const api = fakeApi(answers({'GET laudos/7': laudo({idAutor: 20}), 'GET usuarios/20': {id: 20, nome: 'Bia'}}));
    open('/adm/laudo?detalhes=7', {perfil});
    const dialog = await screen.findByRole('dialog', {name: /^Silo 4/});
    await within(dialog).findByText('Falta a foto');
    const author = () => within(dialog).queryAllByText('Aberto por').map(one => one.nextElementSibling?.textContent);
    await waitFor(() => expect(author()).toEqual(asks ? ['Bia'] : []));
    expect(api.to('GET usuarios/20')).toHaveLength(asks ? 1 : 0);
  });

  it('speak of what is not there without a word of any other resource', async () => {
    fakeApi(answers({'GET laudos/7': laudo({itens: [], arquivos: []}), 'GET laudos/7/arquivos': [], 'GET laudos/7/historico': []}));
    open('/adm/laudo?detalhes=7');
    for (const words of ['Nenhum arquivo neste registro.', 'Este registro não tem campos.', 'Nada aconteceu com este registro ainda.']) {
      await expectText(words);
    }
  });

  it('are there for actions alone, and show what the record says', async () => {
    const plain = withLaudos(({status: _status, template: _template, files: _files, ...rest}) => ({
      ...rest, actions: {
        carimbar: {label: 'Carimbar', call: 'PUT laudos/:id/carimbar', profiles: ['adm'], places: ['details'], success: 'Carimbado!'},
      },
    }));
    const api = fakeApi(answers({'PUT laudos/7/carimbar': laudo()}));
    const {user} = open('/adm/laudo', {config: plain});
    await clickOn(user, 'link', 'Detalhes do registro 7');
    const dialog = await screen.findByRole('dialog', {name: /^Silo 4/});
    await clickOn(user, 'button', 'Carimbar', within(dialog));
    await press(user, 'Carimbar', within(await screen.findByRole('alertdialog')));
    await expectText('Carimbado!');
    expect(api.to('PUT laudos/7/carimbar')).toHaveLength(1);
  });
});

describe('the edit screen of a resource with parts', () => {
  it('changes its fields and its items in one call, as JSON without files, and stays', async () => {
    let stored = laudo();
    const api = fakeApi(answers({
      'GET laudos/7': () => stored,
      'PUT laudos/7': () => (stored = laudo({versao: 4, titulo: 'Silo 5', itens: [{...laudo().itens[0], valor: '13'}]})),
    }));
    const {user, router} = edit();
    const title = await screen.findByLabelText('Título');
    // What is fixed is text, by the name the record carries.
    expect(screen.queryByLabelText('Roteiro')).toBeNull();
    expect(screen.getAllByText('Roteiro').find(one => one.tagName === 'DT')?.nextElementSibling).toHaveTextContent('Vistoria');
    await user.clear(title);
    await user.type(title, 'Silo 5');
    await user.clear(screen.getByLabelText('Umidade'));
    await user.type(screen.getByLabelText('Umidade'), '13');
    await press(user, 'Salvar');
    await expectText('Laudo 7 Editado!');
    await waitFor(() => expect(screen.getByRole('heading', {level: 1})).toHaveTextContent('Silo 5'));
    expect(router.state.location.pathname).toBe('/adm/laudo/salvar/7');
    expect(api.to('PUT laudos/7')[0]!.body).toMatchObject({
      id: 7, versao: 3, titulo: 'Silo 5', urgencia: 'normal', valor: 12, itens: [{id: 91, valor: '13'}],
    });
  });

  it('says what is fixed under the title of its section, one of which may have nothing else', async () => {
    fakeApi(answers());
    const form = {Assunto: ['titulo', 'urgencia', 'valor', 'prazo'], Lugar: ['idEmpresa', 'idFilial'], Modelo: ['idRoteiro']};
    edit({config: withLaudos(rest => ({...rest, form}))});
    await screen.findByLabelText('Título');
    const told = (title: string) => within(screen.getByRole('heading', {name: title}).parentElement!).queryAllByRole('term')
      .map(term => term.textContent);
    expect(['Assunto', 'Lugar', 'Modelo'].map(told)).toEqual([[], ['Empresa', 'Filial'], ['Roteiro']]);
  });

  it('can be read only at an end, also where no action says who saves', async () => {
    const config = withLaudos(({actions, ...rest}) => ({
      ...rest, actions: Object.fromEntries(Object.entries(actions ?? {}).filter(([name]) => name !== 'salvar')),
    }));
    fakeApi(answers({'GET laudos/7': laudo({situacao: 4})}));
    edit({config});
    await expectText('Somente leitura. Laudo já está em Aprovado.');
    expect(screen.getByRole('button', {name: 'Salvar'})).toBeDisabled();
    expect(screen.queryByLabelText('Título')).toBeNull();
    expect(screen.getAllByText('Título').find(one => one.tagName === 'DT')?.nextElementSibling).toHaveTextContent('Silo 4');
    expect(screen.getByText('Umidade').nextElementSibling).toHaveTextContent('12');
    expect(screen.getByRole('button', {name: 'Excluir silo.pdf'})).toBeDisabled();
  });

  it('adds, fetches and deletes files at the addresses below its list', async () => {
    const two = [...laudo().arquivos, {...laudo().arquivos[0]!, id: 33, nomeArquivo: 'balança.pdf'}];
    const api = fakeApi(answers({
      'GET laudos/7': laudo({arquivos: two}), 'GET laudos/7/arquivos': two,
      'POST laudos/7/arquivos': {id: 32}, 'DELETE laudos/7/arquivos/31': {id: 31},
      'GET laudos/7/arquivos/33': refusal(400, {message: 'Disco indisponível.', codigo: 'INDISPONIVEL'}),
    }));
    const {user} = edit();
    await user.upload(await screen.findByLabelText('Arquivo'), new File(['abc'], 'foto.png'));
    await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), 'Laudo');
    await press(user, 'Enviar arquivo');
    await expectText('Arquivo Adicionado!');
    const form = api.to('POST laudos/7/arquivos')[0]!.body as FormData;
    expect([form.get('tipo'), (form.get('file') as File).name]).toEqual(['Laudo', 'foto.png']);
    await press(user, 'Excluir silo.pdf');
    await press(user, 'Excluir', within(await screen.findByRole('alertdialog')));
    await expectText('Arquivo Excluído!');
    expect(api.to('DELETE laudos/7/arquivos/31')).toHaveLength(1);
    // Last: what worked waits until a refusal has had its time.
    await clickOn(user, 'button', 'Baixar balança.pdf');
    await expectText('Disco indisponível.');
  });
});

describe('the files of a resource that no code names', () => {
  it('are kept until they are sent, have limits, and come as one from the address below its list', async () => {
    const browser = browserStore();
    const two = [...laudo().arquivos, {...laudo().arquivos[0]!, id: 32, nomeArquivo: 'silo.png'}];
    const api = fakeApi(answers({
      'GET limites': {arquivoMaxMb: 2, arquivosMax: 3}, 'GET laudos/7': laudo({arquivos: two}), 'GET laudos/7/arquivos': two,
      'GET laudos/7/arquivos.zip': refusal(500, {message: 'Disco indisponível.', codigo: 'INDISPONIVEL'}),
    }));
    const first = edit();
    await expectText(/Até 2 MB por arquivo, 3 por registro\.$/);
    await first.user.upload(screen.getByLabelText('Arquivo'), [new File(['abc'], 'foto.png'), new File(['abc'], 'demais.png')]);
    expect(screen.getByRole('list', {name: 'Arquivos recusados'})).toHaveTextContent('demais.png');
    await waitFor(() => expect(browser.files()).toEqual(['foto.png']));
    first.unmount();

    const {user} = edit();
    await expectRole('button', 'Desistir de foto.png');
    await press(user, 'Baixar todos');
    await expectText('Disco indisponível.');
    expect(api.to('GET laudos/7/arquivos.zip')).toHaveLength(1);
    vi.unstubAllGlobals();
  });
});

describe('what an action asks', () => {
  const ask = async (name: string, more: Answers = {}, record = laudo()) => {
    const api = fakeApi(answers({'GET laudos/7': record, ...more}));
    const {user} = open('/adm/laudo?detalhes=7');
    const details = await screen.findByRole('dialog', {name: /^Silo 4/});
    await within(details).findByText('Umidade');
    await press(user, name, within(details));
    return {api, user, dialog: await screen.findByRole('dialog', {name: `${name}: Silo 4`})};
  };
  const send = (user: UserEvent, dialog: HTMLElement, name: string) => press(user, name, within(dialog));

  it('is the field it is called like, under its own condition', async () => {
    const {api, user, dialog} = await ask('Pedir Complemento', {'PUT laudos/7/devolver': laudo({situacao: 3})});
    await user.type(within(dialog).getByLabelText('Motivo'), 'Falta a foto');
    await user.click(within(dialog).getByLabelText('Com prazo'));
    await send(user, dialog, 'Pedir Complemento');
    const day = within(dialog).getByLabelText('Novo prazo');
    await waitFor(() => expect(day).toBeInvalid());
    expect(api.to('PUT laudos/7/devolver')).toEqual([]);
    await user.type(day, '02032027');
    await send(user, dialog, 'Pedir Complemento');
    await expectText('Complemento Pedido!');
    expect(api.to('PUT laudos/7/devolver')[0]!.body).toMatchObject({
      id: 7, versao: 3, motivo: 'Falta a foto', comPrazo: true, prazo: '2027-03-02',
    });
  });

  it('may be one of those that the action itself offers', async () => {
    const {encaminhar} = acceptance.resources['laudos']!.actions!;
    const config = withLaudos(one => ({...one, actions: {...one.actions, encaminhar: {...encaminhar!, places: ['edit']}}}));
    const api = fakeApi(answers({
      'GET laudos/encaminhar/7/opcoes': [{id: 21, nome: 'Bia'}], 'PUT laudos/7/encaminhar': laudo({idPerito: 21}),
    }));
    const {user} = edit({config});
    await clickOn(user, 'button', 'Encaminhar');
    const dialog = await screen.findByRole('dialog', {name: 'Encaminhar: Silo 4'});
    await user.click(await within(dialog).findByLabelText('Novo perito'));
    await clickOn(user, 'option', 'Bia');
    await send(user, dialog, 'Encaminhar');
    await expectText('Laudo Encaminhado!');
    expect(api.to('GET laudos/encaminhar/7/opcoes')[0]!.query.get('campo')).toBe('idPerito');
    expect(api.to('PUT laudos/7/encaminhar')[0]!.body).toMatchObject({idPerito: 21});
  });

  it('may be files alone, which are sent where there are any', async () => {
    const {api, user, dialog} = await ask('Responder', {'PUT laudos/7/responder': laudo({situacao: 1})}, laudo({situacao: 3}));
    await user.upload(within(dialog).getByLabelText('Arquivo'), new File(['abc'], 'foto.png'));
    await user.selectOptions(within(dialog).getByLabelText('Tipo do arquivo'), 'Laudo');
    await send(user, dialog, 'Responder');
    await expectText('Laudo Respondido!');
    expect(sentForm(api.to('PUT laudos/7/responder')[0]!)).toMatchObject({files: ['foto.png'], tipos: ['Laudo'], data: {id: 7, versao: 3}});
  });
});

describe('a new record of a resource with parts', () => {
  const choose = async (user: UserEvent, label: string, option: string) => {
    await user.click(await screen.findByLabelText(label));
    await clickOn(user, 'option', option);
  };
  it.each([['JSON', false], ['multipart', true]])('goes as %s, its files with it: %s', async (_how, withFile) => {
    const api = fakeApi(answers({'POST laudos': Response.json({id: 9}, {status: 201})}));
    const {user, router} = open('/adm/laudo/salvar');
    expect(await screen.findByRole('heading', {level: 1, name: 'Abrir Laudo'})).toBeInTheDocument();
    await choose(user, 'Filial', 'Matriz');
    await choose(user, 'Roteiro', 'Vistoria');
    // Offered by name alone, and not read of a list that not everybody has.
    expect(Object.fromEntries(api.to('GET laudos/opcoes')[0]!.query)).toMatchObject({campo: 'idRoteiro', idFilial: '2'});
    await user.type(screen.getByLabelText('Título'), 'Silo 9');
    await user.type(await screen.findByLabelText('Umidade'), '14');
    if (withFile) {
      await user.upload(screen.getByLabelText('Arquivo'), new File(['abc'], 'foto.png'));
      await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), 'Laudo');
    }
    await press(user, 'Salvar');
    await waitFor(() => expect(router.state.location.pathname).toBe('/adm/laudo'));
    expect(screen.getByText('Laudo Aberto!')).toBeInTheDocument();
    const [sent] = api.to('POST laudos');
    const {data, files} = withFile ? sentForm(sent!) : {data: sent!.body, files: []};
    expect(files).toEqual(withFile ? ['foto.png'] : []);
    expect(data).toMatchObject({
      idEmpresa: 1, idFilial: 2, idRoteiro: 5, titulo: 'Silo 9', urgencia: 'normal',
      itens: [{id: 11, descricao: 'Umidade', tipoCampo: 'numero', valor: '14'}],
    });
  });
});

it('a record that is its fields alone is saved before an action of its form, and nothing goes stale by it', async () => {
  const roteiro = {id: 5, versao: 1, idEmpresa: 1, idFilial: 2, nome: 'Vistoria', norma: '', emVigor: true};
  let stored = roteiro;
  const stale = refusal(400, {message: 'Este registro foi alterado por outra pessoa.', codigo: 'VERSAO'});
  const put = ({body}: Sent) => {
    const {versao, ...said} = body as typeof roteiro;
    return versao === stored.versao ? (stored = {...stored, ...said, versao: versao + 1}) : stale;
  };
  const api = fakeApi(answers({
    'GET roteiros/5': () => stored, 'PUT roteiros/5': put,
    'PUT roteiros/5/revogar': () => (stored = {...stored, versao: 3, emVigor: false}),
    'GET roteiros': listed([roteiro]), 'GET roteirosPergunta': listed([]),
  }));
  const {user, router} = show(<Routes><Route path="/adm/roteiro/*" element={<ResourceRoutes name="roteiros" />} /></Routes>, {
    at: '/adm/roteiro/salvar/5', config: acceptance,
  });
  await user.type(await screen.findByLabelText('Nome'), ' anual');
  await press(user, 'Revogar');
  const first = within(await screen.findByRole('alertdialog', {name: 'Salvar antes de continuar'}));
  await press(user, 'Salvar e continuar', first);
  await press(user, 'Revogar', within(await screen.findByRole('alertdialog', {name: /^Revogar/})));
  await expectText('Roteiro Revogado!');
  expect(api.calls.filter(({method}) => method === 'PUT').map(({path}) => path)).toEqual(['roteiros/5', 'roteiros/5/revogar']);
  // Salvar itself leads to the list, with the version that the action left.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.type(await screen.findByLabelText('Norma'), 'NR-33');
  await press(user, 'Salvar');
  await waitFor(() => expect(router.state.location.pathname).toBe('/adm/roteiro'));
  expect(api.to('PUT roteiros/5')[1]!.body).toMatchObject({nome: 'Vistoria anual', norma: 'NR-33', versao: 3});
});

describe('a child with files', () => {
  it('is made in the modal of its parent with them, and not without one', async () => {
    const api = fakeApi(answers({'POST laudosParecer': Response.json({id: 12}, {status: 201})}));
    const {user} = open('/adm/laudo?filhos=laudosParecer.7');
    const modal = within(await screen.findByRole('dialog', {name: 'Pareceres de Silo 4'}));
    await user.type(await modal.findByLabelText('Parecer'), 'Falta ventilação');
    await press(user, 'Salvar', modal);
    expect(await modal.findByText('Adicione pelo menos um arquivo antes de salvar este registro.')).toBeVisible();
    expect(api.to('POST laudosParecer')).toEqual([]);
    await user.upload(modal.getByLabelText('Arquivo'), new File(['abc'], 'foto.png'));
    await user.selectOptions(modal.getByLabelText('Tipo do arquivo'), 'Laudo');
    await press(user, 'Salvar', modal);
    await expectText('Parecer Cadastrado!');
    expect(sentForm(api.to('POST laudosParecer')[0]!)).toMatchObject({
      files: ['foto.png'], tipos: ['Laudo'], data: {idLaudo: 7, texto: 'Falta ventilação'},
    });
    // The next one begins with nothing.
    await waitFor(() => expect(modal.getByLabelText('Parecer')).toHaveValue(''));
    expect(modal.queryByText(/foto\.png/)).not.toBeInTheDocument();
  });

  it('shows them where it is changed, and asks before one that was chosen is lost', async () => {
    fakeApi(answers({
      'GET laudosParecer': listed([{id: 12, versao: 1, idLaudo: 7, texto: 'Falta ventilação'}]),
      'GET laudosParecer/12/arquivos': laudo().arquivos, 'GET laudosParecer/12/historico': [],
    }));
    const {user} = open('/adm/laudo?filhos=laudosParecer.7.12');
    const dialog = await screen.findByRole('dialog', {name: 'Pareceres de Silo 4'});
    expect(await within(dialog).findByRole('button', {name: 'Baixar silo.pdf'})).toBeVisible();
    await user.upload(within(dialog).getByLabelText('Arquivo'), new File(['abc'], 'foto.png'));
    await press(user, 'Fechar', within(dialog));
    await expectText('O arquivo foto.png ainda não foi enviado.');
  });
});

it('a child with a file as a value is made in the modal of its parent, sections of what is not shown left out', async () => {
  const {roteirosPergunta} = acceptance.resources;
  const fields = {...roteirosPergunta!.fields, croqui: {kind: 'arquivo', label: 'Croqui', visible: {filled: 'descricao'}}} as const;
  const form = {'': ['descricao', 'tipoCampo'], Anexo: ['croqui']};
  const config = {...acceptance, resources: {...acceptance.resources, roteirosPergunta: {...roteirosPergunta!, fields, form}}};
  const croqui = {id: 30, nomeArquivo: 'vala.pdf', tamanho: 3};
  const api = fakeApi(answers({
    'GET roteiros': listed([{id: 5, versao: 1, nome: 'Vistoria', emVigor: true}]), 'GET roteirosPergunta': listed([]),
    'POST roteirosPergunta/campos/croqui': croqui, 'POST roteirosPergunta': Response.json({id: 12}, {status: 201}),
  }));
  const {user} = show(<Routes><Route path="/adm/roteiro/*" element={<ResourceRoutes name="roteiros" />} /></Routes>, {
    at: '/adm/roteiro?filhos=roteirosPergunta.5', config,
  });
  const modal = within(await screen.findByRole('dialog', {name: 'Perguntas de Vistoria'}));
  const label = await modal.findByLabelText('Pergunta');
  expect(modal.getByText('Anexo')).not.toBeVisible();
  await user.type(label, 'Vala');
  expect(modal.getByText('Anexo')).toBeVisible();
  await user.selectOptions(modal.getByLabelText('Tipo'), 'Texto');
  fireEvent.drop(modal.getByRole('group', {name: 'Croqui'}), {
    dataTransfer: {types: ['Files'], files: [new File(['abc'], 'vala.pdf')], items: []},
  });
  await modal.findByRole('button', {name: 'Remover vala.pdf'});
  await press(user, 'Salvar', modal);
  await waitFor(() => expect(api.to('POST roteirosPergunta')[0]?.body).toMatchObject({idRoteiro: 5, descricao: 'Vala', croqui}));
  // The next one begins with nothing.
  await waitFor(() => expect(modal.getByText('Anexo')).not.toBeVisible());
  await user.type(modal.getByLabelText('Pergunta'), 'Rampa');
  expect(modal.queryByText(/vala\.pdf/)).not.toBeInTheDocument();
});

it('a child with a form of its own is changed with it in the modal of its parent', async () => {
  const {roteiros} = acceptance.resources;
  const children = {laudos: {by: 'idRoteiro', label: 'Ver Laudos', title: 'Laudos de {nome}'}};
  const config = {...acceptance, resources: {...acceptance.resources, roteiros: {...roteiros!, children}}};
  const api = fakeApi(answers({
    'GET roteiros': listed([{id: 5, versao: 1, nome: 'Vistoria', emVigor: true}]), 'GET roteiros/5/consequencias': [],
    'PUT laudos/7': laudo({versao: 4}),
  }));
  const {user} = show(<Routes><Route path="/adm/roteiro/*" element={<ResourceRoutes name="roteiros" />} /></Routes>, {
    at: '/adm/roteiro?filhos=laudos.5.7', config,
  });
  const modal = within(await screen.findByRole('dialog', {name: 'Laudos de Vistoria'}));
  const item = await modal.findByLabelText('Umidade');
  expect(item).toHaveValue('12');
  await user.type(item, '5');
  await press(user, 'Salvar', modal);
  await expectText('Laudo 7 Editado!');
  expect(api.to('PUT laudos/7')[0]!.body).toMatchObject({id: 7, versao: 3, itens: [{id: 91, valor: '125'}]});
});

describe('a field that a maintainer adds to tickets', () => {
  const config = withFields('tickets', {
    prioridade: {
      kind: 'escolha', label: 'Prioridade', default: 'normal', choices: [{id: 'normal', name: 'Normal'}, {id: 'alta', name: 'Alta'}],
    },
  });
  it('is changed on the edit screen beside the frozen form, and sent', async () => {
    const api = fakeApi(ticketAnswers({
      'GET tickets/7': ticket({prioridade: 'normal'}), 'PUT tickets/7': ticket({prioridade: 'alta', versao: 4}),
    }));
    const {user} = openTickets('/adm/ticket/editar/7', 'adm', config);
    await user.selectOptions(await screen.findByLabelText('Prioridade'), 'Alta');
    await press(user, 'Salvar');
    await expectText('Ticket 7 Editado!');
    expect(sentForm(api.to('PUT tickets/7')[0]!).data).toMatchObject({
      prioridade: 'alta', ticketFormularios: [{id: 91, valor: 'ABC'}, {id: 92}],
    });
  });

  it('is in the details, and in the form of a new one', async () => {
    fakeApi(ticketAnswers({'GET tickets/7': ticket({prioridade: 'alta'}), 'GET tickets': {total: 0, registros: []}}));
    const {unmount} = openTickets('/adm/ticket?detalhes=7', 'adm', config);
    const dialog = await screen.findByRole('dialog', {name: /^Ticket 7/});
    expect((await within(dialog).findByText('Prioridade')).nextElementSibling).toHaveTextContent('Alta');
    unmount();
    openTickets('/adm/ticket/salvar', 'adm', config);
    expect(await screen.findByLabelText('Prioridade')).toHaveValue('normal');
  });
});

describe('on paper', () => {
  const cells = async (name: string) => within(await screen.findByRole('table', {name})).getAllByRole('row')
    .map(one => within(one).queryAllByRole('cell').map(({textContent}) => textContent));

  it('a record says where it stands, its fields, form, files with sizes, and history, and the printer comes once', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    const [file] = laudo().arquivos;
    fakeApi(answers({'GET laudos/7/arquivos': [{...file, tamanho: 1_468_006}, {...file, id: 32, nomeArquivo: 'de outro servidor.pdf'}]}));
    const {user} = open('/adm/laudo');
    await clickOn(user, 'button', 'Mais ações: Silo 4');
    await clickOn(user, 'menuitem', 'Imprimir');
    await expectRole('heading', 'Silo 4');
    await expectText('Em Análise');
    await waitFor(async () => expect(await cells('Arquivos')).toEqual([[],
      ['silo.pdf', 'Laudo', '1,4 MB', 'Portal', '20/11/26 12:04'], ['de outro servidor.pdf', 'Laudo', '—', 'Portal', '20/11/26 12:04'],
    ]));
    await waitFor(async () => expect(await cells('Histórico')).toEqual([[],
      ['20/11/26 12:04', 'Ana', 'Em Análise para Aguardando', 'Falta a foto'], ['20/11/26 11:00', 'Rui', 'Salvar', 'Valor: 11 para 12'],
    ]));
    expect(screen.getByText('Umidade').nextElementSibling).toHaveTextContent('12');
    await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
    print.mockRestore();
  });

  it('a list says its rows with its columns, and nobody is given the printer who did not ask for it', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    fakeApi(answers());
    open('/adm/laudo/imprimir');
    expect((await cells('Laudos'))[1]).toContain('Silo 4');
    await expectText('1 registro');
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });

  it('a list is all that its filters find, up to a thousand rows, and says of which period and how many there are', async () => {
    const pageOf = (total: number) => ({query}: Sent) => {
      const first = (Number(query.get('page')) - 1) * 50;
      const ids = Array.from({length: Math.max(0, Math.min(50, total - first))}, (_none, at) => first + at + 1);
      return {total, registros: ids.map(id => ticket({id, ticketFormularios: undefined, ticketArquivos: undefined}))};
    };
    const answersOf = ticketAnswers({'GET tickets': pageOf(120)});
    fakeApi(answersOf);
    const {unmount} = openTickets(`/adm/ticket/imprimir?filter=${JSON.stringify({idStatusTicket: 6})}&page=2&perPage=20`);
    expect(await cells('Tickets')).toHaveLength(121);
    for (const text of ['120 registros', 'Data de Criação: todo o período', /^Status:$/]) await expectText(text);
    unmount();
    answersOf['GET tickets'] = pageOf(1234);
    openTickets('/adm/ticket/imprimir');
    expect(await cells('Tickets')).toHaveLength(1001);
    await expectText('Os primeiros 1.000 de 1.234 registros. Filtre a lista para imprimir os outros.');
    expect(screen.queryByText('Data de Criação: todo o período')).toBeNull();
  });

  it('a list says whom each row waits for and who attends it, by name, to whoever reads it on whatever day', async () => {
    const row = (more: object) => ticket({ticketFormularios: undefined, ticketArquivos: undefined, ...more});
    const {id} = sessionOf('adm');
    const mine = {idUsuario: id, idUsuarioAtendimento: id, nomeUsuarioAtendimento: 'Ana', statusDesde: '2020-01-01T12:00:00Z'};
    fakeApi(ticketAnswers({'GET tickets': {total: 4, registros: [
      row({idStatusTicket: 3, idUsuarioAtendimento: 21, nomeUsuarioAtendimento: 'Bia'}), row({id: 8, idStatusTicket: 7}),
      row({id: 9, idStatusTicket: 3, ...mine}), row({id: 10, idStatusTicket: 6, ...mine}),
    ]}}));
    openTickets('/adm/ticket/imprimir');
    expect((await cells('Tickets')).slice(1).map(texts => texts.at(-1)))
      .toEqual(['Equipe com Bia', '—', 'Equipe com Ana', 'Autor com Ana']);
  });

  it('a record says who opened and who attends it by name, also to themselves', async () => {
    const {id} = sessionOf('adm');
    fakeApi(ticketAnswers({
      'GET tickets/7': ticket({idUsuario: id, nomeUsuario: 'Ana', idUsuarioAtendimento: id, nomeUsuarioAtendimento: 'Ana'}),
    }));
    openTickets('/adm/ticket/imprimir/7');
    for (const label of ['Aberto por', 'Atendido por']) {
      expect((await screen.findByText(label)).nextElementSibling).toHaveTextContent('Ana');
    }
  });

  it('is as far as the list and the record are', async () => {
    expectConsole(/status: 404/);
    const nobody = withLaudos(resource => ({...resource, access: {...resource.access, list: [], read: []}}));
    const api = fakeApi(answers({'GET laudos/8': refusal(404, {})}));
    const {unmount} = open('/adm/laudo/imprimir/7', {config: nobody});
    await expectRole('heading', /acesso/i);
    expect(api.to('GET laudos/7')).toEqual([]);
    unmount();
    open('/adm/laudo/imprimir/8');
    await expectRole('heading', /não encontrad|não existe/i);
  });
});
