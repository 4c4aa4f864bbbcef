/** Upload limits of the server, and whether it sends e-mails (rules: Files 9, Session 10). */
import {queryOptions, useQuery} from '@tanstack/react-query';
import {FILE_LIMITS_CALL} from '../../schema/parts.ts';
import type {ServerLimits, UploadLimits} from '../../schema/apiShapes.ts';
import {statusOfError} from '../api/errors.ts';
import {request} from '../api/http.ts';

/** null after a failed request. A server without the call has no limits, which is no failure. */
const readLimits = ({signal}: {signal: AbortSignal}): Promise<Partial<ServerLimits> | null> =>
  request<Partial<ServerLimits> | undefined>(FILE_LIMITS_CALL, {signal})
    .then(({body}) => body ?? {}, (error: unknown) => (statusOfError(error) === 404 ? {} : null));

export const serverLimitsQuery = queryOptions({
  queryKey: ['limites'], queryFn: readLimits, retry: false, gcTime: Infinity, staleTime: ({state}) => (state.data === null ? 0 : Infinity),
});

/** Tells whether the server sends no e-mails; false until known. */
export const useSendsNoMail = (enabled: boolean): boolean => useQuery({...serverLimitsQuery, enabled}).data?.enviaEmails === false;

/** Reads the upload limits; undefined until known. */
export const useUploadLimits = (enabled: boolean): UploadLimits | undefined => {
  const {arquivoMaxMb, arquivosMax} = useQuery({...serverLimitsQuery, enabled}).data ?? {};
  return typeof arquivoMaxMb === 'number' && typeof arquivosMax === 'number' ? {arquivoMaxMb, arquivosMax} : undefined;
};
