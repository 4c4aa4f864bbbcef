/** What comes next for a record that stands by itself, and what has to before it may be saved; no list opens with it. */
import {entryOf} from '../../schema/access.ts';
import type {Action, ActionPlace, Resource} from '../../schema/config/config.ts';
import {attendantField} from '../../schema/statuses/people.ts';
import {statusById, statusByKey} from '../../schema/statuses/statuses.ts';
import {fromOf, targetOf, targetsOf, type Verdict} from '../../schema/lifeCycle/workflow.ts';
import type {Session} from '../../schema/session.ts';
import {useAbout, useResource, useSession} from '../session/context.ts';
import {askedOf, judged, savingVerdict, type ActionRecord, type JudgedAction, type Judging} from '../wire/verdict.ts';
import {useActions} from './useActions.ts';

/** Whoever acts, in `sets`. */
const ME = 'session.id';

/** Whether an action makes this person the one who works a record that is not theirs yet. */
const takesOver = (resource: Resource, record: ActionRecord, {id}: Session): ((one: JudgedAction) => boolean) => {
  const field = attendantField(resource) ?? '';
  const isOpen = record[field] !== undefined && record[field] !== id;
  return ({action}) => isOpen && action.sets?.[field] === ME;
};

/**
 * The one next thing to do: an answer that waits for this person alone, what is declared as such, else an answer, what makes the record
 * theirs, what moves it on first; undefined where nothing can be done now.
 */
const nextOf = (
  resource: Resource, record: ActionRecord, session: Session, actions: readonly JudgedAction[],
): JudgedAction | undefined => {
  const isPrimary = ({action}: JudgedAction): boolean => action.tone === 'primary';
  const answers = ({ways}: JudgedAction): boolean => ways !== undefined;
  const moves = ({action: {to, tone}}: JudgedAction): boolean => to !== undefined && tone !== 'danger';
  const allowed = actions.filter(({verdict}) => verdict.allowed);
  return [(one: JudgedAction) => isPrimary(one) && answers(one), isPrimary, answers, takesOver(resource, record, session), moves]
    .flatMap(is => allowed.find(is) ?? [])[0];
};

/**
 * What is looked for last and cannot be done yet: the next thing to do elsewhere that ends a record, and what this person does before it,
 * the shortest way through the life cycle without harm; undefined where nothing they may do leads there.
 */
export const laterOf = (...judging: Judging): {label: string; after: readonly string[]} | undefined => {
  const [config, resource, record, session] = judging;
  const from = ({action}: JudgedAction, key: string): boolean =>
    fromOf(resource, action)[key]?.some(entry => entryOf(entry).perfil === session.perfil) === true;
  const all = judged(judging, (_name, {to, tone}) => to !== undefined && tone !== 'danger');
  const last = all.find(({action, verdict}) => !verdict.allowed && verdict.why === 'status' && action.tone === 'primary' &&
    targetsOf(action).every(key => statusByKey(resource, key)?.end === true));
  if (last === undefined) return undefined;
  const asked = askedOf(config, resource, record, session);
  const ways: {at: string; after: readonly string[]}[] = [{at: statusById(resource, record[resource.status ?? ''])?.key ?? '', after: []}];
  for (const {at, after} of ways) {
    if (from(last, at)) return {label: last.action.label, after};
    for (const one of all) {
      const to = targetOf(one.action, asked);
      const isOpen = after.length === 0 ? one.verdict.allowed : from(one, at);
      if (isOpen && to !== undefined && ways.every(way => way.at !== to)) ways.push({at: to, after: [...after, one.action.label]});
    }
  }
  return undefined;
};

/** What lets this person save a record that they may not save as it stands, without harm where it can be; undefined where nothing does. */
const openingOf = (...judging: Judging): JudgedAction | undefined => {
  const [config, resource, record, session] = judging;
  const {status = ''} = resource;
  const maySave = (one: ActionRecord): boolean => savingVerdict(config, resource, {...one, acoes: undefined}, session).allowed;
  const after = ({sets = {}, ...action}: Action): ActionRecord[] => {
    const then = {...record, ...Object.fromEntries(Object.entries(sets).map(([name, value]) => [name, value === ME ? session.id : value]))};
    return action.to === undefined ? [then] : targetsOf(action).map(key => ({...then, [status]: statusByKey(resource, key)?.id}));
  };
  // Where the table allows it the server knows a reason that is not declared.
  return maySave(record) ? undefined : judged(judging, (_name, {to, sets}) => (to ?? sets) !== undefined)
    .filter(({verdict, action}) => verdict.allowed && after(action).every(maySave))
    .toSorted((one, other) => Number(one.action.tone === 'danger') - Number(other.action.tone === 'danger'))[0];
};

/** The one next thing to do to a record, of those that a place shows. */
export const useNext = (resourceName: string, record: ActionRecord, place: ActionPlace): JudgedAction | undefined =>
  nextOf(useResource(resourceName), record, useSession(), useActions(resourceName, record, place));

/** Whether the record may be saved now, and if not what is to be done first, or why not; a new one may. */
export const useSavingVerdict = (resourceName: string, record: ActionRecord | undefined): Verdict => {
  const {config, resource, session} = useAbout(resourceName);
  const verdict: Verdict = record === undefined ? {allowed: true} : savingVerdict(config, resource, record, session);
  if (verdict.allowed || record === undefined) return verdict;
  const opening = openingOf(config, resource, record, session);
  return opening === undefined ? verdict : {...verdict, reason: `Para editar, use “${opening.action.label}”.`};
};
