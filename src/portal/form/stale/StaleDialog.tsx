/**
 * Somebody else saved the record while it was edited here (400 `VERSAO`; rules: Forms 5, Calls 5): who and what, and the choice to
 * take the stored record or to compare it with one's own, field by field.
 */
import {useEffect, useId, useRef, useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {useDataProvider} from 'ra-core';
import {useFormContext} from 'react-hook-form';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {apiOf} from '../../../schema/paths.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import type {Row} from '../../wire/providers/dialects.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import {useResource} from '../../session/context.ts';
import {usePhone} from '../../theme/usePhone.ts';
import {STORED} from '../../wire/useLiveRecord.ts';
import {ChangesSince} from '../history/ChangesSince.tsx';
import {differences, type Choice, type Compared, type Difference} from './differences.ts';

/** A record as the server has it now. */
interface Stored {
  /** undefined: still coming. */
  record: Row | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * @param mine the record as it was loaded
 * @param by the reference to a parent under which it is found, where it cannot be asked for alone
 */
const useStored = (name: string, mine: Row, by: string | undefined): Stored => {
  const {one} = apiOf(name, useResource(name));
  const dataProvider = useDataProvider();
  const {data, isError, refetch} = useQuery({
    queryKey: [name, STORED, mine.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({signal}): Promise<Row> => {
      if (one !== undefined || by === undefined) return (await dataProvider.getOne<Row>(name, {id: mine.id, signal})).data;
      const parent: unknown = mine[by];
      const {data: rows} = await dataProvider.getList<Row>(name, {filter: {[by]: parent}, meta: {all: true}, signal});
      const found = rows.find(row => row.id === mine.id);
      if (found === undefined) throw new Error('the record is gone');
      return found;
    },
  });
  return {record: data, failed: isError && data === undefined, retry: () => void refetch()};
};

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
  valuesOf: (record: Row) => RecordValues;
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
  const phone = usePhone();
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
        fullScreen={phone && comparing}
        onClose={onClose}
        aria-describedby={id}
      >
        <DialogTitle>Suas alterações ainda não foram salvas</DialogTitle>
        <DialogContent>
          <DialogContentText id={id} component="div">
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

/** One's own value or the stored one, field by field. */
interface Props {
  list: readonly Difference[];
  chosen: Readonly<Record<string, Choice>>;
  onChoose: (name: string, choice: Choice) => void;
}

const WHOSE: readonly {choice: Choice; words: string}[] = [{choice: 'mine', words: 'Seu'}, {choice: 'stored', words: 'Gravado'}];

const Choices = ({list, chosen, onChoose}: Props) => {
  if (list.length === 0) return <Typography>O que está gravado é igual ao que você digitou.</Typography>;
  const valueOf = ({field, typed, stored}: Difference, choice: Choice): ReactNode =>
    <FieldValue field={field} value={kindRuleOf(field).bare(choice === 'mine' ? typed : stored, field)} />;
  return (
    <Stack spacing={2}>
      {list.map((one, index) => {
        const current = chosen[one.name] ?? one.suggested;
        return (
          <FormControl key={one.name} component="fieldset">
            <FormLabel component="legend">{one.field.label}</FormLabel>
            <RadioGroup name={`escolha-${one.name}`} value={current} onChange={(_event, choice) => onChoose(one.name, choice as Choice)}>
              {WHOSE.map(({choice, words}) => (
                <FormControlLabel
                  key={choice}
                  value={choice}
                  // The button that asked for the comparison is gone: the focus goes to what it brought.
                  control={<Radio size="small" autoFocus={index === 0 && choice === current} />}
                  label={<>{words}: <b>{valueOf(one, choice)}</b></>}
                  sx={{'& b': {overflowWrap: 'anywhere'}}}
                />
              ))}
            </RadioGroup>
          </FormControl>
        );
      })}
    </Stack>
  );
};
