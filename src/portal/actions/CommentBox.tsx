/** What somebody has to say of a record, written where the conversation is read; kept as other drafts are until it is sent. */
import {useEffect, useState, type KeyboardEvent} from 'react';
import AttachIcon from '@mui/icons-material/AttachFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {Form} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {askedDefaults} from '../../schema/lifeCycle/answers.ts';
import {asksOf, commentAsk} from '../../schema/lifeCycle/asks.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft} from '../form/drafts/store.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {NotSent} from '../form/NotSent.tsx';
import {NOT_SAVED, refusalAt, useOnce, type SaveErrors} from '../form/useOnce.ts';
import {useAbout} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {commentOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import {useActionRunner, useDone} from './ActionDialogHost.tsx';
import type {OwnPlace} from './places.ts';
import {AskedInput} from './replies/AskedInput.tsx';
import {Typed, useSendHint} from './Typed.tsx';
import {useActions, useVerdict} from './useActions.ts';
import {useSendAction} from './useSendAction.ts';

interface Props {
  /** The resource's name. */
  name: string;
  record: ActionRecord;
  place: OwnPlace;
  /** What comes before it is sent: resolves the record as it is then, undefined where it is not sent. */
  before?: (() => Promise<ActionRecord | undefined>) | undefined;
}

const placeOf = (name: string, id: number | string): string => `conversa-${name}-${id}`;

/** Puts the focus where a record is written about; whether there is such a place. */
const write = (name: string, id: number | string): boolean => {
  const input = document.getElementById(placeOf(name, id))?.querySelector('textarea, input');
  if (input instanceof HTMLElement) input.focus();
  return input instanceof HTMLElement;
};

/** What the button of a commenting action leads to, by the action's name: the box on the same screen, unless it is an answer. */
export const useWriting = (name: string, record: ActionRecord, place: Props['place']): Readonly<Record<string, () => boolean>> => {
  const one = commentOf(useActions(name, record, place));
  return one === undefined || one.ways !== undefined ? {} : {[one.name]: () => write(name, record.id)};
};

export const CommentBox = ({name, record, place, before}: Props) => {
  const allowed = commentOf(useActions(name, record, place));
  const [sent, setSent] = useState(0);
  const done = useDone();
  const [dialog, setDialog] = useState({done, turn: 0});
  const [last, setLast] = useState(allowed);
  const [typed, setTyped] = useState(false);
  if (allowed !== undefined && allowed.name !== last?.name) setLast(allowed);
  // What was written in its dialog was written here.
  if (done !== dialog.done) setDialog({done, turn: dialog.turn + Number(done?.id === record.id && done.name === last?.name)});
  const verdict = useVerdict(name, last?.name ?? '', record);
  const reason = verdict.allowed ? '' : verdict.reason;
  // Whoever is writing goes on having what they wrote where others did what closes the record.
  const one = allowed ?? (typed ? last : undefined);
  // What was sent leaves an empty box, which the focus stays in.
  return one && (
    <Writing
      key={`${dialog.turn}.${sent}`}
      name={name}
      record={record}
      one={one}
      closed={allowed === undefined ? `${reason} O que você escreveu fica guardado.`.trim() : undefined}
      before={before}
      again={sent > 0}
      onTyped={setTyped}
      onSent={() => setSent(sent + 1)}
    />
  );
};

interface WritingProps extends Omit<Props, 'place'> {
  one: JudgedAction;
  /** Why it cannot be sent any more. */
  closed: string | undefined;
  again: boolean;
  onTyped: (typed: boolean) => void;
  onSent: () => void;
}

const Writing = ({name, record, one: {name: actionName, action}, closed, before, again, onTyped, onSent}: WritingProps) => {
  const {resource, session} = useAbout(name);
  const asks = asksOf(resource, action);
  // The record may be read again meanwhile: what was typed stays.
  const [begun] = useState(() => askedDefaults(resource, asks, record, session));
  const comment = commentAsk(action) ?? '';
  const send = useSendAction(name);
  const toasts = useToasts();
  const form = `${name}.${record.id}.${actionName}`;
  const draft = useDraftPlace(form);
  const hint = useSendHint();
  const run = useActionRunner(name);
  useEffect(() => {
    if (again) write(name, record.id);
  }, [again, name, record.id]);

  const attach = async () => {
    const ready = before === undefined ? record : await before();
    if (ready !== undefined) await run(actionName, ready);
  };
  const submit = useOnce(async (values: Values): Promise<SaveErrors | undefined> => {
    try {
      const ready = before === undefined ? record : await before();
      if (ready === undefined) return NOT_SAVED;
      // Without a version: whatever others did meanwhile, it is said.
      await send(actionName, {...ready, versao: undefined}, {values, files: []});
      dropDraft(draft);
      onSent();
      return undefined;
    } catch (error) {
      toasts.failed(error);
      return refusalAt(comment, error);
    }
  });
  const sendByKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (closed === undefined) (event.target as HTMLTextAreaElement).form?.requestSubmit();
  };
  const label = asks[comment]?.label ?? '';
  return (
    <Box id={placeOf(name, record.id)} onKeyDown={sendByKeys} sx={{mb: 2, scrollMarginTop: 80, displayPrint: 'none'}}>
      <Form defaultValues={begun} onSubmit={submit} disableInvalidFormNotification noValidate>
        <DraftKeeper form={form} fields={asks} />
        {Object.entries(asks).map(([ask, field]) => (
          <AskedInput
            key={ask}
            about={{name, record}}
            field={field}
            source={ask}
            fields={asks}
            helperText={closed === undefined ? hint : undefined}
          />
        ))}
        <Typed onChange={onTyped} />
        {closed !== undefined && <Typography role="status" variant="body2" color="warning.main">{closed}</Typography>}
        <NotSent />
        <Box sx={{display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1}}>
          <Send label={`Enviar ${label.toLowerCase()}`} closed={closed !== undefined} />
          {action.files !== undefined && closed === undefined && (
            <Button size="small" color="inherit" startIcon={<AttachIcon />} onClick={() => void attach()}>Com arquivos</Button>
          )}
        </Box>
      </Form>
    </Box>
  );
};

const Send = ({label, closed}: {label: string; closed: boolean}) => {
  const {isSubmitting} = useFormState();
  return (
    <Button type="submit" variant="outlined" color="inherit" size="small" disabled={closed} loading={isSubmitting}>
      {label}
    </Button>
  );
};
