/**
 * 'Ir para' in the top bar, and under Ctrl+K everywhere: to any screen or record without the menu. What it opens is loaded when it
 * is first used.
 */
import {useState} from 'react';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {keyName} from '../../shortcuts/keyName.ts';
import {useShortcut} from '../../shortcuts/registry.ts';
import {Boundary} from '../../ui/Boundary.tsx';
import {later} from '../../ui/later.tsx';

const GoToDialog = later(async () => (await import('./GoToDialog.tsx')).GoToDialog);

const KEY = 'Mod+k';
const LABEL = 'Ir para';

export const GoTo = () => {
  /** undefined: it was not asked for yet. */
  const [open, setOpen] = useState<boolean>();
  // Here, so that it stays where the dialog has to be drawn anew.
  const [typed, setTyped] = useState('');
  const show = () => setOpen(true);
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'));
  // Over a record's dialog too: what can be done to it is found there.
  useShortcut(KEY, LABEL, show, true, 'everywhere');
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SearchIcon />}
        aria-haspopup="dialog"
        aria-expanded={open === true}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
        sx={{
          color: 'text.secondary', fontWeight: 450, justifyContent: 'flex-start', flexShrink: 0,
          minWidth: {xs: 44, lg: 210}, px: {xs: 0, lg: 1.5}, border: {xs: 0, lg: 1}, borderColor: {lg: 'divider'},
          '& .MuiButton-startIcon': {m: {xs: 'auto', lg: '0 8px 0 0'}},
        }}
      >
        <Box component="span" sx={wide ? {flexGrow: 1, textAlign: 'left'} : visuallyHidden}>{LABEL}</Box>
        {wide && <Box component="kbd" aria-hidden sx={{font: 'inherit', fontSize: '0.75rem'}}>{keyName(KEY)}</Box>}
      </Button>
      {open !== undefined && (
        <Boundary part><GoToDialog open={open} typed={typed} onTyped={setTyped} onClose={() => setOpen(false)} /></Boundary>
      )}
    </>
  );
};
