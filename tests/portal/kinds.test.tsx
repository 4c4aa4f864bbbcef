import {screen, waitFor} from '@testing-library/react';
import {beforeEach, describe, expect, it} from 'vitest';
import type {Field, FieldOf, Fields, Kind} from '../../src/schema/shapes/fields.ts';
import {itemMessages} from '../../src/schema/words/messages.ts';
import {FieldValue} from '../../src/portal/fields/FieldValue.tsx';
import {RecordFacts} from '../../src/portal/fields/RecordFacts.tsx';
import {fakeApi, refusal} from './support/api.ts';
import {answers, open, save, submitted, values, type User} from './support/fieldsForm.tsx';
import {clickOn, expectText, press} from './support/gestures.ts';
import {product, show} from './support/world.tsx';

const type = (text: string) => async (user: User) => user.type(await screen.findByLabelText('Campo'), text);
const choose = (name: string) => async (user: User) => user.selectOptions(screen.getByLabelText('Campo'), name);

/** For every kind: what somebody does, what they see, what is kept; and what is refused, in which words. */
interface Row<K extends Kind> {
  field: FieldOf<K>;
  act?: (user: User) => Promise<unknown>;
  shown?: string;
  kept?: unknown;
  wrong?: {act: (user: User) => Promise<unknown>; says: string};
}
const rows: {[K in Kind]: Row<K>} = {
  texto: {
    field: {kind: 'texto', label: 'Campo', maxLength: 5, pattern: {like: '[a-e]+', reason: 'De a até e.'}}, act: type('abcde'),
    kept: 'abcde', wrong: {act: type('abx'), says: 'De a até e.'},
  },
  email: {
    field: {kind: 'email', label: 'Campo', maxLength: 45}, act: type('a@b.com'), kept: 'a@b.com',
    wrong: {act: type('a@b'), says: 'E-mail inválido.'},
  },
  senha: {
    field: {kind: 'senha', label: 'Campo', minLength: 6, maxLength: 45}, act: type('segredo'), kept: 'segredo',
    wrong: {act: type('curta'), says: 'Informe pelo menos 6 caracteres.'},
  },
  documento: {
    field: {kind: 'documento', label: 'Campo', maxLength: 20}, act: type('11222333000181'), shown: '11.222.333/0001-81',
    kept: '11222333000181',
    wrong: {act: type('11222333000182'), says: 'CPF ou CNPJ inválido: confira os dígitos.'},
  },
  telefone: {
    field: {kind: 'telefone', label: 'Campo', maxLength: 20}, act: type('62999887766'), shown: '(62) 99988-7766', kept: '62999887766',
    wrong: {act: type('6299'), says: 'Informe um telefone com DDD: 10 ou 11 dígitos.'},
  },
  cep: {
    field: {kind: 'cep', label: 'Campo'}, act: type('74010010'), shown: '74010-010', kept: '74010010',
    wrong: {act: type('7401'), says: 'Informe um CEP com 8 dígitos.'},
  },
  digitos: {
    field: {kind: 'digitos', label: 'Campo', maxLength: 10}, act: type('0042'), kept: '0042',
    wrong: {act: type('4a'), says: 'Use somente números.'},
  },
  numero: {
    field: {kind: 'numero', label: 'Campo', min: 0, max: 99}, act: type('42'), kept: '42', wrong: {act: type('100'), says: 'De 0 a 99.'},
  },
  decimal: {
    field: {kind: 'decimal', label: 'Campo', decimals: 3}, act: type('1.234,5'), shown: '1.234,5', kept: 1234.5,
    wrong: {act: type('1,2345'), says: 'Use um número de até 15 dígitos, 3 deles depois da vírgula.'},
  },
  moeda: {
    field: {kind: 'moeda', label: 'Campo', min: 0.5, max: 9000}, act: type('1.234'), shown: '1.234', kept: 1234,
    wrong: {act: type('9000,01'), says: 'De 0,50 a 9.000,00.'},
  },
  data: {
    field: {kind: 'data', label: 'Campo'}, act: type('01032026'), shown: '01/03/2026', kept: '2026-03-01',
    wrong: {act: type('31022026'), says: 'Data inválida.'},
  },
  dataHora: {
    field: {kind: 'dataHora', label: 'Campo'}, act: type('010320262330'), shown: '01/03/2026 23:30', kept: '2026-03-02T02:30:00.000Z',
    wrong: {act: type('01032026'), says: 'Data inválida.'},
  },
  hora: {
    field: {kind: 'hora', label: 'Campo'}, act: type('0830'), shown: '08:30', kept: '08:30',
    wrong: {act: type('2460'), says: 'Hora inválida.'},
  },
  url: {
    field: {kind: 'url', label: 'Campo', maxLength: 60}, act: type('https://vale.com/a?b=1'), kept: 'https://vale.com/a?b=1',
    wrong: {act: type('javascript:alert(1)'), says: 'Informe um endereço que comece com https://.'},
  },
  booleano: {
    field: {kind: 'booleano', label: 'Campo', default: false}, act: user => user.click(screen.getByLabelText('Campo')), kept: true,
  },
  escolha: {field: {kind: 'escolha', label: 'Campo', choices: [{id: 1, name: 'Um'}, {id: 2, name: 'Dois'}]}, act: choose('Dois'), kept: 2},
  opcoes: {
    field: {kind: 'opcoes', label: 'Campo', choices: [{id: 1, name: 'Um'}, {id: 2, name: 'Dois'}, {id: 3, name: 'Três', offered: false}]},
    act: async user => {
      await user.type(await screen.findByLabelText('Campo'), 'do');
      await clickOn(user, 'option', 'Dois');
      await clickOn(user, 'option', 'Um');
    },
    kept: [1, 2],
  },
  arquivo: {
    field: {kind: 'arquivo', label: 'Campo'},
    act: async user => {
      await user.upload(await screen.findByLabelText('Arquivo: Campo'), new File(['nota'], 'nota.pdf'));
      await screen.findByText('nota.pdf');
      await screen.findByRole('button', {name: 'Trocar arquivo: Campo'});
    },
    kept: {id: 7, nomeArquivo: 'nota.pdf', tamanho: 4},
  },
  lista: {field: {kind: 'lista', label: 'Campo', list: 'transgenia'}, act: choose('Enlist E3'), kept: 'E3'},
  referencia: {
    field: {kind: 'referencia', label: 'Campo', to: 'empresas'},
    act: async user => {
      await user.type(screen.getByLabelText('Campo'), 'agrícola');
      await clickOn(user, 'option', 'Agricola São João');
    },
    shown: 'Agricola São João', kept: 2,
  },
  calculo: {
    field: {kind: 'calculo', label: 'Campo', product: ['x', 'y']}, act: () => screen.findByLabelText('Campo'), shown: '—',
  },
  relacionado: {field: {kind: 'relacionado', label: 'Campo', through: 'x', field: 'y'}, shown: '—'},
  vinculos: {
    field: {
      kind: 'vinculos', label: 'Campo', to: 'filiais', within: 'idEmpresa', wire: {id: 'idFilial', on: 'usuarioVinculado'},
      call: 'GET filial/buscar-filiais-empresa/:idEmpresa/:id',
    },
    act: async user => user.click(await screen.findByLabelText('Norte')),
    kept: [{idFilial: 8, usuarioVinculado: true}],
  },
};

