/** What could not be loaded is told as what could not be saved (§8): once, however many calls the same failure met. The screens keep what they had. */
import {QueryCache} from '@tanstack/react-query';
import type {Config} from '../../schema/config.ts';
import {bodyOfError, toastOfError} from '../wire/errors.ts';
import {showToast} from './show.tsx';

/** The cache of a client whose failures are told. A query whose `meta` says `optional` has something to show without its answer. */
export const makeToldCache = (config: Config): QueryCache => new QueryCache({
  onError: (error, {meta}) => {
    const toast = meta?.['optional'] === true || bodyOfError(error).unasked ? undefined : toastOfError(config, error);
    if (toast) showToast(config, toast.type, toast.message);
  },
});
