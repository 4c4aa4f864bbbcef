/** The edit screen of a record with parts: its fields, what its parts add, and every action (rules: Tickets 13). */
import {useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import {useGetOne} from 'ra-core';
import {nounOf} from '../../schema/nouns.ts';
import {recordTitle} from '../../schema/recordTitle.ts';
import {ActionButtons, ON_A_PHONE} from '../actions/ActionButtons.tsx';
import {useWriting} from '../actions/CommentBox.tsx';
import {useActions, useSavingVerdict} from '../actions/useActions.ts';
import {unsentFiles} from '../parts/files/unsent.ts';
import {useAddedFiles} from '../parts/files/useAddedFiles.ts';
import {isWhole} from '../parts/template/form.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {LoadError} from '../ui/LoadError.tsx';
import {NotFound} from '../ui/NotFound.tsx';
import {NotLoaded} from '../ui/NotLoaded.tsx';
import {WayOut} from '../ui/WayOut.tsx';
import {statusOfError} from '../wire/errors.ts';
import {isOfNow, unlessKnown} from '../wire/known.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {useLiveRecord} from '../wire/useLiveRecord.ts';
import {nextOf} from '../wire/verdict.ts';
import {EditForm, type Saver} from './EditForm.tsx';
import {useExtras} from './extras/useExtras.tsx';
import {OutOfReach} from './OutOfReach.tsx';
import {QueueNav} from './QueueNav.tsx';
import {RecordPage} from './RecordPage.tsx';
import {Situation} from './situation/Situation.tsx';
import {useSaveFirst} from './useSaveFirst.tsx';

export const RecordEdit = ({name, id}: {name: string; id: number}) => {
  const resource = useResource(name);
  const {data, error, refetch, isFetchedAfterMount} = useGetOne<Row>(name, {id}, {retry: false, refetchOnMount: unlessKnown});
  const whole = data !== undefined && isWhole(resource, data) ? data : undefined;
  const [arrived, setArrived] = useState(false);
  if (!arrived && whole !== undefined && (isFetchedAfterMount || isOfNow(data)) && !error) setArrived(true);
  const left = useLiveRecord(name, id);
  const load = async () => {
    const {data: fresh, isError} = await refetch();
    return isError ? undefined : fresh;
  };
  const title = `${resource.label.one} ${id}`;
  if (left) {
    return <RecordPage wide tab={title} heading={title}><OutOfReach name={name} id={id} action={<WayOut />} /></RecordPage>;
  }
  // Read now or answered on the way here, and not what the list or an earlier visit left behind: a draft would be laid over a row
  // without its fields, or an old version. Once it arrived it stays, with what is typed into it, also when it cannot be read again.
  if (whole !== undefined && arrived) return <Loaded name={name} record={whole} failed={Boolean(error)} onReload={load} />;
  if (statusOfError(error) === 404) return <NotFound />;
  return (
    <RecordPage wide tab={title} heading={title}>
      {error ? <LoadError error={error} retry={() => void refetch()} /> : <FormSkeleton inputs={8} />}
    </RecordPage>
  );
};

interface LoadedProps {
  name: string;
  record: Row;
  /** Whether it could not be read again. */
  failed: boolean;
  onReload: () => Promise<Row | undefined>;
}

const Loaded = ({name, record, failed, onReload}: LoadedProps) => {
  const resource = useResource(name);
  const verdict = useSavingVerdict(name, record);
  const [dirty, setDirty] = useState(false);
  // What somebody is in the middle of stays as it is where others close the record to changes: it can be read, and had back.
  const [writable, setWritable] = useState(verdict.allowed);
  const files = useAddedFiles(name, record, writable ? `${name}.${record.id}` : undefined);
  const {entries, dialog} = useExtras(name, record);
  const form = useRef<Saver>(null);
  const next = nextOf(useActions(name, record, 'edit'));
  const writing = useWriting(name, record, 'edit');
  const lives = resource.status !== undefined;
  const unsaved = [dirty ? 'O que você digitou ainda não foi salvo.' : '', unsentFiles(files.choice) ?? ''].join(' ').trim();
  const stays = verdict.allowed || (writable && unsaved !== '');
  if (stays !== writable) setWritable(stays);
  // Where nothing can be saved nothing can be saved first: it stays on the page.
  const open = verdict.allowed && unsaved !== '' ? unsaved : undefined;
  const {before, question} = useSaveFirst(record, open, form);
  const title = recordTitle(resource, record);
  return (
    <RecordPage
      wide
      tab={title}
      heading={title}
      actions={(
        <>
          {entries.map(entry => <Button key={entry.label} variant="outlined" color="inherit" onClick={entry.open}>{entry.label}</Button>)}
          <ActionButtons
            resource={name}
            record={record}
            place="edit"
            before={before}
            // On a phone nothing stands between the heading and where the record stands.
            beside={ON_A_PHONE}
            without={lives ? next?.name ?? '' : undefined}
            instead={writing}
          />
        </>
      )}
    >
      {dialog}
      <QueueNav name={name} id={record.id} place="edit" />
      {question}
      {failed && <NotLoaded what={nounOf(resource).the} kept="same" onRetry={() => void onReload()} />}
      {!verdict.allowed && <Alert severity="info" variant="outlined">Somente leitura. {verdict.reason}</Alert>}
      <EditForm
        ref={form}
        name={name}
        record={record}
        verdict={verdict}
        writable={writable}
        files={files}
        situation={lives && <Situation name={name} record={record} place="edit" before={before} quiet={open !== undefined} />}
        quiet={lives && next !== undefined}
        before={before}
        onDirty={setDirty}
        onReload={onReload}
      />
    </RecordPage>
  );
};
