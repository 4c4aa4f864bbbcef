/** The keys of a record's actions where it stands by itself (rules: Lists 17), and what 'Ir para' offers of it; no list opens with it. */
import {hasDetails} from '../../schema/parts.ts';
import {screenKeys} from '../../schema/words/keys.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {screens} from '../../schema/paths.ts';
import {useAbout, useResource, useSession} from '../session/context.ts';
import {useShortcutsOf, type Layer, type Shortcut} from '../shortcuts/registry.ts';
import {useReach} from '../ui/place/useReach.ts';
import {isWithinReach, savingVerdict, verdictOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import {useActionRunner} from './ActionDialogHost.tsx';
import {useActions} from './useActions.ts';
import {keyedActions, useDo} from './useRowActionKeys.ts';

/** What 'Ir para' offers to do to a record: what is drawn of it, the next thing to do first, and its paper. */
const useOffers = (
  resourceName: string, record: ActionRecord, drawn: readonly JudgedAction[], start: (name: string) => void,
): readonly Shortcut[] => {
  const {config, resource} = useAbout(resourceName);
  const {print} = useReach();
  const press = useDo();
  const of = recordTitle(resource, record);
  return [
    ...drawn.toReversed().map((one): Shortcut => {
      const {action: {key, label, icon}, verdict} = one;
      return {key, label, run: () => press(one, start), offer: {of, icon, reason: verdict.allowed ? undefined : verdict.reason}};
    }),
    ...(hasDetails(resource)
      ? [{label: 'Imprimir', run: () => print(screens(config, resource).print(record.id)), offer: {of, minor: true}}] : []),
  ];
};

/** Whoever may save the record goes to where it is edited; none where nobody may. */
const useEditing = (resourceName: string, record: ActionRecord): readonly Shortcut[] => {
  const {config, resource} = useAbout(resourceName);
  const reach = useReach();
  return savingVerdict(config, resource, record, useSession()).allowed ? [{
    key: screenKeys.edit, label: 'Editar', run: () => reach.go(screens(config, resource).edit(record.id)),
    offer: {of: recordTitle(resource, record)},
  }] : [];
};

/**
 * On the screen or in the dialog of one record; what is drawn there is offered by 'Ir para' too, the next thing to do first.
 *
 * @param start does an action of it
 */
export const useActionKeys = (
  resourceName: string, record: ActionRecord, start: (name: string) => void, layer: Layer, drawn: readonly JudgedAction[],
): void => {
  const {config, resource, session} = useAbout(resourceName);
  const press = useDo();
  const offers = useOffers(resourceName, record, drawn, start);
  const editing = useEditing(resourceName, record);
  const keyed = keyedActions(resource, session.perfil)
    .map(({name, action, key}) => ({name, action, key, verdict: verdictOf(config, resource, name, record, session)}))
    .filter(one => isWithinReach(one) && drawn.every(({name}) => name !== one.name));
  const shortcutOf = (one: JudgedAction): Shortcut => ({key: one.action.key, label: one.action.label, run: () => press(one, start)});
  useShortcutsOf([...offers, ...(layer === 'dialog' ? editing : []), ...keyed.map(shortcutOf)], layer);
};

/** Of the row of a list that somebody is at 'Ir para' offers what it offers of its record. The keys are the list's. */
export const useRowOffers = (resourceName: string, record: ActionRecord): void => {
  const run = useActionRunner(resourceName);
  const drawn = useActions(resourceName, record, hasDetails(useResource(resourceName)) ? 'details' : 'menu');
  const offers = [...useOffers(resourceName, record, drawn, name => void run(name, record)), ...useEditing(resourceName, record)];
  useShortcutsOf(offers.map(one => ({...one, key: undefined})));
};
