/** Choosing files and giving each its type; what was added is listed with a way to take it back. */
import {useRef} from 'react';
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {nounOf} from '../../../schema/nouns.ts';
import {useListRows} from '../../kinds/options.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {DraftRow, RESTORED} from './DraftRow.tsx';
import {DropZone} from './DropZone.tsx';
import {RefusedFiles} from './RefusedFiles.tsx';
import {sizeText} from './sizes.ts';
import type {FileChoice} from './useFileChoice.ts';
import {useTypeFocus} from './useTypeFocus.ts';

/** Over a list of files that looks like the one of those that arrived. */
const UNSENT = 'Escolhidos, ainda não enviados';
/** Where the browser has no store for them (a private window, say), or no room in it. */
const NOT_KEPT = 'Este navegador não pôde guardar os arquivos. Se a página for recarregada, eles precisarão ser escolhidos de novo.';

interface Props {
  /** The resource whose files they will be. */
  name: string;
  choice: FileChoice;
  disabled?: boolean;
  /** How much of each added file has gone up, from 0 to 1; those beyond the list still wait. */
  shares?: readonly number[] | undefined;
  /** What the button that takes the drafts says, and what it does instead of only listing them. */
  submit?: {label: string; onClick: () => void; busy: boolean};
}

export const FilePicker = ({name, choice, disabled = false, shares, submit}: Props) => {
  const resource = useResource(name);
  const types = useListRows(resource.files?.types ?? '');
  const busy = disabled || choice.checking || submit?.busy === true;
  const {limits, problem} = choice;
  const place = useRef<HTMLDivElement>(null);
  useTypeFocus(place, choice.drafts.filter(({file}) => file !== undefined).length);
  return (
    <Stack ref={place} spacing={2}>
      {choice.added.length > 0 && submit && <Typography variant="body2" sx={{fontWeight: 500, mb: '-8px !important'}}>{UNSENT}</Typography>}
      {choice.added.length > 0 && (
        <List dense disablePadding aria-label={submit ? UNSENT : 'Arquivos adicionados'}>
          {choice.added.map(({file, tipo}, index) => (
            <ListItem
              // Two files of the same name and type are two files.
              key={`${index}-${file.name}`}
              divider
              disableGutters
              secondaryAction={
                <IconButton edge="end" aria-label={`Remover ${file.name}`} disabled={busy} onClick={() => choice.remove(index)}>
                  <DeleteIcon fontSize="small" />
                </IconButton>
              }
            >
              <ListItemIcon sx={{minWidth: 36}}><FileIcon fontSize="small" /></ListItemIcon>
              <ListItemText
                primary={file.name}
                secondary={[tipo, sizeText(file.size), ...(choice.restored.has(file) ? [RESTORED] : [])].join(' · ')}
                slotProps={{primary: {noWrap: true, title: file.name}}}
              />
              {shares !== undefined && (
                <LinearProgress
                  variant="determinate"
                  value={(shares[index] ?? 0) * 100}
                  aria-label={`Envio de ${file.name}`}
                  sx={{position: 'absolute', insetInline: 0, bottom: 0, height: 2}}
                />
              )}
            </ListItem>
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
