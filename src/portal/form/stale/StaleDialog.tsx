/**
 * Somebody else saved the record while it was edited here (400 `VERSAO`; rules: Forms 5, Calls 5): who and what, and the choice to
 * take the stored record or to compare it with one's own, field by field.
 */
import {useEffect, useId, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import {useFormContext} from 'react-hook-form';
import type {Values} from '../../../schema/fields/validate.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import {ChangesSince} from '../history/ChangesSince.tsx';
import {Choices} from './Choices.tsx';
import {differences, type Choice, type Compared, type Difference} from './differences.ts';
import {useStored} from './useStored.ts';

interface StaleDialogProps {
  name: string;
  /** The server's sentence; undefined where it gave none. */
  message: string | undefined;
  /** The record as it was loaded here. */
  mine: Row;
  /** The reference to the parent, for a child. */
  by: string | undefined;
  /** What is compared. */
  inputs: readonly Compared[];
  /** A record as the form's values. */
  valuesOf: (record: Row) => Values;
  /** Takes the stored record; what was typed is given up. */
  onReload: (stored: Row) => void;
  onClose: () => void;
}

const KEPT =
  'O que você digitou continua no formulário. Recarregar mostra o que está gravado no lugar dele; comparar deixa escolher campo por campo.';

/** Gives the focus back to the button that saves: it was disabled, and so without focus, when the dialog took it. */
const useFocusBack = () => {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = mark.current?.closest('form');
    return () => {
      // Also where the bar stands outside of the form. It is drawn enabled by now.
      const save = [...form?.elements ?? []].find(element => element.matches('[type=submit]')) as HTMLElement | undefined;
      save?.focus();
    };
  }, []);
  return mark;
};

/** Lives inside the form it is about. */
export const StaleDialog = ({name, message, mine, by, inputs, valuesOf, onReload, onClose}: StaleDialogProps) => {
  const {record: stored, failed, retry} = useStored(name, mine, by);
  const {getValues, setValue} = useFormContext<Record<string, unknown>>();
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const mark = useFocusBack();
  const [comparing, setComparing] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const id = useId();
  const list: Difference[] = stored === undefined
    ? []
    : differences(inputs, {loaded: valuesOf(mine), typed: getValues(), stored: valuesOf(stored)});

  const save = () => {
    if (stored === undefined) return;
    for (const one of list) setValue(one.name, (chosen[one.name] ?? one.suggested) === 'mine' ? one.typed : one.stored, {
      shouldDirty: true,
    });
    setValue('versao', stored['versao']);
    onClose();
    mark.current?.closest('form')?.requestSubmit();
  };
  return (
    <>
      <span ref={mark} hidden />
      <Dialog
        open
        fullWidth
        maxWidth="sm"
        fullScreen={phone && comparing}
        onClose={onClose}
        aria-labelledby={`${id}-titulo`}
        aria-describedby={`${id}-texto`}
      >
        <DialogTitle id={`${id}-titulo`}>Suas alterações ainda não foram salvas</DialogTitle>
        <DialogContent>
          <DialogContentText id={`${id}-texto`} component="div">
            {message && <Typography variant="inherit" sx={{color: 'text.primary', mb: 1}}>{message}</Typography>}
            <ChangesSince name={name} id={mine.id} from={getValues('versao') ?? mine['versao']} stored={stored} />
            <Typography variant="inherit" sx={{mt: 1}}>
              {comparing ? 'Escolha o que fica em cada campo.' : KEPT}
            </Typography>
          </DialogContentText>
          {failed && <LoadError error={undefined} retry={retry} />}
          {comparing && !failed && (
            <Box sx={{mt: 2}}>
              {stored === undefined
                ? <Skeleton variant="rounded" height={120} />
                : <Choices list={list} chosen={chosen} onChoose={(one, choice) => setChosen({...chosen, [one]: choice})} />}
            </Box>
          )}
        </DialogContent>
        <DialogActions sx={{flexWrap: 'wrap', rowGap: 1}}>
          <Button onClick={onClose}>Continuar editando</Button>
          <Button variant="outlined" disabled={stored === undefined} onClick={() => stored && onReload(stored)}>Recarregar</Button>
          {comparing
            ? <Button variant="contained" disabled={stored === undefined} onClick={save}>Salvar escolhas</Button>
            : <Button variant="contained" autoFocus onClick={() => setComparing(true)}>Comparar</Button>}
        </DialogActions>
      </Dialog>
    </>
  );
};
