/** The form screen of a new or stored record, with its parts and actions (rules: Forms 1, Tickets 2, Tickets 13). */
import {useState, type ReactNode} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import {useGetOne} from 'ra-core';
import {formFields} from '../../schema/lifeCycle/detailFields.ts';
import {nounOf} from '../../schema/words/nouns.ts';
import {hasParts} from '../../schema/parts.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {ActionButtons, MAX_PHONE_BUTTONS} from '../actions/ActionButtons.tsx';
import {useNextAction} from '../actions/nextAction.ts';
import {ChildSections} from '../children/ChildSections.tsx';
import {EntriesSkeleton} from '../form/history/HistoryEntries.tsx';
import {isFormLoaded} from '../parts/template/templateForm.ts';
import {FormBar} from '../record/FormBar.tsx';
import {BelowForm, partViews, RecordParts, useConversationActions} from '../record/partViews.tsx';
import {RecordForm} from '../record/RecordForm.tsx';
import {RecordInputs} from '../record/RecordInputs.tsx';
import {findFirstInput, useRecordForm} from '../record/useRecordForm.ts';
import {useResourceAndSession, useResource} from '../session/context.ts';
import {GUTTER} from '../theme/tokens.ts';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {LoadError, NotLoaded} from '../ui/LoadError.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {focusRobotMark} from '../ui/Refusal.tsx';
import {useWayBack} from '../navigation/useWayBack.ts';
import {NotFound, LeaveButtons} from '../ui/ErrorScreens.tsx';
import {statusOfError} from '../api/errors.ts';
import {useInvalidateRecords} from '../api/cacheUpdates.ts';
import {isFresh, refetchUnlessFresh} from '../api/queryFreshness.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {useLiveRecord} from '../api/useLiveRecord.ts';
import {useExtras} from './extras/useExtras.tsx';
import {RecordOutOfScope} from './RecordOutOfScope.tsx';
import {PrintButton} from './PrintButton.tsx';
import {NeighbourNav} from './NeighbourNav.tsx';
import {OwnPanels} from './OwnPanels.tsx';
import {Situation} from './situation/Situation.tsx';
import {RecordColumns} from './RecordColumns.tsx';

interface StoredRecordProps {
  name: string;
  id: number;
}

export const RecordScreen = ({name, id}: {name: string; id: number | undefined}) =>
  (id === undefined ? <NewRecord name={name} /> : <StoredRecord key={id} name={name} id={id} />);

const NewRecord = ({name}: {name: string}) => {
  const onSaved = useLeaveAfterSave(name);
  // preventScroll keeps the page at its top.
  const onShown = (form: HTMLElement) => findFirstInput(form)?.focus({preventScroll: true});
  return (
    <RecordForm name={name} record={undefined} onSaved={onSaved} onShown={onShown}>
      <Page name={name}><Contents /></Page>
    </RecordForm>
  );
};

/** @returns a handler for a save that leads to the list, without refetching this screen */
const useLeaveAfterSave = (name: string) => {
  const wayBack = useWayBack(name);
  const changed = useInvalidateRecords();
  return (id: number | undefined) => {
    changed(name, {id, isLeaving: true});
    wayBack.toList(id);
  };
};

const StoredRecord = ({name, id}: StoredRecordProps) => {
  const resource = useResource(name);
  const {data, error, refetch, isFetchedAfterMount} = useGetOne<Row>(name, {id}, {retry: false, refetchOnMount: refetchUnlessFresh});
  const record = data !== undefined && isFormLoaded(resource, data) ? data : undefined;
  const [arrived, setArrived] = useState(false);
  if (!arrived && record !== undefined && (isFetchedAfterMount || isFresh(data)) && !error) setArrived(true);
  const isOutOfReach = useLiveRecord(name, id, record);
  const leaveToList = useLeaveAfterSave(name);
  const load = async () => {
    const {data: fresh, isError} = await refetch();
    return isError ? undefined : fresh;
  };
  if (isOutOfReach) return <Page name={name} id={id}><RecordOutOfScope name={name} id={id} action={<LeaveButtons />} /></Page>;
  // The form waits for a fresh record, because a draft over a cached list row or an old version would lose fields.
  // After that it stays, with what was typed, also when a reload fails.
  if (record !== undefined && arrived) {
    return (
      // The first item that a robot marked gets the focus, except after a save.
      <RecordForm
        name={name}
        record={record}
        onReload={load}
        onShown={(_form, again) => void (again || focusRobotMark())}
        {...(hasParts(resource) ? {} : {onSaved: leaveToList})}
      >
        <Loaded failed={Boolean(error)} record={record} />
      </RecordForm>
    );
  }
  if (statusOfError(error) === 404) return <NotFound />;
  return (
    <Page name={name} id={id}>
      {error
        ? <FormSurface name={name}><LoadError error={error} retry={() => void refetch()} /></FormSurface>
        : <Waiting name={name} />}
    </Page>
  );
};

