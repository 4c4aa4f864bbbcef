import {useRef, useState, type Ref, useImperativeHandle} from 'react';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import {useFormState} from 'react-hook-form';
import type {Config} from '../../../schema/shapes/config.ts';
import type {Fields} from '../../../schema/shapes/fields.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {placeholdersFor, REPLY_CALLS, REPLY_LENGTHS, sharesReplies} from '../../../schema/lists/savedReplies.ts';
import type {Session} from '../../../schema/session.ts';
import type {SavedReply} from '../../../schema/lists/savedFiltersAndReplies.ts';
import {CheckedForm} from '../../form/CheckedForm.tsx';
import {SubmitStatus} from '../../form/SubmitStatus.tsx';
import {useLeaveDialogTexts} from '../../form/UnsavedGuard.tsx';
import {notSavedErrors, useSubmitOnce, type SaveErrors} from '../../form/useSubmitOnce.ts';
import {FieldInput} from '../../fields/FieldInput.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {errorReason} from '../../ui/LoadError.tsx';
import {readErrorBody} from '../../api/errors.ts';
import {request} from '../../api/http.ts';
import {useSubmissionKey} from '../../api/submissionKey.ts';
import {DirtyReporter} from '../DirtyReporter.tsx';
import {useReloadReplies} from './useSavedReplies.ts';

/** A saved reply, or only the text of a new one. */
export type ReplyToEdit = SavedReply | {readonly texto: string};

const replyFields = (config: Config, {perfil, idEmpresa}: Session, reply: ReplyToEdit): Fields => {
  const names = placeholdersFor(config, perfil).map(name => `{${name}}`).join(' ');
  // Only its author may share a reply.
  const mayShare = sharesReplies(config, perfil) && !('id' in reply && !reply.minha);
  return {
    nome: {kind: 'texto', label: 'Nome', required: true, maxLength: REPLY_LENGTHS.nome},
    texto: {
      kind: 'texto', label: 'Texto', required: true, multiline: true, maxLength: REPLY_LENGTHS.texto,
      help: `Entre chaves, o que é do registro entra ao usar; {nome} é de quem o fez. Há: ${names}`,
    },
    ...(mayShare && {daEmpresa: {kind: 'booleano', label: idEmpresa === null ? 'Para todas as empresas' : 'Para toda a empresa'}}),
  };
};

export interface ReplyFormHandle {
  goBack(): void;
}

interface ReplyFormProps {
  reply: ReplyToEdit;
  handle: Ref<ReplyFormHandle>;
  onSaved: () => void;
  onBack: () => void;
}

export const ReplyForm = ({reply, handle, onSaved, onBack}: ReplyFormProps) => {
  const config = useConfig();
  const fields = replyFields(config, useSession(), reply);
  const toasts = useToasts();
  const reload = useReloadReplies();
  const submission = useSubmissionKey();
  const leavingWords = useLeaveDialogTexts();
  const isTyped = useRef(false);
  const [isLeaving, setLeaving] = useState(false);
  const [initialValues] = useState(() => ({nome: null, daEmpresa: false, ...reply}));
  const goBack = (): void => (isTyped.current ? setLeaving(true) : onBack());
  useImperativeHandle(handle, () => ({goBack}));
  const submit = useSubmitOnce(async ({nome, texto, daEmpresa}: RecordValues): Promise<SaveErrors | undefined> => {
    const body = {...('id' in reply && {id: reply.id}), nome, texto, daEmpresa};
    try {
      await request(REPLY_CALLS.save, {body, headers: {'idempotency-key': submission.keyFor(body)}});
    } catch (error) {
      submission.refused(error);
      const refusals = (readErrorBody(error).campos ?? []).filter(({campo}) => campo in fields);
      return refusals.length > 0
        ? Object.fromEntries(refusals.map(({campo, mensagem}) => [campo, mensagem])) : notSavedErrors(errorReason(error));
    }
    submission.done();
    toasts.success('Resposta guardada!');
    void reload();
    onSaved();
    return undefined;
  });
  return (
    <CheckedForm record={initialValues} onSubmit={submit}>
      <DialogTitle>{'id' in reply ? 'Alterar resposta' : 'Guardar como resposta'}</DialogTitle>
      <DialogContent>
        <Stack spacing={2}>
          {Object.entries(fields).map(([source, field]) => <FieldInput key={source} field={field} source={source} fields={fields} />)}
          <SubmitStatus />
        </Stack>
      </DialogContent>
      <DirtyReporter onChange={typed => void (isTyped.current = typed)} />
      <Buttons onBack={goBack} />
      <ConfirmDialog {...leavingWords} open={isLeaving} onConfirm={onBack} onClose={() => setLeaving(false)} />
    </CheckedForm>
  );
};

const Buttons = ({onBack}: {onBack: () => void}) => {
  const {isSubmitting} = useFormState();
  return (
    <DialogActions>
      <Button disabled={isSubmitting} onClick={onBack}>Voltar</Button>
      <Button type="submit" variant="contained" loading={isSubmitting}>Guardar</Button>
    </DialogActions>
  );
};
