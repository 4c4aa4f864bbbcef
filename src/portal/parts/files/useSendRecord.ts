/** Sends a record and its files in one call: all of it is stored, or nothing. */
import type {Endpoint, Resource} from '../../../schema/config.ts';
import {sentKeyOfForm, type DraftPlace} from '../../form/drafts/store.ts';
import {request, type ApiAnswer, type RequestOptions} from '../../wire/http.ts';
import {askForSteps} from '../../wire/known.ts';
import {bodyWithFiles, type TypedFile} from '../../wire/payload.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {useSubmissionKey} from '../../wire/submissionKey.ts';
import type {Upload} from './useUpload.ts';

interface Sending {
  params?: RequestOptions['params'];
  data: Readonly<Record<string, unknown>>;
  files: readonly TypedFile[];
}

/**
 * @param place the form's draft, with which its key is kept
 * @returns sends with a key that a retry repeats, and with progress where there are files; resolves the answer, undefined
 *   when the person stopped it; rejects with the HttpError of a refusal
 */
export const useSendRecord = (resource: Resource, upload: Upload, place: DraftPlace) => {
  const submission = useSubmissionKey(sentKeyOfForm(place, resource.fields));
  return async (endpoint: Endpoint, {params = {}, data, files}: Sending): Promise<ApiAnswer<Partial<Row> | undefined> | undefined> => {
    const call = (more: RequestOptions = {}) => request<Partial<Row> | undefined>(endpoint, {
      params, body: bodyWithFiles(resource, data, files), ...more,
      headers: {...askForSteps(resource), 'idempotency-key': submission.keyFor(data, files)},
    });
    try {
      const answer = files.length === 0 ? await call() : await upload.run(call);
      if (answer !== undefined) submission.done();
      return answer;
    } catch (error) {
      submission.refused(error);
      throw error;
    }
  };
};