const Waiting = ({name}: {name: string}) => {
  const {resource, session: {perfil}} = useResourceAndSession(name);
  if (!hasParts(resource)) return <FormSurface name={name}><FormSkeleton inputs={formFields(resource).length} /></FormSurface>;
  return (
    <RecordColumns
      situation={resource.status !== undefined && (
        <Block><Skeleton width="60%" height={28} /><Skeleton /><Skeleton width="80%" /><Skeleton width="40%" /></Block>
      )}
      conversation={partViews(resource, perfil, 'conversation').length > 0 && (
        <Block><Skeleton width="30%" height={28} /><Skeleton variant="rounded" height={112} sx={{my: 2}} /><EntriesSkeleton /></Block>
      )}
      form={<Block><FormSkeleton inputs={8} /></Block>}
      files={null}
    />
  );
};

/** A section without a name, because screen readers need not find a skeleton. */
const Block = ({children}: {children: ReactNode}) => <Paper variant="outlined" sx={{p: GUTTER}}>{children}</Paper>;

interface PageProps extends Omit<StoredRecordProps, 'id'> {
  id?: number;
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}

const Page = ({name, id, title, actions, children}: PageProps) => {
  const resource = useResource(name);
  const {pageTitle, formTitle, label, list} = resource;
  const heading = formTitle ?? label.one;
  if (!hasParts(resource)) {
    return <Box sx={{maxWidth: 960}}><PageTitle tab={pageTitle} heading={heading} about={title}>{actions}</PageTitle>{children}</Box>;
  }
  const recordName = title ?? `${label.one} ${id}`;
  return (
    <Box sx={{maxWidth: id === undefined ? 960 : 1440}}>
      {id === undefined
        ? <PageTitle tab={pageTitle} heading={list.createLabel ?? heading} />
        : <PageTitle tab={recordName} heading={recordName}>{actions}</PageTitle>}
      <Box sx={{display: 'flex', flexDirection: 'column', gap: 2}}>{children}</Box>
    </Box>
  );
};

const FormSurface = ({name, children}: {name: string; children: ReactNode}) => (hasParts(useResource(name))
  ? children
  : <Paper variant="outlined" sx={{maxWidth: 960, p: GUTTER, borderRadius: 1.5}}>{children}</Paper>);

const Loaded = ({record, failed}: {record: Row; failed: boolean}) => {
  const {name, verdict, unsaved, before, onReload} = useRecordForm();
  const resource = useResource(name);
  const {entries, dialog} = useExtras(name, record);
  const next = useNextAction(name, record, 'edit');
  const conversationActions = useConversationActions(name, record, 'edit');
  const hasStatus = resource.status !== undefined;
  const inParts = hasParts(resource);
  const actions = (
    <>
      {entries.map(({label, open}) => (
        <Button key={label} variant="outlined" color={inParts ? 'inherit' : 'primary'} onClick={open}>{label}</Button>
      ))}
      <Box sx={{display: {xs: 'contents', sm: 'flex'}, alignItems: 'center', gap: 2, minWidth: 0, '&:empty': {display: 'none'}}}>
        <ActionButtons
          resource={name}
          record={record}
          place="edit"
          before={before}
          // On a phone, the situation follows the heading directly.
          otherButtonCount={inParts ? MAX_PHONE_BUTTONS : 0}
          without={hasStatus ? next?.name ?? '' : undefined}
          instead={conversationActions}
        />
        {inParts && <PrintButton name={name} id={record.id} />}
      </Box>
    </>
  );
  return (
    <Page name={name} id={record.id} title={recordTitle(resource, record)} actions={actions}>
      {dialog}
      {inParts && <NeighbourNav name={name} id={record.id} place="edit" />}
      {failed && <NotLoaded subject={nounOf(resource).the} shownContent="same" onRetry={() => void onReload?.()} />}
      {!verdict.allowed && <Alert severity="info" variant="outlined">Somente leitura. {verdict.reason}</Alert>}
      <Contents
        quiet={hasStatus && next !== undefined}
        situation={hasStatus && <Situation name={name} record={record} place="edit" before={before} quiet={unsaved !== undefined} />}
      />
    </Page>
  );
};

/** @param quiet another button is the main one until something is typed */
const Contents = ({quiet = false, situation}: {quiet?: boolean; situation?: ReactNode}) => {
  const {name, record} = useRecordForm();
  const inParts = hasParts(useResource(name));
  const wayBack = useWayBack(name, record?.id);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const form = (
    <>
      <FormSurface name={name}><RecordInputs bar={<FormBar wayBack={wayBack} foot={foot} quiet={quiet} />} /></FormSurface>
      <ChildSections name={name} record={record} />
      {record && <OwnPanels name={name} record={record} place="form" />}
    </>
  );
  return (
    <div>
      {inParts && record ? (
        <RecordColumns
          situation={situation}
          conversation={<RecordParts area="conversation" />}
          form={form}
          files={<RecordParts area="files" />}
        />
      ) : <>{form}<BelowForm /></>}
      {/* `display: contents`, so that the sticky bar spans the whole page. */}
      <div ref={setFoot} style={{display: 'contents'}} />
    </div>
  );
};
