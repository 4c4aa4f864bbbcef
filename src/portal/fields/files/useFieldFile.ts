/**
 * A file as a field's value, sent as soon as it is chosen. Until it arrives the browser stores its bytes, and after a reload it is sent
 * again under the same key (rules: Files 15).
 */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {useRecordContext, useResourceContext} from 'ra-core';
import {fileFieldCalls, asAttachedFile, type AttachedFile} from '../../../schema/fields/fileKind.ts';
import {fileMessagesFor} from '../../../schema/parts.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {isRefusedByServer, toastOfError} from '../../api/errors.ts';
import {createIdempotencyKey} from '../../api/submissionKey.ts';
import {useUploadLimits} from '../serverLimits.ts';
import {removeStoredFiles, readStoredFiles, fieldFilePlace, writeStoredFiles} from './unsentFileStore.ts';
import {checkChosenFiles, checkChosenFile} from './fileChecks.ts';
import {uploadFieldFile} from './uploadFieldFile.ts';

interface Unsent {
  chosen: File;
  key: string;
  before: unknown;
  restored: boolean;
}

const LOST_MESSAGE = 'O arquivo não chegou a ser enviado e precisa ser escolhido de novo.';

export const useFieldFile = (name: string, value: unknown, onChange: (value: unknown) => void) => {
  const resourceName = useResourceContext() ?? '';
  const {config, resource, session: {id: user}} = useResourceAndSession(resourceName);
  const storedValue: unknown = useRecordContext()?.[name] ?? null;
  const limits = useUploadLimits(true);
  const [share, setShare] = useState<number>();
  /** The problem, and the key of the waiting file that it is about. */
  const [problem, setProblem] = useState<{message: string; key?: string}>();
  const [lastChoice, setLastChoice] = useState<Unsent>();
  const [isNotStored, setNotStored] = useState(false);
  const activeUpload = useRef<{key: string; stop: AbortController}>(undefined);
  /** Serialises writes and removals in the browser's store. */
  const storeQueue = useRef<Promise<unknown>>(Promise.resolve());
  const file = asAttachedFile(value);
  const waitingKey = file?.id === 0 ? file.envio ?? '' : undefined;
  // The form may have been reset, or have cleared the value.
  const unsent = lastChoice?.key === waitingKey ? lastChoice : undefined;
  const isUploading = unsent !== undefined && share !== undefined;

  const dropStored = (key: string): void => {
    storeQueue.current = storeQueue.current.then(() => removeStoredFiles(fieldFilePlace(user, key))).catch(() => undefined);
    if (activeUpload.current?.key === key) activeUpload.current = undefined;
  };
  const writeStored = (key: string, chosen: File): void => {
    storeQueue.current = storeQueue.current.then(() => writeStoredFiles(fieldFilePlace(user, key), [{id: key, file: chosen}]))
      .catch(() => setNotStored(true));
  };
  const finish = ({key}: Unsent, settled: unknown): void => {
    dropStored(key);
    setShare(undefined);
    onChange(settled);
  };
  const send = async (choice: Unsent): Promise<void> => {
    const {chosen, key, before} = choice;
    const controller = new AbortController();
    activeUpload.current = {key, stop: controller};
    setProblem(undefined);
    setLastChoice(choice);
    setShare(0);
    // A value with id 0 keeps the form from being saved without the file.
    onChange({id: 0, nomeArquivo: chosen.name, tamanho: chosen.size, envio: key} satisfies AttachedFile);
    try {
      const options = {signal: controller.signal, onProgress: setShare};
      const arrived = await uploadFieldFile(fileFieldCalls(resourceName, resource, name).upload, chosen, chosen.name, key, options);
      if (activeUpload.current?.stop === controller) finish(choice, arrived);
    } catch (error) {
      if (activeUpload.current?.stop !== controller) return;
      setShare(undefined);
      const message = toastOfError(config, error)?.message ?? config.messages.failed;
      // A refusal is final; after a lost connection the same file is sent again.
      const isFinal = controller.signal.aborted || isRefusedByServer(error);
      if (!controller.signal.aborted) setProblem(isFinal ? {message} : {message, key});
      if (isFinal) finish(choice, before);
    }
  };
  const chooseFiles = ([chosen, ...moreFiles]: readonly File[]): void => {
    if (chosen === undefined) return;
    const refusal = checkChosenFiles({config, resource}, [chosen, ...moreFiles])
      ?? (moreFiles.length > 0 ? fileMessagesFor(config, resource).oneOnly : checkChosenFile({config, resource}, chosen, limits));
    if (refusal !== undefined) return setProblem({message: refusal});
    const [key, before] = [createIdempotencyKey(), unsent === undefined ? value : unsent.before];
    if (unsent !== undefined) dropStored(unsent.key);
    setNotStored(false);
    writeStored(key, chosen);
    void send({chosen, key, before, restored: false});
  };

  const abandon = useEffectEvent((key: string) => {
    activeUpload.current?.stop.abort();
    dropStored(key);
  });
  const resume = useEffectEvent(async (key: string, signal: AbortSignal): Promise<void> => {
    const [storedFile] = await readStoredFiles(fieldFilePlace(user, key)).catch(() => []);
    if (signal.aborted) return;
    if (storedFile !== undefined) return send({chosen: storedFile.file, key, before: storedValue, restored: true});
    setProblem({message: LOST_MESSAGE});
    return onChange(storedValue);
  });
  useEffect(() => {
    const {key} = activeUpload.current ?? {};
    if (key !== undefined && key !== waitingKey) abandon(key);
    if (waitingKey === undefined || key === waitingKey) return undefined;
    const controller = new AbortController();
    void resume(waitingKey, controller.signal);
    return () => controller.abort();
  }, [waitingKey]);

  return {
    file, limits,
    problem: problem?.key === undefined || problem.key === waitingKey ? problem?.message : undefined,
    /** Upload progress from 0 to 1; undefined while nothing is being sent. */
    share: isUploading ? share : undefined,
    restored: unsent?.restored === true,
    isNotStored: isNotStored && unsent !== undefined,
    chooseFiles,
    resend: unsent === undefined || isUploading ? undefined : () => void send(unsent),
    stop: () => activeUpload.current?.stop.abort(),
    remove: () => (unsent === undefined ? onChange(null) : finish(unsent, unsent.before)),
  };
};
