/** The dialog of an action's asks (a reason, files), a form built from its declaration. */
import {useMemo, useRef, useState, type ReactNode} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {flushSync} from 'react-dom';
import {useFormState} from 'react-hook-form';
import {ACTION_NEEDS_FILE, initialAnswers, optionsCall} from '../../schema/lifeCycle/answers.ts';
import {fillRecordText} from '../../schema/lists/details.ts';
import {askedFields} from '../../schema/lifeCycle/asks.ts';
import type {Action, Resource} from '../../schema/shapes/config.ts';
import {statusById, statusByKey, statusIdOf} from '../../schema/statuses/statuses.ts';
import {listTargetStatuses} from '../../schema/lifeCycle/workflow.ts';
import {nounOf} from '../../schema/words/nouns.ts';
import type {Fields} from '../../schema/shapes/fields.ts';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {removeDraftAndKey} from '../form/drafts/draftStore.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {CheckedForm} from '../form/CheckedForm.tsx';
import {SendingStatus} from '../form/SendingStatus.tsx';
import {useLeaveDialogTexts} from '../form/UnsavedGuard.tsx';
import {joinHiddenFieldErrors, NOT_SAVED, useSubmitOnce, type SaveErrors} from '../form/useSubmitOnce.ts';
import {ActionOptionsContext} from '../fields/references.ts';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {uploadProgressOf} from '../fields/files/fileTexts.ts';
import {draftFilesNote, useFileChoice} from '../parts/files/useFileChoice.ts';
import {useResourceAndSession} from '../session/context.ts';
import {GUTTER} from '../theme/tokens.ts';
import {useIsPhone} from '../theme/useIsPhone.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {OFFLINE_REASON, errorReason} from '../ui/LoadError.tsx';
import {readErrorBody} from '../api/errors.ts';
import type {Answers} from '../api/payload.ts';
import type {ActionRecord, JudgedAction} from '../api/actionVerdicts.ts';
import {AskInputs} from './AskInputs.tsx';
import {DirtyReporter} from './DirtyReporter.tsx';
import type {SendOptions} from './useSendAction.ts';

type Values = Record<string, unknown>;

export interface PressedButton {
  opensNext: boolean;
  /** An alternative action, sent with the same answers. */
  alternative?: JudgedAction | undefined;
}

interface Props {
  open: boolean;
  title: string;
  name: string;
  /** Name of the draft; it survives a reload and is discarded with the dialog. */
  form: string;
  action: Action;
  record: ActionRecord;
  /** Ids of other records that get the same answers. */
  also?: readonly number[] | undefined;
  offersNext?: boolean;
  alternatives?: readonly JudgedAction[] | undefined;
  /** Sends the answers; rejects with an HttpError, which the dialog shows. */
  onSend: (answers: Answers, pressed: PressedButton, options: SendOptions) => Promise<void>;
  onClose: () => void;
  onClosed: () => void;
  note?: ReactNode;
  children?: ReactNode;
}

/** The focus scrolls the alert into view, because the refused button is at the dialog's other end. */
const focusElement = (element: HTMLElement | null): void => element?.focus();

/** Focuses the first input after the opening transition, unless the person has focused an input already. */
const focusFirst = (dialog: HTMLElement, selector: string): void => {
  const {activeElement} = document;
  const input = dialog.querySelector<HTMLElement>(selector);
  // The dialog's own focus does not count.
  const isWithin = activeElement !== null && dialog.contains(activeElement) && !activeElement.contains(input);
  if (!isWithin) input?.focus();
};

/** Opening values: asks that are fields show the record's values, and conditions use the other fields. */
const openingValues = ({fields}: Resource, asks: Fields, record: ActionRecord, begun: Values): ActionRecord => {
  // A reference ask begins empty, because it is meant to change.
  const keepsValue = (name: string): boolean => name in fields && asks[name]?.kind !== 'referencia';
  return {id: record.id, ...Object.fromEntries(Object.entries(record).filter(([name]) => keepsValue(name))), ...begun};
};

