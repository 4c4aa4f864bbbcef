/** React contexts of the config and the session. */
import {createContext, useContext} from 'react';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Session} from '../../schema/session.ts';

// A context, because only the roots may import `resources.config.ts`.
const ConfigContext = createContext<Config | undefined>(undefined);
export const ConfigProvider = ConfigContext.Provider;

/** @throws Error without a provider, or for an undeclared resource */
const requireValue = <T,>(value: T | undefined, name: string): T => {
  if (value === undefined) throw new Error(`No ${name}`);
  return value;
};

export const useConfig = (): Config => requireValue(useContext(ConfigContext), 'config');

export const useResource = (name: string): Resource => requireValue(useConfig().resources[name], name);

/** The session, read once when the shell opens, because screens still render while an ended session is being left. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in person; throws outside the shell (rules: Session 1). */
export const useSession = (): Session => requireValue(useContext(SessionContext), 'session');

export const useResourceAndSession = (name: string): {config: Config; resource: Resource; session: Session} =>
  ({config: useConfig(), resource: useResource(name), session: useSession()});
