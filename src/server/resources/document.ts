/** A record in the document: as lists and its own call answer it, as bodies carry it, and as a change answers it. */
import {MOST_NEWEST, NEWEST_STEPS} from '../../schema/lifeCycle/newest.ts';
import {tabsCall} from '../../schema/lifeCycle/tabs.ts';
import {historyCall} from '../../schema/paths.ts';
import {actionVerdict, tabCount} from '../../schema/wire.ts';
import {partsOf} from '../engine/parts.ts';
import {answer, ETAG, headerParam, type Call} from '../openapi/call.ts';
import {tagOf, type Described, type PartDocument} from '../openapi/described.ts';
import {arrayOf, asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {recordName, resourceSchemas, wholeName} from '../openapi/schemas.ts';
import {shapeOf} from '../openapi/shapes.ts';

/** The newest steps of a record's history, as the answer to a change may carry them (rules: Answers 4). */
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

type Properties = Readonly<Record<string, Json>>;

export interface Told extends Described {
  parts: readonly PartDocument[];
  /** The record when it is read alone. */
  whole: Json;
  /** What the document says of one of its calls. */
  call: (id: string, summary: string) => Pick<Call, 'id' | 'tag' | 'summary' | 'schemas'>;
}

/** What the caller may do to a record of a life cycle, as a part of it. */
const VERDICTS: PartDocument = {
  schemas: () => ({veredito: shapeOf(actionVerdict)}),
  read: {acoes: {...arrayOf(ref('veredito')), description: 'Para cada ação, se quem pergunta pode fazê-la agora e, se não, por quê.'}},
};

export const TAB_COUNT = 'aba';

const schemasOf = ({config, name, resource}: Described, parts: readonly PartDocument[], whole: Json): Properties => {
  const read = Object.assign({}, ...parts.map(part => part.read)) as Properties;
  const written = Object.assign({}, ...parts.map(part => part.written)) as Properties;
  return {
    ...resourceSchemas(config, name, resource, written),
    ...(tabsCall(name, resource) === undefined ? {} : {[TAB_COUNT]: shapeOf(tabCount)}),
    ...(whole['$ref'] === ref(recordName(name))['$ref'] ? {} : {
      [wholeName(name, resource)]: {allOf: [ref(recordName(name)), objectOf(read)]},
    }),
    ...Object.assign({}, ...parts.map(part => part.schemas())) as Properties,
  };
};

export const toldOf = (described: Described): Told => {
  const {name, resource} = described;
  const parts = [...partsOf(resource).map(({part}) => part.document(described)), ...(resource.status === undefined ? [] : [VERDICTS])];
  const whole = ref(wholeName(name, resource));
  const common = {tag: tagOf(resource), schemas: () => schemasOf(described, parts, whole)};
  return {...described, parts, whole, call: (id, summary) => ({...common, id: `${name}.${id}`, summary})};
};

const WITH_TOKEN = {...objectOf({token: TEXT}, []), description: 'Um novo token, quando a pessoa muda a própria senha.'};
/** The answer to a change. */
export const savedAnswer = (told: Told): Json => {
  const signsIn = Object.values(told.resource.fields).some(field => field.kind === 'senha');
  return answer('O registro como ficou.', signsIn ? {allOf: [told.whole, WITH_TOKEN]} : withSteps(told, told.whole), ETAG);
};

/** A body as JSON, or as a part says that it comes. */
export const contentOf = ({parts}: Told, data: Json, mode: 'create' | 'update'): Json =>
  parts.find(({content}) => content !== undefined)?.content?.(data, mode) ?? asJson(data);
