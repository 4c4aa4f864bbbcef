/** Everything under /adm: react-admin with the config's resources. Loaded only for somebody who is signed in. */
import {memo, useEffect, useState, useSyncExternalStore} from 'react';
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
import {HOME} from '../pages/addresses.ts';
import {pages} from '../pages/pages.ts';
import {ConfigProvider, SessionContext, useConfig} from '../session/context.ts';
import {accessToken, holdIdentity, onSessionState, releaseIdentity} from '../session/identity.ts';
import {endSession, type GoTo} from '../session/leaving.ts';
import {currentSession} from '../session/session.ts';
import {darkTheme, lightTheme} from '../theme/theme.ts';
import {makeToldCache, Notifications} from '../toasts/Notifications.tsx';
import {AppError} from '../ui/Boundary.tsx';
import {fetchAhead, fetchAtRest, later} from '../ui/later.tsx';
import {nameFirstStep} from '../navigation/places.ts';
import {ResourceRoutes} from '../views/ResourceRoutes.tsx';
import {statusOfError} from '../wire/errors.ts';
import {onUnauthorized} from '../wire/http.ts';
import {justAnswered} from '../wire/known.ts';
import {makeAuthProvider} from '../wire/providers/authProvider.ts';
import {makeDataProvider} from '../wire/providers/dataProvider.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {makeI18nProvider} from '../wire/providers/i18nProvider.ts';
import {Shell} from './layout/Shell.tsx';
import {useInPrint} from './paper.ts';

/**
 * The first list's question, asked before anything is drawn: drawing the shell for the first time takes longer than the answer.
 * It has the list's own key, so that the list finds it on its way and does not ask a second time.
 */
interface At {
  pathname: string;
  search: string;
}

/** Asks for the list at an address; for nothing where no list is. */
const askAhead = (
  config: Config, session: Session, {queryClient, dataProvider}: {queryClient: QueryClient; dataProvider: DataProvider},
  {pathname, search}: At,
): void => {
  const [name, resource] = Object.entries(config.resources).find(([, one]) => screens(config, one).list === pathname) ?? [];
  if (name === undefined || resource === undefined || !mayAccess(resource, 'list', session.perfil)) return;
  const params = listParamsFromSearch(resource, search, defaultListProps(config, resource, session));
  // Told by the list, which then asks itself.
  queryClient.query({
    queryKey: [name, 'getList', params],
    retry: false,
    queryFn: async ({signal}) => {
      const page = await dataProvider.getList(name, {...params, signal}) as GetListResult<Row>;
      justAnswered(page);
      return page;
    },
  }).catch(() => undefined);
};

/** Theme, menu and what else a browser keeps of the portal between visits. */
const store = localStorageStore();

// A call that is another's is refused before that.
const SessionGuard = later(async () => (await import('./layout/SessionGuard.tsx')).SessionGuard, 'rest');
const NotFound = later(async () => (await import('../ui/WayOut.tsx')).NotFound, 'screen');

/** Those written by hand, and the dashboards that somebody has. */
const pagesOf = (config: Config, {perfil}: Session): [path: string, Page: (typeof pages)['home']][] => {
  const boards = Object.entries(config.dashboards).filter(([name, one]) => name !== HOME && canSeeDashboard(config, one, perfil));
  return [...Object.entries(pages), ...boards.map(([name]): [string, (typeof pages)['home']] => [name, pages[HOME]])];
};

/** /adm itself. */
const ToHome = () => <Navigate replace to={`${useConfig().product.basename}/${HOME}`} />;

const makeQueryClient = (config: Config): QueryClient =>
  new QueryClient({
    queryCache: makeToldCache(config),
    defaultOptions: {
      // Without a line the library would wait in silence for one; it is to be told (status 0, rules: Errors 1).
      mutations: {networkMode: 'always'},
      queries: {
        networkMode: 'always',
        // Only what a second try can change: a lost connection or a server in trouble.
        retry: (count, error) => count < 1 && [0, 500, 503].includes(statusOfError(error) ?? -1),
        refetchOnWindowFocus: false,
        // What the lost line broke comes by itself once it is back; what was read before is kept up to date by `wire/live.ts`.
        refetchOnReconnect: ({state: {error}}) => (statusOfError(error) === 0 ? 'always' : false),
      },
    },
  });

