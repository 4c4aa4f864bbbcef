/** react-admin's auth provider, from the stored session and the config's access table (rules: Session 1, Access 6). */
import type {AuthProvider} from 'ra-core';
import {mayAccess} from '../../../schema/access.ts';
import type {Config, Operation} from '../../../schema/shapes/config.ts';
import {endSession, type LoadPage} from '../../session/endSession.ts';
import {claims} from '../../session/claims.ts';
import {currentSession} from '../../session/session.ts';
import {statusOfError} from '../errors.ts';

/** react-admin's own operation names besides the config's. */
const OPERATIONS = {
  list: 'list', read: 'read', create: 'create', update: 'update', delete: 'delete',
  show: 'read', edit: 'update', export: 'list',
} satisfies Record<Operation | 'show' | 'edit' | 'export', Operation>;
const operationOf = (action: string): Operation | undefined =>
  Object.hasOwn(OPERATIONS, action) ? OPERATIONS[action as keyof typeof OPERATIONS] : undefined;

/** Never settles, because the page is being left. */
const neverSettles = new Promise<never>(() => {});

export const makeAuthProvider = (config: Config, goTo: LoadPage): AuthProvider => ({
  login: () => Promise.resolve(),
  logout: async () => {
    (await import('../../session/signOut.ts')).signOut(goTo);
    return false;
  },
  checkAuth: () => {
    if (currentSession(config) !== undefined) return Promise.resolve();
    endSession(goTo);
    return neverSettles;
  },
  // The HTTP layer has already ended the session.
  checkError: async failure => {
    if (statusOfError(failure) === 401) await neverSettles;
  },
  getIdentity: () => {
    const session = currentSession(config);
    return Promise.resolve({id: session?.id ?? 0, fullName: claims()?.unique_name ?? ''});
  },
  getPermissions: () => Promise.resolve(currentSession(config)?.perfil),
  canAccess: ({resource: name, action}) => {
    const session = currentSession(config);
    const resource = config.resources[name];
    const operation = operationOf(action);
    if (session === undefined) return Promise.resolve(false);
    return Promise.resolve(resource === undefined || operation === undefined || mayAccess(resource, operation, session.perfil));
  },
});
