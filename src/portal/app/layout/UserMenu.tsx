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
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {useLogout} from 'ra-core';
import {Link} from 'react-router-dom';
import {hasDrafts} from '../../form/drafts/store.ts';
import {ALTERAR_SENHA} from '../../pages/addresses.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {claims} from '../../session/claims.ts';
import {useSession} from '../../session/useSession.ts';
import {useThemeChoice, type ThemeChoice} from '../../theme/useThemeChoice.ts';
import {DialogButtons} from '../../ui/DialogButtons.tsx';

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
  const [leaving, setLeaving] = useState(false);
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
      <SignOutDialog open={leaving} onClose={() => setLeaving(false)} />
    </>
  );
};

const SignOutDialog = ({open, onClose}: {open: boolean; onClose: () => void}) => {
  const logout = useLogout();
  const {id} = useSession();
  const unsaved = open && hasDrafts(id);
  return (
    <Dialog open={open} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="sair-titulo" aria-describedby="sair-texto">
      <DialogTitle id="sair-titulo">Deseja Sair?</DialogTitle>
      <DialogContent id="sair-texto">
        <DialogContentText color="text.primary">Selecione &quot;Logout&quot; abaixo para encerrar a sessão.</DialogContentText>
        {unsaved && <DialogContentText sx={{mt: 1}}>O que você digitou e ainda não salvou será apagado deste navegador.</DialogContentText>}
      </DialogContent>
      <DialogButtons
        confirm="Logout"
        back="Cancel"
        tone={unsaved ? 'danger' : undefined}
        onConfirm={() => void logout()}
        onBack={onClose}
      />
    </Dialog>
  );
};
