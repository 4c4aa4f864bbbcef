/** 'Ir para' in the top bar and by Ctrl+K: opens any screen or record. The dialog is loaded on first use. */
import {useState} from 'react';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {keyName} from '../../shortcuts/keyName.ts';
import {useRegisterShortcut} from '../../shortcuts/registry.ts';
import {ScreenErrorBoundary} from '../../ui/ScreenErrorBoundary.tsx';
import {lazyComponent} from '../../ui/lazyComponent.tsx';

const GoToDialog = lazyComponent(async () => (await import('./GoToDialog.tsx')).GoToDialog);

const SHORTCUT_KEY = 'Mod+k';
const LABEL = 'Ir para';

export const GoTo = () => {
  const [open, setOpen] = useState<boolean>();
  // Kept outside the dialog, so that it survives a remount by the error boundary.
  const [query, setQuery] = useState('');
  const show = () => setOpen(true);
  const isWide = useMediaQuery((theme: Theme) => theme.breakpoints.up('lg'));
  // Also over a record's dialog, because the suggestions include its actions.
  useRegisterShortcut(SHORTCUT_KEY, LABEL, show, true, 'everywhere');
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
        <Box component="span" sx={isWide ? {flexGrow: 1, textAlign: 'left'} : visuallyHidden}>{LABEL}</Box>
        {isWide && <Box component="kbd" aria-hidden sx={{font: 'inherit', fontSize: '0.75rem'}}>{keyName(SHORTCUT_KEY)}</Box>}
      </Button>
      {open !== undefined && (
        <ScreenErrorBoundary part>
          <GoToDialog open={open} typed={query} onTyped={setQuery} onClose={() => setOpen(false)} />
        </ScreenErrorBoundary>
      )}
    </>
  );
};
