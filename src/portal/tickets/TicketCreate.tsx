/** /adm/ticket/salvar: company, branch, template, the template's fields, and files (§2, §5). */
import {useState} from 'react';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import {useQueryClient} from '@tanstack/react-query';
import {Form, ResourceContextProvider} from 'ra-core';
import {flushSync} from 'react-dom';
import {fixedCompany, may} from '../../schema/access.ts';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft} from '../form/drafts/store.ts';
import {FirstError} from '../form/FirstError.tsx';
import {FirstInput} from '../form/FirstInput.tsx';
import {FormSections} from '../form/FormSections.tsx';
import {UnsavedGuard} from '../form/UnsavedGuard.tsx';
import {useOnce} from '../form/useOnce.ts';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {refusedOnSave} from '../parts/files/rules.ts';
import {useFileChoice} from '../parts/files/useFileChoice.ts';
import {notSaved, TEMPLATE_ITEMS, templateItems, toFormularios, type TicketValues} from '../parts/template/items.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useToasts} from '../toasts/index.ts';
import {useWayBack} from '../ui/place/useWayBack.ts';
import {Refused} from '../ui/Refused.tsx';
import {Section} from '../ui/Section.tsx';
import {bodyOfError} from '../wire/errors.ts';
import {SaveBar} from './SaveBar.tsx';
import {TemplateFields} from './TemplateFields.tsx';
import {TICKETS} from './ticket.ts';
import {TicketPage} from './TicketPage.tsx';
import {chooseAgain, unsentFiles} from './unsent.ts';
import {UploadProgress} from './UploadProgress.tsx';
import {useSendTicket} from './useSendTicket.ts';
import {useUpload} from './useUpload.ts';

const DRAFT = `${TICKETS}.novo`;

export const TicketCreate = () => {
  const resource = useResource(TICKETS);
  return may(resource, 'create', useSession().perfil) ? <NewTicket /> : <Refused tab={resource.pageTitle} />;
};

const NewTicket = () => {
  const config = useConfig();
  const resource = useResource(TICKETS);
  const session = useSession();
  const toasts = useToasts();
  const {backLink, toList} = useWayBack(TICKETS);
  const queryClient = useQueryClient();
  const files = useFileChoice(true);
  const upload = useUpload();
  const send = useSendTicket(upload);
  const place = useDraftPlace(DRAFT);
  const [noFiles, setNoFiles] = useState(false);
  const unsent = unsentFiles(files);
  const sections = resource.form.flatMap(section => section.fields);

  // From the start, not by the input's own doing: react-admin resets a form once after it is drawn.
  const opening = {idEmpresa: fixedCompany(config, session) ?? null};

  const warned = (message: string | undefined) => {
    toasts.warning(message ?? '');
    return notSaved();
  };

  const submit = useOnce(async (values: TicketValues) => {
    let created: number | undefined;
    try {
      const items = await queryClient.query({...templateItems(config, Number(values['idModeloFormulario'])), staleTime: 'static'});
      if (items.length === 0) return warned(config.messages['formEmpty']);
      const chosen = await files.collect();
      setNoFiles(chosen?.length === 0);
      if (chosen === undefined) return notSaved();
      if (chosen.length === 0) return warned(config.files.messages['needed']);
      const refused = refusedOnSave(config, chosen);
      if (refused !== undefined) return warned(refused);

      const data = {
        id: 0,
        idUsuario: session.id,
        ...Object.fromEntries(sections.map(name => [name, values[name]])),
        ticketFormularios: toFormularios(config, items, values, session),
      };
      const answer = await send(resource.api?.create ?? 'POST tickets', {data, files: chosen});
      if (answer === undefined) return notSaved();
      created = answer.body?.id;
    } catch (error) {
      toasts.failed(error);
      // The template may have changed while it was filled in.
      void queryClient.invalidateQueries({queryKey: [TEMPLATE_ITEMS]});
      return notSaved(bodyOfError(error).campos);
    }
    // At once: the guard must know that they arrived before the screen is left.
    flushSync(() => files.replace([]));
    dropDraft(place);
    toasts.success(resource.messages.created);
    void queryClient.invalidateQueries({queryKey: [TICKETS]});
    toList(created);
    return undefined;
  });

  return (
    <ResourceContextProvider value={TICKETS}>
      <Form onSubmit={submit} record={{}} defaultValues={opening} disableInvalidFormNotification noValidate>
        <TicketPage heading={resource.list.createLabel ?? resource.label.one}>
          <DraftKeeper form={DRAFT} fields={resource.fields} note={chooseAgain(unsent)} />
          <Section title="Identificação">
            <FormSections resource={TICKETS} />
          </Section>
          <Section title="Campos do formulário"><TemplateFields /></Section>
          <Section title="Arquivos">
            {noFiles && files.added.length === 0 && <FormHelperText error sx={{m: 0}}>{config.files.messages['needed']}</FormHelperText>}
            <FilePicker choice={files} disabled={upload.share !== undefined} />
          </Section>
        </TicketPage>
        <FirstError />
        <FirstInput />
        <SaveBar>
          {upload.share === undefined
            ? <Button variant="outlined" {...backLink}>Cancelar</Button>
            : <UploadProgress share={upload.share} onCancel={() => upload.cancel()} />}
        </SaveBar>
        <UnsavedGuard
          also={unsent}
          onLeave={() => {
            upload.cancel();
            dropDraft(place);
          }}
        />
      </Form>
    </ResourceContextProvider>
  );
};
