/**
 * Somebody else saved the record while it was edited here (400 `VERSAO`, decisions §2): who and what, and the choice to
 * take the stored record or to compare it with one's own, field by field.
 */
import {useId, useRef, useState} from 'react';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {RaRecord} from 'ra-core';
import {useFormContext} from 'react-hook-form';
import {formatInstant} from '../../schema/dates.ts';
import {useResource} from '../ConfigContext.tsx';
import type {HistoryEntry} from '../history/history.ts';
import {useSession} from '../useSession.ts';
import {LoadError} from '../views/LoadError.tsx';
import {Choices} from './Choices.tsx';
import {differences, type Choice, type Difference} from './differences.ts';
import {useStored} from './useStored.ts';

export interface StaleDialogProps {
  name: string;
  /** The record as it was loaded here. */
  mine: RaRecord;
  /** The reference to the parent, for a child. */
  by?: string;
  /** Takes the stored record; what was typed is given up. */
  onReload: (stored: RaRecord) => void;
  onClose: () => void;
}

const what = ({dataCriacao, nomeUsuario, acao, campos}: HistoryEntry): string =>
  `${nomeUsuario}, ${formatInstant(dataCriacao)}: ${campos.map(({rotulo}) => rotulo).join(', ') || acao}.`;

/** Lives inside the form it is about. */
export const StaleDialog = ({name, mine, by, onReload, onClose}: StaleDialogProps) => {
  const resource = useResource(name);
  const session = useSession();
  const {record: stored, failed, retry, changes} = useStored(name, mine, by);
  const {getValues, setValue} = useFormContext<Record<string, unknown>>();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const mark = useRef<HTMLSpanElement>(null);
  const [comparing, setComparing] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const id = useId();
  const list: Difference[] = stored === undefined ? [] : differences(resource, {session, mode: 'update', self: false}, {loaded: mine, typed: getValues(), stored});

  const save = () => {
    if (stored === undefined) return;
    for (const one of list) setValue(one.name, (chosen[one.name] ?? one.suggested) === 'mine' ? one.typed : one.stored, {shouldDirty: true});
    setValue('versao', stored['versao']);
    onClose();
    mark.current?.closest('form')?.requestSubmit();
  };
  return (
    <>
      <span ref={mark} hidden />
      <Dialog open fullWidth maxWidth="sm" fullScreen={phone && comparing} onClose={onClose} aria-labelledby={`${id}-titulo`} aria-describedby={`${id}-texto`}>
        <DialogTitle id={`${id}-titulo`}>Este registro foi alterado por outra pessoa</DialogTitle>
        <DialogContent>
          <DialogContentText id={`${id}-texto`} component="div" sx={{mb: 2}}>
            {changes.map((entry, index) => <p key={index} style={{margin: 0}}>{what(entry)}</p>)}
            {comparing ? 'Escolha o que fica em cada campo.' : 'O que você digitou continua no formulário. Recarregar mostra o que está gravado no lugar dele; comparar deixa escolher campo por campo.'}
          </DialogContentText>
          {failed && <LoadError error={undefined} retry={retry} />}
          {comparing && stored === undefined && !failed && <Skeleton variant="rounded" height={120} />}
          {comparing && stored !== undefined && <Choices list={list} chosen={chosen} onChoose={(one, choice) => setChosen({...chosen, [one]: choice})} />}
        </DialogContent>
        <DialogActions sx={{flexWrap: 'wrap'}}>
          <Button onClick={onClose}>Voltar</Button>
          <Button variant="outlined" disabled={stored === undefined} onClick={() => stored && onReload(stored)}>Recarregar</Button>
          {comparing
            ? <Button variant="contained" disabled={stored === undefined} onClick={save}>Salvar escolhas</Button>
            : <Button variant="contained" autoFocus onClick={() => setComparing(true)}>Comparar</Button>}
        </DialogActions>
      </Dialog>
    </>
  );
};
