/**
 * Saving a record, for screens and modals alike: pessimistic, one toast, the server's words beside the fields (rules: Forms 3, Errors 4).
 */
import {useCreate, useUpdate, type RaRecord} from 'ra-core';
import {fill} from '../../schema/messages.ts';
import type {Values} from '../../schema/validate.ts';
import {useResource} from '../session/ConfigContext.tsx';
import type {Step} from '../toasts/NextStep.tsx';
import {useToasts} from '../toasts/useToasts.ts';
import {bodyOfError} from '../wire/errors.ts';
import {useOptionsChanged} from '../wire/known.ts';
import {NOT_SAVED, useOnce, type SaveErrors} from './useOnce.ts';
import {HttpError} from '../wire/httpError.ts';

export interface AfterSave {
  /** The step that follows a record that was made. */
  next?: ((saved: RaRecord) => Step | undefined) | undefined;
  /** What there is to say about what was saved, besides that it was. */
  warning?: ((values: Values, record: RaRecord | undefined) => string | undefined) | undefined;
}

/**
 * @param onSaved what follows a save that succeeded
 * @param onStale what follows a save refused because somebody else changed the record (`VERSAO`), with the server's sentence;
 *   absent: a toast says it
 * @returns saves as new without `record`, else as an edit of it; resolves with the errors to show, or nothing
 */
export const useSave = (
  name: string, onSaved: (saved: RaRecord) => void, onStale?: (message: string) => void, {next, warning}: AfterSave = {},
) => {
  const {messages} = useResource(name);
  const toasts = useToasts();
  const optionsChanged = useOptionsChanged();
  const [create] = useCreate(name, undefined, {returnPromise: true});
  const [update] = useUpdate(name, undefined, {returnPromise: true, mutationMode: 'pessimistic'});

  const send = async (values: Values, record?: RaRecord): Promise<SaveErrors | undefined> => {
    try {
      const saved = (record === undefined
        ? await create(name, {data: values}, {returnPromise: true})
        : await update(name, {id: record.id, data: {...values}, previousData: record}, {returnPromise: true})) as RaRecord;
      optionsChanged(name);
      const said = record === undefined ? messages.created : messages.updated;
      const warned = warning?.(values, record);
      toasts.success(fill(said, {id: saved.id}), record === undefined ? next?.(saved) : undefined);
      if (warned !== undefined) toasts.warning(warned);
      onSaved(saved);
      return undefined;
    } catch (error) {
      const {codigo, message = ''} = bodyOfError(error);
      if (onStale !== undefined && record !== undefined && codigo === 'VERSAO') onStale(message);
      else toasts.failed(error);
      const fields = error instanceof HttpError ? (error.body as {errors?: SaveErrors} | undefined)?.errors : undefined;
      // Without any error the form would hold itself for saved, and let its changes go.
      return fields ?? NOT_SAVED;
    }
  };
  return useOnce(send);
};
