import {useCallback} from 'react';
import {useActionHost} from './ActionDialogHost.tsx';
import type {ActionRecord} from './verdict.ts';

/**
 * Does a resource's declared actions.
 *
 * @returns `run(name, record)`: opens the confirmation or form that the action declares and sends it. Resolves
 *   `true` when done, `false` when the person went back or the server refused for good.
 */
export const useActionRunner = (resourceName: string) => {
  const ask = useActionHost();
  return useCallback((name: string, record: ActionRecord) => ask({resourceName, name, record}), [ask, resourceName]);
};
