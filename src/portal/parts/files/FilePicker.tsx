/** Choosing files and giving each its type; what was added is listed with a way to take it back. */
import {useId} from 'react';
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import FileIcon from '@mui/icons-material/InsertDriveFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {useListRows} from '../../kinds/options.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {DraftRow} from './DraftRow.tsx';
import {DropZone} from './DropZone.tsx';
import {sizeText} from './rules.ts';
import type {FileChoice} from './useFileChoice.ts';

/** Over a list of files that looks like the one of those that arrived. */
const UNSENT = 'Escolhidos, ainda não enviados';

interface Props {
  choice: FileChoice;
  disabled?: boolean;
  /** What the button that takes the drafts says, and what it does instead of only listing them. */
  submit?: {label: string; onClick: () => void; busy: boolean};
}

export const FilePicker = ({choice, disabled = false, submit}: Props) => {
  const types = useListRows(useResource('tickets').files?.types ?? '');
  const id = useId();
  const busy = disabled || choice.checking || submit?.busy === true;
  return (
    <Stack spacing={2}>
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
                secondary={`${tipo} · ${sizeText(file.size)}`}
                slotProps={{primary: {noWrap: true, title: file.name}}}
              />
            </ListItem>
          ))}
        </List>
      )}
      <DropZone onFiles={files => choice.choose(files)} disabled={busy} describedBy={`${id}-drafts`} />
      <Stack spacing={2} id={`${id}-drafts`}>
        {choice.drafts.map((draft, row) => (
          <DraftRow
            // Rows have no identity but their place.
            key={row}
            draft={draft}
            more={choice.added.length > 0}
            types={types}
            problem={choice.problem?.row === row ? choice.problem.message : undefined}
            disabled={busy}
            onType={tipo => choice.setType(row, tipo)}
            onDrop={() => choice.dropDraft(row)}
          />
        ))}
      </Stack>
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
