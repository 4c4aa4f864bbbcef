/** The dialog of saved replies over a long text: a searchable list, and the form of one reply (rules: Replies 2). */
import {useId, useRef, useState, type KeyboardEvent} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {toComparableText} from '../../../schema/fields/text.ts';
import {fillReply, REPLY_CALLS, REPLY_LENGTHS} from '../../../schema/lists/savedReplies.ts';
import type {SavedReply} from '../../../schema/lists/savedFiltersAndReplies.ts';
import {listPlaceholders} from '../../../schema/words/messages.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import {request} from '../../api/http.ts';
import type {ActionRecord} from '../../api/actionVerdicts.ts';
import {useReloadReplies, useSavedReplies} from './useSavedReplies.ts';
import {ReplyForm, type ReplyToEdit, type ReplyFormHandle} from './ReplyForm.tsx';

export interface ReplyTarget {
  /** Resource name and the record that fills placeholders; undefined for several records. */
  about: {name: string; record: ActionRecord | undefined};
  limit: number;
  typed: () => string;
}

interface ReplyDialogProps {
  open: boolean;
  target: ReplyTarget;
  onInsert: (text: string) => void;
  onClose: () => void;
}

export const ReplyDialog = ({open, target, onInsert, onClose}: ReplyDialogProps) => {
  const form = useRef<ReplyFormHandle>(null);
  return (
    <Dialog
      open={open}
      fullWidth
      fullScreen={useIsPhone()}
      onClose={(_event, reason) => {
        if (form.current === null) onClose();
        else if (reason === 'escapeKeyDown') form.current.goBack();
      }}
      slotProps={{paper: {sx: {'& > form': {display: 'flex', flexDirection: 'column', flex: '1 1 auto', minHeight: 0}}}}}
    >
      <Content target={target} form={form} onInsert={onInsert} onClose={onClose} />
    </Dialog>
  );
};

interface ContentProps extends Omit<ReplyDialogProps, 'open'> {
  form: React.RefObject<ReplyFormHandle | null>;
}

const Content = ({target, form, onInsert, onClose}: ContentProps) => {
  const [edited, setEdited] = useState<ReplyToEdit>();
  if (edited === undefined) return <ReplyList target={target} onInsert={onInsert} onEdit={setEdited} onClose={onClose} />;
  const back = () => setEdited(undefined);
  // Saving a new text closes the dialog, so that the person continues writing.
  return <ReplyForm reply={edited} handle={form} onSaved={'id' in edited ? back : onClose} onBack={back} />;
};

interface FittedReply {
  reply: SavedReply;
  text: string;
  reason: string | undefined;
}

const useFitReply = ({about: {name, record}, limit}: ReplyTarget, used: number) => {
  const {config, resource} = useResourceAndSession(name);
  return (reply: SavedReply): FittedReply => {
    const text = record === undefined ? reply.texto : fillReply(config, resource, record, reply.texto);
    if (record === undefined && listPlaceholders(text).length > 0) return {reply, text, reason: 'Fala de um registro só.'};
    const excess = used + text.length - limit;
    const reason = `Não cabe: ${excess === 1 ? 'falta' : 'faltam'} ${formatCountWithNoun(excess, 'caractere', 'caracteres')}.`;
    return {reply, text, reason: excess > 0 ? reason : undefined};
  };
};

