/** The comment input under a record's conversation, kept as a draft until it is sent. */
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
import {initialAnswers} from '../../schema/lifeCycle/answers.ts';
import {askedFields, commentAnswerName, isCommentUnrestricted} from '../../schema/lifeCycle/asks.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {formatReaders} from '../../schema/words/audience.ts';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {removeDraft, hasDraftsOfForm} from '../form/drafts/draftStore.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {SubmitStatus} from '../form/SubmitStatus.tsx';
import {NOT_SAVED, singleFieldErrors, useSubmitOnce, type SaveErrors} from '../form/useSubmitOnce.ts';
import {useUpload} from '../parts/files/useUpload.ts';
import {useResourceAndSession, useSession} from '../session/context.ts';
import {Icon} from '../theme/Icon.tsx';
import {TOUCH_SCREEN} from '../theme/tokens.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {commentActions, type ActionRecord, type JudgedAction} from '../api/actionVerdicts.ts';
import {useActionRunner, useLastClosedAction} from './ActionDialogHost.tsx';
import type {SingleRecordPlace} from './actionPlaces.ts';
import {AskInput} from './replies/AskInput.tsx';
import {DirtyReporter, useSendHint} from './DirtyReporter.tsx';
import {useActions, useVerdict} from './useActions.ts';
import {useSendAction} from './useSendAction.ts';

interface Props {
  name: string;
  record: ActionRecord;
  place: SingleRecordPlace;
  /** Saves first: resolves the record to act on; undefined cancels. */
  before?: (() => Promise<ActionRecord | undefined>) | undefined;
}

const boxId = (name: string, id: number | string): string => `conversa-${name}-${id}`;

/** Focuses the comment input, for a certain action if given; returns whether it is on the screen. */
const focusCommentInput = (name: string, id: number | string, action = ''): boolean => {
  const findInBox = (selector: string) => document.getElementById(boxId(name, id))?.querySelector<HTMLElement>(selector);
  const choice = findInBox(`button[value="${CSS.escape(action)}"][aria-pressed="false"]`);
  // flushSync, because the next key press belongs to the new input.
  if (choice) flushSync(() => choice.click());
  const input = findInBox('textarea, input');
  input?.focus();
  return input != null;
};

/**
 * Comment actions that the screen's box offers, by name; each function focuses the box. Replies with alternatives have a dialog of their
 * own.
 */
export const useCommentActions = (name: string, record: ActionRecord, place: Props['place']): Readonly<Record<string, () => boolean>> =>
  Object.fromEntries(commentActions(useActions(name, record, place)).filter(({replyTransitions}) => replyTransitions === undefined)
    .map(judged => [judged.name, () => focusCommentInput(name, record.id, judged.name)]));

/** The draft's name, shared with the action's dialog, so that a text continues there. */
const draftName = (name: string, {id}: ActionRecord, action: string): string => `${name}.${id}.${action}`;

