import {useRef, type ComponentType, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {historyOperation, mayAccess} from '../../schema/access.ts';
import type {PartName, Resource} from '../../schema/shapes/config.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {confirmItemCall} from '../../schema/queue.ts';
import {capitalize, nounOf} from '../../schema/words/nouns.ts';
import {fileMessagesFor, hasParts} from '../../schema/parts.ts';
import {CommentBox, useCommentActions} from '../actions/CommentBox.tsx';
import type {SingleRecordPlace} from '../actions/actionPlaces.ts';
import {HistoryEntries, RecordHistory, type HistoryEntriesProps} from '../form/history/HistoryEntries.tsx';
import {useHistory} from '../form/history/history.ts';
import {buildTimeline} from '../form/history/timeline.ts';
import {AddFiles} from '../parts/files/AddFiles.tsx';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {uploadProgressOf} from '../fields/files/fileTexts.ts';
import {entryFiles, StepPictures} from '../parts/files/StepPictures.tsx';
import {StoredFiles, useStoredFiles} from '../parts/files/StoredFiles.tsx';
import {unsentFilesText} from '../parts/files/useFileChoice.ts';
import {recordItems} from '../parts/template/templateForm.ts';
import {ItemInputs} from '../parts/template/ItemInputs.tsx';
import {ItemFacts, TemplateItems} from '../parts/template/TemplateItems.tsx';
import {TemplateVersionNote} from '../parts/template/TemplateVersionNote.tsx';
import {useResourceAndSession, useConfig, useResource} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {Facts, FactSkeleton, RowsSkeleton} from '../ui/Facts.tsx';
import {NotLoaded} from '../ui/LoadError.tsx';
import {useKeepFocus} from '../navigation/useKeepFocus.ts';
import {Refusal} from '../ui/Refusal.tsx';
import {Section} from '../ui/Section.tsx';
import {useInvalidateRecords, useCacheChangedRecord} from '../api/cacheUpdates.ts';
import {request} from '../api/http.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {PrintFiles, PrintHistory} from './printTables.tsx';
import {useRecordForm, type RecordFormState} from './useRecordForm.ts';

/**
 * 'Está certo assim': confirms an item that a robot marked as wrong (rules: Robots 5). Typed changes stay.
 *
 * @returns a function that confirms an item and resolves whether it succeeded; undefined without the right to confirm
 */
const useConfirm = ({name, record, verdict}: RecordFormState): ((item: number) => Promise<boolean>) | undefined => {
  const resource = useResource(name);
  const toasts = useToasts();
  const remember = useCacheChangedRecord(name);
  const changed = useInvalidateRecords();
  const {list} = apiOf(name, resource);
  if (resource.queue === undefined || list === undefined || record === undefined || !verdict.allowed) return undefined;
  return async item => {
    try {
      const {body} = await request(confirmItemCall(parseEndpoint(list).path), {params: {id: record.id}, body: {item}});
      await remember(record, body);
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    } finally {
      changed(name);
    }
  };
};

export interface PartProps {
  name: string;
  id: number;
  /** The whole record, its list row while it is loading, or undefined. */
  record: Row | undefined;
  failed: boolean;
}
export type RecordArea = 'form' | 'conversation' | 'files';
interface PartViews {
  has: (resource: Resource, perfil: string) => boolean;
  /** All but `form` are drawn outside the form element, because forms cannot be nested. */
  area: RecordArea;
  InForm: ComponentType<RecordFormState>;
  InDetails: ComponentType<PartProps>;
  InPrint: ComponentType<PartProps & {record: Row}>;
}

/** @param heading h3 under a dialog's title */
const Part = ({title, heading = 'h3', children}: {title: string; heading?: 'h2' | 'h3'; children: ReactNode}) => (
  <Box component="section" aria-label={title}>
    <Typography component={heading} variant="subtitle2" sx={{mb: 1, fontWeight: 600}}>{title}</Typography>
    {children}
  </Box>
);

const FormDetails = ({name, record, failed}: PartProps) => {
  const resource = useResource(name);
  const items = recordItems(resource, record);
  if (items === undefined && failed) return null;
  return (
    <Part title="Dados do formulário">
      {items === undefined && (
        <Box role="status" aria-label="Carregando os campos">
          <Facts waiting>{[1, 2, 3, 4, 5, 6].map(place => <FactSkeleton key={place} />)}</Facts>
        </Box>
      )}
      {items?.length === 0 && <Typography color="text.secondary">{capitalize(nounOf(resource).this)} não tem campos.</Typography>}
      <ItemFacts items={items ?? []} />
      <Box sx={{mt: 1.5, '&:empty': {display: 'none'}}}><TemplateVersionNote name={name} record={record} /></Box>
    </Part>
  );
};
const FormOnPaper = ({name, record}: PartProps & {record: Row}) => (
  <Part title="Dados do formulário" heading="h2"><ItemFacts items={recordItems(useResource(name), record) ?? []} /></Part>
);
const FormInForm = (form: RecordFormState) => {
  const {name, record, shown, writable} = form;
  const resource = useResource(name);
  const onConfirm = useConfirm(form);
  // Warnings come from the current record, not from the version that filled the form.
  const currentWarnings = new Map(recordItems(resource, record)?.map(({id, aviso}) => [id, aviso]));
  const items = recordItems(resource, shown)?.map(item => ({...item, aviso: currentWarnings.get(item.id) ?? ''})) ?? [];
  return (
    <Section title="Campos do formulário" aside={<TemplateVersionNote name={name} record={shown} />}>
      {shown === undefined && <TemplateItems resource={resource} />}
      {shown !== undefined && (writable ? <ItemInputs items={items} onConfirm={onConfirm} /> : <ItemFacts items={items} />)}
    </Section>
  );
};

const FilesDetails = ({name, id, record, failed}: PartProps) => {
  const files = useStoredFiles(name, id, record);
  if (files === undefined && failed) return null;
  return (
    <Part title="Arquivos">
      {files === undefined
        ? <RowsSkeleton rows={2} label="Carregando os arquivos" /> : <StoredFiles name={name} record={record ?? {id}} files={files} />}
    </Part>
  );
};
const FilesOnPaper = ({name, id, record}: PartProps & {record: Row}) => (
  <Part title="Arquivos" heading="h2"><PrintFiles files={useStoredFiles(name, id, record) ?? []} /></Part>
);
const FilesInForm = ({name, record, verdict, files, upload}: RecordFormState) => {
  const words = fileMessagesFor(useConfig(), useResource(name));
  if (record !== undefined) {
    const allowed = verdict.allowed || unsentFilesText(files.choice) !== undefined;
    return <Section title="Arquivos"><FilesOf name={name} record={record} files={files} upload={upload} allowed={allowed} /></Section>;
  }
  return (
    <Section title="Arquivos">
      {files.isRequiredMissing && <Refusal>{words.needed}</Refusal>}
      <FilePicker
        name={name}
        choice={files.choice}
        disabled={upload.share !== undefined}
        shares={uploadProgressOf(files.choice.added, upload.share)}
      />
    </Section>
  );
};

type FilesOfProps = Pick<RecordFormState, 'name' | 'files' | 'upload'> & {record: Row; allowed: boolean};

const FilesOf = ({name, record, files, upload, allowed}: FilesOfProps) => {
  const stored = useStoredFiles(name, record.id, record) ?? [];
  const place = useRef<HTMLDivElement>(null);
  useKeepFocus(place);
  return (
    <Stack ref={place} spacing={3}>
      <StoredFiles name={name} record={record} files={stored} canDelete={allowed} />
      <AddFiles name={name} record={record} files={files} upload={upload} disabled={!allowed} />
    </Stack>
  );
};

/** The history, with the pictures that each step added. */
const StepsWithPictures = ({name, id, record}: Omit<PartProps, 'failed'>) => {
  const files = useStoredFiles(name, id, record) ?? [];
  const addedBy: HistoryEntriesProps['renderExtra'] = (entry, entries) =>
    <StepPictures name={name} id={id} files={entryFiles(entry, entries, files)} />;
  return <HistoryEntries name={name} id={id} renderExtra={addedBy} />;
};
const HistorySteps = (props: Omit<PartProps, 'failed'>) =>
  (useResource(props.name).files === undefined ? <HistoryEntries name={props.name} id={props.id} /> : <StepsWithPictures {...props} />);

const HistoryDetails = ({name, id, record}: PartProps) => (
  <Part title="Histórico">
    {record && <CommentBox name={name} record={record} place="details" />}
    <HistorySteps name={name} id={id} record={record} />
  </Part>
);
const HistoryOnPaper = ({name, id}: PartProps) => {
  const {data = [], isError, refetch} = useHistory(name, id);
  const entries = buildTimeline(name, useResource(name), data);
  return (
    <Part title="Histórico" heading="h2">
      {isError ? <NotLoaded subject="o histórico" onRetry={() => void refetch()} /> : <PrintHistory entries={entries} />}
    </Part>
  );
};
const HistoryInForm = ({name, record, before}: RecordFormState) => record && (
  <Section title="Histórico">
    <Box>
      <CommentBox name={name} record={record} place="edit" before={before} />
      <HistorySteps name={name} id={record.id} record={record} />
    </Box>
  </Section>
);

const views: Readonly<Record<Exclude<PartName, 'queue'> | 'history', PartViews>> = {
  template: {has: ({template}) => template !== undefined, area: 'form', InForm: FormInForm, InDetails: FormDetails, InPrint: FormOnPaper},
  files: {has: ({files}) => files !== undefined, area: 'files', InForm: FilesInForm, InDetails: FilesDetails, InPrint: FilesOnPaper},
  history: {
    has: (resource, perfil) => mayAccess(resource, historyOperation(resource), perfil), area: 'conversation', InForm: HistoryInForm,
    InDetails: HistoryDetails, InPrint: HistoryOnPaper,
  },
};

/** The parts that a profile sees, by name, optionally of one area. */
export const partViews = (resource: Resource, perfil: string, area?: RecordArea): [string, PartViews][] =>
  Object.entries(views).filter(([, view]) => view.has(resource, perfil) && (area === undefined || view.area === area));

/** Actions that are done in the record's conversation, by name; empty without a conversation. */
export const useConversationActions = (name: string, record: Row, place: SingleRecordPlace): ReturnType<typeof useCommentActions> => {
  const {resource, session: {perfil}} = useResourceAndSession(name);
  const writing = useCommentActions(name, record, place);
  return hasParts(resource) && views.history.has(resource, perfil) ? writing : {};
};

/** The parts of a stored record in one area, or in all areas outside the form. */
export const RecordParts = ({area}: {area?: Exclude<RecordArea, 'form'>}) => {
  const form = useRecordForm();
  const {resource, session: {perfil}} = useResourceAndSession(form.name);
  if (form.record === undefined) return null;
  return partViews(resource, perfil, area).map(([key, {area: partArea, InForm}]) => partArea !== 'form' && <InForm key={key} {...form} />);
};

/** Content under the form: the parts, or the change history of a record without parts. */
export const BelowForm = ({heading}: {heading?: 'h3'}) => {
  const {name, record} = useRecordForm();
  const inParts = hasParts(useResource(name));
  if (record === undefined) return null;
  return inParts ? <RecordParts /> : <RecordHistory name={name} id={record.id} heading={heading} />;
};
