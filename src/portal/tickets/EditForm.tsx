/** The form of an existing ticket. What a person types is never overwritten by what arrives in the background. */
import {useEffect, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import {useQueryClient} from '@tanstack/react-query';
import {Form} from 'ra-core';
import {useFormState} from 'react-hook-form';
import type {Verdict} from '../../schema/workflow.ts';
import {fill} from '../../schema/messages.ts';
import {multipart} from '../actions/payload.ts';
import {useConfig, useResource} from '../ConfigContext.tsx';
import {DraftKeeper, useDraftPlace} from '../drafts/DraftKeeper.tsx';
import {dropDraft} from '../drafts/store.ts';
import {bodyOfError} from '../errors.ts';
import {request} from '../http.ts';
import {FieldInput} from '../kinds/FieldInput.tsx';
import {useToasts} from '../toasts/index.ts';
import {useSession} from '../useSession.ts';
import {FirstError} from '../views/FirstError.tsx';
import {UnsavedGuard} from '../views/UnsavedGuard.tsx';
import {notSaved, toFormularios, valuesOf, type TicketValues} from './items.ts';
import {SaveBar} from './SaveBar.tsx';
import {Columns, Section} from './Section.tsx';
import {TICKETS, type Ticket} from './ticket.ts';
import {TicketItems} from './TicketItems.tsx';

/** Company, branch and template are fixed once a ticket is open: shown by the names the ticket carries, so that no combo is asked. */
const NAMES = ['nomeEmpresa', 'nomeFilial', 'descricao'];

interface Props {
  ticket: Ticket;
  /** Whether it may be saved now, and why not. */
  verdict: Verdict;
  dirty: boolean;
  onDirty: (dirty: boolean) => void;
  /** Fetches the ticket again. */
  onReload: () => Promise<Ticket | undefined>;
}

export const EditForm = ({ticket, verdict, dirty, onDirty, onReload}: Props) => {
  const config = useConfig();
  const resource = useResource(TICKETS);
  const session = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [shown, setShown] = useState(ticket);
  const [stale, setStale] = useState<string>();
  const [turn, setTurn] = useState(0);
  const form = `${TICKETS}.${ticket.id}`;
  const place = useDraftPlace(form);
  // Follows the ticket while nothing is typed; with something typed, its `versao` lets the server see the conflict.
  if (!dirty && shown !== ticket && stale === undefined) setShown(ticket);
  const items = shown.ticketFormularios ?? [];

  const take = (fresh: Ticket | undefined) => {
    if (fresh === undefined) return;
    dropDraft(place);
    setStale(undefined);
    onDirty(false);
    setShown(fresh);
    setTurn(turn + 1);
  };
  const submit = async (values: TicketValues): Promise<Record<string, unknown> | undefined> => {
    const {id, idEmpresa, idFilial, idModeloFormulario, descricao} = shown;
    const data = {
      // The form's own version: a draft has that of the ticket it was typed on.
      id, idEmpresa, idFilial, idModeloFormulario, descricao, versao: values['versao'], idUsuario: session.id,
      ticketFormularios: toFormularios(config, items, values, session),
    };
    try {
      await request(resource.api?.update ?? 'PUT tickets/:id', {params: {id}, body: multipart(data, [])});
    } catch (error) {
      const {codigo, message, campos} = bodyOfError(error);
      if (codigo === 'VERSAO') setStale(message);
      else toasts.failed(error);
      void queryClient.invalidateQueries({queryKey: [TICKETS]});
      return notSaved(campos);
    }
    toasts.success(fill(resource.messages.updated, {id}));
    take(await onReload());
    void queryClient.invalidateQueries({queryKey: [TICKETS]});
    return undefined;
  };

  return (
    // A new key is a new form: after a save or a reload it shows what the server has, nothing else.
    <Form
      key={turn}
      record={{id: shown.id, versao: shown.versao, ...Object.fromEntries(NAMES.map(name => [name, shown[name]])), itens: valuesOf(items)}}
      onSubmit={submit}
      disableInvalidFormNotification
      noValidate
    >
      <DirtyWatch onDirty={onDirty} />
      {verdict.allowed && <DraftKeeper form={form} fields={resource.fields} />}
      {stale !== undefined && (
        <Alert severity="warning" role="alert" sx={{mb: 2}} action={<Button color="inherit" size="small" onClick={() => void onReload().then(take)}>Recarregar</Button>}>
          {stale} O que você digitou continua aqui até recarregar.
        </Alert>
      )}
      <Stack spacing={2}>
        <Section title="Identificação">
          <Columns>
            {NAMES.map(name => {
              const field = resource.fields[name];
              return field && <FieldInput key={name} field={field} source={name} disabled />;
            })}
          </Columns>
        </Section>
        <Section title="Campos do formulário"><TicketItems items={items} disabled={!verdict.allowed} /></Section>
      </Stack>
      <FirstError />
      <SaveBar refused={verdict.allowed ? undefined : verdict.reason} />
      <UnsavedGuard onLeave={() => dropDraft(place)} />
    </Form>
  );
};

const DirtyWatch = ({onDirty}: {onDirty: (dirty: boolean) => void}) => {
  const {isDirty} = useFormState();
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  return null;
};