const every = Object.entries(rows) as [Kind, Row<Kind>][];

it.each(every.filter(([, {shown}]) => shown !== undefined))('%s: shown as people read it', async (_kind, {field, act, shown = ''}) => {
  fakeApi(answers);
  const {user} = open({campo: field}, {record: {idEmpresa: 1}});
  await act?.(user);
  expect(await screen.findByLabelText('Campo')).toHaveDisplayValue(shown);
});

it.each(every.filter(([, {kept}]) => kept !== undefined))('%s: kept bare', async (_kind, {field, act, kept}) => {
  fakeApi(answers);
  const {user} = open({campo: field}, {record: {idEmpresa: 1}});
  await act?.(user);
  await save(user);
  expect((await values())['campo']).toEqual(kept);
});

it.each([
  ['as the API writes it', '2026-11-21T12:30:00-03:00', '21/11/2026 12:30', '2026-11-21T15:30:00.000Z'],
  ['as Brazil writes it', ' 21/11/2026 12:30 ', '21/11/2026 12:30', '2026-11-21T15:30:00.000Z'],
  ['of a summer that was two hours behind', '21/11/2016 12:30', '21/11/2016 12:30', '2016-11-21T14:30:00.000Z'],
  ['which the clock showed twice', '17/02/2018 23:30', '17/02/2018 23:30', '2018-02-18T01:30:00.000Z'],
])('dataHora: takes an instant pasted %s', async (_how, text, read, kept) => {
  const {user} = open({campo: rows.dataHora.field});
  await user.click(await screen.findByLabelText('Campo'));
  await user.paste(text);
  expect(screen.getByLabelText('Campo')).toHaveDisplayValue(read);
  await save(user);
  expect((await values())['campo']).toBe(kept);
});

