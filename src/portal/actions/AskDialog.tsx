/** What an action asks before it is done (a reason, files), as a form made from its declaration. */
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
import {askedDefaults, optionsCall} from '../../schema/lifeCycle/answers.ts';
import {asksOf} from '../../schema/lifeCycle/asks.ts';
import type {Action, Resource} from '../../schema/config/config.ts';
import {statusById, statusByKey, statusIdOf} from '../../schema/statuses/statuses.ts';
import {targetsOf} from '../../schema/lifeCycle/workflow.ts';
import {nounOf} from '../../schema/words/nouns.ts';
import type {Fields} from '../../schema/config/fields.ts';
import {DraftKeeper} from '../form/drafts/DraftKeeper.tsx';
import {forgetDraft} from '../form/drafts/store.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {CheckedForm} from '../form/CheckedForm.tsx';
import {Sending} from '../form/Sending.tsx';
import {useLeavingWords} from '../form/UnsavedGuard.tsx';
import {besideForm, NOT_SAVED, useOnce, type SaveErrors} from '../form/useOnce.ts';
import {OptionsContext} from '../kinds/references.ts';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {sharesOf} from '../kinds/files/words.ts';
import {draftNote, useFileChoice} from '../parts/files/useFileChoice.ts';
import {useAbout} from '../session/context.ts';
import {GUTTER} from '../theme/tokens.ts';
import {usePhone} from '../theme/usePhone.ts';
import {ConfirmDialog} from '../ui/ConfirmDialog.tsx';
import {NO_LINE, reasonOf} from '../ui/LoadError.tsx';
import {bodyOfError} from '../wire/errors.ts';
import type {Answers} from '../wire/payload.ts';
import type {ActionRecord, JudgedAction} from '../wire/verdict.ts';
import {AskInputs} from './AskInputs.tsx';
import {Typed} from './Typed.tsx';
import type {SendOptions} from './useSendAction.ts';

type Values = Record<string, unknown>;

/** Which button sends. */
export interface Pressed {
  /** And goes on to the next record. */
  on: boolean;
  /** What is done with the answers besides the dialog's own action. */
  way?: JudgedAction | undefined;
}

interface Props {
  open: boolean;
  title: string;
  /** The resource's name. */
  name: string;
  /** The name of its draft: what was typed and chosen outlives the page, and not the dialog. */
  form: string;
  action: Action;
  record: ActionRecord;
  /** Other records that it is done to with the same answers. */
  also?: readonly number[] | undefined;
  /** There is another record to go on to, which has a button of its own. */
  leads?: boolean;
  /** What else may be done with the same answers, a button each. */
  ways?: readonly JudgedAction[] | undefined;
  /** Does what was pressed; rejects with the HttpError of a refusal, which is shown here beside what was typed. */
  onSend: (answers: Answers, pressed: Pressed, options: SendOptions) => Promise<void>;
  onClose: () => void;
  onClosed: () => void;
  /** What is to be known before anything is answered. */
  told?: ReactNode;
  /** What there is to say about a refusal besides the server's words. */
  children?: ReactNode;
}

/** In sight, wherever somebody scrolled to: the button that was refused is at the other end. */
const inSight = (element: HTMLElement | null): void => element?.focus();

/** To the first input once the dialog stands; whoever was quicker stays where they are in it. */
const startAt = (dialog: HTMLElement, first: string): void => {
  const {activeElement} = document;
  const input = dialog.querySelector<HTMLElement>(first);
  // The dialog itself has the focus until somebody has chosen a place in it.
  const isWithin = activeElement !== null && dialog.contains(activeElement) && !activeElement.contains(input);
  if (!isWithin) input?.focus();
};

/** What the record says already: an ask that is a field of it opens with its value, and conditions hold on the rest. */
const openingOf = ({fields}: Resource, asks: Fields, record: ActionRecord, begun: Values): ActionRecord => {
  // A reference that is asked for is another than the one there is.
  const stays = (name: string): boolean => name in fields && asks[name]?.kind !== 'referencia';
  return {id: record.id, ...Object.fromEntries(Object.entries(record).filter(([name]) => stays(name))), ...begun};
};

