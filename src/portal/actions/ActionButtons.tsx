/** A record's actions as buttons in one line, the next action last. Refused actions are disabled and show the reason. */
import Box from '@mui/material/Box';
import {TOUCH_SCREEN} from '../theme/tokens.ts';
import {useIsPhone} from '../theme/useIsPhone.ts';
import type {ActionRecord} from '../api/actionVerdicts.ts';
import {ActionButton} from './ActionButton.tsx';
import {MoreActions} from './MoreActions.tsx';
import {actionPlaces, type SingleRecordPlace} from './actionPlaces.ts';
import {useActionKeys} from './useActionKeys.ts';
import {useActionRunner} from './ActionDialogHost.tsx';
import {useActions} from './useActions.ts';
import {useFittingChildCount} from './useFittingChildCount.ts';

interface ActionButtonsProps {
  resource: string;
  record: ActionRecord;
  place: SingleRecordPlace;
  /** Saves first, say: resolves the record to act on; undefined cancels. */
  before?: (() => Promise<ActionRecord | undefined>) | undefined;
  otherButtonCount?: number;
  /** The action that has a button elsewhere on the screen. */
  without?: string | undefined;
  /** Actions done elsewhere on the screen, by name: a function focuses that place and returns false if it is absent. */
  instead?: Readonly<Record<string, () => boolean>> | undefined;
}

export const MAX_PHONE_BUTTONS = 3;

/** Hidden buttons keep their layout, which tells when they fit again. */
const hiddenStyle = {visibility: 'hidden'} as const;

export const ActionButtons = ({resource, record, place, before, otherButtonCount = 0, without, instead = {}}: ActionButtonsProps) => {
  const all = useActions(resource, record, place);
  const actions = all.filter(({name}) => name !== without && !(name in instead));
  const run = useActionRunner(resource);
  const phone = useIsPhone();
  const start = async (name: string) => {
    if (instead[name]?.() === true) return;
    const currentRecord = before === undefined ? record : await before();
    if (currentRecord !== undefined) await run(name, currentRecord);
  };
  useActionKeys(resource, record, name => void start(name), actionPlaces[place].keys, all);
  const next = without === undefined ? actions.find(({action, verdict}) => action.tone === 'primary' && verdict.allowed) : undefined;
  const crowded = phone && actions.length + otherButtonCount > MAX_PHONE_BUTTONS;
  const shown = crowded ? actions.slice(actions.length + otherButtonCount - MAX_PHONE_BUTTONS) : actions;
  const otherActions = shown.filter(judged => judged !== next);
  const {bar, room} = useFittingChildCount();
  const more = phone ? actions.filter(judged => !shown.includes(judged)) : otherActions.slice(room);
  if (actions.length === 0) return null;
  return (
    // On a phone, the buttons join the surrounding bar, which may take two lines.
    <Box sx={phone ? {display: 'contents'} : {display: 'flex', gap: 1, minWidth: 0}}>
      {otherActions.length > 0 && (
        <Box
          ref={bar}
          // Padding for the focus ring.
          sx={phone
            ? {display: 'contents'}
            : {
              display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', columnGap: 1, rowGap: 2, minWidth: 0, height: 48,
              overflow: 'hidden', p: 0.5, m: -0.5, [TOUCH_SCREEN]: {height: 52},
            }}
        >
          {otherActions.map((judged, index) => (
            <Box key={judged.name} sx={{display: 'grid', flexGrow: phone ? 1 : 0, ...(phone || index < room ? {} : hiddenStyle)}}>
              <ActionButton judgedAction={judged} onClick={() => void start(judged.name)} />
            </Box>
          ))}
        </Box>
      )}
      {more.length > 0 && <MoreActions actions={more} onStart={name => void start(name)} />}
      {next !== undefined && shown.includes(next) && <ActionButton judgedAction={next} next onClick={() => void start(next.name)} />}
    </Box>
  );
};
