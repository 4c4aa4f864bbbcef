/** The signed-in portal, with the whole config. */
import config from '../../resources.config.ts';
import {AdminApp} from './app/AdminApp.tsx';
import type {GoTo} from './session/leaving.ts';
import {homeOf} from './session/session.ts';

export const home = (): string => homeOf(config);

export const PortalShell = ({goTo}: {goTo: GoTo}) => <AdminApp config={config} goTo={goTo} />;