export const AskDialog = (
  {open, title, name, form, action, ways = [], record, also, told, leads = false, onSend, onClose, onClosed, children}: Props,
) => {
  const {resource, session} = useAbout(name);
  const [pressed, setPressed] = useState<Pressed>({on: false});
  // What is asked is what the pressed button asks: one may need words, another take less of them.
  const asks = asksOf(resource, pressed.way?.action ?? action);
  const fields = {...resource.fields, ...asks};
  const files = useFileChoice(name, {unique: false, form: action.files === undefined ? undefined : form});
  const place = useDraftPlace(form);
  // The record may be read again meanwhile: what was typed stays.
  const [opening] = useState(() => openingOf(resource, asks, record, askedDefaults(resource, asks, record, session)));
  const options = useMemo(() => ({call: optionsCall(action), id: record.id, also}), [action, record.id, also]);
  const [refusal, setRefusal] = useState<string>();
  const [progress, setProgress] = useState<number>();
  /** What is sent, or has been: there is no second time, also while the dialog fades out. */
  const upload = useRef<AbortController>(undefined);
  /** Something was typed. */
  const typed = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const words = useLeavingWords();
  const fullScreen = usePhone();
  // Where nothing has to be filled in, Enter in an input would do it at once.
  const atOnce = action.tone === 'danger' && !Object.values(asks).some(({required}) => required === true);
  const first = atOnce ? '.MuiDialogActions-root button' : 'textarea, input';

  const forget = () => {
    // At once: the draft would be kept again with the files.
    flushSync(() => files.clear());
    forgetDraft(place);
  };
  const leave = () => {
    forget();
    onClose();
  };
  /** Every way out: what was typed or chosen is not dropped unasked. */
  const goBack = () => {
    if (typed.current || files.chosen.length > 0) setLeaving(true);
    else leave();
  };

  const submit = useOnce(async (values: Values): Promise<SaveErrors | undefined> => {
    setRefusal(undefined);
    const sending = new AbortController();
    upload.current = sending;
    try {
      const chosen = await files.collect();
      if (chosen === undefined) {
        upload.current = undefined;
        return NOT_SAVED;
      }
      await onSend({values, files: chosen}, pressed, {signal: sending.signal, onProgress: setProgress});
      forget();
      return undefined;
    } catch (error) {
      upload.current = undefined;
      const {campos = []} = bodyOfError(error);
      const others = campos.filter(({campo}) => !(campo in asks));
      setRefusal(error instanceof DOMException ? undefined : besideForm(resource.fields, others) || reasonOf(error));
      const said = campos.filter(({campo}) => campo in asks).map(({campo, mensagem}): [string, string] => [campo, mensagem]);
      return {...NOT_SAVED, ...Object.fromEntries(said)};
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
        // What is long scrolls between its title and its buttons.
        paper: {sx: {'& > form': {display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0}}},
        transition: {onEntered: (node: HTMLElement) => startAt(node, first), onExited: onClosed},
      }}
    >
      <DialogTitle>{title}</DialogTitle>
      <CheckedForm record={opening} onSubmit={submit}>
        <DialogContent>
          <Stack spacing={3}>
            <DraftKeeper form={form} fields={fields} note={draftNote(files)} reading={files.reading} onDiscard={() => files.clear()} />
            {refusal !== undefined && <Alert severity="warning" role="alert" tabIndex={-1} ref={inSight}>{refusal}{children}</Alert>}
            {action.confirm !== undefined && <DialogContentText>{action.confirm}</DialogContentText>}
            <div>
              {told}
              <Stack spacing={3}>
                <OptionsContext value={options}>
                  <AskInputs name={name} action={pressed.way?.action ?? action} record={also === undefined ? record : undefined} />
                </OptionsContext>
              </Stack>
            </div>
            {action.files !== undefined && (
              <Stack component="section" spacing={1} aria-labelledby="acao-arquivos">
                <Typography id="acao-arquivos" component="h3" variant="subtitle2">Arquivos (opcional)</Typography>
                <FilePicker name={name} choice={files} disabled={progress !== undefined} shares={sharesOf(files.added, progress)} />
              </Stack>
            )}
            <Sending
              draft={form}
              share={progress}
              isUnsent={open && !leaving && refusal === NO_LINE}
              onCancel={() => upload.current?.abort()}
            />
            {progress !== undefined && <LinearProgress variant="determinate" value={progress * 100} aria-label="Envio dos arquivos" />}
          </Stack>
        </DialogContent>
        {/* Beside the buttons, and in sight as they are. */}
        {ways.map(({name: way, action: led}) => (
          <DialogContentText key={way} id={`acao-${way}`} variant="body2" sx={{px: GUTTER, pt: 1}}>
            {differenceOf(resource, record, action, led)}
          </DialogContentText>
        ))}
        <Typed onChange={dirty => void (typed.current = dirty)} />
        <Buttons
          action={action}
          ways={ways}
          leads={leads}
          // Before it is sent, so that it is judged by what was pressed.
          onPress={one => flushSync(() => setPressed(one))}
          onBack={() => (upload.current === undefined ? goBack() : upload.current.abort())}
        />
      </CheckedForm>
      <ConfirmDialog {...words} open={leaving} onConfirm={leave} onClose={() => setLeaving(false)} />
    </Dialog>
  );
};