/** Moves the focus between the search input and the replies. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-resposta]')];
  const {activeElement} = document;
  const at = stops.findIndex(stop => stop === activeElement || (stop.tagName !== 'INPUT' && stop.parentElement?.contains(activeElement)));
  stops[at + step]?.focus();
};

interface ReplyListProps extends Omit<ContentProps, 'form'> {
  onEdit: (reply: ReplyToEdit) => void;
}

const ReplyList = ({target, onInsert, onEdit, onClose}: ReplyListProps) => {
  const id = useId();
  const [typed] = useState(target.typed);
  const fitReply = useFitReply(target, typed.length);
  const {data: replies, error, refetch} = useSavedReplies();
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<SavedReply>();
  const input = useRef<HTMLInputElement>(null);
  const reload = useReloadReplies();
  const entries = replies?.filter(({nome}) => toComparableText(nome).includes(toComparableText(search))).map(fitReply) ?? [];
  const remove = async ({id: replyId}: SavedReply): Promise<void> => {
    await request(REPLY_CALLS.remove, {params: {id: replyId}});
    await reload();
    setDeleting(undefined);
  };
  const insertFirst = (event: KeyboardEvent): void => {
    const first = entries.find(({reason}) => reason === undefined);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || first === undefined) return;
    event.preventDefault();
    onInsert(first.text);
  };
  return (
    <>
      <DialogTitle>Respostas prontas</DialogTitle>
      <DialogContent onKeyDown={moveFocus} sx={{minHeight: {sm: 240}}}>
        <Box component="label" htmlFor={id} sx={visuallyHidden}>Procurar por nome</Box>
        <OutlinedInput
          id={id}
          inputRef={input}
          autoFocus
          fullWidth
          size="small"
          // Room for the focus ring.
          sx={{mt: 0.5}}
          placeholder="Procurar por nome"
          value={search}
          inputProps={{autoComplete: 'off', enterKeyHint: 'go', maxLength: REPLY_LENGTHS.nome}}
          onChange={event => setSearch(event.target.value)}
          onKeyDown={insertFirst}
        />
        {error !== null && replies === undefined && <LoadError error={error} retry={() => void refetch()} />}
        {error === null && replies === undefined && <Skeleton variant="rounded" height={44} sx={{mt: 1}} />}
        <List dense aria-label="Respostas prontas" sx={{mx: -1, '&:empty': {display: 'none'}}}>
          {entries.map(entry => (
            <ReplyEntry
              key={entry.reply.id}
              entry={entry}
              onInsert={onInsert}
              onEdit={() => onEdit(entry.reply)}
              onDelete={() => setDeleting(entry.reply)}
            />
          ))}
        </List>
        {replies !== undefined && (
          <Typography role="status" color="text.secondary" sx={entries.length > 0 ? visuallyHidden : {py: 2, overflowWrap: 'anywhere'}}>
            {entries.length > 0 && formatCountWithNoun(entries.length, 'resposta', 'respostas')}
            {entries.length === 0 && (replies.length === 0
              ? 'Ainda não há respostas prontas. Guarde aqui um texto que você escreve muitas vezes.'
              : `Nenhuma resposta com “${search}” no nome.`)}
          </Typography>
        )}
      </DialogContent>
      <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
        <Button sx={{mr: 'auto'}} onClick={() => onEdit({texto: typed})}>
          {typed.trim() === '' ? 'Nova resposta' : 'Guardar este texto como resposta'}
        </Button>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
      {deleting && (
        <ConfirmDialog
          open
          title={deleting.nome}
          question="Deseja excluir esta resposta pronta?"
          confirm="Excluir"
          tone="danger"
          onConfirm={() => remove(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
};

interface ReplyEntryProps {
  entry: FittedReply;
  onInsert: (text: string) => void;
  onEdit: () => void;
  onDelete: () => void;
}

const TWO_LINES = {display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 2, overflow: 'hidden', overflowWrap: 'anywhere'};

const ReplyEntry = ({entry: {reply: {nome, daEmpresa, podeAlterar}, text, reason}, onInsert, onEdit, onDelete}: ReplyEntryProps) => {
  const faint = reason === undefined ? {} : {opacity: 0.6};
  return (
    <ListItem disablePadding>
      <ListItemButton
        data-resposta
        aria-disabled={reason !== undefined || undefined}
        sx={{display: 'block', minWidth: 0, minHeight: 44, px: 1, borderRadius: 1, ...(reason !== undefined && {cursor: 'not-allowed'})}}
        onClick={() => reason === undefined && onInsert(text)}
      >
        <Typography component="span" sx={{display: 'block', overflowWrap: 'anywhere', fontWeight: 500, ...faint}}>
          {nome}
          {daEmpresa && <Typography component="span" variant="caption" color="text.secondary">{' · da empresa'}</Typography>}
        </Typography>
        <Typography component="span" variant="body2" color="text.secondary" sx={{...TWO_LINES, ...faint}}>{text}</Typography>
        {reason !== undefined && <Typography component="span" variant="body2" color="warning.main">{reason}</Typography>}
      </ListItemButton>
      {podeAlterar && (
        <>
          <IconButton size="small" aria-label={`Alterar resposta ${nome}`} onClick={onEdit}><EditIcon fontSize="small" /></IconButton>
          <IconButton size="small" aria-label={`Excluir resposta ${nome}`} onClick={onDelete}><DeleteIcon fontSize="small" /></IconButton>
        </>
      )}
    </ListItem>
  );
};
