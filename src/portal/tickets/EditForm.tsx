/** The form of an existing ticket, with its files. What a person types or chooses is never overwritten by what arrives meanwhile. */
import {useEffect, useEffectEvent, useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref} from 'react';
import Stack from '@mui/material/Stack';
import {useQueryClient} from '@tanstack/react-query';
import {Form} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {fill} from '../../schema/messages.ts';
import type {Verdict} from '../../schema/workflow.ts';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft} from '../form/drafts/store.ts';
import {FirstError} from '../form/FirstError.tsx';
import {StaleDialog} from '../form/stale/StaleDialog.tsx';
import {UnsavedGuard, useUnsaved} from '../form/UnsavedGuard.tsx';
import {useOnce} from '../form/useOnce.ts';
import {FieldValue} from '../kinds/FieldValue.tsx';
import {comparedItems, notSaved, toFormularios, valuesOf, type TicketValues} from '../parts/template/items.ts';
import {TicketItems} from '../parts/template/TicketItems.tsx';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useToasts} from '../toasts/index.ts';
import {Section} from '../ui/Section.tsx';
import {bodyOfError} from '../wire/errors.ts';
import {AddFiles} from './AddFiles.tsx';
import {Fact, Facts} from './Facts.tsx';
import {ItemFacts} from './ItemFacts.tsx';
import {SaveBar} from './SaveBar.tsx';
import {TICKETS, type Ticket} from './ticket.ts';
import {TicketFiles} from './TicketFiles.tsx';
import {chooseAgain, unsentFiles} from './unsent.ts';
import {UploadProgress} from './UploadProgress.tsx';
import {useSendTicket} from './useSendTicket.ts';
import {useStoredFiles} from './useStoredFiles.ts';
import type {TicketFilesChoice} from './useTicketFiles.ts';
import {useUpload} from './useUpload.ts';

/** Company, branch and template are fixed once a ticket is open: shown by the names the ticket carries, so that no combo is asked. */
const NAMES = ['nomeEmpresa', 'nomeFilial', 'descricao'];

/** What others may ask of the form. */
export interface TicketSaver {
  /** As Salvar does; resolves the ticket as it is stored then, undefined where it was not saved, which the form says. */
  save(): Promise<Ticket | undefined>;
}

interface Props {
  ticket: Ticket;
  /** Whether it may be saved now, and why not. */
  verdict: Verdict;
  files: TicketFilesChoice;
  onDirty: (dirty: boolean) => void;
  /** Fetches the ticket again; undefined where that failed. */
  onReload: () => Promise<Ticket | undefined>;
  /** What stands under the form, above its bar: that is the page's last line. */
  children?: ReactNode;
  ref: Ref<TicketSaver>;
}

export const EditForm = ({ticket, onDirty, ref, ...rest}: Props) => {
  const [shown, setShown] = useState(ticket);
  const [stale, setStale] = useState<string>();
  const [turn, setTurn] = useState(0);
  const place = useDraftPlace(`${TICKETS}.${ticket.id}`);
  const waiting = useRef<(saved: Ticket | undefined) => void>(undefined);
  const id = useId();
  const follow = (latest: Ticket, undecided: string | undefined) => {
    if (undecided === undefined && (latest.versao ?? 0) >= (shown.versao ?? 0)) setShown(latest);
  };

  const settle = (saved: Ticket | undefined) => {
    waiting.current?.(saved);
    waiting.current = undefined;
  };
  useImperativeHandle(ref, () => ({
    save: () => new Promise(resolve => {
      settle(undefined);
      waiting.current = resolve;
      (document.getElementById(id) as HTMLFormElement | null)?.requestSubmit();
    }),
  }));
  const take = (fresh: Ticket) => {
    dropDraft(place);
    setStale(undefined);
    onDirty(false);
    setShown(fresh);
    setTurn(turn + 1);
    settle(fresh);
  };
  return (
    // A new key is a new form: after a save or a reload it shows what the server has, nothing else.
    <Sheet
      key={turn}
      {...rest}
      id={id}
      ticket={ticket}
      shown={shown}
      again={turn > 0}
      stale={stale}
      onStale={setStale}
      onTake={take}
      onDirty={onDirty}
      onIdle={follow}
      onRefused={() => settle(undefined)}
    />
  );
};

interface SheetProps extends Omit<Props, 'ref'> {
  id: string;
  /** What the form was filled from; the ticket may be ahead of it. */
  shown: Ticket;
  /** Takes the place of a form that was saved or given up. */
  again: boolean;
  /** The server's sentence on somebody else's change. */
  stale: string | undefined;
  onStale: (message: string | undefined) => void;
  onTake: (fresh: Ticket) => void;
  /** Nothing is typed and nothing on its way: the form may show another version of the ticket. */
  onIdle: (ticket: Ticket, stale: string | undefined) => void;
  onRefused: () => void;
}