/** What each of two buttons with the same answers does to the status. */
const differenceOf = (resource: Resource, record: ActionRecord, action: Action, way: Action): string => {
  const targets = targetsOf(way).map(key => statusByKey(resource, key)?.name ?? key).join(' ou ');
  const stays = statusById(resource, statusIdOf(resource, record))?.name ?? '';
  return `${labelOf(action, way.label)}: ${nounOf(resource).the} passa a ${targets}. ${action.label}: continua em ${stays}.`;
};

/** 'Responder e reabrir'. */
const labelOf = ({label}: Action, way: string): string => `${label} e ${way.toLowerCase()}`;

interface ButtonsProps {
  action: Action;
  ways: readonly JudgedAction[];
  leads: boolean;
  onPress: (pressed: Pressed) => void;
  onBack: () => void;
}

const Buttons = ({action, ways, leads, onPress, onBack}: ButtonsProps) => {
  const {isSubmitting} = useFormState();
  const others = [
    ...(leads ? [{label: 'próximo', pressed: {on: true}, told: undefined}] : []),
    ...ways.map(way => ({label: way.action.label, pressed: {on: false, way}, told: `acao-${way.name}`})),
  ];
  return (
    <DialogActions
      sx={{flexWrap: 'wrap', gap: 1, '& > :not(style) ~ :not(style)': {ml: 0}, '& > button': {flexGrow: {xs: 1, sm: 0}}}}
    >
      <Button onClick={onBack}>{isSubmitting && action.files !== undefined ? 'Cancelar envio' : 'Voltar'}</Button>
      {others.map(({label, pressed, told}) => (
        <Button
          key={label}
          variant="outlined"
          aria-describedby={told}
          disabled={isSubmitting}
          // Not another submit button: Enter and Ctrl+Enter stay on the record.
          onClick={({currentTarget: {form}}) => {
            onPress(pressed);
            form?.requestSubmit();
          }}
        >
          {labelOf(action, label)}
        </Button>
      ))}
      <Button
        type="submit"
        variant="contained"
        color={action.tone === 'danger' ? 'error' : 'primary'}
        loading={isSubmitting}
        onClick={() => onPress({on: false})}
      >
        {action.label}
      </Button>
    </DialogActions>
  );
};
