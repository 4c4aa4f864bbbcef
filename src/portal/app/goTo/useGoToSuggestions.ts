/** The suggestions of 'Ir para' for a text: recent places, actions of the screen, screens, and records found by the server. */
import {useStore} from 'ra-core';
import {useConfig, useSession} from '../../session/context.ts';
import {useOwnScreens} from '../../session/ownScreens.ts';
import {keyName} from '../../shortcuts/keyName.ts';
import {useShortcuts, type Shortcut} from '../../shortcuts/registry.ts';
import {otherDestinations, matchesLabels, menuDestinations, type Destination} from './destinations.ts';
import {useRecordSearch, type RecordSearch} from './useRecordSearch.ts';

const MAX_RECENT = 5;

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' && value !== null && ['titulo', 'endereco', 'what', 'icon'].every(key =>
    typeof (value as Record<string, unknown>)[key] === 'string');

/** The last destinations chosen in 'Ir para', the newest first; stored in the browser per user. */
const useRecent = (): {recent: readonly Destination[]; remember: (place: Destination) => void} => {
  const [stored, store] = useStore<unknown>(`irPara.${useSession().id}`, undefined);
  const recent = Array.isArray(stored) ? stored.filter(isDestination).slice(0, MAX_RECENT) : [];
  return {recent, remember: place => store([place, ...recent.filter(({endereco}) => endereco !== place.endereco)].slice(0, MAX_RECENT))};
};

export interface GoToSuggestion extends Omit<Destination, 'endereco'> {
  id: string;
  place?: Destination;
  recent?: boolean;
  run?: Shortcut['run'];
  hint?: string | undefined;
  reason?: string | undefined;
  minor?: boolean | undefined;
}

const suggestPlace = (place: Destination, recent = false): GoToSuggestion => ({...place, id: place.endereco, place, recent});

const suggestAction = ({label, key, run, goToCommand}: Shortcut): GoToSuggestion[] => (goToCommand === undefined ? [] : [{
  id: `acao ${label}`, titulo: label, what: goToCommand.subject, icon: goToCommand.icon ?? '', run, hint: key && keyName(key),
  reason: goToCommand.reason,
  minor: goToCommand.minor,
}]);

const isPrimaryAction = ({reason, minor}: GoToSuggestion): boolean => reason === undefined && minor !== true;

interface Offers {
  options: readonly GoToSuggestion[];
  search: RecordSearch;
  remember: (place: Destination) => void;
}

export const useGoToSuggestions = (text: string): Offers => {
  const config = useConfig();
  const {perfil} = useSession();
  const {screens: {pages}} = useOwnScreens();
  const {recent, remember} = useRecent();
  const search = useRecordSearch(text);
  const actions = useShortcuts().flatMap(suggestAction);
  // The server's current version replaces the stored one.
  const recentPlaces = recent.filter(({titulo, what: category}) => matchesLabels(text, titulo, category))
    .map(place => suggestPlace(search.places.find(({endereco}) => endereco === place.endereco) ?? place, true));
  const knownScreens = [...menuDestinations(config, perfil, pages), ...(text === '' ? [] : otherDestinations(config, perfil))];
  const matchingActions = actions.filter(({titulo}) => matchesLabels(text, titulo));
  // Without a text, minor and disabled actions follow the screens.
  const {first = [], others = []} =
    Object.groupBy(matchingActions, action => (text !== '' || isPrimaryAction(action) ? 'first' : 'others'));
  const suggestions = [
    ...recentPlaces, ...first,
    ...knownScreens.filter(({titulo, what: category}) => matchesLabels(text, titulo, category)).map(place => suggestPlace(place)),
    ...others,
    ...[...search.places, ...search.unsearchedLists].map(place => suggestPlace(place)),
  ];
  return {
    options: suggestions.filter(({id}, index) => suggestions.findIndex(suggestion => suggestion.id === id) === index),
    search, remember,
  };
};