it('dataHora: refuses what the clock skipped', async () => {
  const {user} = open({campo: rows.dataHora.field});
  await type('041120180030')(user);
  await save(user);
  await expectText('Data inválida.');
});

it.each([
  ['as the API writes it', '', '2026-11-21'],
  ['as Brazil writes it', '', ' 21/11/2026 '],
  ['as digits', '', '21112026'],
  ['over another day, without choosing it first', '01032026', '2026-11-21'],
])('data: takes a day pasted %s', async (_how, before, text) => {
  const {user} = open({campo: rows.data.field});
  await user.click(screen.getByLabelText('Campo'));
  if (before) await user.keyboard(before);
  await user.paste(text);
  expect(screen.getByLabelText('Campo')).toHaveDisplayValue('21/11/2026');
  await save(user);
  expect((await values())['campo']).toBe('2026-11-21');
});

it.each([
  ['telefone', '(11) 3333-4444 ramal 12', 'Informe um telefone com DDD: 10 ou 11 dígitos.'],
  ['telefone', '1133334444.0', 'Informe um telefone com DDD: 10 ou 11 dígitos.', '(11) 3333-4444.0'],
  ['telefone', '0800 123 4567', 'Informe um telefone com DDD: 10 ou 11 dígitos.'],
  ['cep', '1310100.0', 'Informe um CEP com 8 dígitos.', '13101-00.0'],
  ['data', '05/01/0226', 'Data inválida.'],
  ['dataHora', '05/01/0226 12:30', 'Data inválida.'],
  ['telefone', '(55) 99123-45678', 'Informe um telefone com DDD: 10 ou 11 dígitos.'],
  ['cep', '08680-0000', 'Informe um CEP com 8 dígitos.'],
  ['documento', '11.222.333/0001-819', 'CPF ou CNPJ inválido: confira os dígitos.'],
  ['data', '5/1/2026', 'Data inválida.'],
  ['dataHora', '5/1/2026 12:30', 'Data inválida.'],
  ['hora', '8:30', 'Hora inválida.'],
  ['digitos', '12345678901', 'Limite de 10 caracteres excedido.'],
  ['texto', 'abcdef', 'Limite de 5 caracteres excedido.'],
  ['url', `https://vale.com/${'a'.repeat(50)}`, 'Limite de 60 caracteres excedido.'],
  ['senha', 'a'.repeat(46), 'Limite de 45 caracteres excedido.'],
] as const)('%s: keeps %s as it is typed or pasted, and refuses it', async (kind, text, says, typed: string = text) => {
  for (const isPasted of [false, true]) {
    const {user, unmount} = open({campo: rows[kind].field});
    const input = await screen.findByLabelText('Campo');
    await user.click(input);
    await (isPasted ? user.paste(text) : user.keyboard(text));
    expect(input).toHaveDisplayValue(isPasted ? text : typed);
    await save(user);
    await expectText(says);
    expect(submitted).not.toHaveBeenCalled();
    unmount();
  }
});

