/**
 * The top bar: menu button, 'Ir para', the company (from the token), the bell, the user menu (rules: Screens 3, 8). Toasts appear over the
 * part that shows the company's name (rules: Screens 5).
 */
import {useState} from 'react';
import AccountIcon from '@mui/icons-material/PersonOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton from '@mui/material/IconButton';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {isHumanProfile} from '../../../schema/access.ts';
import {claims} from '../../session/claims.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {SIDEBAR, TOP_BAR} from '../../theme/tokens.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {GoTo} from '../goTo/GoTo.tsx';
import {Bell} from '../notices/Bell.tsx';

const UserEntries = lazyComponent(async () => (await import('./UserMenuPopup.tsx')).UserMenuPopup);

const SignOutDialog = lazyComponent(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

export const UserMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  /** undefined: never opened, so that the dialog's chunk is not loaded. */
  const [isSigningOut, setSigningOut] = useState<boolean>();
  const person = claims();
  const name = person === undefined ? 'Conta' : `${person.unique_name.split(' ')[0]} (${person.role})`;
  const close = () => setOpen(false);
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountIcon sx={{mr: {xs: -1, sm: 0}}} />}
        endIcon={<ExpandMore sx={{display: {xs: 'none', sm: 'block'}}} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={event => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
        sx={{fontWeight: 550, minWidth: {xs: 44, sm: 0}, px: 1}}
      >
        <Box
          component="span"
          sx={theme => ({
            overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', [theme.breakpoints.down('sm')]: visuallyHidden,
          })}
        >
          {name}
        </Box>
      </Button>
      {anchor !== undefined && (
        <UserEntries
          name={name}
          anchor={anchor}
          open={open}
          onClose={close}
          onLeave={() => {
            close();
            setSigningOut(true);
          }}
        />
      )}
      {isSigningOut !== undefined && <SignOutDialog open={isSigningOut} onClose={() => setSigningOut(false)} />}
    </>
  );
};

interface TopBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

/** Widths left of the toast strip, the open side menu included, and right of it. */
const STRIP_LEFT = {xs: 96, sm: 124, md: SIDEBAR.open + 124, lg: SIDEBAR.open + 290};
const STRIP_RIGHT = {xs: 96, sm: 310};
const stripVariables = (
  <GlobalStyles
    styles={({breakpoints: {up}}) => ({
      ':root': {
        '--strip-left': `${STRIP_LEFT.xs}px`, '--strip-right': `${STRIP_RIGHT.xs}px`,
        [up('sm')]: {'--strip-left': `${STRIP_LEFT.sm}px`, '--strip-right': `${STRIP_RIGHT.sm}px`},
        [up('md')]: {'--strip-left': `${STRIP_LEFT.md}px`},
        [up('lg')]: {'--strip-left': `${STRIP_LEFT.lg}px`},
      },
    })}
  />
);

const HumanBell = () => (isHumanProfile(useConfig().profiles[useSession().perfil]) ? <Bell /> : null);

export const TopBar = ({menuOpen, onMenu}: TopBarProps) => (
  <Box
    component="header"
    sx={{
      position: 'sticky', top: 0, zIndex: 'appBar', display: 'flex', alignItems: 'center', gap: {xs: 0, sm: 1}, height: TOP_BAR,
      pl: {xs: 1, sm: 2}, backgroundColor: 'background.paper', borderBottom: 1, borderColor: 'divider', displayPrint: 'none',
    }}
  >
    {stripVariables}
    <IconButton aria-label={menuOpen ? 'Recolher menu' : 'Abrir menu'} aria-expanded={menuOpen} onClick={onMenu}><MenuIcon /></IconButton>
    <GoTo />
    <Box sx={{flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600}}>
      {/* On a phone the strip holds only toasts; the company's name is in the user menu. */}
      <Box component="span" sx={{display: {xs: 'none', sm: 'inline'}}}>{claims()?.groupsid}</Box>
    </Box>
    <Box
      sx={{display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: {xs: 0, sm: 1}, width: STRIP_RIGHT, pr: {xs: 1, sm: 2}}}
    >
      <HumanBell />
      <UserMenu />
    </Box>
  </Box>
);
