/** The application below /adm: react-admin with the config's resources. Loaded only after the sign-in. */
import {lazy, memo, useEffect, useState, useSyncExternalStore} from 'react';
import createCache from '@emotion/cache';
import {CacheProvider} from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import {QueryClient} from '@tanstack/react-query';
import {CoreAdminUI, CustomRoutes, localStorageStore, Resource, type DataProvider, type GetListResult} from 'ra-core';
import {AdminContext, type AdminContextProps} from 'react-admin';
import {createBrowserRouter, Navigate, Route, RouterProvider} from 'react-router-dom';
import {mayAccess, canSeeDashboard} from '../../schema/access.ts';
import type {Config} from '../../schema/shapes/config.ts';
import {hasScreens, screens} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';
import {defaultListProps, listParamsFromSearch} from '../list/address/defaultListParams.ts';
import {HOME} from '../pages/pagePaths.ts';
import {ConfigProvider, SessionContext, useConfig} from '../session/context.ts';
import {OwnScreensProvider, type LoadOwnScreens} from '../session/ownScreens.ts';
import {accessToken, acquireIdentity, onSessionState, releaseIdentity} from '../session/identity.ts';
import {endSession, type LoadPage} from '../session/endSession.ts';
import {currentSession} from '../session/session.ts';
import {darkTheme, lightTheme} from '../theme/theme.ts';
import {createQueryCache, Notifications} from '../toasts/Notifications.tsx';
import {AppError} from '../ui/ScreenErrorBoundary.tsx';
import {preloadLazyComponents, preloadWhenIdle, lazyComponent} from '../ui/lazyComponent.tsx';
import {assignFirstStepKey} from '../navigation/tabStorage.ts';
import {ResourceRoutes} from '../views/ResourceRoutes.tsx';
import {statusOfError} from '../api/errors.ts';
import {onUnauthorized} from '../api/http.ts';
import {markFresh} from '../api/queryFreshness.ts';
import {makeAuthProvider} from '../api/providers/authProvider.ts';
import {makeDataProvider} from '../api/providers/dataProvider.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {makeI18nProvider} from '../api/providers/i18nProvider.ts';
import {Shell} from './layout/Shell.tsx';
import {useIsPrinting} from './printing.ts';

interface PageAddress {
  pathname: string;
  search: string;
}

/**
 * Prefetches the list at an address before the first render, because rendering the shell takes longer than the answer. The list reuses
 * the request by its query key.
 */
const prefetchList = (
  config: Config, session: Session, {queryClient, dataProvider}: {queryClient: QueryClient; dataProvider: DataProvider},
  {pathname, search}: PageAddress,
): void => {
  const [name, resource] = Object.entries(config.resources).find(([, candidate]) => screens(config, candidate).list === pathname) ?? [];
  if (name === undefined || resource === undefined || !mayAccess(resource, 'list', session.perfil)) return;
  const params = listParamsFromSearch(resource, search, defaultListProps(config, resource, session));
  // A failure is ignored, because the list repeats the request and shows its error.
  queryClient.query({
    queryKey: [name, 'getList', params],
    retry: false,
    queryFn: async ({signal}) => {
      const page = await dataProvider.getList(name, {...params, signal}) as GetListResult<Row>;
      markFresh(page);
      return page;
    },
  }).catch(() => undefined);
};

/** Browser storage of react-admin's `useStore`: theme, menu and other preferences. */
const store = localStorageStore();

// Loaded late without risk: calls with another person's token are refused anyway.
const SessionGuard = lazyComponent(async () => (await import('./layout/SessionGuard.tsx')).SessionGuard, 'rest');
// A page of its own chunk for each address that is no list, no form and no dashboard.
const PageByPath = lazyComponent(async () => (await import('../pages/PageByPath.tsx')).PageByPath, 'screen');
const HomePage = lazy(async () => ({default: (await import('../pages/home/HomePage.tsx')).HomePage}));

const listDashboards = (config: Config, {perfil}: Session): string[] =>
  [HOME, ...Object.entries(config.dashboards).filter(([name, dashboard]) => name !== HOME && canSeeDashboard(config, dashboard, perfil))
    .map(([name]) => name)];

const HomeRedirect = () => <Navigate replace to={`${useConfig().product.basename}/${HOME}`} />;

