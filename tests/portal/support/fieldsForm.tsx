/** A form of fields of a test's own, and what the API answers of what they offer. */
import {Fragment} from 'react';
import {waitFor} from '@testing-library/react';
import {Form, ResourceContextProvider} from 'ra-core';
import {expect, vi} from 'vitest';
import type {Config} from '../../../src/schema/shapes/config.ts';
import type {Session} from '../../../src/schema/session.ts';
import type {Fields} from '../../../src/schema/shapes/fields.ts';
import type {ValidationMessages} from '../../../src/schema/words/messages.ts';
import {FieldInput} from '../../../src/portal/fields/FieldInput.tsx';
import {ResetWhenOff} from '../../../src/portal/fields/ResetWhenOff.tsx';
import {press} from './gestures.ts';
import {show} from './world.tsx';

export type User = ReturnType<typeof show>['user'];

/** What a save was given. */
export const submitted = vi.fn<(values: Record<string, unknown>) => void>();

interface Options {
  record?: Record<string, unknown>;
  session?: Session;
  words?: ValidationMessages;
  config?: Config;
}

/** A form of these fields; `values` are what a save would be given. */
export const open = (fields: Fields, {record = {}, session, words, config}: Options = {}) => {
  submitted.mockClear();
  return show(
    <ResourceContextProvider value="empresas">
      <Form record={record} onSubmit={(values: Record<string, unknown>) => submitted(values)} noValidate disableInvalidFormNotification>
        {Object.entries(fields).map(([name, field]) => (
          <Fragment key={name}>
            <FieldInput field={field} source={name} fields={fields} {...(words ? {messages: words} : {})} />
            <ResetWhenOff field={field} source={name} resource={{fields}} />
          </Fragment>
        ))}
        <button type="submit">Salvar</button>
      </Form>
    </ResourceContextProvider>,
    {...(session ? {session} : {}), ...(config ? {config} : {})},
  );
};
export const save = (user: User) => press(user, 'Salvar');
export const values = async () => {
  await waitFor(() => expect(submitted).toHaveBeenCalled());
  return submitted.mock.calls.at(-1)![0];
};

export const answers = {
  'POST empresas/campos/campo': {id: 7, nomeArquivo: 'nota.pdf', tamanho: 4},
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Vale'}, {id: 2, razaoSocial: 'Agricola São João'}],
  'GET tickets/lista-fixa-transgenia/': [{codigo: 'E3', descricao: 'Enlist E3'}, {codigo: 'RR', descricao: 'RR'}],
  'GET filial/buscar-filiais-empresa/1/0': [
    {id: 7, descricao: 'Sul', usuarioVinculado: true},
    {id: 8, descricao: 'Norte', usuarioVinculado: false},
  ],
};
