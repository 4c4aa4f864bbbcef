/**
 * One file as the value of a field: sent as soon as it is chosen, and the value once it is there. Until then the browser keeps its bytes as
 * the draft keeps the rest: after a reload it goes again, under the same key (rules: Files 15).
 */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import {useRecordContext, useResourceContext} from 'ra-core';
import {fileFieldCalls, asAttachedFile, type AttachedFile} from '../../../schema/fields/fileKind.ts';
import {fileMessagesFor} from '../../../schema/parts.ts';
import {useAbout} from '../../session/context.ts';
import {isJudged, toastOfError} from '../../wire/errors.ts';
import {newKey} from '../../wire/submissionKey.ts';
import {useLimits} from '../limits.ts';
import {dropFiles, readFiles, unsentPlace, writeFiles} from './kept.ts';
import {refusedChoice, refusedFile} from './refused.ts';
import {upload} from './upload.ts';

/** A choice that has not arrived. */
interface Unsent {
  chosen: File;
  key: string;
  /** What was there before. */
  before: unknown;
  /** It came back from the browser. */
  restored: boolean;
}

const GONE = 'O arquivo não chegou a ser enviado e precisa ser escolhido de novo.';

export const useFieldFile = (name: string, value: unknown, onChange: (value: unknown) => void) => {
  const of = useResourceContext() ?? '';
  const {config, resource, session: {id: user}} = useAbout(of);
  const opened: unknown = useRecordContext()?.[name] ?? null;
  const limits = useLimits(true);
  const [share, setShare] = useState<number>();
  /** What is wrong, and with which choice, as long as that waits. */
  const [problem, setProblem] = useState<{says: string; of?: string}>();
  const [last, setLast] = useState<Unsent>();
  const [lost, setLost] = useState(false);
  const going = useRef<{key: string; stop: AbortController}>(undefined);
  /** What the browser keeps is written and removed one after the other. */
  const turns = useRef<Promise<unknown>>(Promise.resolve());
  const file = asAttachedFile(value);
  const waiting = file?.id === 0 ? file.envio ?? '' : undefined;
  // The form may have gone back to what it was, or have emptied what does not apply.
  const unsent = last?.key === waiting ? last : undefined;
  const busy = unsent !== undefined && share !== undefined;

  const drop = (key: string): void => {
    turns.current = turns.current.then(() => dropFiles(unsentPlace(user, key))).catch(() => undefined);
    if (going.current?.key === key) going.current = undefined;
  };
  const write = (key: string, chosen: File): void => {
    turns.current = turns.current.then(() => writeFiles(unsentPlace(user, key), [{id: key, file: chosen}])).catch(() => setLost(true));
  };
  const end = ({key}: Unsent, settled: unknown): void => {
    drop(key);
    setShare(undefined);
    onChange(settled);
  };
  const send = async (one: Unsent): Promise<void> => {
    const {chosen, key, before} = one;
    const stop = new AbortController();
    going.current = {key, stop};
    setProblem(undefined);
    setLast(one);
    setShare(0);
    // Until it is there nothing is saved without it.
    onChange({id: 0, nomeArquivo: chosen.name, tamanho: chosen.size, envio: key} satisfies AttachedFile);
    try {
      const how = {signal: stop.signal, onProgress: setShare};
      const arrived = await upload(fileFieldCalls(of, resource, name).upload, chosen, chosen.name, key, how);
      if (going.current?.stop === stop) end(one, arrived);
    } catch (error) {
      // Given up meanwhile, or another one was chosen.
      if (going.current?.stop !== stop) return;
      setShare(undefined);
      const says = toastOfError(config, error)?.message ?? config.messages.failed;
      // What the server refused it will refuse again; on a line that was lost the same file goes once more.
      const isOver = stop.signal.aborted || isJudged(error);
      if (!stop.signal.aborted) setProblem(isOver ? {says} : {says, of: key});
      if (isOver) end(one, before);
    }
  };
  const take = ([chosen, ...others]: readonly File[]): void => {
    if (chosen === undefined) return;
    const refused = refusedChoice({config, resource}, [chosen, ...others])
      ?? (others.length > 0 ? fileMessagesFor(config, resource).oneOnly : refusedFile({config, resource}, chosen, limits));
    if (refused !== undefined) return setProblem({says: refused});
    const [key, before] = [newKey(), unsent === undefined ? value : unsent.before];
    if (unsent !== undefined) drop(unsent.key);
    setLost(false);
    write(key, chosen);
    void send({chosen, key, before, restored: false});
  };

  const left = useEffectEvent((key: string) => {
    going.current?.stop.abort();
    drop(key);
  });
  const resume = useEffectEvent(async (key: string, over: AbortSignal): Promise<void> => {
    const [kept] = await readFiles(unsentPlace(user, key)).catch(() => []);
    if (over.aborted) return;
    if (kept !== undefined) return send({chosen: kept.file, key, before: opened, restored: true});
    setProblem({says: GONE});
    return onChange(opened);
  });
  useEffect(() => {
    const {key} = going.current ?? {};
    if (key !== undefined && key !== waiting) left(key);
    if (waiting === undefined || key === waiting) return undefined;
    const over = new AbortController();
    void resume(waiting, over.signal);
    return () => over.abort();
  }, [waiting]);

  return {
    file, limits,
    problem: problem?.of === undefined || problem.of === waiting ? problem?.says : undefined,
    /** How much of it has gone up, from 0 to 1; undefined: it is not on its way. */
    share: busy ? share : undefined,
    restored: unsent?.restored === true,
    /** The browser could not keep it. */
    lost: lost && unsent !== undefined,
    take,
    /** Sends once more what did not arrive; undefined: nothing waits for that. */
    again: unsent === undefined || busy ? undefined : () => void send(unsent),
    stop: () => going.current?.stop.abort(),
    remove: () => (unsent === undefined ? onChange(null) : end(unsent, unsent.before)),
  };
};
