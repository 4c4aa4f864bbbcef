/** Everything behind the sign-in, with the whole config. */
import config from '../../resources.config.ts';
import {AdminApp} from './app/AdminApp.tsx';
import type {GoTo} from './session/leaving.ts';

export const PortalShell = ({goTo}: {goTo: GoTo}) => <AdminApp config={config} goTo={goTo} />;
