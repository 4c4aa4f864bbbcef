/** The bar on top: the menu's button, the company (from the token), light or dark, the person (§2). */
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {useTheme as useMuiTheme} from '@mui/material/styles';
import {useTheme} from 'react-admin';
import {claims} from '../../session/claims.ts';
import {TOP_BAR} from '../../theme/tokens.ts';
import {UserMenu} from './UserMenu.tsx';

const ThemeButton = () => {
  const [, setTheme] = useTheme();
  const dark = useMuiTheme().palette.mode === 'dark';
  const label = dark ? 'Usar o tema claro' : 'Usar o tema escuro';
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setTheme(dark ? 'light' : 'dark')}>{dark ? <LightIcon /> : <DarkIcon />}</IconButton>
    </Tooltip>
  );
};

export interface TopBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

export const TopBar = ({menuOpen, onMenu}: TopBarProps) => (
  <Box
    component="header"
    sx={{
      position: 'sticky', top: 0, zIndex: 'appBar', display: 'flex', alignItems: 'center', gap: 1, height: TOP_BAR, px: {xs: 1, sm: 2},
      backgroundColor: 'background.paper', borderBottom: 1, borderColor: 'divider',
    }}
  >
    <IconButton aria-label={menuOpen ? 'Recolher menu' : 'Abrir menu'} aria-expanded={menuOpen} onClick={onMenu}><MenuIcon /></IconButton>
    <Box sx={{flex: '1 1 0', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontWeight: 600}}>{claims()?.groupsid}</Box>
    <ThemeButton />
    <UserMenu />
  </Box>
);
