/** A record's actions as buttons in one line: the next thing to do last, what lacks only a condition disabled with its reason. */
import Box from '@mui/material/Box';
import {COARSE} from '../theme/tokens.ts';
import {usePhone} from '../theme/usePhone.ts';
import type {ActionRecord} from '../wire/verdict.ts';
import {ActionButton} from './ActionButton.tsx';
import {MoreActions} from './MoreActions.tsx';
import {places, type OwnPlace} from './places.ts';
import {useActionKeys} from './useActionKeys.ts';
import {useActionRunner} from './ActionDialogHost.tsx';
import {useActions} from './useActions.ts';
import {useOneLine} from './useOneLine.ts';

interface ActionButtonsProps {
  resource: string;
  record: ActionRecord;
  place: OwnPlace;
  /** What comes before any of them (saving, say): resolves the record to do it to, undefined where it is not done. */
  before?: (() => Promise<ActionRecord | undefined>) | undefined;
  /** Other buttons in the same bar. */
  beside?: number;
  /** The action that has a button of its own elsewhere on the screen. */
  without?: string | undefined;
  /** Actions that the screen has a place for, which their keys lead to, in the place of a button; false: it is not there now. */
  instead?: Readonly<Record<string, () => boolean>> | undefined;
}

/** So many buttons a phone's bar shows; the rest is behind 'Mais'. */
export const ON_A_PHONE = 3;

/** What is outside of its line is not there for anybody; it keeps its place, which says when there is room again. */
const out = {visibility: 'hidden'} as const;

export const ActionButtons = ({resource, record, place, before, beside = 0, without, instead = {}}: ActionButtonsProps) => {
  const all = useActions(resource, record, place);
  const actions = all.filter(({name}) => name !== without && !(name in instead));
  const run = useActionRunner(resource);
  const phone = usePhone();
  const start = async (name: string) => {
    if (instead[name]?.() === true) return;
    const ready = before === undefined ? record : await before();
    if (ready !== undefined) await run(name, ready);
  };
  useActionKeys(resource, record, name => void start(name), places[place].keys, all);
  const next = without === undefined ? actions.find(({action, verdict}) => action.tone === 'primary' && verdict.allowed) : undefined;
  const crowded = phone && actions.length + beside > ON_A_PHONE;
  // The next thing to do stands last.
  const shown = crowded ? actions.slice(actions.length + beside - ON_A_PHONE) : actions;
  const others = shown.filter(one => one !== next);
  const {bar, room} = useOneLine();
  const more = phone ? actions.filter(one => !shown.includes(one)) : others.slice(room);
  if (actions.length === 0) return null;
  return (
    // On a phone they are of the bar around them, which may take two lines.
    <Box sx={phone ? {display: 'contents'} : {display: 'flex', gap: 1, minWidth: 0}}>
      {others.length > 0 && (
        <Box
          ref={bar}
          // The ring of what has the focus stands around it.
          sx={phone
            ? {display: 'contents'}
            : {
              display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', columnGap: 1, rowGap: 2, minWidth: 0, height: 48,
              overflow: 'hidden', p: 0.5, m: -0.5, [COARSE]: {height: 52},
            }}
        >
          {others.map((one, index) => (
            <Box key={one.name} sx={{display: 'grid', flexGrow: phone ? 1 : 0, ...(phone || index < room ? {} : out)}}>
              <ActionButton one={one} onClick={() => void start(one.name)} />
            </Box>
          ))}
        </Box>
      )}
      {more.length > 0 && <MoreActions actions={more} onStart={name => void start(name)} />}
      {next !== undefined && shown.includes(next) && <ActionButton one={next} next onClick={() => void start(next.name)} />}
    </Box>
  );
};
