/** The form of a resource whose records are their fields: an id loads the record and saves as an edit, none saves as new. */
import {useEffect, useEffectEvent, useId, useState} from 'react';
import {createPortal} from 'react-dom';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import {Form, useGetOne, type RaRecord} from 'ra-core';
import {useLocation} from 'react-router-dom';
import type {Values} from '../../schema/validate.ts';
import {ActionButtons} from '../actions/ActionButtons.tsx';
import {useNextStep} from '../children/useNextStep.ts';
import {asksForChildren, ChildSections} from '../children/ChildSections.tsx';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft} from '../form/drafts/store.ts';
import {FirstError} from '../form/FirstError.tsx';
import {FirstInput} from '../form/FirstInput.tsx';
import {FormBar} from '../form/FormBar.tsx';
import {FormSections} from '../form/FormSections.tsx';
import {RecordHistory} from '../form/history/RecordHistory.tsx';
import {openingValues} from '../form/openingValues.ts';
import {ChangedLine, versionOf} from '../form/stale/ChangedLine.tsx';
import {StaleDialog} from '../form/stale/StaleDialog.tsx';
import {UnsavedGuard, useUnsaved} from '../form/UnsavedGuard.tsx';
import {NOT_SAVED, useOnce} from '../form/useOnce.ts';
import {useSave} from '../form/useSave.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {LoadError} from '../ui/LoadError.tsx';
import {useLinksWarning} from '../kinds/links.ts';
import {useWayBack} from '../ui/place/useWayBack.ts';
import {NotFound} from '../ui/NotFound.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {WayOut} from '../ui/WayOut.tsx';
import {recordTitle} from '../../schema/recordTitle.ts';
import {statusOfError} from '../wire/errors.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {useLiveRecord} from '../wire/useLiveRecord.ts';
import {useExtras} from './extras/useExtras.tsx';
import {OutOfReach} from './OutOfReach.tsx';
import {useBeforeSaving} from './useBeforeSaving.tsx';

export interface FieldsFormProps {
  /** The resource's name in the config. */
  name: string;
  /** undefined: a new record. */
  id: number | undefined;
}

/** The form of a resource whose records are their fields. */
export const FieldsForm = ({name, id}: FieldsFormProps) =>
  (id === undefined ? <Sheet name={name} record={undefined} /> : <Loaded key={id} name={name} id={id} />);

const Loaded = ({name, id}: {name: string; id: number}) => {
  const {form} = useResource(name);
  const {data, error, refetch, isFetchedAfterMount} = useGetOne<RaRecord>(name, {id}, {
    retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0,
  });
  const left = useLiveRecord(name, id);
  if (left) {
    return (
      <>
        <Heading name={name} />
        <OutOfReach name={name} id={id} action={<WayOut />} />
      </>
    );
  }
  if (statusOfError(error) === 404) return <NotFound />;
  const inputs = form.reduce((sum, section) => sum + section.fields.length, 0);
  // Not what an earlier visit left behind: the form would be drawn twice, and lose what was typed in between.
  if (data !== undefined && isFetchedAfterMount && !error) return <Sheet name={name} record={data} />;
  return (
    <>
      <Heading name={name} />
      <Ground>{error ? <LoadError error={error} retry={() => void refetch()} /> : <FormSkeleton inputs={inputs} />}</Ground>
    </>
  );
};

const Heading = ({name, record}: {name: string; record?: RaRecord | undefined}) => {
  const resource = useResource(name);
  const {pageTitle, formTitle, label} = resource;
  const {entries, dialog} = useExtras(name, record as Row | undefined);
  return (
    <PageTitle tab={pageTitle} heading={formTitle ?? label.one} about={record && recordTitle(resource, record)}>
      {record && <ActionButtons resource={name} record={record} place="edit" />}
      {entries.map(entry => <Button key={entry.label} variant="outlined" onClick={entry.open}>{entry.label}</Button>)}
      {dialog}
    </PageTitle>
  );
};

const Ground = ({children}: {children: React.ReactNode}) => (
  <Paper variant="outlined" sx={{maxWidth: 960, p: {xs: 2, sm: 3}, borderRadius: 1.5}}>{children}</Paper>
);

const Sheet = ({name, record}: {name: string; record: RaRecord | undefined}) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const covered = asksForChildren(useLocation().search);
  const way = useWayBack(name, record?.id);
  // The record the form was filled from: once something is typed, `versao` decides on saving.
  const [{opened, turn}, setOpened] = useState({opened: record, turn: 0});
  const [stale, setStale] = useState<string>();
  const form = `${name}.${record?.id ?? 'novo'}`;
  const place = useDraftPlace(form);
  const forget = () => dropDraft(place);
  const save = useSave(name, saved => {
    forget();
    way.toList(saved.id);
  }, setStale, {next: useNextStep(name), warning: useLinksWarning(name)});
  const id = useId();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const before = useBeforeSaving(name);
  const submit = useOnce(async (values: Values) => (await before.ask(values, opened) ? save(values, opened) : NOT_SAVED));
  const reload = (stored: RaRecord) => {
    forget();
    setStale(undefined);
    setOpened({opened: stored, turn: turn + 1});
  };
  return (
    <>
      <Heading name={name} record={opened} />
      <Ground>
        <Form
          key={turn}
          id={id}
          onSubmit={submit as never}
          {...(opened ? {record: opened} : {defaultValues: openingValues(config, resource, session)})}
          noValidate
          disableInvalidFormNotification
        >
          {record && opened && stale === undefined && (
            <>
              <Follow record={record} opened={opened} onFollow={() => setOpened({opened: record, turn})} />
              <ChangedLine name={name} record={record as Row} shown={opened as Row} onSee={() => setStale('')} />
            </>
          )}
          <DraftKeeper form={form} fields={resource.fields} />
          <FormSections resource={name} />
          <FirstError />
          {/* Of the form, and yet the page's last line. */}
          {foot && createPortal(<FormBar way={way} form={id} />, foot)}
          {opened === undefined && <FirstInput />}
          {/* The router asks one question at a time, and over the form it is the modal's. */}
          {!covered && <UnsavedGuard onLeave={forget} />}
          {stale !== undefined && opened && (
            <StaleDialog name={name} message={stale} mine={opened} onReload={reload} onClose={() => setStale(undefined)} />
          )}
        </Form>
      </Ground>
      {before.dialog}
      <ChildSections name={name} record={opened as Row | undefined} />
      {opened && <RecordHistory name={name} id={opened.id} />}
      {/* No box of its own: the bar stays in view along the whole page. */}
      <Box ref={setFoot} sx={{display: 'contents'}} />
    </>
  );
};

/** While nothing is typed the form shows the record as it is now. */
const Follow = ({record, opened, onFollow}: {record: RaRecord; opened: RaRecord; onFollow: () => void}) => {
  const {unsaved, isSubmitting} = useUnsaved();
  const behind = versionOf(record) > versionOf(opened);
  const follow = useEffectEvent(onFollow);
  useEffect(() => {
    if (behind && !unsaved && !isSubmitting) follow();
  }, [behind, unsaved, isSubmitting]);
  return null;
};