const makeQueryClient = (config: Config): QueryClient =>
  new QueryClient({
    queryCache: createQueryCache(config),
    defaultOptions: {
      // 'always', because the library would otherwise wait silently while offline instead of failing (status 0, rules: Errors 1).
      mutations: {networkMode: 'always'},
      queries: {
        networkMode: 'always',
        retry: (count, error) => count < 1 && [0, 500, 503].includes(statusOfError(error) ?? -1),
        refetchOnWindowFocus: false,
        // After a reconnect only failed queries are refetched; `wire/live.ts` updates the others.
        refetchOnReconnect: ({state: {error}}) => (statusOfError(error) === 0 ? 'always' : false),
      },
    },
  });

/** Memoised, so that a navigation does not render it again. */
const MemoAdminContext = memo(AdminContext);
const ThemedAdminContext = (props: Omit<AdminContextProps, 'store' | 'theme' | 'darkTheme'>) =>
  <MemoAdminContext {...props} store={store} theme={lightTheme} darkTheme={useIsPrinting() ? lightTheme : darkTheme} />;

/** The session of the page's person: a new object for each new token, and the last one after a sign-out. */
const useLiveSession = (config: Config): Session | undefined => {
  // During the first render, because the prefetch already needs the identity.
  useState(acquireIdentity);
  const token = useSyncExternalStore(onSessionState, accessToken);
  const [current, setCurrent] = useState(() => ({token, session: currentSession(config)}));
  if (token !== undefined && current.token !== token) setCurrent({token, session: currentSession(config)});
  return current.session;
};

interface AdminProps {
  config: Config;
  goTo: LoadPage;
  /** Absent: the config has no own screens. */
  loadOwnScreens?: LoadOwnScreens | undefined;
}

/**
 * The providers and routes; needs a router around it. Uses parts of react-admin, because its `Admin` brings a second layout, login and set
 * of messages.
 */
export const PortalAdmin = ({config, goTo, loadOwnScreens}: AdminProps) => {
  const session = useLiveSession(config);
  useEffect(() => {
    acquireIdentity();
    return releaseIdentity;
  }, []);
  const [providers] = useState(() => ({
    dataProvider: makeDataProvider(config, () => currentSession(config)),
    authProvider: makeAuthProvider(config, goTo),
    i18nProvider: makeI18nProvider(config),
    queryClient: makeQueryClient(config),
  }));
  // In a state initialiser, so that it runs once and before the first render.
  useState(() => session && prefetchList(config, session, providers, window.location));
  useEffect(() => {
    // The token's profile is not in the config (any more).
    if (session === undefined) endSession(goTo);
  }, [session, goTo]);
  useEffect(() => {
    onUnauthorized(() => endSession(goTo));
    return () => onUnauthorized(undefined);
  }, [goTo]);
  if (session === undefined) return null;
  return (
    <ConfigProvider value={config}>
      <SessionContext value={session}>
        <ThemedAdminContext {...providers} basename={config.product.basename}>
          <OwnScreensProvider value={loadOwnScreens}>
            <CssBaseline enableColorScheme />
            <CoreAdminUI
              requireAuth
              disableTelemetry
              layout={Shell}
              error={AppError}
              dashboard={HomeRedirect}
              catchAll={PageByPath}
              title={config.product.name}
            >
              <CustomRoutes>
                {listDashboards(config, session)
                  .map(name => <Route key={name} path={name} element={<HomePage key={name} name={name} />} />)}
              </CustomRoutes>
              {Object.entries(config.resources).filter(([, resource]) => hasScreens(resource)).map(([name, resource]) => (
                <Resource key={name} name={resource.route}><Route path="*" element={<ResourceRoutes key={name} name={name} />} /></Resource>
              ))}
            </CoreAdminUI>
            <Notifications />
            <SessionGuard goTo={goTo} />
          </OwnScreensProvider>
        </ThemedAdminContext>
      </SessionContext>
    </ConfigProvider>
  );
};

/** The CSP nonce that Emotion's style tags need. */
const cspNonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

export const AdminApp = (props: AdminProps) => {
  const [cache] = useState(() => createCache({key: 'css', nonce: cspNonce()}));
  const [router] = useState(() => {
    assignFirstStepKey();
    return createBrowserRouter([{path: `${props.config.product.basename}/*`, element: <PortalAdmin {...props} />}]);
  });
  useEffect(() => {
    const events = ['pointerdown', 'keydown'] as const;
    const onInteraction = (): void => {
      for (const event of events) document.removeEventListener(event, onInteraction);
      preloadLazyComponents();
    };
    for (const event of events) document.addEventListener(event, onInteraction);
    const controller = new AbortController();
    void preloadWhenIdle(controller.signal);
    return () => {
      controller.abort();
      for (const event of events) document.removeEventListener(event, onInteraction);
    };
  }, []);
  return <CacheProvider value={cache}><RouterProvider router={router} /></CacheProvider>;
};
