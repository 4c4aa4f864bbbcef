/** What the server takes of files, so that it is said before somebody chooses (rules: Files 9). */
import {useQuery} from '@tanstack/react-query';
import {LIMITS} from '../../schema/parts.ts';
import type {UploadLimits} from '../../schema/wire.ts';
import {statusOfError} from '../wire/errors.ts';
import {request} from '../wire/http.ts';

/** null: nobody could be asked. A server without the call has none to tell, which is no failure either. */
const ask = ({signal}: {signal: AbortSignal}): Promise<Partial<UploadLimits> | null> =>
  request<Partial<UploadLimits> | undefined>(LIMITS, {signal})
    .then(({body}) => body ?? {}, (error: unknown) => (statusOfError(error) === 404 ? {} : null));

/** It changes with the server alone. @returns undefined while it is not known */
export const useLimits = (enabled: boolean): UploadLimits | undefined => {
  const {arquivoMaxMb, arquivosMax} = useQuery({
    queryKey: ['limites'], queryFn: ask, enabled, retry: false, gcTime: Infinity,
    staleTime: ({state}) => (state.data === null ? 0 : Infinity),
  }).data ?? {};
  return typeof arquivoMaxMb === 'number' && typeof arquivosMax === 'number' ? {arquivoMaxMb, arquivosMax} : undefined;
};
