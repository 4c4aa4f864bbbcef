/** In which line of its file a config says what is wrong with it: the sentences about it name places (`resources.empresas.fields.cnpj`). */
import {readFile} from 'node:fs/promises';
import {parseSync, type ESTree} from 'vite';

type Expression = ESTree.Expression;
/** What constants of the file are, by their names. */
type Constants = ReadonlyMap<string, Expression>;

/** What is written in the end: what a function is called with, what a constant is. */
const meant = (node: Expression, constants: Constants): Expression => {
  if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') return meant(node.expression, constants);
  const [first] = node.type === 'CallExpression' ? node.arguments : [];
  const other = node.type === 'Identifier' ? constants.get(node.name) : first;
  return other === undefined || other.type === 'SpreadElement' ? node : meant(other, constants);
};

interface Found {
  value: Expression;
  at: number;
  /** What is still to be looked for in it. */
  left: readonly string[];
}

/** What stands at the first steps of a place; names may have dots themselves. Of two that say it the last counts, as in an object. */
const stepIn = (node: Expression, steps: readonly string[], constants: Constants): Found | undefined => {
  const here = meant(node, constants);
  if (here.type === 'ArrayExpression') {
    const one = here.elements[Number(steps[0])] ?? undefined;
    return one === undefined || one.type === 'SpreadElement' ? undefined : {value: one, at: one.start, left: steps.slice(1)};
  }
  if (here.type !== 'ObjectExpression') return undefined;
  for (const property of here.properties.toReversed()) {
    if (property.type === 'SpreadElement') {
      const found = stepIn(property.argument, steps, constants);
      if (found !== undefined) return found;
      continue;
    }
    const {key, value, start: at} = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    const length = steps.findIndex((_step, last) => steps.slice(0, last + 1).join('.') === name) + 1;
    if (length > 0) return {value, at, left: steps.slice(length)};
  }
  return undefined;
};

/** Sentences a line each, with the file's name and line before those whose place is found there, or the place that it would be in. */
export const withLines = async (sentences: string, file: string, name: string): Promise<string> => {
  const text = await readFile(file, 'utf8');
  const {body} = parseSync(file, text).program;
  const constants = new Map(body.flatMap(one => (one.type === 'VariableDeclaration' ? one.declarations : []))
    .flatMap(({id, init}): [string, Expression][] => (id.type === 'Identifier' && init ? [[id.name, init]] : [])));
  const whole = body.find(one => one.type === 'ExportDefaultDeclaration')?.declaration as Expression | undefined;
  const lineOf = (place: string): number | undefined => {
    let found: Found | undefined;
    for (
      let next = whole && stepIn(whole, place.split(/\.|\[|\]\.?/).filter(Boolean), constants); next !== undefined;
      next = next.left.length === 0 ? undefined : stepIn(next.value, next.left, constants)
    ) found = next;
    return found && text.slice(0, found.at).split('\n').length;
  };
  return sentences.split('\n').map(sentence => {
    const [place = '', ...said] = sentence.split(': ');
    const line = said.length === 0 || place === name ? undefined : lineOf(place);
    return line === undefined ? sentence : `${name}:${line}: ${sentence}`;
  }).join('\n');
};
