/**
 * What could not be loaded is told as what could not be saved (rules: Errors 2): once, however many calls the same failure met. The
 * screens keep what they had.
 */
import {QueryCache} from '@tanstack/react-query';
import type {Config} from '../../schema/config/config.ts';
import {bodyOfError, isMissing, toastOfError} from '../wire/errors.ts';
import {showToast, WEIGHTS} from './show.tsx';

/**
 * The cache of a client whose failures are told. A query whose `meta` says `optional` has something to show without its
 * answer; one that says `ours` asks what only our own servers have to answer.
 */
export const makeToldCache = (config: Config): QueryCache => new QueryCache({
  onError: (error, {meta = {}}) => {
    const isQuiet = meta['optional'] === true || (meta['ours'] === true && isMissing(error)) || bodyOfError(error).unasked;
    const toast = isQuiet ? undefined : toastOfError(config, error);
    if (toast) showToast(config, toast.type, toast.message, {weight: WEIGHTS.page});
  },
});
