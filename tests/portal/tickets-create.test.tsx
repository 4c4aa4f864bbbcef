import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {screen, waitFor, within} from '@testing-library/react';
import type {UserEvent} from '@testing-library/user-event';
import {ResourceForm} from '../../src/portal/views/ResourceForm.tsx';
import {fakeApi, offline, refusal, type Answers, type Sent} from './support/api.ts';
import {clickOn, expectText, press} from './support/gestures.ts';
import {sessionOf, show} from './support/world.tsx';

const item = (id: number, descricao: string, tipoCampo = 'texto', obrigatorio = false) => ({id, descricao, tipoCampo, obrigatorio});
const ITEMS = [
  item(11, 'Placa', 'texto', true), item(12, 'Peso', 'numero'), item(13, 'Entrega', 'data'), item(14, 'Contato', 'email'),
  item(15, 'CNPJ'), item(16, 'Transgenia'), item(17, 'Transportadora'),
];
const answers = (more: Answers = {}): Answers => ({
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}],
  'GET filial/listarCombo/1/10': [{id: 2, descricao: 'Matriz'}],
  'GET modelosFormulario/listarCombo/2': [{id: 5, descricao: 'Frete'}],
  'GET modelosFormularioItem': ITEMS,
  'GET tickets/lista-fixa-transgenia/': [{codigo: 'RR', descricao: 'RR'}, {codigo: 'E3', descricao: 'Enlist E3'}],
  'GET ticketsArquivo/lista-tipos-arquivo/': [{nome: 'Nota Fiscal'}, {nome: 'Laudo'}],
  'POST ticketsArquivo/validar-extensao-arquivo': {valido: true},
  'POST tickets': ({body}: Sent) => Response.json({id: 40, recebido: (body as FormData).has('files')}, {status: 201}),
  ...more,
});

const pdf = (name = 'nota.pdf', bytes = '%PDF-1.7') => new File([bytes], name, {type: 'application/pdf'});
const choose = async (user: UserEvent, label: string, option: string) => {
  await user.click(await screen.findByLabelText(label));
  await clickOn(user, 'option', option);
};
const openTemplate = async (user: UserEvent, company = true) => {
  if (company) await choose(user, 'Empresa', 'Sementes Sul');
  await waitFor(() => expect(screen.getByLabelText('Filial')).toBeEnabled());
  await choose(user, 'Filial', 'Matriz');
  await choose(user, 'Formulário', 'Frete');
  await screen.findByLabelText('Placa');
};
const addFile = async (user: UserEvent, file: File, tipo: string) => {
  await user.upload(screen.getByLabelText('Arquivo'), file);
  await user.selectOptions(screen.getByLabelText('Tipo do arquivo'), tipo);
  await press(user, 'Adicionar arquivo');
};
const save = (user: UserEvent) => press(user, 'Salvar');
const create = (perfil = 'adm', more = {}) =>
  show(<ResourceForm name="tickets" />, {session: sessionOf(perfil, more), at: '/adm/ticket/salvar'});