it.each([
  ['telefone', '+55 11 98765-4321', '(11) 98765-4321', '11987654321'],
  ['telefone', '5511987654321', '(11) 98765-4321', '11987654321'],
  ['telefone', '\u202A0055\u00A011\u00A098765\u20114321\u202C', '(11) 98765-4321', '11987654321'],
  ['telefone', '(62) 3221-0000', '(62) 3221-0000', '6232210000'],
  ['documento', ' 11.222.333/0001\u201381', '11.222.333/0001-81', '11222333000181'],
  ['documento', '11.222.333/0001-81', '11.222.333/0001-81', '11222333000181'],
  ['documento', 'CNPJ: 11.222.333/0001-81', '11.222.333/0001-81', '11222333000181'],
  ['documento', 'CPF n\u00BA 529.982.247\u221225', '529.982.247-25', '52998224725'],
  ['cep', 'CEP 86800-000', '86800-000', '86800000'],
  ['data', '2026-01-05', '05/01/2026', '2026-01-05'],
  ['data', '05/01/2026', '05/01/2026', '2026-01-05'],
  ['dataHora', '2026-01-05 12:30', '05/01/2026 12:30', '2026-01-05T15:30:00.000Z'],
  ['hora', '08:30', '08:30', '08:30'],
] as const)('%s: reads %j, typed or pasted, as %s', async (kind, text, shown, kept) => {
  for (const isPasted of [false, true]) {
    const {user, unmount} = open({campo: rows[kind].field});
    const input = await screen.findByLabelText('Campo');
    await user.click(input);
    await (isPasted ? user.paste(text) : user.keyboard(text));
    await waitFor(() => expect(input).toHaveDisplayValue(shown));
    await save(user);
    expect((await values())['campo']).toBe(kept);
    unmount();
  }
});

it.each([
  ['0800 123 4567', '0800 123 4567', '08001234567'],
  ['40041234', '4004-1234', '40041234'],
  ['+1 555 123 4567', '+1 5551234567', '+15551234567'],
])('telefone: keeps %s when its person says so, and asks again after a change', async (text, shown, kept) => {
  const says = 'Informe um telefone com DDD: 10 ou 11 dígitos.';
  const keep = 'Manter assim mesmo (0800, 4004, exterior)';
  const {user} = open({campo: rows.telefone.field});
  const input = screen.getByLabelText('Campo');
  await user.click(input);
  await user.paste(text);
  await save(user);
  await expectText(says);
  expect(submitted).not.toHaveBeenCalled();
  await press(user, keep);
  expect(input).toHaveDisplayValue(shown);
  expect(input).toHaveFocus();
  expect(screen.queryByRole('button', {name: keep})).toBeNull();
  await user.keyboard('{Backspace}');
  await expectText(says);
  await user.keyboard(text.slice(-1));
  await press(user, keep);
  await save(user);
  expect((await values())['campo']).toBe(kept);
});

const wrong = every.filter(([, row]) => row.wrong);
it.each(wrong)('%s: refused in words beside the input', async (_kind, {field, wrong: refused}) => {
  fakeApi(answers);
  const {user} = open({campo: field});
  await refused!.act(user);
  await save(user);
  expect(await screen.findByText(refused!.says)).toBeVisible();
  expect(screen.getByLabelText('Campo')).toBeInvalid();
  expect(screen.getByLabelText('Campo')).toHaveAccessibleDescription(refused!.says);
  expect(submitted).not.toHaveBeenCalled();
});

it.each(every.filter(([kind]) => !['booleano', 'calculo', 'relacionado', 'arquivo', 'vinculos'].includes(kind)))(
  '%s: required', async (_kind, {field}) => {
    fakeApi(answers);
    const {user} = open({campo: {...field, required: true}});
    expect(await screen.findByLabelText('Campo')).toBeRequired();
    await save(user);
    await expectText('Esse campo é obrigatório.');
  });

