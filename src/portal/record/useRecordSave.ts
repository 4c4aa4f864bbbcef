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
import {makingAddress, makingsOf} from '../form/makings.ts';
import {sentKeyOfForm} from '../form/drafts/store.ts';
import {useDraftPlace} from '../form/drafts/useDraftPlace.ts';
import {useOnce, type SaveErrors} from '../form/useOnce.ts';
import {useInvitation} from '../kinds/invitation.ts';
import {useLinksWarning} from '../kinds/links.ts';
import {notSaved, useAnswers, withAnswers} from '../parts/template/form.ts';
import {useAbout} from '../session/context.ts';
import type {Step} from '../toasts/AboutRecord.tsx';
import {useToasts} from '../toasts/useToasts.ts';
import {reasonOf} from '../ui/LoadError.tsx';
import {bodyOfError} from '../wire/errors.ts';
import {request, type RequestOptions} from '../wire/http.ts';
import {askForSteps, useChanged, useRemember} from '../wire/changed.ts';
import {justAnswered} from '../wire/known.ts';
import {bodyWithFiles, carriedOf, type TypedFile} from '../wire/payload.ts';
import {toBody} from '../wire/providers/body.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {useSubmissionKey} from '../wire/submissionKey.ts';
import type {RecordFormState} from './useRecordForm.ts';

/** The next step after creating a record: its children or a follow-up record, if declared and allowed. */
const useNextStep = (name: string) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  return (id: number, record: RecordValues): Step | undefined => {
    const childEntry = Object.entries(resource.children ?? {}).find(([child, {next}]) => {
      const declared = config.resources[child];
      return next !== undefined && declared !== undefined && mayAccess(declared, 'create', perfil);
    });
    const [making] = makingsOf(config, resource, perfil);
    if (childEntry === undefined) return making && {label: making[1].label, to: makingAddress(config, resource, record, making)};
    const [child, {next = ''}] = childEntry;
    return {label: next, to: `${screens(config, resource).list}?${CHILDREN_PARAM}=${childAddress(child, id)}`};
  };
};

/** @returns a function that saves and resolves the errors to show; a retry repeats its idempotency key (rules: Calls 4) */
export const useRecordSave = (form: RecordFormState): ((typed: RecordValues) => Promise<SaveErrors | undefined>) => {
  const {name, shown, parent, files, upload, draft, visibleInputNames} = form;
  const {resource, session} = useAbout(name);
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const remember = useRemember(name);
  const changed = useChanged();
  const next = useNextStep(name);
  const invite = useInvitation(name);
  const warningOf = useLinksWarning(name);
  const answersTo = useAnswers(name, shown);
  const submission = useSubmissionKey(sentKeyOfForm(useDraftPlace(draft), resource.fields));
  const {messages, template} = resource;
  const {create, update} = savingCalls(name, resource);

  const send = async (data: Readonly<Record<string, unknown>>, chosen: readonly TypedFile[]) => {
    const call = (more: RequestOptions) => request<Partial<Row> | undefined>(shown === undefined ? create : update, {
      params: {id: shown?.id}, body: bodyWithFiles(resource, data, chosen), ...more,
      headers: {...askForSteps(resource), 'idempotency-key': submission.keyFor(data, chosen)},
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
    justAnswered(stored);
    form.discardDraft();
    if (isLeaving) return form.onSaved?.(record.id);
    changed(name, {id: record.id});
    // A server that does not answer the record, and a failed reload, leave only the sent values.
    return form.replaceValues(stored ?? {...sent, ...answer});
  };

  return useOnce(async typed => {
    const values = parent === undefined ? typed : {...typed, ...(shown === undefined ? parent.shared : {}), [parent.by]: parent.id};
    try {
      const answers = await answersTo(values);
      const chosenFiles = answers && await files.ready();
      if (answers === undefined || chosenFiles === undefined || !(await form.confirmConsequences(values))) return notSaved(resource);
      const body = toBody(resource, values);
      const answer = await send({
        // The form's version: a draft keeps that of the record it was typed on.
        id: 0, ...(shown && carriedOf(resource, shown)), ...body, ...(hasParts(resource) ? {idUsuario: session.id} : {}), ...answers,
      }, chosenFiles);
      if (answer === undefined) {
        if (shown !== undefined) changed(name);
        return notSaved(resource);
      }
      const id = shown?.id ?? answer.body?.id;
      const successText = fillPlaceholders(shown === undefined ? messages.created : messages.updated, {id});
      const toastRecord = id === undefined || parent !== undefined ? undefined : {name, record: {...shown, ...values, id}};
      const toastTarget = toastRecord && {...toastRecord, next: shown === undefined ? next(toastRecord.record.id, values) : undefined};
      toasts.success(successText, toastTarget, warningOf(values, shown));
      if (shown !== undefined) await saved(shown, withAnswers(resource, {...shown, ...body}, answers), answer.body);
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
      const {codigo, message = '', campos} = bodyOfError(error);
      const isStale = shown !== undefined && codigo === 'VERSAO';
      if (isStale) form.setStale(message);
      else toasts.failed(error);
      return notSaved(resource, campos, isStale ? '' : reasonOf(error), visibleInputNames);
    }
  });
};
