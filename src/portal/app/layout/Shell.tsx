/** The frame of every screen under /adm: side menu, top bar, content (rules: Screens 3). */
import {Suspense, useEffect, useState} from 'react';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import {keyframes, useTheme} from '@mui/material/styles';
import {useIsFetching, useIsMutating} from '@tanstack/react-query';
import {useStore, type CoreLayoutProps} from 'ra-core';
import {useLocation} from 'react-router-dom';
import {ActionDialogHost} from '../../actions/ActionDialogHost.tsx';
import {useSession} from '../../session/context.ts';
import {isSignedInHere} from '../../session/session.ts';
import {GUTTER, SIDEBAR} from '../../theme/tokens.ts';
import {ScreenErrorBoundary} from '../../ui/ScreenErrorBoundary.tsx';
import {focusScreen} from '../../navigation/focus.ts';
import {useScrollRestoration} from '../../navigation/useScrollRestoration.ts';
import {FormSkeleton} from '../../ui/FormSkeleton.tsx';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {appearAfter} from '../../theme/appear.ts';
import {useIsPrintPage} from '../printing.ts';
import {GlobalShortcuts} from './GlobalShortcuts.tsx';
import {SideMenu} from './SideMenu.tsx';
import {TopBar} from './TopBar.tsx';

/** The delay keeps quick answers from flickering. */
const PROGRESS_DELAY_MS = 150;
const slide = keyframes({from: {translate: '-100%'}, to: {translate: '250%'}});
/** Replaces Material's LinearProgress, which adds a kilobyte to every first screen. */
const bar = {
  content: '""', display: 'block', width: '40%', height: '100%', backgroundColor: 'primary.main',
  animation: `${slide} 1.6s ease-in-out infinite`,
};

/** The global loading indicator, a thin line on top while requests run (rules: Screens 3). */
export const ProgressLine = () => {
  const busy = useIsFetching() + useIsMutating() > 0;
  // A landmark of its own, because it lies outside all others.
  return busy && (
    <Box
      component="section"
      aria-label="Carregamento"
      sx={{position: 'fixed', inset: '0 0 auto 0', height: 3, zIndex: 'tooltip', pointerEvents: 'none'}}
    >
      <Box
        role="progressbar"
        aria-label="Carregando"
        sx={{height: 3, overflow: 'hidden', ...appearAfter(PROGRESS_DELAY_MS), '&::before': bar}}
      />
    </Box>
  );
};

const LiveHost = lazyComponent(async () => (await import('./ShellEffects.tsx')).ShellEffects, 'rest');
const InvitationHost = lazyComponent(async () => (await import('./InvitationHost.tsx')).InvitationHost, 'rest');

const MAIN_ID = 'conteudo';

/** Writes the theme to the root element, from which toasts read it, because they render outside the theme engine. */
const useThemeAttribute = () => {
  const {mode} = useTheme().palette;
  // Renders again when the system's scheme changes, because the page's script then rewrites the attribute.
  useMediaQuery('(prefers-color-scheme: dark)');
  useEffect(() => {
    document.documentElement.dataset['tema'] = mode;
    document.documentElement.style.colorScheme = mode;
  });
};

export const Shell = ({children}: CoreLayoutProps) => {
  const isPhone = useMediaQuery(theme => theme.breakpoints.down('md'));
  const [collapsed, setCollapsed] = useStore('menu.recolhido', false);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const {pathname} = useLocation();
  // A changed user gets a remounted screen at the same address; typed values survive as a draft.
  const {perfil, idEmpresa, codigoExterno} = useSession();
  const screenKey = [pathname, perfil, idEmpresa, codigoExterno].join(' ');
  const isPrintPage = useIsPrintPage();
  useThemeAttribute();
  useScrollRestoration();
  // After a sign-in on this page the focus moves to the screen, because the login form is gone. A loaded page starts at its top.
  useEffect(() => {
    if (isSignedInHere()) focusScreen();
  }, []);
  const width = collapsed ? SIDEBAR.collapsed : SIDEBAR.open;
  return (
    <ScreenErrorBoundary part><ActionDialogHost>
      <Link
        href={`#${MAIN_ID}`}
        sx={{
          position: 'fixed', top: -60, left: 8, zIndex: 'tooltip', p: 1.5, borderRadius: 1, backgroundColor: 'background.paper',
          '&:focus': {top: 8}, displayPrint: 'none',
        }}
        onClick={event => {
          event.preventDefault();
          document.getElementById(MAIN_ID)?.focus();
        }}
      >
        Ir para o conteúdo
      </Link>
      <ProgressLine />
      <GlobalShortcuts />
      <InvitationHost />
      <Box sx={{display: 'flex', minHeight: '100dvh'}}>
        {!isPrintPage && (isPhone ? (
          <Drawer
            open={isDrawerOpen}
            onClose={() => setDrawerOpen(false)}
            slotProps={{paper: {'aria-label': 'Menu', sx: {width: SIDEBAR.open, backgroundColor: 'background.paper'}}}}
          >
            <SideMenu collapsed={false} onNavigate={() => setDrawerOpen(false)} />
          </Drawer>
        ) : (
          <Box
            sx={{
              position: 'sticky', top: 0, flexShrink: 0, width, height: '100dvh', backgroundColor: 'background.paper', borderRight: 1,
              borderColor: 'divider', displayPrint: 'none',
              transition: 'width 150ms',
            }}
          >
            <SideMenu collapsed={collapsed} />
          </Box>
        ))}
        <Box sx={{flexGrow: 1, minWidth: 0}}>
          {!isPrintPage && <TopBar
            menuOpen={isPhone ? isDrawerOpen : !collapsed}
            onMenu={() => (isPhone ? setDrawerOpen(true) : setCollapsed(!collapsed))}
          />}
          <Box
            component="main"
            id={MAIN_ID}
            tabIndex={-1}
            sx={{maxWidth: 1440, mx: 'auto', p: GUTTER, pt: {xs: 1, sm: 2}, '&:focus-visible': {outline: 'none'}}}
          >
            <LiveHost />
            <ScreenErrorBoundary key={screenKey}>
              <Suspense fallback={<FormSkeleton inputs={6} />}>{children}</Suspense>
            </ScreenErrorBoundary>
          </Box>
        </Box>
      </Box>
    </ActionDialogHost></ScreenErrorBoundary>
  );
};
