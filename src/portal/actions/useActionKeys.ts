/** The shortcuts of a single record's actions (rules: Lists 17), and its commands in 'Ir para'. Kept out of the list's chunk. */
import {hasDetails} from '../../schema/parts.ts';
import {screenKeys} from '../../schema/words/keys.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {screens} from '../../schema/paths.ts';
import {useResourceAndSession, useResource, useSession} from '../session/context.ts';
import {useRegisterShortcuts, type Layer, type Shortcut} from '../shortcuts/registry.ts';
import {useScreenNavigation} from '../navigation/useScreenNavigation.ts';
import {isShownAction, savingVerdict, judgeAction, type ActionRecord, type JudgedAction} from '../api/actionVerdicts.ts';
import {useActionRunner} from './ActionDialogHost.tsx';
import {useActions} from './useActions.ts';
import {keyedActions, useRunOrExplain} from './useRowActionKeys.ts';

/** A record's commands for 'Ir para': its drawn actions, the next action first, and printing. */
const useCommands = (
  resourceName: string, record: ActionRecord, drawn: readonly JudgedAction[], start: (name: string) => void,
): readonly Shortcut[] => {
  const {config, resource} = useResourceAndSession(resourceName);
  const {print} = useScreenNavigation();
  const press = useRunOrExplain();
  const of = recordTitle(resource, record);
  return [
    ...drawn.toReversed().map((judged): Shortcut => {
      const {action: {key, label, icon}, verdict} = judged;
      return {
        key, label, run: () => press(judged, start), goToCommand: {subject: of, icon, reason: verdict.allowed ? undefined : verdict.reason},
      };
    }),
    ...(hasDetails(resource)
      ? [{label: 'Imprimir', run: () => print(screens(config, resource).print(record.id)), goToCommand: {subject: of, minor: true}}] : []),
  ];
};

/** The command that opens the edit screen; empty if the record may not be saved. */
const useEditCommand = (resourceName: string, record: ActionRecord): readonly Shortcut[] => {
  const {config, resource} = useResourceAndSession(resourceName);
  const reach = useScreenNavigation();
  return savingVerdict(config, resource, record, useSession()).allowed ? [{
    key: screenKeys.edit, label: 'Editar', run: () => reach.go(screens(config, resource).edit(record.id)),
    goToCommand: {subject: recordTitle(resource, record)},
  }] : [];
};

/**
 * Registers the shortcuts and commands of a record on its screen or in its dialog.
 *
 * @param start runs an action by name
 */
export const useActionKeys = (
  resourceName: string, record: ActionRecord, start: (name: string) => void, layer: Layer, drawn: readonly JudgedAction[],
): void => {
  const {config, resource, session} = useResourceAndSession(resourceName);
  const press = useRunOrExplain();
  const commands = useCommands(resourceName, record, drawn, start);
  const editing = useEditCommand(resourceName, record);
  const keyed = keyedActions(resource, session.perfil)
    .map(({name, action, key}) => ({name, action, key, verdict: judgeAction(config, resource, name, record, session)}))
    .filter(judged => isShownAction(judged) && drawn.every(({name}) => name !== judged.name));
  const shortcutOf = (judged: JudgedAction): Shortcut =>
    ({key: judged.action.key, label: judged.action.label, run: () => press(judged, start)});
  useRegisterShortcuts([...commands, ...(layer === 'dialog' ? editing : []), ...keyed.map(shortcutOf)], layer);
};

/** Adds the commands of the focused list row to 'Ir para'; its keys belong to the list. */
export const useRowGoToCommands = (resourceName: string, record: ActionRecord): void => {
  const run = useActionRunner(resourceName);
  const drawn = useActions(resourceName, record, hasDetails(useResource(resourceName)) ? 'details' : 'menu');
  const commands = [...useCommands(resourceName, record, drawn, name => void run(name, record)), ...useEditCommand(resourceName, record)];
  useRegisterShortcuts(commands.map(command => ({...command, key: undefined})));
};
