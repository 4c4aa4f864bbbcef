/** Chooses files and their types; added files are listed with a button to remove them. */
import {useEffect, useRef, type RefObject} from 'react';
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {nounOf} from '../../../schema/words/nouns.ts';
import {useFixedListOptions} from '../../fields/options.ts';
import {useResource} from '../../session/context.ts';
import {isFocusLost, hasFocusWithin} from '../../navigation/focus.ts';
import {useKeepFocus} from '../../navigation/useKeepFocus.ts';
import {focusRefusal, scrollIntoSight} from '../../ui/Refusal.tsx';
import {AddedRow, DraftRow} from './choosing/DraftRow.tsx';
import {DropZone} from '../../fields/files/DropZone.tsx';
import type {FileChoice} from './useFileChoice.ts';
import type {RefusedFile} from './fileValidation.ts';
import {NOT_STORED_NOTE, formatFileSize} from '../../fields/files/fileTexts.ts';

/**
 * Focuses the first missing type after files were chosen, else scrolls to them. A focus outside the picker is not moved.
 *
 * @param draftCount number of files in the drafts
 */
const useTypeFocus = (container: RefObject<HTMLElement | null>, draftCount: number): void => {
  const previousCount = useRef(draftCount);
  useEffect(() => {
    const hasMore = draftCount > previousCount.current;
    previousCount.current = draftCount;
    if (!hasMore || container.current?.contains(document.activeElement) !== true) return;
    const types = [...container.current.querySelectorAll('select')];
    const missing = types.find(({value}) => value === '');
    if (missing === undefined) scrollIntoSight(types.at(-1) ?? null);
    else missing.focus();
  }, [container, draftCount]);
};

const UNSENT_TEXT = 'Escolhidos, ainda não enviados';
interface Props {
  name: string;
  choice: FileChoice;
  disabled?: boolean;
  /** Progress of each added file from 0 to 1; undefined: not uploading. */
  shares?: readonly (number | undefined)[] | undefined;
  /** Cancels the upload of a file; absent: all files go in one call. */
  onStop?: ((file: File) => void) | undefined;
  submit?: {label: string; onClick: () => void; busy: boolean};
}

/** A stable key: the name with its occurrence, because names repeat and earlier files may be removed. */
const keyOf = (added: FileChoice['added'], index: number): string => {
  const {name} = added[index]?.file ?? {};
  return `${added.slice(0, index).filter(({file}) => file.name === name).length}-${name}`;
};

export const FilePicker = ({name, choice, disabled = false, shares, onStop, submit}: Props) => {
  const resource = useResource(name);
  const types = useFixedListOptions(resource.files?.types ?? '');
  const busy = disabled || choice.checking || submit?.busy === true;
  const {limits, problem} = choice;
  const container = useRef<HTMLDivElement>(null);
  useTypeFocus(container, choice.drafts.filter(({file}) => file !== undefined).length);
  useKeepFocus(container);
  // A new problem gets the focus unless the user is typing elsewhere.
  useEffect(() => {
    if (problem?.row !== undefined && (isFocusLost() || hasFocusWithin(container.current))) focusRefusal(container.current);
  }, [problem]);
  return (
    <Stack ref={container} spacing={2}>
      {choice.added.length > 0 && submit
        && <Typography variant="body2" sx={{fontWeight: 500, mb: '-8px !important'}}>{UNSENT_TEXT}</Typography>}
      {choice.added.length > 0 && (
        <List dense disablePadding aria-label={submit ? UNSENT_TEXT : 'Arquivos adicionados'}>
          {choice.added.map((typedFile, index) => (
            <AddedRow
              key={keyOf(choice.added, index)}
              {...typedFile}
              restored={choice.restored.has(typedFile.file)}
              disabled={busy}
              share={shares?.[index]}
              onStop={onStop && (() => onStop(typedFile.file))}
              onRemove={() => choice.remove(index)}
            />
          ))}
        </List>
      )}
      <DropZone
        onFiles={files => choice.choose(files)}
        disabled={busy}
        limits={limits && `Até ${limits.arquivoMaxMb} MB por arquivo, ${limits.arquivosMax} ${nounOf(resource).per}.`}
        problem={problem !== undefined && problem.row === undefined ? problem.message : undefined}
      >
        <RefusedFiles files={choice.refused} onDismiss={choice.dismiss} />
        {choice.isStorageRefused && <Alert severity="warning" variant="outlined">{NOT_STORED_NOTE}</Alert>}
        {choice.drafts.map((draft, row) => (
          <DraftRow
            key={row}
            draft={draft}
            restored={draft.file !== undefined && choice.restored.has(draft.file)}
            more={choice.added.length > 0}
            types={types}
            problem={problem?.row === row ? problem : undefined}
            disabled={busy}
            onType={tipo => choice.setType(row, tipo)}
            onDrop={() => choice.dropDraft(row)}
          />
        ))}
      </DropZone>
      <Box>
        <Button
          variant="outlined"
          startIcon={<AddIcon />}
          loading={choice.checking || submit?.busy === true}
          disabled={disabled}
          onClick={submit?.onClick ?? (() => void choice.add())}
        >
          {submit?.label ?? 'Adicionar arquivo'}
        </Button>
      </Box>
    </Stack>
  );
};

const RefusedFiles = ({files, onDismiss}: {files: readonly RefusedFile[]; onDismiss: (file: File) => void}) => (
  <List dense disablePadding aria-label="Arquivos recusados" aria-live="polite" sx={{'&:empty': {display: 'none'}}}>
    {files.map(({file, message}, index) => (
      <ListItem
        key={`${index}-${file.name}`}
        ref={scrollIntoSight}
        disableGutters
        secondaryAction={(
          <IconButton edge="end" aria-label={`Dispensar ${file.name}`} onClick={() => onDismiss(file)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      >
        <ListItemText
          primary={`${file.name} · ${formatFileSize(file.size)}`}
          secondary={message}
          slotProps={{primary: {noWrap: true, title: file.name}, secondary: {color: 'error'}}}
        />
      </ListItem>
    ))}
  </List>
);
