/** Choosing files and giving each its type; what was added is listed with a way to take it back. */
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
import {useListRows} from '../../kinds/options.ts';
import {useResource} from '../../session/context.ts';
import {isIdle, isIn} from '../../navigation/focus.ts';
import {useFocusKept} from '../../navigation/useFocusKept.ts';
import {focusRefusal, inSight} from '../../ui/Refusal.tsx';
import {AddedRow, DraftRow} from './choosing/DraftRow.tsx';
import {DropZone} from '../../kinds/files/DropZone.tsx';
import type {FileChoice} from './useFileChoice.ts';
import type {Refused} from './rules.ts';
import {NOT_KEPT, sizeText} from '../../kinds/files/words.ts';

/**
 * Whoever chose files by their button goes on with the first type that is missing, or sees what they chose; who writes elsewhere meanwhile
 * stays there.
 *
 * @param waiting how many files wait for their type or to be added
 */
const useTypeFocus = (place: RefObject<HTMLElement | null>, waiting: number): void => {
  const before = useRef(waiting);
  useEffect(() => {
    const isMore = waiting > before.current;
    before.current = waiting;
    if (!isMore || place.current?.contains(document.activeElement) !== true) return;
    const types = [...place.current.querySelectorAll('select')];
    const missing = types.find(({value}) => value === '');
    if (missing === undefined) inSight(types.at(-1) ?? null);
    else missing.focus();
  }, [place, waiting]);
};

/** Over a list of files that looks like the one of those that arrived. */
const UNSENT = 'Escolhidos, ainda não enviados';
interface Props {
  /** The resource whose files they will be. */
  name: string;
  choice: FileChoice;
  disabled?: boolean;
  /** How much of each added file has gone up, from 0 to 1; undefined: it is not on its way. */
  shares?: readonly (number | undefined)[] | undefined;
  /** Stops one of them, where each goes by itself. */
  onStop?: ((file: File) => void) | undefined;
  /** What the button that takes the drafts says, and what it does instead of only listing them. */
  submit?: {label: string; onClick: () => void; busy: boolean};
}

/** Two files of the same name are two files; those before it may go, and it stays the one it is. */
const keyOf = (added: FileChoice['added'], index: number): string => {
  const {name} = added[index]?.file ?? {};
  return `${added.slice(0, index).filter(({file}) => file.name === name).length}-${name}`;
};

export const FilePicker = ({name, choice, disabled = false, shares, onStop, submit}: Props) => {
  const resource = useResource(name);
  const types = useListRows(resource.files?.types ?? '');
  const busy = disabled || choice.checking || submit?.busy === true;
  const {limits, problem} = choice;
  const place = useRef<HTMLDivElement>(null);
  useTypeFocus(place, choice.drafts.filter(({file}) => file !== undefined).length);
  useFocusKept(place);
  // Who asked for them to be added is led to what is missing; who writes elsewhere stays there.
  useEffect(() => {
    if (problem?.row !== undefined && (isIdle() || isIn(place.current))) focusRefusal(place.current);
  }, [problem]);
  return (
    <Stack ref={place} spacing={2}>
      {choice.added.length > 0 && submit && <Typography variant="body2" sx={{fontWeight: 500, mb: '-8px !important'}}>{UNSENT}</Typography>}
      {choice.added.length > 0 && (
        <List dense disablePadding aria-label={submit ? UNSENT : 'Arquivos adicionados'}>
          {choice.added.map((typed, index) => (
            <AddedRow
              key={keyOf(choice.added, index)}
              {...typed}
              restored={choice.restored.has(typed.file)}
              disabled={busy}
              share={shares?.[index]}
              onStop={onStop && (() => onStop(typed.file))}
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
        {choice.lost && <Alert severity="warning" variant="outlined">{NOT_KEPT}</Alert>}
        {choice.drafts.map((draft, row) => (
          <DraftRow
            // Rows have no identity but their place.
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

/** Files that were not taken of what was chosen, each with the reason beside it: they are never sent (rules: Files 9). */
const RefusedFiles = ({files, onDismiss}: {files: readonly Refused[]; onDismiss: (file: File) => void}) => (
  <List dense disablePadding aria-label="Arquivos recusados" aria-live="polite" sx={{'&:empty': {display: 'none'}}}>
    {files.map(({file, message}, index) => (
      <ListItem
        // Two files of the same name are two files.
        key={`${index}-${file.name}`}
        ref={inSight}
        disableGutters
        secondaryAction={(
          <IconButton edge="end" aria-label={`Dispensar ${file.name}`} onClick={() => onDismiss(file)}>
            <CloseIcon fontSize="small" />
          </IconButton>
        )}
      >
        <ListItemText
          primary={`${file.name} · ${sizeText(file.size)}`}
          secondary={message}
          slotProps={{primary: {noWrap: true, title: file.name}, secondary: {color: 'error'}}}
        />
      </ListItem>
    ))}
  </List>
);
