/** Adds file lines to the config's error messages, whose paths (`resources.empresas.fields.cnpj`) are located by parsing the file. */
import {readFile} from 'node:fs/promises';
import {parseSync, type ESTree} from 'vite';

type Expression = ESTree.Expression;
type Constants = ReadonlyMap<string, Expression>;

/** Resolves a call to its first argument, and a constant to its value. */
const resolveExpression = (node: Expression, constants: Constants): Expression => {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return resolveExpression(node.expression, constants);
  const [firstArgument] = node.type === 'CallExpression' ? node.arguments : [];
  const target = node.type === 'Identifier' ? constants.get(node.name) : firstArgument;
  return target === undefined || target.type === 'SpreadElement' ? node : resolveExpression(target, constants);
};

interface ResolvedNode {
  value: Expression;
  offset: number;
  /** Path segments still to be resolved. */
  remaining: readonly string[];
}

/** Resolves the first segments of a path; keys may contain dots. Of repeated keys the last wins, as in an object. */
const resolveStep = (node: Expression, segments: readonly string[], constants: Constants): ResolvedNode | undefined => {
  const resolved = resolveExpression(node, constants);
  if (resolved.type === 'ArrayExpression') {
    const element = resolved.elements[Number(segments[0])] ?? undefined;
    return element === undefined || element.type === 'SpreadElement'
      ? undefined
      : {value: element, offset: element.start, remaining: segments.slice(1)};
  }
  if (resolved.type !== 'ObjectExpression') return undefined;
  for (const property of resolved.properties.toReversed()) {
    if (property.type === 'SpreadElement') {
      const spreadMatch = resolveStep(property.argument, segments, constants);
      if (spreadMatch !== undefined) return spreadMatch;
      continue;
    }
    const {key, value, start: offset} = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    const matchedCount = segments.findIndex((_step, last) => segments.slice(0, last + 1).join('.') === name) + 1;
    if (matchedCount > 0) return {value, offset, remaining: segments.slice(matchedCount)};
  }
  return undefined;
};

/** Prefixes each message, one a line, with file name and line of its path, or of the deepest part of the path that exists. */
export const addConfigLines = async (sentences: string, file: string, name: string): Promise<string> => {
  const text = await readFile(file, 'utf8');
  const {body} = parseSync(file, text).program;
  const constants = new Map(body.flatMap(statement => (statement.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({id, init}): [string, Expression][] => (id.type === 'Identifier' && init ? [[id.name, init]] : [])));
  const exported = body.find(statement => statement.type === 'ExportDefaultDeclaration')?.declaration as Expression | undefined;
  // `defineOwn` takes the config first.
  const [, own] = exported?.type === 'CallExpression' ? exported.arguments : [];
  const config = own === undefined || own.type === 'SpreadElement' ? exported : own;
  const lineOf = (place: string): number | undefined => {
    let deepest: ResolvedNode | undefined;
    for (
      let next = config && resolveStep(config, place.split(/\.|\[|\]\.?/).filter(Boolean), constants); next !== undefined;
      next = next.remaining.length === 0 ? undefined : resolveStep(next.value, next.remaining, constants)
    ) deepest = next;
    return deepest && text.slice(0, deepest.offset).split('\n').length;
  };
  return sentences.split('\n').map(sentence => {
    const [place = '', ...message] = sentence.split(': ');
    const line = message.length === 0 || place === name ? undefined : lineOf(place);
    return line === undefined ? sentence : `${name}:${line}: ${sentence}`;
  }).join('\n');
};