const Sheet = ({id, ticket, shown, again, verdict, files, stale, onStale, onTake, onDirty, onIdle, onRefused, onReload, children}: SheetProps) => {
  const config = useConfig();
  const resource = useResource(TICKETS);
  const session = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const upload = useUpload();
  const send = useSendTicket(upload);
  const form = `${TICKETS}.${shown.id}`;
  const place = useDraftPlace(form);
  const items = shown.ticketFormularios ?? [];
  const unsent = unsentFiles(files.choice);
  const stored = useStoredFiles(ticket.id, ticket.ticketArquivos);

  const submit = useOnce(async (values: TicketValues) => {
    const ready = await files.ready();
    if (ready === undefined) return notSaved();
    const {idEmpresa, idFilial, idModeloFormulario, descricao} = shown;
    const data = {
      // The form's own version: a draft has that of the ticket it was typed on.
      id: shown.id, idEmpresa, idFilial, idModeloFormulario, descricao, versao: values['versao'], idUsuario: session.id,
      ticketFormularios: toFormularios(config, items, values, session),
    };
    try {
      const answer = await send(resource.api?.update ?? 'PUT tickets/:id', {params: {id: shown.id}, data, files: ready});
      if (answer === undefined) return notSaved();
      toasts.success(fill(resource.messages.updated, {id: shown.id}));
      // Where it cannot be read again, as far as it is known.
      const sent = items.map((item, at) => ({...item, ...data.ticketFormularios[at]}));
      const fresh = (await onReload()) ?? {...shown, ticketFormularios: sent, ...answer.body};
      files.choice.replace([]);
      onTake(fresh);
    } catch (error) {
      const {codigo, message = '', campos} = bodyOfError(error);
      if (codigo === 'VERSAO') onStale(message);
      else toasts.failed(error);
      return notSaved(campos);
    } finally {
      void queryClient.invalidateQueries({queryKey: [TICKETS]});
    }
    return undefined;
  });

  return (
    <Form
      id={id}
      record={{id: shown.id, versao: shown.versao, itens: valuesOf(items)}}
      onSubmit={submit}
      disableInvalidFormNotification
      noValidate
    >
      <FormWatch ticket={ticket} stale={stale} onDirty={onDirty} onIdle={onIdle} onRefused={onRefused} />
      {verdict.allowed && <DraftKeeper form={form} fields={resource.fields} note={chooseAgain(unsent)} />}
      <Stack spacing={2}>
        <Section title="Identificação">
          <Facts>
            {NAMES.map(name => {
              const field = resource.fields[name];
              return field && <Fact key={name} label={field.label}><FieldValue field={field} value={shown[name]} record={shown} /></Fact>;
            })}
          </Facts>
        </Section>
        <Section title="Campos do formulário">{verdict.allowed ? <TicketItems items={items} /> : <ItemFacts items={items} />}</Section>
        <Section title="Arquivos">
          <Stack spacing={3}>
            <TicketFiles files={stored ?? []} mayDelete={verdict.allowed} />
            <AddFiles ticket={ticket} files={files} upload={upload} disabled={!verdict.allowed} />
          </Stack>
        </Section>
        {children}
      </Stack>
      <FirstError />
      <SaveBar
        ticket={shown.id}
        refused={verdict.allowed ? undefined : verdict.reason}
        busy={upload.share !== undefined || files.choice.checking}
        focused={again}
      >
        {upload.share !== undefined && <UploadProgress share={upload.share} onCancel={() => upload.cancel()} />}
      </SaveBar>
      <UnsavedGuard
        also={unsent}
        onLeave={() => {
          upload.cancel();
          dropDraft(place);
        }}
      />
      {stale !== undefined && (
        <StaleDialog
          name={TICKETS}
          message={stale}
          mine={shown}
          form={{
            inputs: comparedItems(config, items, session),
            valuesOf: ({ticketFormularios}) => ({itens: valuesOf((ticketFormularios ?? []) as typeof items)}),
          }}
          onReload={stored => onTake(stored as Ticket)}
          onClose={() => onStale(undefined)}
        />
      )}
    </Form>
  );
};

type WatchProps = Pick<SheetProps, 'ticket' | 'stale' | 'onDirty' | 'onIdle' | 'onRefused'>;

const FormWatch = ({ticket, stale, onDirty, onIdle, onRefused}: WatchProps) => {
  const {submitCount} = useFormState();
  const {unsaved, isSubmitting} = useUnsaved();
  useEffect(() => {
    if (!isSubmitting) onDirty(unsaved);
  }, [unsaved, isSubmitting, onDirty]);
  // With something typed, the form's own `versao` lets the server see the conflict. In the middle of a submit, a form that is
  // filled anew would forget it without a word.
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    if (!unsaved && !isSubmitting) idle(ticket, stale);
  }, [unsaved, isSubmitting, ticket, stale]);
  // A submit that saved has told so itself; any other ends here, also one that was not valid.
  const ended = useEffectEvent(onRefused);
  useEffect(() => {
    if (submitCount > 0) ended();
  }, [submitCount]);
  return null;
};
