/** The signed-in portal, with the whole config. */
import config from '../../resources.config.ts';
import {AdminApp} from './app/AdminApp.tsx';
import {loadOwnScreens} from './ownScreens.ts';
import type {LoadPage} from './session/endSession.ts';
import {homeAddress} from './session/session.ts';

export const home = (): string => homeAddress(config);

export const PortalShell = ({goTo}: {goTo: LoadPage}) => <AdminApp config={config} goTo={goTo} loadOwnScreens={loadOwnScreens} />;
