/** In a dialog that asks: what follows, and what is offered for it before. */
import {useRef, useState, type ReactNode} from 'react';
import type {Consequence} from '../../../schema/wire.ts';
import {useResource} from '../../session/context.ts';
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
  /** Something hangs on it for which it is not done. */
  refused: boolean;
}

/** One of the records that something is about to be done to. */
export interface OfRecord {
  id: number | string;
  told: readonly Consequence[];
}

/** @param consequences of what is about to be done to the record */
export const useHandOver = (name: string, id: number | string, consequences: readonly Consequence[]): HandingOver =>
  useHandOverOfEach(name, [id], consequences, [{id, told: consequences}]);

/**
 * As {@link useHandOver}, for several records of a resource, each of which has its own answer.
 *
 * @param ids of all of them
 * @param consequences of all of them together
 * @param each those on which something hangs, with what follows for them alone
 */
export const useHandOverOfEach = (
  name: string, ids: readonly (number | string)[], consequences: readonly Consequence[], each: readonly OfRecord[],
): HandingOver => {
  const declared = useResource(name).consequences ?? {};
  const handles = useRef(new Map<string, HandOverHandle>());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const offered = each.flatMap(({id, told}) => told.flatMap(({consequencia: key, registros = [], texto}) => {
    const {of, by, offers} = declared[key] ?? {};
    return of === undefined || by === undefined || offers === undefined || registros.length === 0
      ? [] : [{form: `${name}.${id}.${key}`, of, by, id, ids: registros, offers, about: told === consequences ? undefined : texto}];
  }));
  // Nothing is handed to somebody who goes as well.
  const but = {of: name, ids: ids.map(Number)};
  return {
    told: (
      <>
        <ToldConsequences told={consequences} name={name} id={ids.length === 1 ? ids[0] : undefined} />
        {offered.map(one => (
          <HandOver
            key={one.form}
            {...one}
            but={but}
            handle={handle => {
              if (handle === null) handles.current.delete(one.form);
              else handles.current.set(one.form, handle);
            }}
            onUndone={is => setUndone(before => new Set(is ? [...before, one.form] : [...before].filter(other => other !== one.form)))}
          />
        ))}
      </>
    ),
    settle: async () => {
      for (const {form} of offered) {
        // As it is now: each is named anew whenever it is drawn.
        const handle = handles.current.get(form);
        if (handle !== undefined && !(await handle.settle())) return false;
      }
      return true;
    },
    // Unless they can be handed over first.
    refused: consequences.some(({consequencia: key}) => declared[key]?.refuses === true && declared[key].offers === undefined),
    confirm: label => (undone.size > 0 ? `${label} mesmo assim` : label),
  };
};
