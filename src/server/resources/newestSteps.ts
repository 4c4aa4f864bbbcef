/** The newest steps of a record's history, as the answer to a change may carry them (rules: Answers 4). */
import {MOST_NEWEST, NEWEST_STEPS} from '../../schema/lifeCycle/newest.ts';
import {historyCall} from '../../schema/paths.ts';
import {headerParam} from '../openapi/call.ts';
import type {Described} from '../openapi/described.ts';
import {arrayOf, objectOf, ref, type Json} from '../openapi/json.ts';

const tellsSteps = ({name, resource}: Described): boolean => resource.status !== undefined && historyCall(name, resource) !== undefined;

/** What a change that answers the record may be asked for besides. */
export const stepParams = (described: Described): Json[] => (tellsSteps(described)
  ? [headerParam('Prefer', `\`${NEWEST_STEPS}\`: a resposta traz também os passos mais novos do histórico.`)]
  : []);

/** The record as a change answers it. @param whole the record alone */
export const withSteps = (described: Described, whole: Json): Json => (tellsSteps(described)
  ? {allOf: [whole, objectOf({
    [NEWEST_STEPS]: {
      ...arrayOf(ref('passo')), maxItems: MOST_NEWEST,
      description: `Com \`Prefer: ${NEWEST_STEPS}\`: os passos mais novos, o mais novo primeiro; menos que ${MOST_NEWEST} são todos.`,
    },
  }, [])]}
  : whole);