export const CommentBox = ({name, record, place, before}: Props) => {
  const {id: user} = useSession();
  const allowed = commentActions(useActions(name, record, place));
  // An action with a stored draft is chosen first.
  const [chosen, setChosen] = useState(() => allowed.find(judged => hasDraftsOfForm(user, draftName(name, record, judged.name)))?.name);
  const [carried, setCarried] = useState('');
  const [turn, setTurn] = useState(0);
  const done = useLastClosedAction();
  const [dialog, setDialog] = useState({done, turn: 0});
  const [typed, setTyped] = useState(false);
  const [lastOffered, setLastOffered] = useState<JudgedAction>();
  // A typed comment stays visible after others closed the record.
  const isClosed = typed && lastOffered !== undefined && allowed.every(judged => judged.name !== lastOffered.name);
  // The offered action stays the same while others change the record; at first, the comment that everybody reads.
  const current = isClosed ? lastOffered : allowed.find(({name: action}) => action === (chosen ?? lastOffered?.name))
    ?? allowed.find(({action}) => isCommentUnrestricted(action)) ?? allowed[0];
  if (current !== undefined && current.name !== lastOffered?.name) setLastOffered(current);
  // A comment sent from the action's dialog empties the box.
  if (done !== dialog.done) setDialog({done, turn: dialog.turn + Number(done?.id === record.id && done.name === lastOffered?.name)});
  const verdict = useVerdict(name, lastOffered?.name ?? '', record);
  const reason = verdict.allowed ? '' : verdict.reason;
  // After sending or choosing, the new input takes the focus.
  const focus = useEffectEvent(() => void focusCommentInput(name, record.id));
  useEffect(() => {
    if (turn > 0) focus();
  }, [turn]);
  const choose = (action: string, text: string) => {
    setTyped(false);
    setCarried(text);
    setChosen(action);
    setTurn(turn + 1);
  };
  return current && (
    <Writing
      key={`${current.name}.${dialog.turn}.${turn}`}
      name={name}
      record={record}
      judgedAction={current}
      choices={allowed}
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

/** A dashed frame and a tinted background mark comments with restricted readers. */
const restrictedStyle = {
  p: 1.5, borderRadius: 1, border: '1px dashed', borderColor: 'warning.main',
  backgroundColor: ({palette}: Theme) => alpha(palette.warning.main, 0.1),
};

interface WritingProps extends Omit<Props, 'place'> {
  judgedAction: JudgedAction;
  choices: readonly JudgedAction[];
  /** Text typed before another action was chosen. */
  carried: string;
  closed: string | undefined;
  onTyped: (typed: boolean) => void;
  onChoose: (action: string, text: string) => void;
  onCarried: () => void;
  onSent: () => void;
}

const Writing = (
  {
    name, record, judgedAction: {name: actionName, action}, choices, carried, closed, before, onTyped, onChoose, onCarried, onSent,
  }: WritingProps,
) => {
  const {config, resource, session} = useResourceAndSession(name);
  const asks = askedFields(resource, action);
  // Kept in state, because a reread record must not replace typed text.
  const [openingValues] = useState(() => initialAnswers(resource, asks, record, session));
  const comment = commentAnswerName(action) ?? '';
  const send = useSendAction(name);
  const toasts = useToasts();
  const form = draftName(name, record, actionName);
  const draft = useDraftPlace(form);
  const hint = useSendHint();
  const upload = useUpload();
  const run = useActionRunner(name);
  const attach = async () => {
    const currentRecord = before === undefined ? record : await before();
    if (currentRecord !== undefined) await run(actionName, currentRecord);
  };
  const submit = useSubmitOnce(async (values: RecordValues): Promise<SaveErrors | undefined> => {
    try {
      const currentRecord = before === undefined ? record : await before();
      if (currentRecord === undefined) return NOT_SAVED;
      // Without a version, because a comment is valid whatever others changed.
      const isSent = await upload.run(async ({signal}) => {
        await send(actionName, {...currentRecord, versao: undefined}, {values, files: []}, {signal});
        return true;
      }, false);
      if (isSent !== true) return NOT_SAVED;
      removeDraft(draft);
      onSent();
      return undefined;
    } catch (error) {
      toasts.failed(error);
      return singleFieldErrors(comment, error);
    }
  });
  const sendByKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (closed === undefined) (event.target as HTMLTextAreaElement).form?.requestSubmit();
  };
  const choose = (next: string, text: string) => {
    const hasDraft = hasDraftsOfForm(session.id, draftName(name, record, next));
    if (!hasDraft) removeDraft(draft);
    onChoose(next, hasDraft ? '' : text);
  };
  const label = asks[comment]?.label ?? '';
  const {see: readers} = action.asks?.[comment] ?? {};
  const takesFiles = action.files !== undefined && closed === undefined;
  return (
    <Box
      id={boxId(name, record.id)}
      onKeyDown={sendByKeys}
      sx={{mb: 2, scrollMarginTop: 80, displayPrint: 'none', ...readers && restrictedStyle}}
    >
      <Form defaultValues={openingValues} onSubmit={submit} disableInvalidFormNotification noValidate>
        {choices.length > 1 && <ActionChoice choices={choices} chosen={actionName} comment={comment} onChoose={choose} />}
        <DraftKeeper form={form} fields={asks} />
        {carried !== '' && <CarriedText comment={comment} text={carried} onCarried={onCarried} />}
        {readers && (
          <Typography variant="body2" sx={{display: 'flex', alignItems: 'center', gap: 0.75, mb: 1, fontWeight: 600}}>
            <LockIcon sx={{fontSize: 16}} /> {formatReaders(config, readers)}
          </Typography>
        )}
        {Object.entries(asks).map(([ask, field]) => (
          <AskInput
            key={ask}
            about={{name, record}}
            field={field}
            source={ask}
            fields={asks}
            helperText={closed === undefined ? hint : undefined}
          />
        ))}
        <DirtyReporter onChange={onTyped} />
        {closed !== undefined && <Typography role="status" variant="body2" color="warning.main">{closed}</Typography>}
        <SubmitStatus draft={form} onCancel={upload.cancel} />
        <Box sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1}}>
          <Send label={`Enviar ${(readers === undefined ? label : action.label).toLowerCase()}`} closed={closed !== undefined} />
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

interface ActionChoiceProps {
  choices: readonly JudgedAction[];
  chosen: string;
  comment: string;
  onChoose: (action: string, text: string) => void;
}

/** Chooses the comment action; the typed text moves along, unless the other action has a draft. */
const ActionChoice = ({choices, chosen, comment, onChoose}: ActionChoiceProps) => {
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
      {choices.map(({name, action: {label, icon}}) => (
        <ToggleButton key={name} value={name} sx={{gap: 0.75, py: 0.5, textTransform: 'none', [TOUCH_SCREEN]: {minHeight: 44}}}>
          {icon && <Icon name={icon} sx={{fontSize: 18}} />}{label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
};

/** Sets the value as dirty, so that it becomes a draft. */
const CarriedText = ({comment, text, onCarried}: {comment: string; text: string} & Pick<WritingProps, 'onCarried'>) => {
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
