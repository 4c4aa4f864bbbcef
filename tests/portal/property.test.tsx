/**
 * For the rules of fields, the form refuses exactly what the API refuses, in the same sentence (rules: Forms 3): the generated form of
 * a resource with a field of every kind, beside the real server. jsdom's world is not the server's, so that runs in a
 * process of its own.
 */
import {fork, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {act, fireEvent, waitFor} from '@testing-library/react';
import fc from 'fast-check';
import {Form, ResourceContextProvider} from 'ra-core';
import {useFormContext, type UseFormReturn} from 'react-hook-form';
import {afterAll, beforeAll, beforeEach, expect, it, vi} from 'vitest';
import type {Endpoint, Resource} from '../../src/schema/shapes/config.ts';
import type {Field} from '../../src/schema/shapes/fields.ts';
import {formMessages} from '../../src/schema/words/messages.ts';
import {apiOf} from '../../src/schema/paths.ts';
import {errorId} from '../../src/portal/fields/FieldFrame.tsx';
import {toSaveBody} from '../../src/portal/api/providers/saveBody.ts';
import {FormSections} from '../../src/portal/form/FormSections.tsx';
import {anyRecord, holdsForAll, type Values, type World} from '../support/anyValue.ts';
import {amostras, valid, withAmostras as config} from '../support/everyKind.ts';
import {httpApi} from '../support/httpApi.ts';
import {createSeed, type SeedBranch} from '../support/seed.ts';
import type {Api} from '../support/server.ts';
import {fetched} from './support/later.ts';
import {show} from './support/world.tsx';

/** What is said beside each field that is refused. */
type Refusals = Record<string, string>;

const ADM = {email: 'adm@balcao.test', senha: 'segredo-1'};
let child: ChildProcess;
let api: Api;
let token: string;
let branch: SeedBranch;
const world: World = {config, idOf: resource => ({empresas: branch.idEmpresa, filiais: branch.id}[resource] ?? 0)};

beforeAll(async () => {
  child = fork('tests/support/serveAmostras.ts', {env: {...process.env, ADMIN_EMAIL: ADM.email, ADMIN_PASSWORD: ADM.senha}, execArgv: []});
  const [url] = (await once(child, 'message')) as [string];
  api = httpApi(url);
  const {body} = await api(undefined, 'POST usuarios/login', {body: ADM});
  token = body.token;
  branch = await createSeed(api, {...ADM, id: body.id, token}, {config}).filial();
  const {fetch} = globalThis;
  // The portal's relative addresses, completed as the browser does; jsdom's signals are none of Node's.
  vi.stubGlobal('fetch', (path: string, {signal: _signal, ...init}: RequestInit) => fetch(new URL(path, url), init));
});
beforeEach(() => localStorage.setItem('access_token', token));
afterAll(async () => {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
});

/** The generated inputs of a resource, for a new record or for one that is edited. */
const open = async (name: string, record?: Values) => {
  const {fields} = config.resources[name] as Resource;
  const seen = vi.fn<(form: UseFormReturn) => void>();
  const Probe = () => {
    seen(useFormContext());
    return null;
  };
  const {container, queryClient} = show(
    <ResourceContextProvider value={name}>
      <Form {...(record ? {record} : {})} noValidate disableInvalidFormNotification><FormSections resource={name} /><Probe /></Form>
    </ResourceContextProvider>,
    {config},
  );
  // The only choice of a reference is chosen once it is known: after that nothing stands there but what a test puts there.
  await fetched();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await act(async () => undefined);
  const [form] = seen.mock.lastCall!;
  const idOf = ({label}: Field): string =>
    [...container.querySelectorAll('[id$="-nome"]')].find(one => one.textContent === label)?.id.replace(/-nome$/, '') ?? '';
  return {
    form,
    input: (field: Field) => document.getElementById(idOf(field)) as HTMLInputElement | HTMLSelectElement | null,
    /** What stands beside the inputs once a save was tried. */
    refusals: async (): Promise<Refusals> => {
      await act(async () => void (await form.trigger()));
      return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => {
        const said = document.getElementById(errorId(idOf(field)))?.textContent;
        return said ? [[name, said]] : [];
      }));
    },
  };
};

type Opened = Awaited<ReturnType<typeof open>>;

/** What the API says to a body; nothing when it takes it. */
const refusedBy = async (endpoint: Endpoint, body: Values, id?: unknown): Promise<Refusals> => {
  const answer = await api(token, endpoint, {params: {id}, body});
  // What another record has already is no rule of a field.
  if (answer.status < 300 || answer.body.codigo === 'CONFLITO') return {};
  expect(answer, JSON.stringify(body)).toMatchObject({status: 400, body: {codigo: 'VALIDACAO'}});
  return Object.fromEntries((answer.body.campos as {campo: string; mensagem: string}[]).map(({campo, mensagem}) => [campo, mensagem]));
};

/** The fields on which form and API differ, with the value that shows it. */
const differences = (values: Values, form: Refusals, server: Refusals) =>
  Object.keys({...form, ...server}).filter(name => form[name] !== server[name])
    .map(name => ({name, value: values[name], form: form[name], server: server[name]}));

