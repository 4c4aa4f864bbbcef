/**
 * Saves a record with its parts in one atomic call. Success shows one toast; field errors appear beside their fields (rules: Forms 3,
 * Errors 4).
 */
import {useQueryClient} from '@tanstack/react-query';
import {mayAccess} from '../../schema/access.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import {hasParts} from '../../schema/parts.ts';
import {CHILDREN_PARAM, childAddress, savingCalls, screens} from '../../schema/paths.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {followUpAddress} from '../form/followUpAddress.ts';
import {listFollowUps} from '../form/followUps.ts';
import {submissionKeyStore} from '../form/drafts/draftStore.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {useSubmitOnce, type SaveErrors} from '../form/useSubmitOnce.ts';
import {useShowInvitationLink} from '../fields/invitationLink.ts';
import {useFindLinksWarning} from '../fields/links.ts';
import {submitErrors, useBuildFormAnswers, mergeAnswers} from '../parts/template/templateForm.ts';
import {useResourceAndSession} from '../session/context.ts';
import type {ToastLink} from '../toasts/ToastRecordLine.tsx';
import {useToasts} from '../toasts/useToasts.ts';
import {errorReason} from '../ui/LoadError.tsx';
import {readErrorBody} from '../api/errors.ts';
import {request, type RequestOptions} from '../api/http.ts';
import {newestStepsHeader, useInvalidateRecords, useCacheChangedRecord} from '../api/cacheUpdates.ts';
import {markFresh} from '../api/queryFreshness.ts';
import {bodyWithFiles, recordPayloadFields, type TypedFile} from '../api/payload.ts';
import {toSaveBody} from '../api/providers/saveBody.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {useSubmissionKey} from '../api/submissionKey.ts';
import type {RecordFormState} from './useRecordForm.ts';

/** The next step after creating a record: its children or a follow-up record, if declared and allowed. */
const useNextStep = (name: string) => {
  const {config, resource, session} = useResourceAndSession(name);
  const {perfil} = session;
  return (id: number, record: RecordValues): ToastLink | undefined => {
    const childEntry = Object.entries(resource.children ?? {}).find(([child, {next}]) => {
      const declared = config.resources[child];
      return next !== undefined && declared !== undefined && mayAccess(declared, 'create', perfil);
    });
    const [followUp] = listFollowUps(config, resource, perfil);
    if (childEntry === undefined) {
      return followUp && {label: followUp[1].label, to: followUpAddress(config, resource, record, session, followUp)};
    }
    const [child, {next = ''}] = childEntry;
    return {label: next, to: `${screens(config, resource).list}?${CHILDREN_PARAM}=${childAddress(child, id)}`};
  };
};

/** @returns a function that saves and resolves the errors to show; a retry repeats its idempotency key (rules: Calls 4) */
export const useRecordSave = (form: RecordFormState): ((typed: RecordValues) => Promise<SaveErrors | undefined>) => {
  const {name, shown, parent, files, upload, draft, visibleInputNames} = form;
  const {resource, session} = useResourceAndSession(name);
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const remember = useCacheChangedRecord(name);
  const changed = useInvalidateRecords();
  const next = useNextStep(name);
  const invite = useShowInvitationLink(name);
  const warningOf = useFindLinksWarning(name);
  const answersTo = useBuildFormAnswers(name, shown);
  const submission = useSubmissionKey(submissionKeyStore(useDraftPlace(draft), resource.fields));
  const {messages, template} = resource;
  const {create, update} = savingCalls(name, resource);

  const send = async (data: Readonly<Record<string, unknown>>, chosen: readonly TypedFile[]) => {
    const call = (more: RequestOptions) => request<Partial<Row> | undefined>(shown === undefined ? create : update, {
      params: {id: shown?.id}, body: bodyWithFiles(resource, data, chosen), ...more,
      headers: {...newestStepsHeader(resource), 'idempotency-key': submission.keyFor(data, chosen)},
    });
    try {
      const answer = await upload.run(call, chosen.length > 0);
      if (answer !== undefined) submission.done();
      return answer;
    } catch (error) {
      submission.refused(error);
      throw error;
    }
  };
  const saved = async (record: Row, sent: Row, answer: Partial<Row> | undefined): Promise<void> => {
    const remembered = await remember(record, answer);
    const isLeaving = !form.staysOpen();
    const stored = remembered ?? (isLeaving ? undefined : await form.onReload?.());
    markFresh(stored);
    form.discardDraft();
    if (isLeaving) return form.onSaved?.(record.id);
    changed(name, {id: record.id});
    // A server that does not answer the record, and a failed reload, leave only the sent values.
    return form.replaceValues(stored ?? {...sent, ...answer});
  };

  return useSubmitOnce(async typed => {
    const values = parent === undefined ? typed : {...typed, ...(shown === undefined ? parent.shared : {}), [parent.by]: parent.id};
    try {
      const answers = await answersTo(values);
      const chosenFiles = answers && await files.validate();
      if (answers === undefined || chosenFiles === undefined || !(await form.confirmConsequences(values))) return submitErrors(resource);
      const body = toSaveBody(resource, values);
      const answer = await send({
        // The form's version: a draft keeps that of the record it was typed on.
        id: 0, ...(shown && recordPayloadFields(resource, shown)), ...body, ...(hasParts(resource) ? {idUsuario: session.id} : {}),
        ...answers,
      }, chosenFiles);
      if (answer === undefined) {
        if (shown !== undefined) changed(name);
        return submitErrors(resource);
      }
      const id = shown?.id ?? answer.body?.id;
      const savedRecord = {...shown, ...body, ...answer.body, id};
      const successText = fillPlaceholders(shown === undefined ? messages.created : messages.updated, savedRecord);
      const toastRecord = id === undefined || parent !== undefined ? undefined : {name, record: {...shown, ...values, id}};
      const nextStep = toastRecord && shown === undefined ? next(toastRecord.record.id, {...values, ...savedRecord}) : undefined;
      const toastTarget = toastRecord && {...toastRecord, next: nextStep};
      toasts.success(successText, toastTarget, warningOf(values, shown));
      if (shown !== undefined) await saved(shown, mergeAnswers(resource, {...shown, ...body}, answers), answer.body);
      else {
        form.discardDraft();
        form.onSaved?.(id);
        if (id !== undefined) invite({...values, id}, true);
      }
      return undefined;
    } catch (error) {
      if (shown !== undefined) changed(name);
      // The template may have changed meanwhile.
      else if (template !== undefined) void queryClient.invalidateQueries({queryKey: [template.items]});
      const {codigo, message = '', campos} = readErrorBody(error);
      const isStale = shown !== undefined && codigo === 'VERSAO';
      if (isStale) form.setStale(message);
      else toasts.failed(error);
      return submitErrors(resource, campos, isStale ? '' : errorReason(error), visibleInputNames);
    }
  });
};
