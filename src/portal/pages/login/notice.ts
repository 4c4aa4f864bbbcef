import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import type {ToastType} from '../../toasts/show.tsx';
import {toastOfError} from '../../wire/errors.ts';

export interface Notice {
  type: ToastType;
  message: string;
}
export type ShowNotice = (notice: Notice) => void;

/** Shows the toast of a failed call by the shared table (rules: Errors 1). */
export const tellFailure = (words: PublicConfig, show: ShowNotice, error: unknown): void => {
  const toast = toastOfError(words, error);
  if (toast) show(toast);
};
