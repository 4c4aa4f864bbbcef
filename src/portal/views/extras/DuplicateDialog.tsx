/** Copies a record with its children under another name, then opens the copy. */
import {useRef, useState} from 'react';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {useDataProvider} from 'ra-core';
import type {Resource} from '../../../schema/shapes/config.ts';
import {fileFieldCalls, asAttachedFile} from '../../../schema/fields/fileKind.ts';
import {isWritable, type RecordValues} from '../../../schema/fields/validate.ts';
import {fillPlaceholders} from '../../../schema/words/messages.ts';
import {savingCalls, screens} from '../../../schema/paths.ts';
import {uploadFieldFile} from '../../fields/files/uploadFieldFile.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {appearAfter} from '../../theme/appear.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {recordTitle, titleField} from '../../../schema/fields/recordTitle.ts';
import {useInvalidateRecords} from '../../api/cacheUpdates.ts';
import {download, request} from '../../api/http.ts';
import {bodyWithFiles} from '../../api/payload.ts';
import {toSaveBody} from '../../api/providers/saveBody.ts';
import {allRowsParams, type Row} from '../../api/providers/listDialects.ts';
import {createIdempotencyKey} from '../../api/submissionKey.ts';

/** Values of a copy, without id and version. Files are uploaded again, because a file belongs to one record (rules: Files 15). */
const copyValues = async (name: string, resource: Resource | undefined, {id: _id, versao: _versao, ...values}: Row) => {
  const copied: Record<string, unknown> = {...values};
  for (const [key, field] of Object.entries(resource?.fields ?? {})) {
    const file = asAttachedFile(values[key]);
    if (resource === undefined || file === undefined || !isWritable(field)) continue;
    copied[key] = file.caminho === undefined ? null
      : await uploadFieldFile(
        fileFieldCalls(name, resource, key).upload, (await download(`GET ${file.caminho}`)).blob, file.nomeArquivo, createIdempotencyKey(),
      );
  }
  return copied;
};

interface Copy {
  /** Copied children and their total; undefined while they are counted. */
  progress: {done: number; total: number} | undefined;
  /**
   * Creates the copy; called again, only the children it still lacks.
   *
   * @returns the copy, and the error that stopped its children
   * @throws the refusal of the record itself
   */
  run: () => Promise<{copy: Row; failure: unknown}>;
}

const useCopy = (name: string, row: Row): Copy => {
  const {config, resource} = useResourceAndSession(name);
  const {fields, children = {}} = resource;
  const title = titleField(resource);
  const dataProvider = useDataProvider();
  const [progress, setProgress] = useState<Copy['progress']>();
  const createdCopy = useRef<Row>(undefined);
  /** The sent body; while its outcome is unknown, a retry repeats it with the same idempotency key (rules: Calls 4). */
  const sentBody = useRef<RecordValues>(undefined);
  const [key] = useState(createIdempotencyKey);
  const {create: call} = savingCalls(name, resource);

  const titleOfCopy = (record: Row): Record<string, unknown> => {
    const field = fields[title];
    const text = `Cópia de ${recordTitle({...resource, title}, record)}`;
    return {[title]: field !== undefined && 'maxLength' in field ? text.slice(0, field.maxLength) : text};
  };
  const readCopyBody = async (): Promise<RecordValues> => {
    const {data: record} = await dataProvider.getOne<Row>(name, {id: row.id});
    return {id: 0, ...toSaveBody(resource, {...await copyValues(name, resource, record), ...titleOfCopy(record)})};
  };
  const create = async (): Promise<Row> => {
    sentBody.current ??= await readCopyBody();
    return (await request<Row>(call, {body: bodyWithFiles(resource, sentBody.current, []), headers: {'idempotency-key': key}})).body;
  };
  const childrenOf = async (child: string, by: string, parent: Row): Promise<Row[]> =>
    (await dataProvider.getList<Row>(child, allRowsParams(config.resources[child], {[by]: parent.id}))).data;

  const run = async () => {
    const earlierCopy = createdCopy.current;
    const copy = earlierCopy ?? await create();
    createdCopy.current = copy;
    try {
      for (const [child, {by}] of Object.entries(children)) {
        const originals = await childrenOf(child, by, row);
        // Children are created in order, so the existing ones are the first of the originals.
        let done = earlierCopy === undefined ? 0 : (await childrenOf(child, by, copy)).length;
        for (const original of originals.slice(done)) {
          setProgress({done, total: originals.length});
          await dataProvider.create(child, {data: {...await copyValues(child, config.resources[child], original), [by]: copy.id}});
          done += 1;
        }
      }
      return {copy, failure: undefined};
    } catch (failure) {
      return {copy, failure};
    } finally {
      setProgress(undefined);
    }
  };
  return {progress, run};
};

interface Props {
  name: string;
  record: Row;
  label: string;
  onClose: () => void;
}

export const DuplicateDialog = ({name, record, label, onClose}: Props) => {
  const {config, resource} = useResourceAndSession(name);
  const toasts = useToasts();
  const {go} = useScreenNavigation();
  const changed = useInvalidateRecords();
  const {progress, run} = useCopy(name, record);
  const [incomplete, setIncomplete] = useState<Row>();
  const {duplicate, children = {}, messages} = resource;
  if (duplicate === undefined) return null;

  const open = (copy: Row) => {
    // Without a refetch, because this screen is left.
    for (const touched of [name, ...Object.keys(children)]) changed(touched, {isLeaving: true});
    onClose();
    go(screens(config, resource).edit(copy.id));
  };
  const confirm = async (): Promise<boolean> => {
    const {copy, failure} = await run();
    if (failure === undefined) {
      toasts.success(messages.created, {name, record: copy});
      open(copy);
      return true;
    }
    toasts.failed(failure);
    setIncomplete(copy);
    return false;
  };
  return (
    <ConfirmDialog
      open
      title={`${label}: ${recordTitle(resource, record)}`}
      question={incomplete ? duplicate.incomplete : fillPlaceholders(duplicate.confirm, record)}
      confirm={incomplete ? 'Tentar de novo' : label}
      back={incomplete && 'Abrir a cópia'}
      onConfirm={confirm}
      onClose={() => (incomplete ? open(incomplete) : onClose())}
    >
      {progress && <Progress {...progress} />}
    </ConfirmDialog>
  );
};

const PATIENCE_MS = 1000;

const Progress = ({done, total}: NonNullable<Copy['progress']>) => (
  <Box sx={{mt: 2, ...appearAfter(PATIENCE_MS)}}>
    <LinearProgress aria-label="Progresso" variant="determinate" value={(100 * done) / total} sx={{borderRadius: 1}} />
    <Typography variant="body2" color="text.secondary" sx={{mt: 0.5}}>{`${done} de ${total}`}</Typography>
  </Box>
);