describe('opening a ticket', () => {
  it('sends the form, the files and their types once, and leads to the list', async () => {
    const api = fakeApi(answers());
    const {user, router} = create();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Placa'), ' ABC1D23 ');
    await user.type(screen.getByLabelText('Peso'), '007');
    await user.type(screen.getByLabelText('Entrega'), '02032026');
    await user.selectOptions(screen.getByLabelText('Transgenia'), 'Enlist E3');
    await addFile(user, pdf(), 'Nota Fiscal');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await user.dblClick(screen.getByRole('button', {name: 'Salvar'}));
    await waitFor(() => expect(router.state.location.pathname).toBe('/adm/ticket'));
    expect(screen.getByText('Ticket Criado Com Sucesso!')).toBeInTheDocument();

    expect(api.to('POST tickets')).toHaveLength(1);
    const form = api.to('POST tickets')[0]!.body as FormData;
    const data = JSON.parse(form.get('data') as string) as {ticketFormularios: {id: number}[]};
    expect(data).toMatchObject({idEmpresa: 1, idFilial: 2, idModeloFormulario: 5});
    expect(data.ticketFormularios).toEqual([
      {id: 11, descricao: 'Placa', tipoCampo: 'texto', valor: 'ABC1D23'},
      {id: 12, descricao: 'Peso', tipoCampo: 'numero', valor: '007'},
      {id: 13, descricao: 'Entrega', tipoCampo: 'data', valor: '2026-03-02'},
      {id: 14, descricao: 'Contato', tipoCampo: 'email', valor: ''},
      {id: 15, descricao: 'CNPJ', tipoCampo: 'texto', valor: ''},
      {id: 16, descricao: 'Transgenia', tipoCampo: 'texto', valor: 'E3'},
      {id: 17, descricao: 'Transportadora', tipoCampo: 'texto', valor: ''},
    ]);
    expect(JSON.parse(form.get('tipos') as string)).toEqual(['Nota Fiscal']);
    expect(await (form.get('files') as File).text()).toBe('%PDF-1.7');
  });

  it('says what is wrong with each dynamic field in the specified words', async () => {
    const api = fakeApi(answers());
    const {user} = create();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Peso'), '12,5');
    await user.type(screen.getByLabelText('Entrega'), '31022026');
    await user.type(screen.getByLabelText('Contato'), 'ana@');
    await user.type(screen.getByLabelText('CNPJ'), '11222333000180');
    await save(user);
    const said = {
      Placa: 'Campo obrigatório', Peso: 'Formato inválido', Entrega: 'Formato inválido', Contato: 'Email inválido',
      CNPJ: 'Formato inválido',
    };
    for (const [label, sentence] of Object.entries(said)) {
      await waitFor(() => expect(screen.getByLabelText(label)).toHaveAccessibleDescription(sentence));
    }
    expect(screen.getByLabelText('CNPJ')).toHaveValue('11.222.333/0001-80');
    expect(api.to('POST tickets')).toEqual([]);
  });

  it('keeps in sight what was answered before the template changed, and asks for a changed question again', async () => {
    let items = ITEMS;
    const sentence = '“Placa” agora é “Placa da carreta”. Confira a resposta e salve de novo.';
    const api = fakeApi(answers({
      'GET modelosFormularioItem': () => Response.json(items),
      'POST tickets': ({body}: Sent) => {
        const {ticketFormularios} = JSON.parse((body as FormData).get('data') as string) as {ticketFormularios: {descricao: string}[]};
        return ticketFormularios.some(({descricao}) => descricao === 'Placa')
          ? refusal(400, {codigo: 'VALIDACAO', message: sentence, campos: [{campo: 'ticketFormularios.11', mensagem: sentence}]})
          : Response.json({id: 40}, {status: 201});
      },
    }));
    const {user} = create();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Placa'), 'ABC1D23');
    await user.type(screen.getByLabelText('Contato'), 'ana@sul.test');
    await addFile(user, pdf(), 'Laudo');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    // Peso, of which nothing was typed, goes in silence.
    items = [item(11, 'Placa da carreta', 'texto', true), ...ITEMS.slice(2).filter(({id}) => id !== 14)];
    await save(user);
    await waitFor(() => expect(screen.getByLabelText('Placa da carreta')).toHaveAccessibleDescription(sentence));
    expect(screen.getByLabelText('Placa da carreta')).toHaveValue('ABC1D23');
    expect(screen.queryByLabelText('Contato')).not.toBeInTheDocument();
    const told = screen.getByText('O formulário mudou enquanto você o preenchia.').closest<HTMLElement>('[role=status]')!;
    expect(within(told).getAllByRole('listitem').map(one => one.textContent)).toEqual([
      '“Placa” agora é “Placa da carreta”: confira a resposta. Você tinha respondido: ABC1D23',
      '“Contato” saiu do formulário. Você tinha respondido: ana@sul.test',
    ]);
    await save(user);
    await screen.findByText('Ticket Criado Com Sucesso!');
    expect(api.to('POST tickets')).toHaveLength(2);
  });

  it('keeps in sight what was answered to a question that is gone once the page is loaded again, as often as it is', async () => {
    let items = ITEMS;
    fakeApi(answers({'GET modelosFormularioItem': () => Response.json(items)}));
    const first = create();
    await openTemplate(first.user);
    await first.user.type(screen.getByLabelText('Placa'), 'ABC1D23');
    await first.user.type(screen.getByLabelText('Contato'), 'ana@sul.test');
    first.unmount();
    items = ITEMS.filter(({id}) => id !== 14);
    for (let reload = 0; reload < 2; reload++) {
      const again = create();
      const said = await screen.findByText(/^“Contato” saiu do formulário/);
      expect(said).toHaveTextContent('“Contato” saiu do formulário. Você tinha respondido: ana@sul.test');
      expect(screen.getByLabelText('Placa')).toHaveValue('ABC1D23');
      again.unmount();
    }
  });

  it('needs company, branch and template', async () => {
    fakeApi(answers({'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}, {id: 9, razaoSocial: 'Grãos Norte'}]}));
    const {user} = create();
    await screen.findByLabelText('Empresa');
    await save(user);
    await waitFor(() => expect(screen.getAllByText('Esse campo é obrigatório.')).toHaveLength(3));
  });

  it('needs a template with items', async () => {
    fakeApi(answers({'GET modelosFormularioItem': []}));
    const {user} = create();
    await choose(user, 'Empresa', 'Sementes Sul');
    await choose(user, 'Filial', 'Matriz');
    await choose(user, 'Formulário', 'Frete');
    await screen.findByText(/não tem itens/);
    await save(user);
    await expectText('O Formulario não foi preenchido!');
  });

  it('fills in and locks a supplier\'s Transportadora, and their company', async () => {
    const api = fakeApi(answers());
    const {user} = create('fornecedor', {codigoExterno: 'TR-9'});
    await openTemplate(user, false);
    expect(screen.getByLabelText('Empresa')).toBeDisabled();
    await waitFor(() => expect(screen.getByLabelText('Transportadora')).toHaveValue('TR-9'));
    expect(screen.getByLabelText('Transportadora')).toBeDisabled();
    await user.type(screen.getByLabelText('Placa'), 'ABC');
    await addFile(user, pdf(), 'Laudo');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await save(user);
    await screen.findByText('Ticket Criado Com Sucesso!');
    const data = JSON.parse((api.to('POST tickets')[0]!.body as FormData).get('data') as string) as {ticketFormularios: unknown[]};
    expect(data.ticketFormularios.at(-1)).toMatchObject({descricao: 'Transportadora', valor: 'TR-9'});
  });

  it('locks the Transportadora of a supplier without a code, and says whom to ask', async () => {
    fakeApi(answers());
    const {user} = create('fornecedor', {codigoExterno: ''});
    await openTemplate(user, false);
    expect(screen.getByLabelText('Transportadora')).toBeDisabled();
    expect(screen.getByText(/Seu usuário não tem Código Externo\. Peça à Empresa/)).toBeInTheDocument();
  });

  it('says so beside a Transportadora that is required', async () => {
    const api = fakeApi(answers({'GET modelosFormularioItem': [item(17, 'Transportadora', 'texto', true), item(11, 'Placa')]}));
    const {user} = create('fornecedor', {codigoExterno: ''});
    await openTemplate(user, false);
    await addFile(user, pdf(), 'Laudo');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await save(user);
    await waitFor(() => expect(screen.getByLabelText('Transportadora')).toBeInvalid());
    expect(screen.getByLabelText('Transportadora')).toHaveAccessibleDescription(/Seu usuário não tem Código Externo/);
    expect(api.to('POST tickets')).toEqual([]);
  });

  it('keeps everything when the server refuses, with its words beside the item', async () => {
    fakeApi(answers({'POST tickets': refusal(400, {
      message: 'Formato inválido', codigo: 'VALIDACAO', campos: [{campo: 'ticketFormularios.11', mensagem: 'Placa recusada'}],
    })}));
    const {user} = create();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Placa'), 'ABC');
    await addFile(user, pdf(), 'Laudo');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await save(user);
    await expectText('Placa recusada');
    expect(screen.getByLabelText('Placa')).toHaveValue('ABC');
    expect(screen.getByRole('button', {name: 'Remover nota.pdf'})).toBeInTheDocument();
  });

  it('sends the same key again after a lost connection, and a new one for another content', async () => {
    let down = true;
    const api = fakeApi(answers({'POST tickets': () => (down ? offline() : {id: 40})}));
    const {user} = create();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Placa'), 'A');
    await addFile(user, pdf(), 'Laudo');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    await save(user);
    await screen.findByText(/Erro de comunicação com servidor/);
    await save(user);
    await waitFor(() => expect(api.to('POST tickets')).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', {name: 'Salvar'})).toBeEnabled());
    await user.type(screen.getByLabelText('Placa'), 'B');
    down = false;
    await save(user);
    await waitFor(() => expect(api.to('POST tickets')).toHaveLength(3));
    const keys = api.to('POST tickets').map(({headers}) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it('gives back what was typed after a reload, but no files where the browser has no store, and forgets it once the ticket is there', async () => {
    const api = fakeApi(answers());
    const first = create();
    await openTemplate(first.user);
    await first.user.type(screen.getByLabelText('Placa'), 'ABC1D23');
    await addFile(first.user, pdf(), 'Nota Fiscal');
    first.unmount();

    const {user} = create();
    await expectText(/^Rascunho restaurado .* Os arquivos precisam ser escolhidos de novo\.$/);
    expect(await screen.findByLabelText('Placa')).toHaveValue('ABC1D23');
    expect(screen.getByText('Nenhum arquivo escolhido.')).toBeVisible();
    await addFile(user, pdf(), 'Nota Fiscal');
    await save(user);
    await expectText('Ticket Criado Com Sucesso!');
    expect(api.to('POST tickets')).toHaveLength(1);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('is not for the robot', () => {
    fakeApi(answers());
    create('rpa');
    expect(screen.queryByRole('button', {name: 'Salvar'})).not.toBeInTheDocument();
  });
});

describe('the files of a new ticket', () => {
  const at = async () => {
    const api = fakeApi(answers());
    const {user} = create();
    return {api, user, input: await screen.findByLabelText('Arquivo')};
  };

  it('are needed', async () => {
    const {user, api} = await at();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Placa'), 'ABC');
    await save(user);
    expect((await screen.findAllByText('Adicione pelo menos um arquivo antes de salvar o ticket.')).length).toBeGreaterThan(0);
    expect(api.to('POST tickets')).toEqual([]);
  });

  it('that changed since they were chosen are named, and the line is not blamed', async () => {
    const api = fakeApi(answers({'POST tickets': offline}));
    const {user} = create();
    await openTemplate(user);
    await user.type(screen.getByLabelText('Placa'), 'ABC');
    // As a browser answers of a file that was saved again.
    const unreadable = {arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError'))} as Blob;
    await addFile(user, pdf(), 'Laudo');
    await screen.findByRole('button', {name: 'Remover nota.pdf'});
    vi.spyOn(File.prototype, 'slice').mockReturnValue(unreadable);
    onTestFinished(() => void vi.restoreAllMocks());
    await save(user);
    await expectText('O arquivo nota.pdf mudou ou foi removido depois de escolhido. Escolha-o de novo.');
    expect(api.to('POST tickets')).toHaveLength(1);
    expect(screen.queryByText(/Erro de comunicação/)).not.toBeInTheDocument();
    expect(screen.getByLabelText('Placa')).toHaveValue('ABC');
  });

  it.each([
    ['one forbidden file', ['vírus.EXE'], 'Extensão do arquivo não permitida. Arquivos .exe e .bat são proibidos.'],
    ['one among several', ['a.pdf', 'b.bat'], 'Um ou mais arquivos têm extensões não permitidas (.exe, .bat, etc).'],
  ])('refuse %s, and take none of the choice', async (_case, names, sentence) => {
    const {user, input} = await at();
    await user.upload(input, names.map(name => pdf(name)));
    await expectText(sentence);
    expect(screen.getByText('Nenhum arquivo escolhido.')).toBeInTheDocument();
  });

  it('need a file, then a type', async () => {
    const {user, input} = await at();
    await press(user, 'Adicionar arquivo');
    await expectText('Selecione um arquivo.');
    await user.upload(input, pdf());
    await press(user, 'Adicionar arquivo');
    await expectText('Selecione o tipo do arquivo.');
  });

  it('are one per type, until it is removed again', async () => {
    const {user} = await at();
    await addFile(user, pdf('a.pdf'), 'Laudo');
    await screen.findByRole('button', {name: 'Remover a.pdf'});
    await addFile(user, pdf('b.pdf'), 'Laudo');
    await expectText('Já existe um arquivo com este tipo na lista.');
    await press(user, 'Remover a.pdf');
    // What took its place has the focus, not the page.
    await waitFor(() => expect(screen.getByRole('button', {name: 'Escolher arquivo'})).toHaveFocus());
    await press(user, 'Adicionar arquivo');
    const list = await screen.findByRole('list', {name: 'Arquivos adicionados'});
    expect(within(list).getByText('b.pdf')).toBeInTheDocument();
    expect(within(list).queryByText('a.pdf')).not.toBeInTheDocument();
  });
});
