import {useCallback} from 'react';
import type {ActionRecord} from '../wire/verdict.ts';
import {useActionHost} from './ActionDialogHost.tsx';

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
