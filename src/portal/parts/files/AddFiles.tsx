/** Adds files to an existing record (rules: Files 3): immediately, a call per file, or with the form by Salvar. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {referenceNameField} from '../../../schema/lifeCycle/detailFields.ts';
import {fileMessagesFor, filesKey} from '../../../schema/parts.ts';
import {submissionKeyStore} from '../../form/drafts/draftStore.ts';
import {useDraftPlace} from '../../form/drafts/useDraftPlace.ts';
import {useFileRules} from '../../fields/files/fileChecks.ts';
import {LabelledSelect} from '../../fields/LabelledSelect.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import {useInvalidateRecords} from '../../api/cacheUpdates.ts';
import type {TypedFile} from '../../api/payload.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {useSubmissionKey} from '../../api/submissionKey.ts';
import {useFileCalls} from './fileRequests.ts';
import {FilePicker} from './FilePicker.tsx';
import {uploadProgressOf} from '../../fields/files/fileTexts.ts';
import type {AddedFiles} from './useAddedFiles.ts';
import type {Upload} from './useUpload.ts';

interface SequentialUpload {
  /** Progress of each file from 0 to 1; empty: no upload runs. */
  shares: ReadonlyMap<File, number>;
  /** Cancels a file's upload, running or waiting; the file stays chosen. */
  stop: (file: File) => void;
  /**
   * Sends the files one after the other.
   *
   * @param sendFile its error ends the sequence, unless that file was stopped
   */
  send: (files: readonly TypedFile[], sendFile: (file: TypedFile, options: UploadOptions) => Promise<void>) => Promise<void>;
}
interface UploadOptions {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

const useSequentialUpload = (upload: Upload): SequentialUpload => {
  const [shares, setShares] = useState<ReadonlyMap<File, number>>(new Map());
  const [controllers, setControllers] = useState<ReadonlyMap<File, AbortController>>(new Map());
  const removeShare = (file: File): void => setShares(current => new Map([...current].filter(([uploading]) => uploading !== file)));
  return {
    shares,
    stop: file => {
      controllers.get(file)?.abort();
      removeShare(file);
    },
    send: (files, sendFile) => upload.run(async ({signal, onProgress}) => {
      const newControllers = new Map(files.map(({file}) => [file, new AbortController()]));
      setControllers(newControllers);
      setShares(new Map(files.map(({file}) => [file, 0])));
      try {
        for (const [index, typedFile] of files.entries()) {
          const fileSignal = newControllers.get(typedFile.file)?.signal ?? signal;
          if (fileSignal.aborted) continue;
          const onFileProgress = (share: number): void => {
            setShares(current => (current.has(typedFile.file) ? new Map([...current, [typedFile.file, share]]) : current));
            onProgress?.((index + share) / files.length);
          };
          try {
            await sendFile(typedFile, {signal: AbortSignal.any([signal, fileSignal]), onProgress: onFileProgress});
          } catch (error) {
            if (!fileSignal.aborted || signal.aborted) throw error;
          }
          removeShare(typedFile.file);
        }
      } finally {
        setShares(new Map());
      }
    }),
  };
};

interface Props {
  name: string;
  record: Row;
  files: AddedFiles;
  /** Shared with Salvar, so that only one upload runs. */
  upload: Upload;
  disabled: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const AddFiles = (
  {name, record, files: {choice, repeatedValue, repeatedProblem, setRepeatedValue, validate}, upload, disabled}: Props,
) => {
  const {config, resource} = useFileRules(name);
  const calls = useFileCalls(name);
  const toasts = useToasts();
  const notifyChanged = useInvalidateRecords();
  const submission = useSubmissionKey(submissionKeyStore(useDraftPlace(`${name}.${record.id}.${filesKey(resource)}`), {}));
  const busy = upload.share !== undefined;
  const sequence = useSequentialUpload(upload);
  const {repeats} = resource.files?.calls ?? {};
  const field = repeats === undefined ? undefined : resource.fields[repeats];

  const send = async () => {
    const files = choice.chosen.length > 0 ? await validate() : await choice.add();
    if (files === undefined) return;
    await sequence.send(files, async (typedFile, options) => {
      const data = calls.dataOf(record.id, typedFile.tipo, repeatedValue);
      try {
        await calls.upload(record.id, typedFile, data, {...options, headers: {'idempotency-key': submission.keyFor(data, [typedFile])}});
      } catch (error) {
        submission.refused(error);
        toasts.failed(error);
        throw error;
      } finally {
        notifyChanged(name);
      }
      submission.done();
      // Removed immediately, so that a later failure keeps only unsent files.
      choice.removeSent(typedFile.file);
      toasts.success(fileMessagesFor(config, resource).added, {name, record});
    }).catch(() => undefined);
  };

  return (
    <Stack spacing={2} sx={{displayPrint: 'none'}}>
      {repeats !== undefined && field && (
        <Box sx={{maxWidth: 420}}>
          <LabelledSelect
            label={field.label}
            name={repeats}
            // The server accepts only the record's value.
            options={[{id: Number(record[repeats]), name: textOf(record[referenceNameField(config, resource, repeats)])}]}
            value={repeatedValue}
            problem={repeatedProblem}
            disabled={disabled || busy}
            onChange={id => setRepeatedValue(typeof id === 'number' ? id : 0)}
          />
        </Box>
      )}
      <FilePicker
        name={name}
        choice={choice}
        disabled={disabled}
        {...(sequence.shares.size === 0
          ? {shares: uploadProgressOf(choice.added, upload.share)}
          : {shares: choice.added.map(({file}) => sequence.shares.get(file)), onStop: sequence.stop})}
        submit={{label: 'Enviar arquivo', onClick: () => void send(), busy}}
      />
    </Stack>
  );
};