describe('arquivo', () => {
  const campo: FieldOf<'arquivo'> = {kind: 'arquivo', label: 'Campo', required: true};
  const nota = {id: 7, nomeArquivo: 'nota.pdf', tamanho: 4};
  const choose = async (user: User, file = new File(['nota'], 'nota.pdf')) =>
    user.upload(await screen.findByLabelText('Arquivo: Campo'), file);

  it('is asked for, and saved by nobody before it is there: on a line that was lost it goes again, under the same key', async () => {
    let isOnline = false;
    const api = fakeApi({...answers, 'POST empresas/campos/campo': () => (isOnline ? nota : Promise.reject(new TypeError('offline')))});
    const {user} = open({campo});
    await screen.findByRole('button', {name: 'Escolher arquivo: Campo'});
    await save(user);
    await expectText('Esse campo é obrigatório.');
    await choose(user);
    await expectText(product.messages.offline);
    await user.click(await screen.findByRole('button', {name: 'Enviar de novo: Campo'}));
    await save(user);
    await expectText('O arquivo ainda não foi enviado.');
    expect(submitted).not.toHaveBeenCalled();
    isOnline = true;
    await user.click(await screen.findByRole('button', {name: 'Enviar de novo: Campo'}));
    await waitFor(() => expect(screen.queryByRole('button', {name: 'Enviar de novo: Campo'})).toBeNull());
    await save(user);
    expect(await values()).toEqual({campo: nota});
    const keys = api.to('POST empresas/campos/campo').map(({headers}) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('stays as it was where another is refused, here or by the server, and is taken away by its own button', async () => {
    const api = fakeApi({...answers, 'POST empresas/campos/campo': refusal(400, {codigo: 'EXTENSAO', message: 'É um programa.'})});
    const stored = {id: 1, campo: {...nota, caminho: 'empresas/1/campos/campo'}};
    const {user} = open({campo: {kind: 'arquivo', label: 'Campo'}}, {record: stored});
    for (const [file, said] of [
      [new File(['x'], 'a.exe'), product.files.messages.one], [new File([], 'a.pdf'), product.files.messages.empty],
      [new File(['x'], 'nota\uFFFDo.pdf'), product.files.messages.garbledName],
      [new File(['MZ'], 'b.pdf'), 'É um programa.'],
    ] as const) {
      await choose(user, file);
      await expectText(said);
      expect(await screen.findByRole('button', {name: 'nota.pdf'})).toBeVisible();
    }
    expect(api.to('POST empresas/campos/campo')).toHaveLength(1);
    await press(user, 'Remover nota.pdf');
    await waitFor(() => expect(screen.getByRole('button', {name: 'Escolher arquivo: Campo'})).toHaveFocus());
    await save(user);
    expect((await values())['campo']).toBeNull();
  });
});

it('reads a number with a comma as it is read, once somebody leaves it or it comes from elsewhere', async () => {
  const {user} = open({campo: rows.moeda.field}, {record: {campo: 1234.5}});
  const input = await screen.findByLabelText('Campo');
  expect(input).toHaveDisplayValue('1.234,50');
  expect(input).toHaveAttribute('inputmode', 'decimal');
  await user.clear(input);
  await user.type(input, '77,');
  expect(input).toHaveDisplayValue('77,');
  await user.tab();
  expect(input).toHaveDisplayValue('77,00');
  // What is refused is not shown as what it would be if it were rounded.
  await user.type(input, '5');
  await user.tab();
  expect(input).toHaveDisplayValue('77,005');
});

it('vinculos: of whatever is within reach, where they share nothing; and one after what they share', async () => {
  fakeApi({...answers, 'GET servicos/usa/0': [{id: 7, descricao: 'Sul', usuarioVinculado: false}]});
  const {within: _within, ...field} = rows.vinculos.field;
  const {user} = open({campo: {...field, call: 'GET servicos/usa/:id'}, outro: {...rows.vinculos.field, label: 'Outro'}});
  // The only one there is, is one to be chosen.
  expect(await screen.findByLabelText('Sul')).not.toBeChecked();
  expect(screen.getByText(/^Escolha .*primeiro\.$/)).toBeVisible();
  await user.click(screen.getByLabelText('Sul'));
  await save(user);
  expect((await values())['campo']).toEqual([{idFilial: 7, usuarioVinculado: true}]);
});

it('speaks the words of a ticket’s items where they are given', async () => {
  const {user} = open({campo: {kind: 'email', label: 'Campo', maxLength: 100, required: true}}, {words: itemMessages});
  await save(user);
  await expectText('Campo obrigatório');
  await user.type(screen.getByLabelText('Campo'), 'x');
  await expectText('Email inválido');
});

it('keeps the caret in the middle of a masked text', async () => {
  const {user} = open({campo: rows.documento.field}, {record: {campo: '11222333000181'}});
  const input: HTMLInputElement = screen.getByLabelText('Campo');
  await user.click(input);
  input.setSelectionRange(2, 2);
  await user.keyboard('{Backspace}');
  expect(input).toHaveValue('12.223.330/0018-1');
  expect(input.selectionStart).toBe(1);
  await user.keyboard('1');
  expect(input).toHaveValue('11.222.333/0001-81');
  expect(input.selectionStart).toBe(2);
});

it('removes the digit before a sign of the mask', async () => {
  const {user} = open({campo: rows.telefone.field}, {record: {campo: '6232210000'}});
  const input: HTMLInputElement = screen.getByLabelText('Campo');
  await user.click(input);
  input.setSelectionRange(5, 5);
  await user.keyboard('{Backspace}');
  expect(input).toHaveValue('(63) 2210-000');
});

it('changes what no mask takes as any text, until it is right', async () => {
  const {user} = open({campo: rows.telefone.field}, {record: {campo: '(62) 3221-0000 ou 9'}});
  const input: HTMLInputElement = screen.getByLabelText('Campo');
  expect(input).toHaveValue('(62) 3221-0000 ou 9');
  await user.click(input);
  input.setSelectionRange(15, 15);
  await user.keyboard('{Backspace}');
  expect(input).toHaveValue('(62) 3221-0000ou 9');
  expect(input.selectionStart).toBe(14);
  await user.keyboard('{Delete}{Delete}{Delete}{Delete}');
  expect(input).toHaveValue('(62) 3221-0000');
});

it('counts the characters only near the limit', async () => {
  const {user} = open({campo: {kind: 'texto', label: 'Campo', maxLength: 20}});
  await user.type(screen.getByLabelText('Campo'), 'a'.repeat(14));
  expect(screen.queryByText('14/20')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Campo'), 'a');
  expect(screen.getByText('15/20')).toBeVisible();
});

it('shows a password while it is asked to', async () => {
  const {user} = open({campo: rows.senha.field});
  expect(await screen.findByLabelText('Campo')).toHaveAttribute('type', 'password');
  await press(user, 'Mostrar senha');
  expect(screen.getByLabelText('Campo')).toHaveAttribute('type', 'text');
});

it('warns of an e-mail too long to sign in with', async () => {
  const {user} = open({campo: {kind: 'email', label: 'Campo', maxLength: 100, warnAbove: 8}});
  await user.type(screen.getByLabelText('Campo'), 'ana@vale.com');
  expect(screen.getByText(/Acima de 8 caracteres/)).toBeVisible();
});

it.each([
  [{kind: 'documento', label: '', maxLength: 20}, '11222333000181', '11.222.333/0001-81'],
  [{kind: 'telefone', label: '', maxLength: 20}, '6232210000', '(62) 3221-0000'],
  [{kind: 'dataHora', label: ''}, '2026-03-01T02:30:00Z', '28/02/26 23:30'],
  [{kind: 'dataHora', label: '', show: 'dia'}, '2026-03-01T02:30:00Z', '28/02/2026'],
  [{kind: 'data', label: ''}, '2026-03-01', '01/03/2026'],
  [{kind: 'moeda', label: ''}, 1234.5, 'R$ 1.234,50'],
  [{kind: 'booleano', label: ''}, true, 'Sim'],
  [{kind: 'texto', label: '', maxLength: 9}, '', '—'],
  [{kind: 'senha', label: '', minLength: 1, maxLength: 9}, 'segredo', '—'],
] satisfies [Field, unknown, string][])('reads %o as people do', (field, value, text) => {
  show(<p data-testid="valor"><FieldValue field={field} value={value} /></p>);
  expect(screen.getByTestId('valor')).toHaveTextContent(text);
});

it.each([
  ['https://vale.com/a?b=1', 1],
  ['javascript:alert(1)', 0],
])('opens %s in a page that learns nothing of the portal, or not at all', (value, links) => {
  show(<FieldValue field={{kind: 'url', label: '', maxLength: 60}} value={value} />);
  expect(screen.getByText(value)).toBeVisible();
  expect(screen.queryAllByRole('link')).toHaveLength(links);
  for (const link of screen.queryAllByRole('link')) {
    expect(link).toHaveAttribute('href', value);
    expect(link).toHaveAttribute('target', '_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
});

it('reads a status as a badge with words', () => {
  const field = product.resources['tickets']!.fields['idStatusTicket']!;
  const {container} = show(<FieldValue field={field} value={6} />);
  expect(screen.getByText('Pendência')).toBeVisible();
  expect(container.querySelector('svg')).toBeInTheDocument();
});

it('names the record behind a reference', async () => {
  fakeApi(answers);
  show(<FieldValue field={{kind: 'referencia', label: '', to: 'empresas'}} value={2} />);
  await expectText('Agricola São João');
});

it.each([
  {what: 'a new record', record: {}, asked: 1},
  {what: 'a stored record, which keeps its own', record: {id: 3}, asked: 0},
])('asks for a required password of $what', async ({record, asked}) => {
  const {user} = open({campo: {...rows.senha.field, required: true}}, {record});
  await save(user);
  await waitFor(() => expect(screen.queryAllByText('Esse campo é obrigatório.').length + submitted.mock.calls.length).toBe(1));
  expect(screen.queryAllByText('Esse campo é obrigatório.')).toHaveLength(asked);
});

describe('what is read through a reference', () => {
  const company = product.resources['empresas']!;
  const there = {
    desde: {kind: 'data', label: 'Desde'}, limite: {kind: 'moeda', label: 'Limite'}, visto: {kind: 'dataHora', label: 'Visto'},
    ativo: {kind: 'booleano', label: 'Ativo'}, grao: {kind: 'lista', label: 'Grão', list: 'transgenia'},
  } as const;
  const through = (field: string): Field => ({kind: 'relacionado', label: `Sua ${field}`, through: 'idEmpresa', field});
  const fields: Fields = {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas'},
    ...Object.fromEntries(Object.keys(there).map(name => [name, through(name)])),
  };
  const config = {...product, resources: {
    ...product.resources, filiais: {...product.resources['filiais']!, fields},
    empresas: {...company, fields: {...company.fields, ...there}},
  }};
  const record = {idEmpresa: 1, desde: '2026-04-22', limite: 10500, visto: '2026-03-02T02:30:00.000Z', ativo: true, grao: 'E3'};
  const read = {desde: '22/04/2026', limite: 'R$ 10.500,00', visto: '01/03/26 23:30', ativo: 'Sim', grao: 'Enlist E3'};
  beforeEach(() => fakeApi(answers));

  it('is read in the details as it is there', async () => {
    show(<RecordFacts name="filiais" fields={Object.keys(there)} record={record} />, {config});
    await screen.findByText('Enlist E3');
    expect(screen.getAllByRole('definition').map(one => one.textContent)).toEqual(Object.values(read));
  });

  it('and in a form', async () => {
    open(fields, {record, config});
    await screen.findByText('Enlist E3');
    const shown = Object.keys(read).map(name => screen.getByLabelText(`Sua ${name}`))
      .map(one => (one instanceof HTMLInputElement ? one.value : one.textContent));
    expect(shown).toEqual(Object.values(read));
  });
});
