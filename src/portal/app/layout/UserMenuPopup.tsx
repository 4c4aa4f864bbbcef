import SystemIcon from '@mui/icons-material/ContrastOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import LogoutIcon from '@mui/icons-material/LogoutOutlined';
import Divider from '@mui/material/Divider';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {useRemoveFromStore, useStore} from 'ra-core';
import {Link} from 'react-router-dom';
import {ALTERAR_SENHA} from '../../pages/pagePaths.ts';
import {claims} from '../../session/claims.ts';
import {useConfig} from '../../session/context.ts';
import {OPENS_BELOW} from '../../ui/opensBelow.ts';

const STORE_KEY = 'theme';

/** undefined: follows the system's theme. */
type ThemeChoice = 'light' | 'dark' | undefined;

/** The chosen theme, stored under react-admin's key; a script in `index.html` reads it before the first paint. */
const useThemeChoice = (): [ThemeChoice, (choice: ThemeChoice) => void] => {
  const [stored, store] = useStore<ThemeChoice>(STORE_KEY);
  // Removed for 'system', because the theme provider reads any stored value as a choice.
  const remove = useRemoveFromStore(STORE_KEY);
  return [stored, choice => (choice === undefined ? remove() : store(choice))];
};

const THEMES = [
  {theme: 'light', label: 'Tema claro', Icon: LightIcon}, {theme: 'dark', label: 'Tema escuro', Icon: DarkIcon},
  {theme: undefined, label: 'Tema do sistema', Icon: SystemIcon},
] as const;

/** A function instead of a component, because arrow keys move only between direct children of the Menu. */
const themeItems = (chosen: ThemeChoice, choose: (theme: ThemeChoice) => void) =>
  THEMES.map(({theme, label, Icon}) => (
    <MenuItem key={label} role="menuitemradio" aria-checked={theme === chosen} selected={theme === chosen} onClick={() => choose(theme)}>
      <ListItemIcon><Icon fontSize="small" /></ListItemIcon>{label}
    </MenuItem>
  ));

interface Props {
  name: string;
  anchor: HTMLElement;
  open: boolean;
  onClose: () => void;
  onLeave: () => void;
}

export const UserMenuPopup = ({name, anchor, open, onClose, onLeave}: Props) => {
  const {product} = useConfig();
  const [theme, chooseTheme] = useThemeChoice();
  return (
    <Menu
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      {...OPENS_BELOW}
      slotProps={{paper: {'aria-label': 'Sua conta'}}}
    >
      <ListSubheader role="presentation" sx={{display: {sm: 'none'}, backgroundColor: 'inherit', lineHeight: 2}}>
        {name}<br />{claims()?.groupsid}
      </ListSubheader>
      <MenuItem component={Link} to={`${product.basename}/${ALTERAR_SENHA}`} onClick={onClose}>
        <ListItemIcon><KeyIcon fontSize="small" /></ListItemIcon>Alterar Senha
      </MenuItem>
      <Divider />
      {themeItems(theme, chosen => {
        chooseTheme(chosen);
        onClose();
      })}
      <Divider />
      <MenuItem onClick={onLeave}>
        <ListItemIcon><LogoutIcon fontSize="small" /></ListItemIcon>Sair
      </MenuItem>
    </Menu>
  );
};
