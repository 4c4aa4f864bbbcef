/** What every component below may ask for: the config, the declaration of a resource, and who is signed in. */
import {createContext, useContext} from 'react';
import type {Config, Resource} from '../../schema/shapes/config.ts';
import type {Session} from '../../schema/session.ts';

// Nothing in the portal imports the product itself but its roots.
const ConfigContext = createContext<Config | undefined>(undefined);
export const ConfigProvider = ConfigContext.Provider;

/** @throws Error outside of what provides it: the roots for the config, the shell for a session, the config for a resource */
const given = <T,>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`No ${what}`);
  return value;
};

export const useConfig = (): Config => given(useContext(ConfigContext), 'config');

/** A declared resource by name; throws for a name the config does not have. */
export const useResource = (name: string): Resource => given(useConfig().resources[name], name);

/** Who is signed in: read once when the shell opens, so that nothing breaks while a session that ended is left. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** The signed-in person; throws outside the shell, which nobody enters without a session (rules: Session 1). */
export const useSession = (): Session => given(useContext(SessionContext), 'session');

/** All three, of the resource `name`. */
export const useAbout = (name: string): {config: Config; resource: Resource; session: Session} =>
  ({config: useConfig(), resource: useResource(name), session: useSession()});
