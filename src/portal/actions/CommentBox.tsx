/** What somebody has to say of a record, written where the conversation is read; kept as other drafts are until it is sent. */
import {useEffect, useEffectEvent, useState, type KeyboardEvent} from 'react';
import AttachIcon from '@mui/icons-material/AttachFile';
import LockIcon from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {alpha, type Theme} from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import {Form} from 'ra-core';
import {flushSync} from 'react-dom';
import {useFormContext, useFormState} from 'react-hook-form';
import {askedDefaults} from '../../schema/lifeCycle/answers.ts';
import {asksOf, commentAsk, isCommentOpen} from '../../schema/lifeCycle/asks.ts';
import type {Values} from '../../schema/fields/validate.ts';
import {readersWords} from '../../schema/words/audience.ts';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft, hasDraftsOf} from '../form/drafts/store.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {NotSent} from '../form/NotSent.tsx';
import {NOT_SAVED, refusalAt, useOnce, type SaveErrors} from '../form/useOnce.ts';
import {useUpload} from '../parts/files/useUpload.ts';
import {useAbout, useSession} from '../session/context.ts';
import {Icon} from '../theme/Icon.tsx';
import {COARSE} from '../theme/tokens.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {commentsOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
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

/** Puts the focus where a record is written about, by this action where it is given; whether there is such a place. */
const write = (name: string, id: number | string, action = ''): boolean => {
  const find = (selector: string) => document.getElementById(placeOf(name, id))?.querySelector<HTMLElement>(selector);
  const choice = find(`button[value="${CSS.escape(action)}"][aria-pressed="false"]`);
  // What is typed next belongs into the new input.
  if (choice) flushSync(() => choice.click());
  const input = find('textarea, input');
  input?.focus();
  return input != null;
};

/** What the box of the screen offers, by the action's name: each puts the focus there. An answer has a dialog of its own. */
export const useWriting = (name: string, record: ActionRecord, place: Props['place']): Readonly<Record<string, () => boolean>> =>
  Object.fromEntries(commentsOf(useActions(name, record, place)).filter(({ways}) => ways === undefined)
    .map(one => [one.name, () => write(name, record.id, one.name)]));

/** The name of a draft, which the action's dialog has too: what is written here goes on there. */
const draftOf = (name: string, {id}: ActionRecord, action: string): string => `${name}.${id}.${action}`;

export const CommentBox = ({name, record, place, before}: Props) => {
  const {id: user} = useSession();
  const allowed = commentsOf(useActions(name, record, place));
  // What was typed before a reload is in sight after it.
  const [chosen, setChosen] = useState(() => allowed.find(one => hasDraftsOf(user, draftOf(name, record, one.name)))?.name);
  const [carried, setCarried] = useState('');
  const [turn, setTurn] = useState(0);
  const done = useDone();
  const [dialog, setDialog] = useState({done, turn: 0});
  const [typed, setTyped] = useState(false);
  const [last, setLast] = useState<JudgedAction>();
  // Whoever is writing goes on having what they wrote where others did what closes the record.
  const isClosed = typed && last !== undefined && allowed.every(one => one.name !== last.name);
  // What was offered first stays so, whatever others do; what everybody reads comes first.
  const one = isClosed ? last : allowed.find(({name: action}) => action === (chosen ?? last?.name))
    ?? allowed.find(({action}) => isCommentOpen(action)) ?? allowed[0];
  if (one !== undefined && one.name !== last?.name) setLast(one);
  // What was written in its dialog was written here.
  if (done !== dialog.done) setDialog({done, turn: dialog.turn + Number(done?.id === record.id && done.name === last?.name)});
  const verdict = useVerdict(name, last?.name ?? '', record);
  const reason = verdict.allowed ? '' : verdict.reason;
  // What was sent leaves an empty box, which has the focus, as what was chosen has.
  const focus = useEffectEvent(() => void write(name, record.id));
  useEffect(() => {
    if (turn > 0) focus();
  }, [turn]);
  const choose = (action: string, text: string) => {
    setTyped(false);
    setCarried(text);
    setChosen(action);
    setTurn(turn + 1);
  };
  return one && (
    <Writing
      key={`${one.name}.${dialog.turn}.${turn}`}
      name={name}
      record={record}
      one={one}
      ways={allowed}
      carried={carried}
      closed={isClosed ? `${reason} O que você escreveu fica guardado.`.trim() : undefined}
      before={before}
      onTyped={setTyped}
      onChoose={choose}
      onCarried={() => setCarried('')}
      onSent={() => setTurn(turn + 1)}
    />
  );
};

/** What not everybody reads is written on another ground, within a line that is no input's. */
const apart = {
  p: 1.5, borderRadius: 1, border: '1px dashed', borderColor: 'warning.main',
  backgroundColor: ({palette}: Theme) => alpha(palette.warning.main, 0.1),
};

interface WritingProps extends Omit<Props, 'place'> {
  one: JudgedAction;
  /** What can be written. */
  ways: readonly JudgedAction[];
  /** What was typed before another way was chosen. */
  carried: string;
  /** Why it cannot be sent any more. */
  closed: string | undefined;
  onTyped: (typed: boolean) => void;
  onChoose: (action: string, text: string) => void;
  /** It stands in the input. */
  onCarried: () => void;
  onSent: () => void;
}

