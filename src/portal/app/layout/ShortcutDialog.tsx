/** Lists the shortcuts of the current screen, with a switch for those of a single key. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {keyName} from '../../shortcuts/keyName.ts';
import {isCharacter} from '../../shortcuts/handleShortcut.ts';
import {useShortcuts} from '../../shortcuts/registry.ts';

interface ShortcutDialogProps {
  open: boolean;
  characters: boolean;
  onCharacters: (on: boolean) => void;
  onClose: () => void;
}

export const ShortcutDialog = ({open, characters, onCharacters, onClose}: ShortcutDialogProps) => {
  const all = useShortcuts();
  // Without duplicates, because each text input of a form registers the same shortcuts.
  const shortcuts = all.filter(({key, label}, index) =>
    all.findIndex(shortcut => shortcut.key === key && shortcut.label === label) === index);
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth>
      <DialogTitle>Atalhos do teclado</DialogTitle>
      <DialogContent>
        <Box
          component="dl"
          sx={{display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 1, alignItems: 'center', m: 0, mb: 2}}
        >
          {shortcuts.map(({key, label}) => key !== undefined && (
            <Box key={`${key} ${label}`} sx={{display: 'contents', '& > *': {opacity: characters || !isCharacter(key) ? 1 : 0.6}}}>
              <dt>
                <Box component="kbd" sx={{
                  display: 'inline-block', minWidth: 32, px: 1, py: 0.25, textAlign: 'center', font: 'inherit', fontWeight: 600, border: 1,
                  borderColor: 'divider', borderRadius: 1,
                }}>
                  {keyName(key)}
                </Box>
              </dt>
              <Typography component="dd" sx={{m: 0}}>{label}</Typography>
            </Box>
          ))}
        </Box>
        <FormControlLabel
          label="Usar atalhos de uma só tecla"
          control={<Switch checked={characters} onChange={(_event, on) => onCharacters(on)} />}
        />
      </DialogContent>
      <DialogActions><Button variant="contained" autoFocus onClick={onClose}>Fechar</Button></DialogActions>
    </Dialog>
  );
};