export const AskDialog = (
  {open, title, name, form, action, alternatives = [], record, also, note, offersNext = false, onSend, onClose, onClosed, children}: Props,
) => {
  const {config, resource, session} = useResourceAndSession(name);
  const [pressed, setPressed] = useState<PressedButton>({opensNext: false});
  // The pressed button decides the asks: an alternative may require fewer.
  const pressedAction = pressed.alternative?.action ?? action;
  const asks = askedFields(resource, pressedAction);
  const fields = {...resource.fields, ...asks};
  const files = useFileChoice(name, {unique: false, form: action.files === undefined ? undefined : form});
  const place = useDraftPlace(form);
  // Kept in state, because a reread record must not replace typed answers.
  const [opening] = useState(() => openingValues(resource, asks, record, initialAnswers(resource, asks, record, session)));
  const options = useMemo(() => ({call: optionsCall(action), id: record.id, otherIds: also}), [action, record.id, also]);
  const [refusal, setRefusal] = useState<string>();
  const [progress, setProgress] = useState<number>();
  /** Set while sending and after success, so that nothing is sent twice, also during the closing transition. */
  const upload = useRef<AbortController>(undefined);
  const typed = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const leavingWords = useLeaveDialogTexts();
  const fullScreen = useIsPhone();
  // Without a required ask, Enter in an input would run a dangerous action at once.
  const sendsOnEnter = action.tone === 'danger' && !Object.values(asks).some(({required}) => required === true);
  const firstSelector = sendsOnEnter ? '.MuiDialogActions-root button' : 'textarea, input';

  const forget = () => {
    // flushSync, because the draft must not be stored again with the files.
    flushSync(() => files.clear());
    removeDraftAndKey(place);
  };
  const closeAndDiscard = () => {
    forget();
    onClose();
  };
  /** Asks before typed or chosen answers are discarded. */
  const goBack = () => {
    if (typed.current || files.chosen.length > 0) setLeaving(true);
    else closeAndDiscard();
  };

  const submit = useSubmitOnce(async (values: Values): Promise<SaveErrors | undefined> => {
    setRefusal(undefined);
    const sending = new AbortController();
    upload.current = sending;
    try {
      const chosen = await files.collect();
      const lacksFile = chosen?.length === 0 && pressedAction.files === 'required';
      if (chosen === undefined || lacksFile) {
        upload.current = undefined;
        setRefusal(lacksFile ? ACTION_NEEDS_FILE : undefined);
        return NOT_SAVED;
      }
      await onSend({values, files: chosen}, pressed, {signal: sending.signal, onProgress: setProgress});
      forget();
      return undefined;
    } catch (error) {
      upload.current = undefined;
      const {campos = []} = readErrorBody(error);
      const otherErrors = campos.filter(({campo}) => !(campo in asks));
      setRefusal(error instanceof DOMException ? undefined : joinHiddenFieldErrors(resource.fields, otherErrors) || errorReason(error));
      const fieldErrors = campos.filter(({campo}) => campo in asks).map(({campo, mensagem}): [string, string] => [campo, mensagem]);
      return {...NOT_SAVED, ...Object.fromEntries(fieldErrors)};
    } finally {
      setProgress(undefined);
    }
  });

  return (
    <Dialog
      open={open}
      fullWidth
      fullScreen={fullScreen}
      onClose={(_event, reason) => reason === 'escapeKeyDown' && upload.current === undefined && goBack()}
      slotProps={{
        // Long content scrolls between the title and the buttons.
        paper: {sx: {'& > form': {display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0}}},
        transition: {onEntered: (node: HTMLElement) => focusFirst(node, firstSelector), onExited: onClosed},
      }}
    >
      <DialogTitle>{title}</DialogTitle>
      <CheckedForm record={opening} onSubmit={submit}>
        <DialogContent>
          <Stack spacing={3}>
            <DraftKeeper
              form={form}
              fields={fields}
              note={draftFilesNote(files)}
              isNoteLoading={files.reading}
              onDiscard={() => files.clear()}
            />
            {refusal !== undefined && <Alert severity="warning" role="alert" tabIndex={-1} ref={focusElement}>{refusal}{children}</Alert>}
            {action.confirm !== undefined && (
              <DialogContentText>{fillRecordText(config, resource, action.confirm, record)}</DialogContentText>
            )}
            <div>
              {note}
              <Stack spacing={3}>
                <ActionOptionsContext value={options}>
                  <AskInputs name={name} action={pressedAction} record={also === undefined ? record : undefined} />
                </ActionOptionsContext>
              </Stack>
            </div>
            {action.files !== undefined && (
              <Stack component="section" spacing={1} aria-labelledby="acao-arquivos">
                <Typography id="acao-arquivos" component="h3" variant="subtitle2">
                  {action.files === 'required' ? 'Arquivos' : 'Arquivos (opcional)'}
                </Typography>
                <FilePicker name={name} choice={files} disabled={progress !== undefined} shares={uploadProgressOf(files.added, progress)} />
              </Stack>
            )}
            <SendingStatus
              draft={form}
              share={progress}
              isUnsent={open && !leaving && refusal === OFFLINE_REASON}
              onCancel={() => upload.current?.abort()}
            />
            {progress !== undefined && <LinearProgress variant="determinate" value={progress * 100} aria-label="Envio dos arquivos" />}
          </Stack>
        </DialogContent>
        {/* Above the buttons, always visible. */}
        {alternatives.map(({name: wayName, action: wayAction}) => (
          <DialogContentText key={wayName} id={`acao-${wayName}`} variant="body2" sx={{px: GUTTER, pt: 1}}>
            {statusDifference(resource, record, action, wayAction)}
          </DialogContentText>
        ))}
        <DirtyReporter onChange={dirty => void (typed.current = dirty)} />
        <Buttons
          action={action}
          alternatives={alternatives}
          offersNext={offersNext}
          // flushSync, because validation depends on the pressed button.
          onPress={button => flushSync(() => setPressed(button))}
          onBack={() => (upload.current === undefined ? goBack() : upload.current.abort())}
        />
      </CheckedForm>
      <ConfirmDialog {...leavingWords} open={leaving} onConfirm={closeAndDiscard} onClose={() => setLeaving(false)} />
    </Dialog>
  );
};