const Writing = (
  {name, record, one: {name: actionName, action}, ways, carried, closed, before, onTyped, onChoose, onCarried, onSent}: WritingProps,
) => {
  const {config, resource, session} = useAbout(name);
  const asks = asksOf(resource, action);
  // The record may be read again meanwhile: what was typed stays.
  const [begun] = useState(() => askedDefaults(resource, asks, record, session));
  const comment = commentAsk(action) ?? '';
  const send = useSendAction(name);
  const toasts = useToasts();
  const form = draftOf(name, record, actionName);
  const draft = useDraftPlace(form);
  const hint = useSendHint();
  const sending = useUpload();
  const run = useActionRunner(name);
  const attach = async () => {
    const ready = before === undefined ? record : await before();
    if (ready !== undefined) await run(actionName, ready);
  };
  const submit = useOnce(async (values: Values): Promise<SaveErrors | undefined> => {
    try {
      const ready = before === undefined ? record : await before();
      if (ready === undefined) return NOT_SAVED;
      // Without a version: whatever others did meanwhile, it is said.
      const isSent = await sending.run(async ({signal}) => {
        await send(actionName, {...ready, versao: undefined}, {values, files: []}, {signal});
        return true;
      }, false);
      if (isSent !== true) return NOT_SAVED;
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
  const choose = (next: string, text: string) => {
    const isWritten = hasDraftsOf(session.id, draftOf(name, record, next));
    if (!isWritten) dropDraft(draft);
    onChoose(next, isWritten ? '' : text);
  };
  const label = asks[comment]?.label ?? '';
  const {see} = action.asks?.[comment] ?? {};
  const takesFiles = action.files !== undefined && closed === undefined;
  return (
    <Box
      id={placeOf(name, record.id)}
      onKeyDown={sendByKeys}
      sx={{mb: 2, scrollMarginTop: 80, displayPrint: 'none', ...see && apart}}
    >
      <Form defaultValues={begun} onSubmit={submit} disableInvalidFormNotification noValidate>
        {ways.length > 1 && <Ways ways={ways} chosen={actionName} comment={comment} onChoose={choose} />}
        <DraftKeeper form={form} fields={asks} />
        {carried !== '' && <Carried comment={comment} text={carried} onCarried={onCarried} />}
        {see && (
          <Typography variant="body2" sx={{display: 'flex', alignItems: 'center', gap: 0.75, mb: 1, fontWeight: 600}}>
            <LockIcon sx={{fontSize: 16}} /> {readersWords(config, see)}
          </Typography>
        )}
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
        <NotSent draft={form} onCancel={sending.cancel} />
        <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1}}>
          <Send label={`Enviar ${(see === undefined ? label : action.label).toLowerCase()}`} closed={closed !== undefined} />
          {takesFiles && (
            <Button size="small" color="inherit" startIcon={<AttachIcon />} onClick={() => void attach()}>Com arquivos</Button>
          )}
          {takesFiles && asks[comment]?.required === true && (
            <Typography variant="caption" color="text.secondary">Com arquivos, escreva também o que eles mostram.</Typography>
          )}
        </Box>
      </Form>
    </Box>
  );
};

interface WaysProps {
  ways: readonly JudgedAction[];
  chosen: string;
  /** The input of the chosen one. */
  comment: string;
  onChoose: (action: string, text: string) => void;
}

/** What is written: it goes along to another way that has nothing typed in it yet. */
const Ways = ({ways, chosen, comment, onChoose}: WaysProps) => {
  const {getValues} = useFormContext<Record<string, string | null>>();
  const {isSubmitting} = useFormState();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="O que escrever"
      value={chosen}
      disabled={isSubmitting}
      onChange={(_event, next: string | null) => next !== null && onChoose(next, getValues(comment) ?? '')}
      sx={{mb: 1.5}}
    >
      {ways.map(({name, action: {label, icon}}) => (
        <ToggleButton key={name} value={name} sx={{gap: 0.75, py: 0.5, textTransform: 'none', [COARSE]: {minHeight: 44}}}>
          {icon && <Icon name={icon} sx={{fontSize: 18}} />}{label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

/** Types for the person, so that it is a draft as what they type. */
const Carried = ({comment, text, onCarried}: {comment: string; text: string} & Pick<WritingProps, 'onCarried'>) => {
  const {setValue} = useFormContext<Record<string, unknown>>();
  const {isReady} = useFormState();
  const carry = useEffectEvent(() => {
    setValue(comment, text, {shouldDirty: true});
    onCarried();
  });
  useEffect(() => {
    if (isReady) carry();
  }, [isReady]);
  return null;
};

const Send = ({label, closed}: {label: string; closed: boolean}) => {
  const {isSubmitting} = useFormState();
  return (
    <Button type="submit" variant="outlined" color="inherit" size="small" disabled={closed} loading={isSubmitting}>
      {label}
    </Button>
  );
};
