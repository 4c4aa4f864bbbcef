/**
 * The bar on top: the menu's button, 'Ir para', the company (from the token), the bell, the person (rules: Screens 3, 8). Where the
 * company stands it keeps a strip for what is told (rules: Screens 5).
 */
import {useState} from 'react';
import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
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
import {later} from '../../ui/later.tsx';
import {GoTo} from '../goTo/GoTo.tsx';
import {Bell} from '../notices/Bell.tsx';

const UserEntries = later(async () => (await import('./UserEntries.tsx')).UserEntries);

const SignOutDialog = later(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

/** Who is signed in: first name and role, the theme they prefer, and the way out (rules: Screens 3). */
export const UserMenu = () => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [open, setOpen] = useState(false);
  /** undefined: nobody asked for it yet. */
  const [leaving, setLeaving] = useState<boolean>();
  const who = claims();
  // Without a readable token nobody is signed in, and the page is about to be left.
  const name = who === undefined ? 'Conta' : `${who.unique_name.split(' ')[0]} (${who.role})`;
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
            setLeaving(true);
          }}
        />
      )}
      {leaving !== undefined && <SignOutDialog open={leaving} onClose={() => setLeaving(false)} />}
    </>
  );
};

interface TopBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

/** What stands before the strip, the open side menu included, and what after it, each with the edge of the screen. */
const FIRST = {xs: 96, sm: 124, md: SIDEBAR.open + 124, lg: SIDEBAR.open + 290};
const LAST = {xs: 96, sm: 310};
const strip = (
  <GlobalStyles
    styles={({breakpoints: {up}}) => ({
      ':root': {
        '--strip-left': `${FIRST.xs}px`, '--strip-right': `${LAST.xs}px`,
        [up('sm')]: {'--strip-left': `${FIRST.sm}px`, '--strip-right': `${LAST.sm}px`},
        [up('md')]: {'--strip-left': `${FIRST.md}px`},
        [up('lg')]: {'--strip-left': `${FIRST.lg}px`},
      },
    })}
  />
);

/** Robots are told nothing. */
const PersonsBell = () => (isHumanProfile(useConfig().profiles[useSession().perfil]) ? <Bell /> : null);

export const TopBar = ({menuOpen, onMenu}: TopBarProps) => (
  <Box
    component="header"
    sx={{
      position: 'sticky', top: 0, zIndex: 'appBar', display: 'flex', alignItems: 'center', gap: {xs: 0, sm: 1}, height: TOP_BAR,
      pl: {xs: 1, sm: 2}, backgroundColor: 'background.paper', borderBottom: 1, borderColor: 'divider', displayPrint: 'none',
    }}
  >
    {strip}
    <IconButton aria-label={menuOpen ? 'Recolher menu' : 'Abrir menu'} aria-expanded={menuOpen} onClick={onMenu}><MenuIcon /></IconButton>
    <GoTo />
    <Box sx={{flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600}}>
      {/* A phone has room for what is told alone: it stands in the person's menu there. */}
      <Box component="span" sx={{display: {xs: 'none', sm: 'inline'}}}>{claims()?.groupsid}</Box>
    </Box>
    <Box sx={{display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: {xs: 0, sm: 1}, width: LAST, pr: {xs: 1, sm: 2}}}>
      <PersonsBell />
      <UserMenu />
    </Box>
  </Box>
);