const statusDifference = (resource: Resource, record: ActionRecord, action: Action, alternative: Action): string => {
  const targets = listTargetStatuses(alternative).map(key => statusByKey(resource, key)?.name ?? key).join(' ou ');
  const stays = statusById(resource, statusIdOf(resource, record))?.name ?? '';
  return `${combinedLabel(action, alternative.label)}: ${nounOf(resource).the} passa a ${targets}. ${action.label}: continua em ${stays}.`;
};

/** 'Responder e reabrir'. */
const combinedLabel = ({label}: Action, alternativeLabel: string): string => `${label} e ${alternativeLabel.toLowerCase()}`;

interface ButtonsProps {
  action: Action;
  alternatives: readonly JudgedAction[];
  offersNext: boolean;
  onPress: (pressed: PressedButton) => void;
  onBack: () => void;
}

const Buttons = ({action, alternatives, offersNext, onPress, onBack}: ButtonsProps) => {
  const {isSubmitting} = useFormState();
  const otherButtons = [
    ...(offersNext ? [{label: 'próximo', pressed: {opensNext: true}, told: undefined}] : []),
    ...alternatives.map(alternative =>
      ({label: alternative.action.label, pressed: {opensNext: false, alternative}, told: `acao-${alternative.name}`})),
  ];
  return (
    <DialogActions
      sx={{flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': {ml: 0}, '& > button': {flexGrow: {xs: 1, sm: 0}}}}
    >
      <Button onClick={onBack}>{isSubmitting && action.files !== undefined ? 'Cancelar envio' : 'Voltar'}</Button>
      {otherButtons.map(({label, pressed, told}) => (
        <Button
          key={label}
          variant="outlined"
          aria-describedby={told}
          disabled={isSubmitting}
          // Not a submit button, because Enter and Ctrl+Enter must use the main one.
          onClick={({currentTarget: {form}}) => {
            onPress(pressed);
            form?.requestSubmit();
          }}
        >
          {combinedLabel(action, label)}
        </Button>
      ))}
      <Button
        type="submit"
        variant="contained"
        color={action.tone === 'danger' ? 'error' : 'primary'}
        loading={isSubmitting}
        onClick={() => onPress({opensNext: false})}
      >
        {action.label}
      </Button>
    </DialogActions>
  );
};
