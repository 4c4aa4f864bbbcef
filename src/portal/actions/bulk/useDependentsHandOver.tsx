/** Consequences of an operation and the hand-over of dependents, for its dialog. */
import {useRef, useState, type ReactNode} from 'react';
import type {Consequence} from '../../../schema/apiShapes.ts';
import {useResource} from '../../session/context.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {ConsequenceList} from '../Consequences.tsx';
import type {HandOverHandle} from './HandOver.tsx';

const HandOver = lazyComponent(async () => (await import('./HandOver.tsx')).HandOver);

interface HandingOver {
  content: ReactNode;
  settle: () => Promise<boolean>;
  /** Label of the confirm button; 'mesmo assim' after an incomplete hand-over. */
  confirmLabel: (label: string) => string;
  /** Dependents block the operation, and none of them can be handed over. */
  isBlocked: boolean;
}

export interface RecordConsequences {
  id: number | string;
  consequences: readonly Consequence[];
}

/** @param consequences of the operation on the record */
export const useDependentsHandOver = (name: string, id: number | string, consequences: readonly Consequence[]): HandingOver =>
  useBulkDependentsHandOver(name, [id], consequences, [{id, consequences}]);

/**
 * Hand-over for several records of a resource; see {@link useDependentsHandOver}.
 *
 * @param ids all records
 * @param consequences of all records together
 * @param each records that have dependents, with their own consequences
 */
export const useBulkDependentsHandOver = (
  name: string, ids: readonly (number | string)[], consequences: readonly Consequence[], each: readonly RecordConsequences[],
): HandingOver => {
  const declared = useResource(name).consequences ?? {};
  const handles = useRef(new Map<string, HandOverHandle>());
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const offered = each.flatMap(({id, consequences: ofRecord}) => ofRecord.flatMap(({consequencia: key, registros = [], texto}) => {
    const {of, by, offers} = declared[key] ?? {};
    return of === undefined || by === undefined || offers === undefined || registros.length === 0
      ? [] : [{form: `${name}.${id}.${key}`, of, by, id, ids: registros, offers, about: ofRecord === consequences ? undefined : texto}];
  }));
  // Dependents are not handed to a person of the same operation.
  const excluded = {of: name, ids: ids.map(Number)};
  return {
    content: (
      <>
        <ConsequenceList consequences={consequences} name={name} id={ids.length === 1 ? ids[0] : undefined} />
        {offered.map(dependents => (
          <HandOver
            key={dependents.form}
            {...dependents}
            but={excluded}
            handle={handle => {
              if (handle === null) handles.current.delete(dependents.form);
              else handles.current.set(dependents.form, handle);
            }}
            onUndone={isUndone => setUndone(before =>
              new Set(isUndone ? [...before, dependents.form] : [...before].filter(form => form !== dependents.form)))}
          />
        ))}
      </>
    ),
    settle: async () => {
      for (const {form} of offered) {
        // Read from the ref, because each render makes new handles.
        const handle = handles.current.get(form);
        if (handle !== undefined && !(await handle.settle())) return false;
      }
      return true;
    },
    isBlocked: consequences.some(({consequencia: key}) => declared[key]?.refuses === true && declared[key].offers === undefined),
    confirmLabel: label => (undone.size > 0 ? `${label} mesmo assim` : label),
  };
};
