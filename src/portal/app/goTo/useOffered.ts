/** What 'Ir para' offers for a text: where somebody was last, what can be done to the record in sight, screens, what the server finds. */
import {useStore} from 'ra-core';
import {useConfig, useSession} from '../../session/context.ts';
import {keyName} from '../../shortcuts/keyName.ts';
import {useShortcuts, type Shortcut} from '../../shortcuts/registry.ts';
import {furtherOf, isMeant, screensOf, type Destination} from './destinations.ts';
import {useRecordSearch, type SearchedRecords} from './useRecordSearch.ts';

const KEPT = 5;

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' && value !== null && ['titulo', 'endereco', 'what', 'icon'].every(key =>
    typeof (value as Record<string, unknown>)[key] === 'string');

/** Where somebody went last with 'Ir para', the newest first: kept in the browser, for each person apart. */
const useRecent = (): {recent: readonly Destination[]; remember: (place: Destination) => void} => {
  const [stored, store] = useStore<unknown>(`irPara.${useSession().id}`, undefined);
  const recent = Array.isArray(stored) ? stored.filter(isDestination).slice(0, KEPT) : [];
  return {recent, remember: place => store([place, ...recent.filter(({endereco}) => endereco !== place.endereco)].slice(0, KEPT))};
};

/** A place, or something to do. */
export interface Offered extends Omit<Destination, 'endereco'> {
  id: string;
  place?: Destination;
  /** The person was there lately. */
  recent?: boolean;
  run?: Shortcut['run'];
  /** The key that does it. */
  hint?: string | undefined;
  /** Why it cannot be done now. */
  reason?: string | undefined;
  minor?: boolean | undefined;
}

const ofPlace = (place: Destination, recent = false): Offered => ({...place, id: place.endereco, place, recent});

const ofAction = ({label, key, run, offer}: Shortcut): Offered[] => (offer === undefined ? [] : [{
  id: `acao ${label}`, titulo: label, what: offer.of, icon: offer.icon ?? '', run, hint: key && keyName(key), reason: offer.reason,
  minor: offer.minor,
}]);

const isUseful = ({reason, minor}: Offered): boolean => reason === undefined && minor !== true;

interface Offers {
  options: readonly Offered[];
  found: SearchedRecords;
  remember: (place: Destination) => void;
}

/** @param text trimmed */
export const useOffered = (text: string): Offers => {
  const config = useConfig();
  const {perfil} = useSession();
  const {recent, remember} = useRecent();
  const found = useRecordSearch(text);
  const actions = useShortcuts().flatMap(ofAction);
  // As the server knows it now, where it does.
  const last = recent.filter(({titulo, what}) => isMeant(text, titulo, what))
    .map(place => ofPlace(found.places.find(({endereco}) => endereco === place.endereco) ?? place, true));
  const named = [...screensOf(config, perfil), ...(text === '' ? [] : furtherOf(config, perfil))];
  const meant = actions.filter(({titulo}) => isMeant(text, titulo));
  // Whoever typed nothing yet looks for a place as often as for something to do.
  const {first = [], others = []} = Object.groupBy(meant, action => (text !== '' || isUseful(action) ? 'first' : 'others'));
  const all = [
    ...last, ...first,
    ...named.filter(({titulo, what}) => isMeant(text, titulo, what)).map(place => ofPlace(place)), ...others,
    ...[...found.places, ...found.unsearched].map(place => ofPlace(place)),
  ];
  return {options: all.filter(({id}, at) => all.findIndex(one => one.id === id) === at), found, remember};
};
