/** What the server takes of files and whether it sends mails, so that it is said before somebody chooses (rules: Files 9, Session 10). */
import {queryOptions, useQuery} from '@tanstack/react-query';
import {FILE_LIMITS_CALL} from '../../schema/parts.ts';
import type {ServerLimits, UploadLimits} from '../../schema/wire.ts';
import {statusOfError} from '../wire/errors.ts';
import {request} from '../wire/http.ts';

/** null: nobody could be asked. A server without the call has none to tell, which is no failure either. */
const ask = ({signal}: {signal: AbortSignal}): Promise<Partial<ServerLimits> | null> =>
  request<Partial<ServerLimits> | undefined>(FILE_LIMITS_CALL, {signal})
    .then(({body}) => body ?? {}, (error: unknown) => (statusOfError(error) === 404 ? {} : null));

/** It changes with the server alone. */
export const limitsQuery = queryOptions({
  queryKey: ['limites'], queryFn: ask, retry: false, gcTime: Infinity, staleTime: ({state}) => (state.data === null ? 0 : Infinity),
});

/** Whether the server has no mail server; false while that is not known. */
export const useSendsNoMail = (enabled: boolean): boolean => useQuery({...limitsQuery, enabled}).data?.enviaEmails === false;

/** @returns undefined while it is not known */
export const useLimits = (enabled: boolean): UploadLimits | undefined => {
  const {arquivoMaxMb, arquivosMax} = useQuery({...limitsQuery, enabled}).data ?? {};
  return typeof arquivoMaxMb === 'number' && typeof arquivosMax === 'number' ? {arquivoMaxMb, arquivosMax} : undefined;
};
