/** What somebody has to say of a record, written where the conversation is read; kept as other drafts are until it is sent. */
import {useEffect, useRef, useState, type KeyboardEvent} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import {Form} from 'ra-core';
import {useFormState} from 'react-hook-form';
import {asksOf} from '../../schema/asks.ts';
import type {Values} from '../../schema/validate.ts';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft} from '../form/drafts/store.ts';
import type {SaveErrors} from '../form/useOnce.ts';
import {FieldInput} from '../kinds/FieldInput.tsx';
import {useResource} from '../session/ConfigContext.tsx';
import {useToasts} from '../toasts/index.ts';
import {bodyOfError} from '../wire/errors.ts';
import {COMMENT, commentOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import {useActions} from './useActions.ts';
import {useSendAction} from './useSendAction.ts';

interface Props {
  /** The resource's name. */
  name: string;
  record: ActionRecord;
  place: 'details' | 'edit';
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

/** What the button of a commenting action leads to, by the action's name: the box on the same screen. */
export const useWriting = (name: string, record: ActionRecord, place: Props['place']): Readonly<Record<string, () => boolean>> => {
  const one = commentOf(useActions(name, record, place));
  return one === undefined ? {} : {[one.name]: () => write(name, record.id)};
};

export const CommentBox = ({name, record, place, before}: Props) => {
  const one = commentOf(useActions(name, record, place));
  const [sent, setSent] = useState(0);
  // What was sent leaves an empty box, which the focus stays in.
  return one && (
    <Writing key={sent} name={name} record={record} one={one} before={before} again={sent > 0} onSent={() => setSent(sent + 1)} />
  );
};

interface WritingProps extends Omit<Props, 'place'> {
  one: JudgedAction;
  again: boolean;
  onSent: () => void;
}

const Writing = ({name, record, one: {name: actionName, action}, before, again, onSent}: WritingProps) => {
  const asks = asksOf(useResource(name), action);
  const send = useSendAction(name);
  const toasts = useToasts();
  const form = `${name}.${record.id}.${actionName}`;
  const draft = useDraftPlace(form);
  const sending = useRef(false);
  const hasKeys = useMediaQuery('(pointer: fine)');
  useEffect(() => {
    if (again) write(name, record.id);
  }, [again, name, record.id]);

  const submit = async (values: Values): Promise<SaveErrors | undefined> => {
    // A second press can come before the button is drawn busy.
    if (sending.current) return undefined;
    sending.current = true;
    try {
      const ready = before === undefined ? record : await before();
      if (ready === undefined) return {root: {servidor: {type: 'servidor'}}};
      // Without a version: whatever others did meanwhile, it is said.
      await send(actionName, {...ready, versao: undefined}, {values, files: []});
      dropDraft(draft);
      onSent();
      return undefined;
    } catch (error) {
      toasts.failed(error);
      const said = bodyOfError(error).campos?.find(({campo}) => campo === COMMENT);
      return said === undefined ? {root: {servidor: {type: 'servidor'}}} : {[COMMENT]: said.mensagem};
    } finally {
      sending.current = false;
    }
  };
  const sendByKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    (event.target as HTMLTextAreaElement).form?.requestSubmit();
  };
  const label = asks[COMMENT]?.label ?? '';
  return (
    <Box id={placeOf(name, record.id)} onKeyDown={sendByKeys} sx={{mb: 2, scrollMarginTop: 80}}>
      <Form onSubmit={submit} disableInvalidFormNotification noValidate>
        <DraftKeeper form={form} fields={asks} />
        {Object.entries(asks).map(([ask, field]) => (
          <FieldInput key={ask} field={field} source={ask} fields={asks} helperText={hasKeys ? 'Ctrl+Enter envia.' : undefined} />
        ))}
        <Send label={`Enviar ${label.toLowerCase()}`} />
      </Form>
    </Box>
  );
};

const Send = ({label}: {label: string}) => {
  const {isSubmitting} = useFormState();
  return <Button type="submit" variant="outlined" color="inherit" size="small" loading={isSubmitting} sx={{mt: 1}}>{label}</Button>;
};
