/** The history of a record in the document: of a life, step by step; of any other record, change by change (rules: Forms 7). */
import {historyOperation} from '../../schema/access.ts';
import {MOST_NEWEST, NEWEST_STEPS} from '../../schema/newest.ts';
import {historyCall} from '../../schema/paths.ts';
import {historyEntry, historyStep} from '../../schema/wire.ts';
import {answer, headerParam, type Documented} from '../openapi/call.ts';
import {mayInWords, tagOf, type Described} from '../openapi/described.ts';
import {arrayOf, objectOf, ref, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';

export const historyDocument = (described: Described): Documented => {
  const {name, resource} = described;
  const endpoint = historyCall(name, resource);
  if (endpoint === undefined) return {calls: []};
  const {one} = resource.label;
  const [row, shape, summary] = resource.status === undefined
    ? ['alteracao', historyEntry, `Quem mudou o quê em ${one}`] as const
    : ['passo', historyStep, `O que aconteceu com ${one}`] as const;
  return {
    calls: [{
      endpoint, id: `${name}.historico`, tag: tagOf(resource), summary, profiles: mayInWords(described, historyOperation(resource)),
      answers: {200: answer('Do mais novo ao mais antigo; valores como se leem.', arrayOf(ref(row)))},
    }],
    schemas: {[row]: shapeOf(shape)},
  };
};

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
