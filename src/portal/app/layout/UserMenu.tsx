/** Who is signed in: first name and role, the theme they prefer, and the way out (rules: Screens 3). */
import {useState} from 'react';
import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import SystemIcon from '@mui/icons-material/ContrastOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {Link} from 'react-router-dom';
import {ALTERAR_SENHA} from '../../pages/addresses.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {claims} from '../../session/claims.ts';
import {useThemeChoice, type ThemeChoice} from '../../theme/useThemeChoice.ts';
import {later} from '../../ui/later.tsx';

const SignOutDialog = later(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

const THEMES = [
  {theme: 'light', label: 'Tema claro', Icon: LightIcon}, {theme: 'dark', label: 'Tema escuro', Icon: DarkIcon},
  {theme: undefined, label: 'Tema do sistema', Icon: SystemIcon},
] as const;

/** Not a component: the keys of a menu go from one of its own items to the next. */
const themeItems = (chosen: ThemeChoice, choose: (theme: ThemeChoice) => void) =>
  THEMES.map(({theme, label, Icon}) => (
    <MenuItem key={label} role="menuitemradio" aria-checked={theme === chosen} selected={theme === chosen} onClick={() => choose(theme)}>
      <ListItemIcon><Icon fontSize="small" /></ListItemIcon>{label}
    </MenuItem>
  ));

export const UserMenu = () => {
  const {product} = useConfig();
  const [anchor, setAnchor] = useState<HTMLElement>();
  /** undefined: nobody asked for it yet. */
  const [leaving, setLeaving] = useState<boolean>();
  const who = claims();
  const [first = ''] = (who?.unique_name ?? '').split(' ');
  const close = () => setAnchor(undefined);
  const [theme, chooseTheme] = useThemeChoice();
  return (
    <>
      <Button
        color="inherit"
        startIcon={<AccountIcon />}
        endIcon={<ExpandMore sx={{display: {xs: 'none', sm: 'block'}}} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={event => setAnchor(event.currentTarget)}
        sx={{fontWeight: 550, minWidth: 0, px: {xs: 1, sm: 2}}}
      >
        <Box component="span" sx={{overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap'}}>{first} ({who?.role})</Box>
      </Button>
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{vertical: 'bottom', horizontal: 'right'}}
        transformOrigin={{vertical: 'top', horizontal: 'right'}}
        slotProps={{paper: {'aria-label': 'Sua conta'}}}
      >
        <MenuItem component={Link} to={`${product.basename}/${ALTERAR_SENHA}`} onClick={close}>
          <ListItemIcon><KeyIcon fontSize="small" /></ListItemIcon>Alterar Senha
        </MenuItem>
        <Divider />
        {themeItems(theme, one => {
          chooseTheme(one);
          close();
        })}
        <Divider />
        <MenuItem onClick={() => { close(); setLeaving(true); }}>
          <ListItemIcon><LogoutIcon fontSize="small" /></ListItemIcon>Sair
        </MenuItem>
      </Menu>
      {leaving !== undefined && <SignOutDialog open={leaving} onClose={() => setLeaving(false)} />}
    </>
  );
};
