/** Files that were not taken of what was chosen, each with the reason beside it: they are never sent (rules: Files 9). */
import CloseIcon from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import {inSight} from '../../../ui/Refusal.tsx';
import type {Refused} from '../rules.ts';
import {sizeText} from '../sizes.ts';

export const RefusedFiles = ({files, onDismiss}: {files: readonly Refused[]; onDismiss: (file: File) => void}) => (
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
