/** A new record of a resource with parts: its fields, and what its parts add (rules: Tickets 2). */
import {useId, useState} from 'react';
import Stack from '@mui/material/Stack';
import {useQueryClient} from '@tanstack/react-query';
import {Form, useDataProvider} from 'ra-core';
import {createPortal, flushSync} from 'react-dom';
import {fill} from '../../schema/messages.ts';
import {fileWords, itemsKey} from '../../schema/parts.ts';
import {apiOf} from '../../schema/paths.ts';
import type {Values} from '../../schema/validate.ts';
import {ChildSections} from '../children/ChildSections.tsx';
import {useNextStep} from '../children/useNextStep.ts';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {forgetDraft} from '../form/drafts/store.ts';
import {FirstError} from '../form/FirstError.tsx';
import {FirstInput} from '../form/FirstInput.tsx';
import {FormBar} from '../form/FormBar.tsx';
import {FormSections} from '../form/FormSections.tsx';
import {openingValues} from '../form/openingValues.ts';
import {UnsavedGuard} from '../form/UnsavedGuard.tsx';
import {useOnce} from '../form/useOnce.ts';
import {refusedOnSave} from '../parts/files/rules.ts';
import {UploadProgress} from '../parts/files/UploadProgress.tsx';
import {draftNote, unsentFiles} from '../parts/files/unsent.ts';
import {useFileChoice} from '../parts/files/useFileChoice.ts';
import {useSendRecord} from '../parts/files/useSendRecord.ts';
import {useUpload} from '../parts/files/useUpload.ts';
import {answersOf, notSaved, templateItems} from '../parts/template/form.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useToasts} from '../toasts/index.ts';
import {useWayBack} from '../ui/place/useWayBack.ts';
import {Section} from '../ui/Section.tsx';
import {bodyOfError} from '../wire/errors.ts';
import {useChanged} from '../wire/known.ts';
import {toBody} from '../wire/providers/body.ts';
import {partViews} from './parts.tsx';
import {RecordPage} from './RecordPage.tsx';

export const RecordCreate = ({name}: {name: string}) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const toasts = useToasts();
  const way = useWayBack(name);
  const next = useNextStep(name);
  const queryClient = useQueryClient();
  const changed = useChanged();
  const dataProvider = useDataProvider();
  const {template, pageTitle, list, formTitle, label, messages} = resource;
  const {required, onePerType} = resource.files?.onCreate ?? {};
  const draft = `${name}.novo`;
  const place = useDraftPlace(draft);
  const files = useFileChoice(name, {unique: onePerType === true, form: draft});
  const upload = useUpload();
  const send = useSendRecord(resource, upload, place);
  const [lacking, setLacking] = useState(false);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const id = useId();
  const unsent = unsentFiles(files);

  const forget = () => {
    // At once: the draft would be kept again with the files.
    flushSync(() => files.clear());
    forgetDraft(place);
  };
  const warned = (message: string | undefined) => {
    toasts.warning(message ?? '');
    return notSaved(resource);
  };
  /** What the form is frozen from; undefined where there is none to freeze. */
  const formOf = async (values: Values): Promise<Record<string, unknown> | undefined> => {
    if (template === undefined) return {};
    const asked = templateItems(config, resource, dataProvider, Number(values[template.by]));
    const items = await queryClient.query({...asked, staleTime: 'static'});
    return items.length === 0 ? undefined : {[itemsKey(resource)]: answersOf(config, items, values, session)};
  };

  const submit = useOnce(async (values: Values) => {
    let created: number | undefined;
    try {
      const form = await formOf(values);
      if (form === undefined) return warned(config.messages.formEmpty);
      const chosen = await files.collect();
      if (chosen === undefined) return notSaved(resource);
      const none = required === true && chosen.length === 0;
      setLacking(none);
      if (none) return warned(fileWords(config, resource).needed);
      const refused = refusedOnSave({config, resource}, chosen);
      if (refused !== undefined) return warned(refused);

      const data = {id: 0, idUsuario: session.id, ...toBody(resource, values), ...form};
      const answer = await send(apiOf(name, resource).create ?? `POST ${name}`, {data, files: chosen});
      if (answer === undefined) return notSaved(resource);
      created = answer.body?.id;
    } catch (error) {
      toasts.failed(error);
      // The template may have changed while it was filled in.
      if (template !== undefined) void queryClient.invalidateQueries({queryKey: [template.items]});
      return notSaved(resource, bodyOfError(error).campos);
    }
    // At once: the guard must know that they arrived before the screen is left.
    forget();
    toasts.success(fill(messages.created, {id: created}), created === undefined ? undefined : next({id: created}));
    changed(name, {leaves: true});
    way.toList(created);
    return undefined;
  });

  return (
    <RecordPage tab={pageTitle} heading={list.createLabel ?? formTitle ?? label.one}>
      <Form
        id={id}
        onSubmit={submit}
        record={{}}
        // From the start, not by an input's own doing: react-admin resets a form once after it is drawn.
        defaultValues={openingValues(config, resource, session)}
        disableInvalidFormNotification
        noValidate
      >
        <Stack spacing={2}>
          <DraftKeeper form={draft} fields={resource.fields} note={draftNote(files)} onDiscard={() => files.clear()} />
          <Section title="Identificação"><FormSections resource={name} /></Section>
          {partViews(resource, session.perfil).map(([key, {Create}]) =>
            Create && <Create key={key} name={name} files={files} lacking={lacking} upload={upload} />)}
        </Stack>
        <FirstError />
        <FirstInput />
        {foot && createPortal(
          <FormBar way={way} form={id}>
            {upload.share === undefined ? undefined : <UploadProgress share={upload.share} onCancel={() => upload.cancel()} />}
          </FormBar>,
          foot,
        )}
        <UnsavedGuard
          also={unsent}
          onLeave={() => {
            upload.cancel();
            forget();
          }}
        />
      </Form>
      <ChildSections name={name} record={undefined} />
      <div ref={setFoot} style={{display: 'contents'}} />
    </RecordPage>
  );
};
