/** Adding files to an existing record: file and type (rules: Files 3). At once, each in a call of its own, or by Salvar with the form. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {referenceNameField} from '../../../schema/lifeCycle/detailFields.ts';
import {fileMessagesFor, filesKey} from '../../../schema/parts.ts';
import {sentKeyOfForm} from '../../form/drafts/store.ts';
import {useDraftPlace} from '../../form/drafts/useDraftPlace.ts';
import {useFileRules} from '../../kinds/files/refused.ts';
import {LabelledSelect} from '../../kinds/LabelledSelect.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import {useChanged} from '../../wire/changed.ts';
import type {TypedFile} from '../../wire/payload.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {useSubmissionKey} from '../../wire/submissionKey.ts';
import {useFileCalls} from './calls.ts';
import {FilePicker} from './FilePicker.tsx';
import {sharesOf} from '../../kinds/files/words.ts';
import type {AddedFiles} from './useAddedFiles.ts';
import type {Upload} from './useUpload.ts';

interface OneByOne {
  /** How much of each has gone up, from 0 to 1; of those that wait, none. Empty: nothing is on its way. */
  shares: ReadonlyMap<File, number>;
  /** Stops one, on its way or waiting: it stays chosen. */
  stop: (file: File) => void;
  /**
   * Sends them in their order, one at a time.
   *
   * @param one sends one; what it throws ends the whole, unless that file was stopped
   */
  send: (files: readonly TypedFile[], one: (file: TypedFile, how: Going) => Promise<void>) => Promise<void>;
}
interface Going {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Files that go up in a call each: how far each is, and a way to stop one while the others go on. */
const useOneByOne = (upload: Upload): OneByOne => {
  const [shares, setShares] = useState<ReadonlyMap<File, number>>(new Map());
  const [stops, setStops] = useState<ReadonlyMap<File, AbortController>>(new Map());
  const leave = (file: File): void => setShares(now => new Map([...now].filter(([one]) => one !== file)));
  return {
    shares,
    stop: file => {
      stops.get(file)?.abort();
      leave(file);
    },
    send: (files, one) => upload.run(async ({signal, onProgress}) => {
      const each = new Map(files.map(({file}) => [file, new AbortController()]));
      setStops(each);
      setShares(new Map(files.map(({file}) => [file, 0])));
      try {
        for (const [at, typed] of files.entries()) {
          const own = each.get(typed.file)?.signal ?? signal;
          if (own.aborted) continue;
          const told = (share: number): void => {
            setShares(now => (now.has(typed.file) ? new Map([...now, [typed.file, share]]) : now));
            onProgress?.((at + share) / files.length);
          };
          try {
            await one(typed, {signal: AbortSignal.any([signal, own]), onProgress: told});
          } catch (error) {
            if (!own.aborted || signal.aborted) throw error;
          }
          leave(typed.file);
        }
      } finally {
        setShares(new Map());
      }
    }),
  };
};

interface Props {
  /** The resource's name. */
  name: string;
  record: Row;
  files: AddedFiles;
  /** One at a time, with what Salvar sends. */
  upload: Upload;
  disabled: boolean;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const AddFiles = ({name, record, files: {choice, repeated, problem, setRepeated, ready}, upload, disabled}: Props) => {
  const {config, resource} = useFileRules(name);
  const calls = useFileCalls(name);
  const toasts = useToasts();
  const changed = useChanged();
  const submission = useSubmissionKey(sentKeyOfForm(useDraftPlace(`${name}.${record.id}.${filesKey(resource)}`), {}));
  const busy = upload.share !== undefined;
  const oneByOne = useOneByOne(upload);
  const {repeats} = resource.files?.calls ?? {};
  const field = repeats === undefined ? undefined : resource.fields[repeats];

  const send = async () => {
    // Pressed without a file, it says that one is missing.
    const waiting = choice.chosen.length > 0 ? await ready() : await choice.add();
    if (waiting === undefined) return;
    await oneByOne.send(waiting, async (one, how) => {
      const data = calls.dataOf(record.id, one.tipo, repeated);
      try {
        await calls.upload(record.id, one, data, {...how, headers: {'idempotency-key': submission.keyFor(data, [one])}});
      } catch (error) {
        submission.refused(error);
        toasts.failed(error);
        throw error;
      } finally {
        changed(name);
      }
      submission.done();
      // What was sent leaves the list at once: a failure later keeps only the rest.
      choice.sent(one.file);
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
            // Only the record's own is accepted.
            options={[{id: Number(record[repeats]), name: textOf(record[referenceNameField(config, resource, repeats)])}]}
            value={repeated}
            problem={problem}
            disabled={disabled || busy}
            onChange={id => setRepeated(typeof id === 'number' ? id : 0)}
          />
        </Box>
      )}
      <FilePicker
        name={name}
        choice={choice}
        disabled={disabled}
        {...(oneByOne.shares.size === 0
          ? {shares: sharesOf(choice.added, upload.share)}
          : {shares: choice.added.map(({file}) => oneByOne.shares.get(file)), onStop: oneByOne.stop})}
        submit={{label: 'Enviar arquivo', onClick: () => void send(), busy}}
      />
    </Stack>
  );
};
