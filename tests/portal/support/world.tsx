/** The portal's providers around one screen, as somebody of a profile sees it. */
import type {ReactNode} from 'react';
import {createTheme, ThemeProvider} from '@mui/material/styles';
import {QueryClient} from '@tanstack/react-query';
import {render} from '@testing-library/react';
import {userEvent} from '@testing-library/user-event';
import {CoreAdminContext, memoryStore} from 'ra-core';
import {createMemoryRouter, RouterProvider} from 'react-router-dom';
import config from '../../../resources.config.ts';
import type {Config} from '../../../src/schema/shapes/config.ts';
import type {Session} from '../../../src/schema/session.ts';
import {ActionDialogHost} from '../../../src/portal/actions/ActionDialogHost.tsx';
import {ConfigProvider, SessionContext} from '../../../src/portal/session/context.ts';
import {makeDataProvider} from '../../../src/portal/api/providers/dataProvider.ts';
import {makeI18nProvider} from '../../../src/portal/api/providers/i18nProvider.ts';
import {lightTheme} from '../../../src/portal/theme/theme.ts';
import {createQueryCache, Notifications} from '../../../src/portal/toasts/Notifications.tsx';

export const product: Config = config;
const theme = createTheme(lightTheme);

export const sessionOf = (perfil: string, more: Partial<Session> = {}): Session =>
  ({id: 10, perfil, idEmpresa: perfil === 'adm' ? null : 1, codigoExterno: '', ...more});

export const show = (
  screen: ReactNode,
  {session = sessionOf('adm'), at = '/adm/ticket', config: shown = product}: {session?: Session; at?: string; config?: Config} = {},
) => {
  const queryClient = new QueryClient({queryCache: createQueryCache(shown), defaultOptions: {queries: {retry: false}}});
  const inside = (
    <ConfigProvider value={shown}>
      <SessionContext value={session}>
        <CoreAdminContext
          dataProvider={makeDataProvider(shown, () => session)}
          i18nProvider={makeI18nProvider(shown)}
          queryClient={queryClient}
          store={memoryStore()}
        >
          <ThemeProvider theme={theme}><ActionDialogHost>{screen}</ActionDialogHost></ThemeProvider>
          <Notifications />
        </CoreAdminContext>
      </SessionContext>
    </ConfigProvider>
  );
  const router = createMemoryRouter([{path: '*', element: inside}], {initialEntries: [at]});
  const user = userEvent.setup({applyAccept: false});
  return {user, router, queryClient, ...render(<RouterProvider router={router} />)};
};
