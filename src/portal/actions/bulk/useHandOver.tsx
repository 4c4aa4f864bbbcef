/** In a dialog that asks: what follows, and what is offered for it before. */
import {useRef, useState, type ReactNode} from 'react';
import type {Consequence} from '../../../schema/wire.ts';
import {useResource} from '../../session/ConfigContext.tsx';
import {later} from '../../ui/later.tsx';
import {ToldConsequences} from '../Consequences.tsx';
import type {HandOverHandle} from './HandOver.tsx';

const HandOver = later(async () => (await import('./HandOver.tsx')).HandOver);

interface HandingOver {
  /** To be drawn in the dialog. */
  told: ReactNode;
  /** Does what was chosen. @returns whether to go on */
  settle: () => Promise<boolean>;
  /** What the confirming button says, where it says `label` otherwise. */
  confirm: (label: string) => string;
}

/** @param consequences of what is about to be done to the record */
export const useHandOver = (name: string, id: number | string, consequences: readonly Consequence[]): HandingOver => {
  const declared = useResource(name).consequences ?? {};
  const handles = useRef(new Map<string, HandOverHandle>());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const offered = consequences.flatMap(({consequencia: key, registros: ids = []}) => {
    const {of, by, offers} = declared[key] ?? {};
    return of === undefined || by === undefined || offers === undefined || ids.length === 0 ? [] : [{key, of, by, offers, ids}];
  });
  return {
    told: (
      <>
        <ToldConsequences told={consequences} />
        {offered.map(({key, ...one}) => (
          <HandOver
            key={key}
            {...one}
            id={id}
            form={`${name}.${id}.${key}`}
            handle={handle => {
              if (handle === null) handles.current.delete(key);
              else handles.current.set(key, handle);
            }}
            onUndone={is => setUndone(before => new Set(is ? [...before, key] : [...before].filter(other => other !== key)))}
          />
        ))}
      </>
    ),
    settle: async () => {
      // As they are now: each is named anew whenever it is drawn.
      const now = Array.from(handles.current.values());
      for (const handle of now) if (!(await handle.settle())) return false;
      return true;
    },
    confirm: label => (undone.size > 0 ? `${label} mesmo assim` : label),
  };
};
