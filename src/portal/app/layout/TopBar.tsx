/** The bar on top: the menu's button, the company (from the token), 'Ir para', the bell, the person (rules: Screens 3, 8). */
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import {isPerson} from '../../../schema/access.ts';
import {claims} from '../../session/claims.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {TOP_BAR} from '../../theme/tokens.ts';
import {GoTo} from '../goTo/GoTo.tsx';
import {Bell} from '../notices/Bell.tsx';
import {UserMenu} from './UserMenu.tsx';

export interface TopBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

/** Robots are told nothing. */
const PersonsBell = () => (isPerson(useConfig().profiles[useSession().perfil]) ? <Bell /> : null);

export const TopBar = ({menuOpen, onMenu}: TopBarProps) => (
  <Box
    component="header"
    sx={{
      position: 'sticky', top: 0, zIndex: 'appBar', display: 'flex', alignItems: 'center', gap: {xs: 0, sm: 1}, height: TOP_BAR,
      px: {xs: 1, sm: 2}, backgroundColor: 'background.paper', borderBottom: 1, borderColor: 'divider',
    }}
  >
    <IconButton aria-label={menuOpen ? 'Recolher menu' : 'Abrir menu'} aria-expanded={menuOpen} onClick={onMenu}><MenuIcon /></IconButton>
    <Box sx={{flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600}}>
      {/* A phone has no room for it: it stands in the person's menu there. */}
      <Box component="span" sx={{display: {xs: 'none', sm: 'inline'}}}>{claims()?.groupsid}</Box>
    </Box>
    <GoTo />
    <PersonsBell />
    <UserMenu />
  </Box>
);