/** The sentences a form of these fields may say, `{max}` filled. */
const sentencesOf = ({fields}: Resource): RegExp[] =>
  [...Object.values(formMessages), ...Object.values(fields).flatMap(({messages}) => Object.values(messages ?? {}))]
    .map(sentence =>
      new RegExp(`^${sentence.replaceAll(/[.?]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, String.raw`(?:-?\d+|CPF|CNPJ|CPF ou CNPJ)`)}$`));

/** Puts values into a form as a record that was loaded does, and sends what then stands there: as it is, and as a save would. */
const expectSame = async (name: string, {form, refusals}: Opened, values: Values): Promise<void> => {
  const resource = config.resources[name] as Resource;
  const create = apiOf(name, resource).create ?? `POST ${name}`;
  await act(async () => form.reset(values));
  const inForm = await refusals();
  const held = form.getValues();
  expect(differences(held, inForm, await refusedBy(create, held)), 'the values as they are').toEqual([]);
  expect(differences(held, inForm, await refusedBy(create, toSaveBody(resource, held))), 'what a save sends').toEqual([]);
  const known = sentencesOf(resource);
  expect(Object.values(inForm).filter(said => !known.some(sentence => sentence.test(said)))).toEqual([]);
};

it('whatever value stands in a form is refused by both or by neither, in the same sentence', async () => {
  const opened = await open('amostras');
  await holdsForAll(anyRecord(amostras.fields, world), 15, values => expectSame('amostras', opened, values));
});

it('what is calculated follows what is typed, exact and half up, and says when it is too large', async () => {
  const {form, input, refusals} = await open('amostras');
  const {numero, decimal, calculo} = amostras.fields;
  const type = (field: Field | undefined, value: string) => act(async () => void fireEvent.change(input(field!)!, {target: {value}}));
  await expect.poll(() => input(decimal!)?.tagName).toBe('INPUT');
  await type(numero, '3');
  await type(decimal, '-1,0005');
  await expect.poll(() => input(calculo!)?.value).toBe('—');
  await type(decimal, '-1,005');
  await expect.poll(() => input(calculo!)?.value).toBe('-3,015');
  await type(decimal, '999999999999,999');
  await expect.poll(async () => (await refusals())['calculo']).toBe('O resultado passa de 15 dígitos.');
  await act(async () => form.setValue('numero', 1));
  await expect.poll(() => input(calculo!)?.value).toBe('999.999.999.999,999');
});

it("so is what depends on other fields: a user's company and branches", async () => {
  const {fields} = config.resources['usuarios'] as Resource;
  // Mostly of the profiles that have branches, and of a company.
  const linked = fc.record({tipo: fc.constantFrom(3, 5), idEmpresa: fc.constant(branch.idEmpresa)}, {
    requiredKeys: [], noNullPrototype: true,
  });
  const opened = await open('usuarios');
  await holdsForAll(fc.tuple(anyRecord(fields, world), linked).map(([any, some]) => ({...any, ...some})), 25, values =>
    expectSame('usuarios', opened, values));
});

it.each([[undefined, false], [{id: 5, tipo: 1, dataCriacao: '2026-11-01T12:00:00.000Z'}, true]])(
  'what only the server writes is not drawn before there is a record: %j', async (record, drawn) => {
    const {input} = await open('usuarios', record);
    expect(input(config.resources['usuarios']!.fields['nome']!)).not.toBeNull();
    expect(input(config.resources['usuarios']!.fields['dataCriacao']!) !== null).toBe(drawn);
  },
);

/** As a person fills an input: types or pastes a text, chooses an option, flips a switch. */
const fill = (input: HTMLInputElement | HTMLSelectElement, value: unknown): void => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (input.disabled || input.getAttribute('role') === 'combobox') return;
  if (input instanceof HTMLSelectElement) fireEvent.change(input, {
    target: {value: [...input.options].find(option => option.value === text)?.value ?? ''},
  });
  else if (input.type !== 'checkbox') fireEvent.change(input, {target: {value: text}});
  else if (input.checked !== (value === true)) fireEvent.click(input);
};

it('whatever is typed, under a mask or not, is refused by both or by neither', async () => {
  const {form, input, refusals} = await open('amostras');
  await holdsForAll(anyRecord(amostras.fields, world), 12, async values => {
    for (const [name, field] of Object.entries(amostras.fields)) {
      const element = input(field);
      if (element) fill(element, values[name]);
    }
    const sent = toSaveBody(amostras, form.getValues());
    expect(differences({...values, ...sent}, await refusals(), await refusedBy('POST amostras', sent))).toEqual([]);
  });
});

it('so is what is changed in a record', async () => {
  const created = await api(token, 'POST amostras', {body: valid(amostras.fields, world)});
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const {form, refusals} = await open('amostras', created.body);
  await holdsForAll(anyRecord(amostras.fields, world), 6, async values => {
    await act(async () => form.reset({...created.body, ...values}));
    const held = form.getValues();
    expect(differences(held, await refusals(), await refusedBy('PUT amostras/:id', held, created.body.id))).toEqual([]);
  });
});
