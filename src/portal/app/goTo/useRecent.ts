/** Where somebody went last with 'Ir para', the newest first: kept in the browser, for each person apart. */
import {useStore} from 'ra-core';
import {useSession} from '../../session/useSession.ts';
import type {Destination} from './destinations.ts';

const KEPT = 5;

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' && value !== null && ['titulo', 'endereco', 'what', 'icon'].every(key =>
    typeof (value as Record<string, unknown>)[key] === 'string');

export const useRecent = (): {recent: readonly Destination[]; remember: (place: Destination) => void} => {
  const [stored, store] = useStore<unknown>(`irPara.${useSession().id}`, undefined);
  const recent = Array.isArray(stored) ? stored.filter(isDestination).slice(0, KEPT) : [];
  return {recent, remember: place => store([place, ...recent.filter(({endereco}) => endereco !== place.endereco)].slice(0, KEPT))};
};
