/** The side menu, open (250 px) or collapsed to its icons (80 px). */
import type {MouseEvent} from 'react';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {Link, NavLink, useLocation} from 'react-router-dom';
import {buildMenu, type MenuEntry} from '../../pages/menu.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {useOwnScreens} from '../../session/ownScreens.ts';
import {Icon} from '../../theme/Icon.tsx';
import {useWayBackTo} from '../../navigation/useWayBack.ts';
import {TOP_BAR} from '../../theme/tokens.ts';

const Brand = ({collapsed}: {collapsed: boolean}) => {
  const {product} = useConfig();
  return (
    <Box
      sx={{
        display: 'flex', alignItems: 'center', gap: 1.25, minHeight: TOP_BAR, px: collapsed ? 0 : 1,
        justifyContent: collapsed ? 'center' : 'flex-start',
      }}
    >
      <img src="/favicon.svg" alt={collapsed ? product.name : ''} width={30} height={30} />
      {!collapsed && <Box component="span" sx={{fontSize: '1.125rem', fontWeight: 700, letterSpacing: '-0.01em'}}>{product.name}</Box>}
    </Box>
  );
};

interface SideMenuProps {
  collapsed: boolean;
  onNavigate?: (() => void) | undefined;
}

/** From a screen below the list, the entry returns to the list's last state; otherwise it opens the list anew. */
const useEntryLink = (list: string) => {
  const {pathname} = useLocation();
  const {listLink: {to, state, onClick}} = useWayBackTo(list);
  return pathname.startsWith(`${list}/`) ? {to, state, onClick} : {to: list};
};

const Entry = ({entry: {label, icon, to, childScreens = []}, collapsed, onNavigate}: SideMenuProps & {entry: MenuEntry}) => {
  const {pathname} = useLocation();
  const {onClick, ...link} = useEntryLink(to);
  const isChildScreen = childScreens.some(screen => pathname === screen || pathname.startsWith(`${screen}/`));
  return (
    <Tooltip title={collapsed ? label : ''} placement="right">
      <ButtonBase
        component={isChildScreen ? Link : NavLink}
        {...link}
        {...(isChildScreen ? {className: 'active', 'aria-current': 'page'} : {})}
        aria-label={collapsed ? label : undefined}
        onClick={(event: MouseEvent) => {
          onNavigate?.();
          onClick?.(event);
        }}
        sx={{
          width: '100%', height: 44, px: 1.75, gap: 1.5, borderRadius: 1, justifyContent: collapsed ? 'center' : 'flex-start',
          color: 'text.secondary', fontSize: '0.875rem', fontWeight: 500,
          '&:hover': {backgroundColor: 'action.hover', color: 'text.primary'},
          '&.active': {backgroundColor: 'action.selected', color: 'primary.main', fontWeight: 650},
        }}
      >
        <Icon name={icon} sx={{fontSize: 20}} />
        {!collapsed && <span>{label}</span>}
      </ButtonBase>
    </Tooltip>
  );
};

export const SideMenu = ({collapsed, onNavigate}: SideMenuProps) => {
  const config = useConfig();
  const {perfil} = useSession();
  const {screens: {pages}} = useOwnScreens();
  return (
    <Box
      component="nav"
      aria-label="Menu principal"
      sx={{display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto', px: 1.5, pb: 2}}
    >
      <Brand collapsed={collapsed} />
      {buildMenu(config, perfil, pages).map((group, index) => (
        <Box key={group.label ?? index} role="group" aria-label={group.label} sx={{mt: index === 0 ? 1 : 2}}>
          {group.label && !collapsed && (
            <Typography variant="caption" component="div" sx={{px: 1.75, mb: 0.5, color: 'text.secondary', fontWeight: 600}}>
              {group.label}
            </Typography>
          )}
          {group.entries.map(entry => <Entry key={entry.to} entry={entry} collapsed={collapsed} onNavigate={onNavigate} />)}
        </Box>
      ))}
    </Box>
  );
};
