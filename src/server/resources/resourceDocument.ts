/** OpenAPI schemas of a record: in lists, on its own, in bodies, and as the answer to a change. */
import {MAX_NEWEST_STEPS, NEWEST_STEPS_KEY} from '../../schema/lifeCycle/newestSteps.ts';
import {tabsCall} from '../../schema/lifeCycle/tabs.ts';
import {historyCall} from '../../schema/paths.ts';
import {actionVerdict, tabCount} from '../../schema/apiShapes.ts';
import {partsOfResource} from '../engine/partRegistry.ts';
import {answer, ETAG, headerParam, type Call} from '../openapi/call.ts';
import {tagOf, type DescribedResource, type PartDocument} from '../openapi/describedResource.ts';
import {arrayOf, asJson, objectOf, ref, TEXT, type Json} from '../openapi/json.ts';
import {recordComponent, resourceSchemas, completeComponent} from '../openapi/schemas.ts';
import {objectSchemaOf} from '../openapi/zodSchemas.ts';

/** True if a change can answer with the newest history steps (rules: Answers 4). */
const canAnswerSteps = ({name, resource}: DescribedResource): boolean =>
  resource.status !== undefined && historyCall(name, resource) !== undefined;

export const newestStepsParams = (described: DescribedResource): Json[] => (canAnswerSteps(described)
  ? [headerParam('Prefer', `\`${NEWEST_STEPS_KEY}\`: a resposta traz também os passos mais novos do histórico.`)]
  : []);

export const withNewestSteps = (described: DescribedResource, completeRecord: Json): Json => (canAnswerSteps(described)
  ? {allOf: [completeRecord, objectOf({
    [NEWEST_STEPS_KEY]: {
      ...arrayOf(ref('passo')), maxItems: MAX_NEWEST_STEPS,
      description:
        `Com \`Prefer: ${NEWEST_STEPS_KEY}\`: os passos mais novos, o mais novo primeiro; menos que ${MAX_NEWEST_STEPS} são todos.`,
    },
  }, [])]}
  : completeRecord);

type Properties = Readonly<Record<string, Json>>;

export interface ResourceDocument extends DescribedResource {
  parts: readonly PartDocument[];
  completeRecord: Json;
  describeCall: (id: string, summary: string) => Pick<Call, 'id' | 'tag' | 'summary' | 'schemas'>;
}

const VERDICTS: PartDocument = {
  schemas: () => ({veredito: objectSchemaOf(actionVerdict)}),
  read: {acoes: {...arrayOf(ref('veredito')), description: 'Para cada ação, se quem pergunta pode fazê-la agora e, se não, por quê.'}},
};

export const TAB_COUNT_SCHEMA = 'aba';

const schemasOf = ({config, name, resource}: DescribedResource, parts: readonly PartDocument[], completeRecord: Json): Properties => {
  const read = Object.assign({}, ...parts.map(part => part.read)) as Properties;
  const written = Object.assign({}, ...parts.map(part => part.written)) as Properties;
  return {
    ...resourceSchemas(config, name, resource, written),
    ...(tabsCall(name, resource) === undefined ? {} : {[TAB_COUNT_SCHEMA]: objectSchemaOf(tabCount)}),
    ...(completeRecord['$ref'] === ref(recordComponent(name))['$ref'] ? {} : {
      [completeComponent(name, resource)]: {allOf: [ref(recordComponent(name)), objectOf(read)]},
    }),
    ...Object.assign({}, ...parts.map(part => part.schemas())) as Properties,
  };
};

export const describeResource = (described: DescribedResource): ResourceDocument => {
  const {name, resource} = described;
  const parts = [
    ...partsOfResource(resource).map(({part}) => part.document(described)), ...(resource.status === undefined ? [] : [VERDICTS]),
  ];
  const completeRecord = ref(completeComponent(name, resource));
  const common = {tag: tagOf(resource), schemas: () => schemasOf(described, parts, completeRecord)};
  return {...described, parts, completeRecord, describeCall: (id, summary) => ({...common, id: `${name}.${id}`, summary})};
};

const WITH_TOKEN = {...objectOf({token: TEXT}, []), description: 'Um novo token, quando a pessoa muda a própria senha.'};
/** The answer to a change; changing one's own password adds a token. */
export const savedAnswer = (doc: ResourceDocument): Json => {
  const hasPassword = Object.values(doc.resource.fields).some(field => field.kind === 'senha');
  return answer(
    'O registro como ficou.', hasPassword ? {allOf: [doc.completeRecord, WITH_TOKEN]} : withNewestSteps(doc, doc.completeRecord), ETAG,
  );
};

export const bodyContent = ({parts}: ResourceDocument, data: Json, mode: 'create' | 'update'): Json =>
  parts.find(({content}) => content !== undefined)?.content?.(data, mode) ?? asJson(data);
