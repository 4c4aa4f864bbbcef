import type {PublicConfig} from '../../../schema/shapes/publicConfig.ts';
import type {ToastType} from '../../toasts/showToast.tsx';
import {toastOfError} from '../../api/errors.ts';

export interface PublicToast {
  type: ToastType;
  message: string;
}
export type ShowPublicToast = (notice: PublicToast) => void;

/** Shows the toast of a failed call by the shared table (rules: Errors 1). */
export const showErrorToast = (words: PublicConfig, show: ShowPublicToast, error: unknown): void => {
  const toast = toastOfError(words, error);
  if (toast) show(toast);
};
