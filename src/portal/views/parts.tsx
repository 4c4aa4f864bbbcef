/**
 * What each part of a resource adds to the screens of its records: a row a part, and no screen asks which parts there are. Each
 * draws a titled section of its own, in this order, under what the record says in its fields.
 */
import type {ComponentType, ReactNode} from 'react';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {historyOperation, may} from '../../schema/access.ts';
import type {Resource} from '../../schema/config.ts';
import {capital, nounOf} from '../../schema/nouns.ts';
import {fileWords} from '../../schema/parts.ts';
import {CommentBox} from '../actions/CommentBox.tsx';
import {HistoryEntries} from '../form/history/Entries.tsx';
import {AddFiles} from '../parts/files/AddFiles.tsx';
import {FilePicker} from '../parts/files/FilePicker.tsx';
import {sharesOf} from '../parts/files/sizes.ts';
import {StoredFiles} from '../parts/files/StoredFiles.tsx';
import type {AddedFiles} from '../parts/files/useAddedFiles.ts';
import type {FileChoice} from '../parts/files/useFileChoice.ts';
import {useStoredFiles} from '../parts/files/useStoredFiles.ts';
import type {Upload} from '../parts/files/useUpload.ts';
import {itemsOf} from '../parts/template/form.ts';
import {ItemFacts} from '../parts/template/ItemFacts.tsx';
import {ItemInputs} from '../parts/template/ItemInputs.tsx';
import {TemplateItems} from '../parts/template/TemplateItems.tsx';
import {VersionOf} from '../parts/template/VersionOf.tsx';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {Facts} from '../ui/Facts.tsx';
import {Section} from '../ui/Section.tsx';
import {FactSkeleton, RowsSkeleton} from '../ui/Waiting.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import type {ActionRecord} from '../wire/verdict.ts';

interface InScreen {
  /** The resource's name. */
  name: string;
}
export interface PartInDetails extends InScreen {
  id: number;
  /** The whole record, its row of the list while it is on its way, or nothing yet. */
  record: Row | undefined;
  /** Whether it could not be read. */
  failed: boolean;
}
export interface PartInEdit extends InScreen {
  /** The record as it is stored. */
  record: Row;
  /** What the form was filled from; the record may be ahead of it. */
  shown: Row;
  /** Whether it may be saved. */
  allowed: boolean;
  files: AddedFiles;
  upload: Upload;
  /** What comes before anything is done to the record: resolves it as it is then, undefined where nothing is done. */
  before: () => Promise<ActionRecord | undefined>;
}
export interface PartInCreate extends InScreen {
  files: FileChoice;
  /** There has to be one, which was said. */
  lacking: boolean;
  upload: Upload;
}

interface PartViews {
  has: (resource: Resource, perfil: string) => boolean;
  /** It stands beside the form, and outside of it: a form has no other inside. */
  beside: boolean;
  Create?: ComponentType<PartInCreate>;
  Edit: ComponentType<PartInEdit>;
  Details: ComponentType<PartInDetails>;
}

const InDetails = ({title, children}: {title: string; children: ReactNode}) => (
  <Box component="section" aria-label={title}>
    <Typography component="h3" variant="subtitle2" sx={{mb: 1, fontWeight: 600}}>{title}</Typography>
    {children}
  </Box>
);

const FormDetails = ({name, record, failed}: PartInDetails) => {
  const resource = useResource(name);
  const items = itemsOf(resource, record);
  if (items === undefined && failed) return null;
  return (
    <InDetails title="Dados do formulário">
      {items === undefined && (
        <Box role="status" aria-label="Carregando os campos">
          <Facts waiting>{[1, 2, 3, 4, 5, 6].map(place => <FactSkeleton key={place} />)}</Facts>
        </Box>
      )}
      {items?.length === 0 && <Typography color="text.secondary">{capital(nounOf(resource).this)} não tem campos.</Typography>}
      <ItemFacts items={items ?? []} />
      <Box sx={{mt: 1.5, '&:empty': {display: 'none'}}}><VersionOf name={name} record={record} /></Box>
    </InDetails>
  );
};
const FormEdit = ({name, shown, allowed}: PartInEdit) => {
  const items = itemsOf(useResource(name), shown) ?? [];
  return (
    <Section title="Campos do formulário" aside={<VersionOf name={name} record={shown} />}>
      {allowed ? <ItemInputs items={items} /> : <ItemFacts items={items} />}
    </Section>
  );
};
const FormCreate = ({name}: PartInCreate) => <Section title="Campos do formulário"><TemplateItems resource={useResource(name)} /></Section>;

const FilesDetails = ({name, id, record, failed}: PartInDetails) => {
  const files = useStoredFiles(name, id, record);
  if (files === undefined && failed) return null;
  return (
    <InDetails title="Arquivos">
      {files === undefined ? <RowsSkeleton rows={2} label="Carregando os arquivos" /> : <StoredFiles name={name} id={id} files={files} />}
    </InDetails>
  );
};
const FilesEdit = ({name, record, allowed, files, upload}: PartInEdit) => (
  <Section title="Arquivos">
    <Stack spacing={3}>
      <StoredFiles name={name} id={record.id} files={useStoredFiles(name, record.id, record) ?? []} mayDelete={allowed} />
      <AddFiles name={name} record={record} files={files} upload={upload} disabled={!allowed} />
    </Stack>
  </Section>
);
const FilesCreate = ({name, files, lacking, upload}: PartInCreate) => {
  const words = fileWords(useConfig(), useResource(name));
  return (
    <Section title="Arquivos">
      {lacking && files.added.length === 0 && <FormHelperText error sx={{m: 0}}>{words.needed}</FormHelperText>}
      <FilePicker name={name} choice={files} disabled={upload.share !== undefined} shares={sharesOf(files.added, upload.share)} />
    </Section>
  );
};

const HistoryDetails = ({name, id, record}: PartInDetails) => (
  <InDetails title="Histórico">
    {record && <CommentBox name={name} record={record} place="details" />}
    <HistoryEntries name={name} id={id} />
  </InDetails>
);
const HistoryEdit = ({name, record, before}: PartInEdit) => (
  <Section title="Histórico">
    <Box>
      <CommentBox name={name} record={record} place="edit" before={before} />
      <HistoryEntries name={name} id={record.id} />
    </Box>
  </Section>
);

const views: Readonly<Record<string, PartViews>> = {
  template: {has: ({template}) => template !== undefined, beside: false, Create: FormCreate, Edit: FormEdit, Details: FormDetails},
  files: {has: ({files}) => files !== undefined, beside: true, Create: FilesCreate, Edit: FilesEdit, Details: FilesDetails},
  history: {
    has: (resource, perfil) => may(resource, historyOperation(resource), perfil), beside: true, Edit: HistoryEdit, Details: HistoryDetails,
  },
};

/** What somebody sees of a resource's parts, by their names; `beside` the form or with it, where that is asked. */
export const partViews = (resource: Resource, perfil: string, beside?: boolean): [string, PartViews][] =>
  Object.entries(views).filter(([, view]) => view.has(resource, perfil) && (beside === undefined || view.beside === beside));