/** Not drawn anew at each step of somebody's way. */
const InTheme = memo(AdminContext);
const Themed = (props: Omit<AdminContextProps, 'store' | 'theme' | 'darkTheme'>) =>
  <InTheme {...props} store={store} theme={lightTheme} darkTheme={useInPrint() ? lightTheme : darkTheme} />;

/** The session of this page's person: another object when another token of theirs is taken up, and the last one while it is left. */
const useLiveSession = (config: Config): Session | undefined => {
  // Before the first call, which is made before anything is drawn.
  useState(holdIdentity);
  const token = useSyncExternalStore(onSessionState, accessToken);
  const [live, setLive] = useState(() => ({token, session: currentSession(config)}));
  // A page that is being left has none any more.
  if (token !== undefined && live.token !== token) setLive({token, session: currentSession(config)});
  return live.session;
};

interface AdminProps {
  config: Config;
  goTo: GoTo;
}

/**
 * react-admin itself, inside a router; tests bring their own. Its parts instead of its `Admin`, which carries a second
 * layout, login and set of messages.
 */
export const PortalAdmin = ({config, goTo}: AdminProps) => {
  const session = useLiveSession(config);
  useEffect(() => {
    holdIdentity();
    return releaseIdentity;
  }, []);
  const [providers] = useState(() => ({
    dataProvider: makeDataProvider(config, () => currentSession(config)),
    authProvider: makeAuthProvider(config, goTo),
    i18nProvider: makeI18nProvider(config),
    queryClient: makeQueryClient(config),
  }));
  // Once, and before anything is drawn.
  useState(() => session && askAhead(config, session, providers, window.location));
  useEffect(() => {
    // Signed in as a profile that this product does not know (any more).
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
        <Themed {...providers} basename={config.product.basename}>
          <CssBaseline enableColorScheme />
          <CoreAdminUI
            requireAuth
            disableTelemetry
            layout={Shell}
            error={AppError}
            dashboard={ToHome}
            catchAll={NotFound}
            title={config.product.name}
          >
            <CustomRoutes>
              {pagesOf(config, session).map(([path, Page]) => <Route key={path} path={path} element={<Page key={path} name={path} />} />)}
            </CustomRoutes>
            {Object.entries(config.resources).filter(([, resource]) => hasScreens(resource)).map(([name, resource]) => (
              <Resource key={name} name={resource.route}><Route path="*" element={<ResourceRoutes key={name} name={name} />} /></Resource>
            ))}
          </CoreAdminUI>
          <Notifications />
          <SessionGuard goTo={goTo} />
        </Themed>
      </SessionContext>
    </ConfigProvider>
  );
};

/** The page's nonce, which styles made while running must carry. */
const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

export const AdminApp = (props: AdminProps) => {
  const [cache] = useState(() => createCache({key: 'css', nonce: nonce()}));
  const [router] = useState(() => {
    nameFirstStep();
    return createBrowserRouter([{path: `${props.config.product.basename}/*`, element: <PortalAdmin {...props} />}]);
  });
  useEffect(() => {
    const signs = ['pointerdown', 'keydown'] as const;
    const begun = (): void => {
      for (const sign of signs) document.removeEventListener(sign, begun);
      fetchAhead();
    };
    for (const sign of signs) document.addEventListener(sign, begun);
    const over = new AbortController();
    void fetchAtRest(over.signal);
    return () => {
      over.abort();
      for (const sign of signs) document.removeEventListener(sign, begun);
    };
  }, []);
  return <CacheProvider value={cache}><RouterProvider router={router} /></CacheProvider>;
};
