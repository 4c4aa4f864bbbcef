/**
 * What each part of a resource adds to the screens of its records: a row a part, and no screen asks which parts there are. Each
 * draws a titled section of its own, in this order, under what the record says in its fields.
 */
import {useRef, type ComponentType, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {historyOperation, may} from '../../schema/access.ts';
import type {PartName, Resource} from '../../schema/config/config.ts';
import {apiOf, parseEndpoint} from '../../schema/paths.ts';
import {markCall} from '../../schema/queue.ts';
import {capital, nounOf} from '../../schema/words/nouns.ts';
import {fileWords, hasParts} from '../../schema/parts.ts';
import {CommentBox, useWriting} from '../actions/CommentBox.tsx';
import type {OwnPlace} from '../actions/places.ts';
import {HistoryEntries, RecordHistory, type HistoryEntriesProps} from '../form/history/Entries.tsx';
import {useHistory} from '../form/history/history.ts';
import {timelineOf} from '../form/history/timeline.ts';
import {AddFiles} from '../parts/files/AddFiles.tsx';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {sharesOf} from '../kinds/files/words.ts';
import {filesOfEntry, StepPictures} from '../parts/files/StepPictures.tsx';
import {StoredFiles, useStoredFiles} from '../parts/files/StoredFiles.tsx';
import {unsentFiles} from '../parts/files/useFileChoice.ts';
import {itemsOf} from '../parts/template/form.ts';
import {ItemInputs} from '../parts/template/ItemInputs.tsx';
import {ItemFacts, TemplateItems} from '../parts/template/TemplateItems.tsx';
import {VersionOf} from '../parts/template/VersionOf.tsx';
import {useAbout, useConfig, useResource} from '../session/context.ts';
import {useToasts} from '../toasts/useToasts.ts';
import {Facts, FactSkeleton, RowsSkeleton} from '../ui/Facts.tsx';
import {NotLoaded} from '../ui/LoadError.tsx';
import {useFocusKept} from '../ui/place/useFocusKept.ts';
import {Refusal} from '../ui/Refusal.tsx';
import {Section} from '../ui/Section.tsx';
import {useChanged, useRemember} from '../wire/changed.ts';
import {request} from '../wire/http.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {PaperFiles, PaperHistory} from './onPaper.tsx';
import {useRecordForm, type RecordFormState} from './useRecordForm.ts';

/**
 * 'Está certo assim': what a robot found wrong with an item is right as it is (rules: Robots 5). Nothing that is typed is touched.
 *
 * @returns says so of an item, and resolves whether it was taken; undefined where it is not this person's to say
 */
const useConfirm = ({name, record, verdict}: RecordFormState): ((item: number) => Promise<boolean>) | undefined => {
  const resource = useResource(name);
  const toasts = useToasts();
  const remember = useRemember(name);
  const changed = useChanged();
  const {list} = apiOf(name, resource);
  if (resource.queue === undefined || list === undefined || record === undefined || !verdict.allowed) return undefined;
  return async item => {
    try {
      const {body} = await request(markCall(parseEndpoint(list).path), {params: {id: record.id}, body: {item}});
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

export interface PartInDetails {
  /** The resource's name. */
  name: string;
  id: number;
  /** The whole record, its row of the list while it is on its way, or nothing yet. */
  record: Row | undefined;
  /** Whether it could not be read. */
  failed: boolean;
}
/** Parts of the screen of a record. */
export type Area = 'form' | 'conversation' | 'files';
interface PartViews {
  has: (resource: Resource, perfil: string) => boolean;
  /** Where it stands on the screen of a record. All but `form` is outside of the form element, which has no other inside. */
  area: Area;
  /** With the inputs of a record, or beside them once there is one. */
  InForm: ComponentType<RecordFormState>;
  InDetails: ComponentType<PartInDetails>;
  /** What it says where it is printed. */
  OnPaper: ComponentType<PartInDetails & {record: Row}>;
}

/** @param heading its level: under that of a dialog, where not given */
const Part = ({title, heading = 'h3', children}: {title: string; heading?: 'h2' | 'h3'; children: ReactNode}) => (
  <Box component="section" aria-label={title}>
    <Typography component={heading} variant="subtitle2" sx={{mb: 1, fontWeight: 600}}>{title}</Typography>
    {children}
  </Box>
);

const FormDetails = ({name, record, failed}: PartInDetails) => {
  const resource = useResource(name);
  const items = itemsOf(resource, record);
  if (items === undefined && failed) return null;
  return (
    <Part title="Dados do formulário">
      {items === undefined && (
        <Box role="status" aria-label="Carregando os campos">
          <Facts waiting>{[1, 2, 3, 4, 5, 6].map(place => <FactSkeleton key={place} />)}</Facts>
        </Box>
      )}
      {items?.length === 0 && <Typography color="text.secondary">{capital(nounOf(resource).this)} não tem campos.</Typography>}
      <ItemFacts items={items ?? []} />
      <Box sx={{mt: 1.5, '&:empty': {display: 'none'}}}><VersionOf name={name} record={record} /></Box>
    </Part>
  );
};
const FormOnPaper = ({name, record}: PartInDetails & {record: Row}) => (
  <Part title="Dados do formulário" heading="h2"><ItemFacts items={itemsOf(useResource(name), record) ?? []} /></Part>
);
const FormInForm = (form: RecordFormState) => {
  const {name, record, shown, writable} = form;
  const resource = useResource(name);
  const onConfirm = useConfirm(form);
  // Marks are of now, whatever the form was filled from.
  const now = new Map(itemsOf(resource, record)?.map(({id, aviso}) => [id, aviso]));
  const items = itemsOf(resource, shown)?.map(item => ({...item, aviso: now.get(item.id) ?? ''})) ?? [];
  return (
    <Section title="Campos do formulário" aside={<VersionOf name={name} record={shown} />}>
      {shown === undefined && <TemplateItems resource={resource} />}
      {shown !== undefined && (writable ? <ItemInputs items={items} onConfirm={onConfirm} /> : <ItemFacts items={items} />)}
    </Section>
  );
};

const FilesDetails = ({name, id, record, failed}: PartInDetails) => {
  const files = useStoredFiles(name, id, record);
  if (files === undefined && failed) return null;
  return (
    <Part title="Arquivos">
      {files === undefined
        ? <RowsSkeleton rows={2} label="Carregando os arquivos" /> : <StoredFiles name={name} record={record ?? {id}} files={files} />}
    </Part>
  );
};
const FilesOnPaper = ({name, id, record}: PartInDetails & {record: Row}) => (
  <Part title="Arquivos" heading="h2"><PaperFiles files={useStoredFiles(name, id, record) ?? []} /></Part>
);
const FilesInForm = ({name, record, verdict, files, upload}: RecordFormState) => {
  const words = fileWords(useConfig(), useResource(name));
  if (record !== undefined) {
    const allowed = verdict.allowed || unsentFiles(files.choice) !== undefined;
    return <Section title="Arquivos"><FilesOf name={name} record={record} files={files} upload={upload} allowed={allowed} /></Section>;
  }
  return (
    <Section title="Arquivos">
      {files.lacking && <Refusal>{words.needed}</Refusal>}
      <FilePicker
        name={name}
        choice={files.choice}
        disabled={upload.share !== undefined}
        shares={sharesOf(files.choice.added, upload.share)}
      />
    </Section>
  );
};

type FilesOfProps = Pick<RecordFormState, 'name' | 'files' | 'upload'> & {record: Row; allowed: boolean};

const FilesOf = ({name, record, files, upload, allowed}: FilesOfProps) => {
  const stored = useStoredFiles(name, record.id, record) ?? [];
  const place = useRef<HTMLDivElement>(null);
  useFocusKept(place);
  return (
    <Stack ref={place} spacing={3}>
      <StoredFiles name={name} record={record} files={stored} mayDelete={allowed} />
      <AddFiles name={name} record={record} files={files} upload={upload} disabled={!allowed} />
    </Stack>
  );
};

/** Its history, with the pictures that each step added. */
const StepsWithPictures = ({name, id, record}: Omit<PartInDetails, 'failed'>) => {
  const files = useStoredFiles(name, id, record) ?? [];
  const addedBy: HistoryEntriesProps['addedBy'] = (entry, entries) =>
    <StepPictures name={name} id={id} files={filesOfEntry(entry, entries, files)} />;
  return <HistoryEntries name={name} id={id} addedBy={addedBy} />;
};
const Steps = (props: Omit<PartInDetails, 'failed'>) =>
  (useResource(props.name).files === undefined ? <HistoryEntries name={props.name} id={props.id} /> : <StepsWithPictures {...props} />);

const HistoryDetails = ({name, id, record}: PartInDetails) => (
  <Part title="Histórico">
    {record && <CommentBox name={name} record={record} place="details" />}
    <Steps name={name} id={id} record={record} />
  </Part>
);
const HistoryOnPaper = ({name, id}: PartInDetails) => {
  const {data = [], isError, refetch} = useHistory(name, id);
  const entries = timelineOf(name, useResource(name), data);
  return (
    <Part title="Histórico" heading="h2">
      {isError ? <NotLoaded what="o histórico" onRetry={() => void refetch()} /> : <PaperHistory entries={entries} />}
    </Part>
  );
};
const HistoryInForm = ({name, record, before}: RecordFormState) => record && (
  <Section title="Histórico">
    <Box>
      <CommentBox name={name} record={record} place="edit" before={before} />
      <Steps name={name} id={record.id} record={record} />
    </Box>
  </Section>
);

/** And the history, which every record has. */
const views: Readonly<Record<Exclude<PartName, 'queue'> | 'history', PartViews>> = {
  template: {has: ({template}) => template !== undefined, area: 'form', InForm: FormInForm, InDetails: FormDetails, OnPaper: FormOnPaper},
  files: {has: ({files}) => files !== undefined, area: 'files', InForm: FilesInForm, InDetails: FilesDetails, OnPaper: FilesOnPaper},
  history: {
    has: (resource, perfil) => may(resource, historyOperation(resource), perfil), area: 'conversation', InForm: HistoryInForm,
    InDetails: HistoryDetails, OnPaper: HistoryOnPaper,
  },
};

/** What somebody sees of a resource's parts, by their names; of one area, where that is asked. */
export const partViews = (resource: Resource, perfil: string, area?: Area): [string, PartViews][] =>
  Object.entries(views).filter(([, view]) => view.has(resource, perfil) && (area === undefined || view.area === area));

/** The actions that are done in the conversation of a record's screen, by name; none where it has no conversation. */
export const useConversation = (name: string, record: Row, place: OwnPlace): ReturnType<typeof useWriting> => {
  const {resource, session: {perfil}} = useAbout(name);
  const writing = useWriting(name, record, place);
  return hasParts(resource) && views.history.has(resource, perfil) ? writing : {};
};

/** The parts of one area of a stored record, or of all that are outside of its form. */
export const RecordParts = ({area}: {area?: Exclude<Area, 'form'>}) => {
  const form = useRecordForm();
  const {resource, session: {perfil}} = useAbout(form.name);
  if (form.record === undefined) return null;
  return partViews(resource, perfil, area).map(([key, {area: own, InForm}]) => own !== 'form' && <InForm key={key} {...form} />);
};

/** What stands under the form of a record: its parts; of one that is its fields alone, who changed which. */
export const BelowForm = ({heading}: {heading?: 'h3'}) => {
  const {name, record} = useRecordForm();
  const inParts = hasParts(useResource(name));
  if (record === undefined) return null;
  return inParts ? <RecordParts /> : <RecordHistory name={name} id={record.id} heading={heading} />;
};
