/** The config for every component below: nothing in the portal imports the product itself but its roots. */
import {createContext, useContext} from 'react';
import type {Config, Resource} from '../../schema/config/config.ts';

const ConfigContext = createContext<Config | undefined>(undefined);
export const ConfigProvider = ConfigContext.Provider;

export const useConfig = (): Config => {
  const config = useContext(ConfigContext);
  if (config === undefined) throw new Error('useConfig needs a ConfigProvider above it');
  return config;
};

/** A declared resource by name; throws for a name the config does not have. */
export const useResource = (name: string): Resource => {
  const resource = useConfig().resources[name];
  if (resource === undefined) throw new Error(`${name} is not a resource of the config`);
  return resource;
};
