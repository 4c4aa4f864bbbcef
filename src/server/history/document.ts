/** The history of a record in the document: of a life, step by step; of any other record, change by change (rules: Forms 7). */
import {historyOperation} from '../../schema/access.ts';
import {historyCall} from '../../schema/paths.ts';
import {historyEntry, historyStep} from '../../schema/wire.ts';
import {answer, type Documented} from '../openapi/call.ts';
import {mayInWords, tagOf, type Described} from '../openapi/described.ts';
import {arrayOf, ref} from '../openapi/json.ts';
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
