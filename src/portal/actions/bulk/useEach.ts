/** What follows for each of several records alone, where something is offered for what hangs on one of them. */
import {useQuery} from '@tanstack/react-query';
import type {Consequence} from '../../../schema/wire.ts';
import {useResource} from '../../session/context.ts';
import {askConsequences} from '../Consequences.tsx';
import type {OfRecord} from './useHandOver.tsx';

/** How many hang on them for which something is offered. */
const offered = (told: readonly Consequence[]): number =>
  told.reduce((sum, {registros, total}) => sum + (registros === undefined ? 0 : total), 0);

/**
 * Asked of one after the other, until as many are found as were counted together; of a single one nothing is asked again. Empty until
 * all is known: nobody is kept from going on.
 *
 * @param together what follows for all of them
 */
export const useEach = (name: string, ids: readonly number[], before: string, together: readonly Consequence[]): readonly OfRecord[] => {
  const resource = useResource(name);
  const [first] = ids;
  const {data = []} = useQuery({
    // Not below the resource's: what is done to them is reported, and asks for none of this again.
    queryKey: ['consequencias de cada', name, before, ids],
    enabled: ids.length > 1 && offered(together) > 0,
    gcTime: 0,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const each: OfRecord[] = [];
      for (let next = 0, found = 0; next < ids.length && found < offered(together); next += 1) {
        const id = ids[next] ?? 0;
        const told = (await askConsequences(name, resource, {id, before}, signal)).filter(({registros = []}) => registros.length > 0);
        found += offered(told);
        if (told.length > 0) each.push({id, told});
      }
      return each;
    },
  });
  return ids.length === 1 && first !== undefined ? [{id: first, told: together}] : data;
};
