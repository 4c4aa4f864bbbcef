/**
 * Dialog for a stale version (400 `VERSAO`; rules: Forms 5, Calls 5): shows who changed what, and offers to reload or to compare field by
 * field.
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
import type {Row} from '../../api/providers/listDialects.ts';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {useResource} from '../../session/context.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {UNREFRESHED_QUERY} from '../../api/useLiveRecord.ts';
import {ChangesSince} from '../history/ChangesSince.tsx';
import {findDifferences, type VersionChoice, type ComparedInput, type Difference} from './differences.ts';

interface StoredRecord {
  record: Row | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * @param mine the record as it was loaded
 * @param parentField the reference to the parent, for a child that cannot be read by itself
 */
const useStoredRecord = (name: string, mine: Row, parentField: string | undefined): StoredRecord => {
  const {one} = apiOf(name, useResource(name));
  const dataProvider = useDataProvider();
  const {data, isError, refetch} = useQuery({
    queryKey: [name, UNREFRESHED_QUERY, mine.id],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({signal}): Promise<Row> => {
      if (one !== undefined || parentField === undefined) return (await dataProvider.getOne<Row>(name, {id: mine.id, signal})).data;
      const parent: unknown = mine[parentField];
      const {data: rows} = await dataProvider.getList<Row>(name, {filter: {[parentField]: parent}, meta: {all: true}, signal});
      const current = rows.find(row => row.id === mine.id);
      if (current === undefined) throw new Error('the record is gone');
      return current;
    },
  });
  return {record: data, failed: isError && data === undefined, retry: () => void refetch()};
};

interface StaleDialogProps {
  name: string;
  /** The server's message, where it sent one. */
  message: string | undefined;
  loadedRecord: Row;
  parentField: string | undefined;
  inputs: readonly ComparedInput[];
  valuesOf: (record: Row) => RecordValues;
  onReload: (stored: Row) => void;
  onClose: () => void;
}

const CHOICE_HELP =
  'O que você digitou continua no formulário. Recarregar mostra o que está gravado no lugar dele; comparar deixa escolher campo por campo.';

/** Returns the focus to the submit button, which lost it because it was disabled when the dialog opened. */
const useFocusBack = () => {
  const marker = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const form = marker.current?.closest('form');
    return () => {
      // `elements` includes a submit button outside of the form. It is enabled again by now.
      const submitButton = [...form?.elements ?? []].find(element => element.matches('[type=submit]')) as HTMLElement | undefined;
      submitButton?.focus();
    };
  }, []);
  return marker;
};

/** Rendered inside the form. */
export const StaleDialog = ({name, message, loadedRecord, parentField: by, inputs, valuesOf, onReload, onClose}: StaleDialogProps) => {
  const {record: stored, failed, retry} = useStoredRecord(name, loadedRecord, by);
  const {getValues, setValue} = useFormContext<Record<string, unknown>>();
  const phone = useIsPhone();
  const marker = useFocusBack();
  const [comparing, setComparing] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, VersionChoice>>>({});
  const id = useId();
  const conflicts: Difference[] = stored === undefined
    ? []
    : findDifferences(inputs, {loaded: valuesOf(loadedRecord), typed: getValues(), stored: valuesOf(stored)});

  const save = () => {
    if (stored === undefined) return;
    for (const conflict of conflicts) setValue(
      conflict.name, (chosen[conflict.name] ?? conflict.suggested) === 'mine' ? conflict.typed : conflict.stored, {shouldDirty: true},
    );
    setValue('versao', stored['versao']);
    onClose();
    marker.current?.closest('form')?.requestSubmit();
  };
  return (
    <>
      <span ref={marker} hidden />
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
            <ChangesSince name={name} id={loadedRecord.id} from={getValues('versao') ?? loadedRecord['versao']} stored={stored} />
            <Typography variant="inherit" sx={{mt: 1}}>
              {comparing ? 'Escolha o que fica em cada campo.' : CHOICE_HELP}
            </Typography>
          </DialogContentText>
          {failed && <LoadError error={undefined} retry={retry} />}
          {comparing && !failed && (
            <Box sx={{mt: 2}}>
              {stored === undefined
                ? <Skeleton variant="rounded" height={120} />
                : (
                  <Choices
                    list={conflicts}
                    chosen={chosen}
                    onChoose={(fieldName, choice) => setChosen({...chosen, [fieldName]: choice})}
                  />
                )}
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

interface Props {
  list: readonly Difference[];
  chosen: Readonly<Record<string, VersionChoice>>;
  onChoose: (name: string, choice: VersionChoice) => void;
}

const CHOICES: readonly {choice: VersionChoice; words: string}[] = [{choice: 'mine', words: 'Seu'}, {choice: 'stored', words: 'Gravado'}];

const Choices = ({list, chosen, onChoose}: Props) => {
  if (list.length === 0) return <Typography>O que está gravado é igual ao que você digitou.</Typography>;
  const valueOf = ({field, typed, stored}: Difference, choice: VersionChoice): ReactNode =>
    <FieldValue field={field} value={kindRuleOf(field).bare(choice === 'mine' ? typed : stored, field)} />;
  return (
    <Stack spacing={2}>
      {list.map((difference, index) => {
        const current = chosen[difference.name] ?? difference.suggested;
        return (
          <FormControl key={difference.name} component="fieldset">
            <FormLabel component="legend">{difference.field.label}</FormLabel>
            <RadioGroup
              name={`escolha-${difference.name}`}
              value={current}
              onChange={(_event, choice) => onChoose(difference.name, choice as VersionChoice)}
            >
              {CHOICES.map(({choice, words}) => (
                <FormControlLabel
                  key={choice}
                  value={choice}
                  // The pressed button is gone, so the first choice takes the focus.
                  control={<Radio size="small" autoFocus={index === 0 && choice === current} />}
                  label={<>{words}: <b>{valueOf(difference, choice)}</b></>}
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
