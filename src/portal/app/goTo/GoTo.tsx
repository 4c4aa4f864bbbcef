/**
 * 'Ir para' in the top bar, and under Ctrl+K everywhere: to any screen or record without the menu. What it opens is loaded when it
 * is first used.
 */
import {useState, type ComponentType} from 'react';
import SearchIcon from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Theme} from '@mui/material/styles';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {HttpError} from 'ra-core';
import {keyName} from '../../shortcuts/keyName.ts';
import {useShortcut} from '../../shortcuts/registry.ts';
import {useToasts} from '../../toasts/index.ts';
import type {GoToDialogProps} from './GoToDialog.tsx';

const KEY = 'Mod+k';
const LABEL = 'Ir para';

export const GoTo = () => {
  const toasts = useToasts();
  const [Opened, setOpened] = useState<ComponentType<GoToDialogProps>>();
  const [open, setOpen] = useState(false);
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  const show = () => {
    setOpen(true);
    if (Opened !== undefined) return;
    import('./GoToDialog.tsx').then(
      ({GoToDialog}) => setOpened(() => GoToDialog),
      () => {
        setOpen(false);
        toasts.failed(new HttpError('', 0, {}));
      },
    );
  };
  useShortcut(KEY, LABEL, show);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<SearchIcon />}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
        sx={{
          color: 'text.secondary', fontWeight: 450, justifyContent: 'flex-start', flexShrink: 0,
          minWidth: {xs: 44, sm: 210}, px: {xs: 0, sm: 1.5}, border: {xs: 0, sm: 1}, borderColor: {sm: 'divider'},
          '& .MuiButton-startIcon': {m: {xs: 'auto', sm: '0 8px 0 0'}},
        }}
      >
        <Box component="span" sx={wide ? {flexGrow: 1, textAlign: 'left'} : visuallyHidden}>{LABEL}</Box>
        {wide && <Box component="kbd" aria-hidden sx={{font: 'inherit', fontSize: '0.75rem'}}>{keyName(KEY)}</Box>}
      </Button>
      {Opened && <Opened open={open} onClose={() => setOpen(false)} />}
    </>
  );
};
