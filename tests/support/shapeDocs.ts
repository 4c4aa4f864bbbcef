/** Reads the docstrings of the config's shapes (`src/schema/shapes`) from their source, where types and zod schemas do not keep them. */
import {globSync, readFileSync} from 'node:fs';
import {parseSync, type ESTree} from 'vite';

/** Docstring of an option, with those of an object written in its place. */
export interface OptionDocs {
  text: string;
  default?: string | undefined;
  example?: string | undefined;
  inner: ReadonlyMap<string, OptionDocs>;
}
/** Docstring of a constant, type or interface, with those of its options. */
export type DeclarationDocs = OptionDocs;

/** Splits a docstring into its text and the tags `@default` and `@example`, which may also stand on the line of the text. */
export const parseDocstring = (comment: string): Omit<OptionDocs, 'inner'> => {
  const flowing = comment.replaceAll(/^[ \t]*\*+ ?/gm, '').replaceAll(/\s*\n\s*/g, ' ').trim();
  const [text = '', ...tags] = flowing.split(/(?:^|\s)@(?=(?:default|example)\s)/);
  const tag = (name: string): string | undefined => tags.find(each => each.startsWith(`${name} `))?.slice(name.length).trim();
  return {text: text.trim(), default: tag('default'), example: tag('example')};
};

type Docstring = (node: {start: number}) => Omit<OptionDocs, 'inner'>;
const NO_DOCSTRING = {text: ''};

/** Finds the docstring that stands directly before a node. */
const docstringsOf = (text: string, comments: readonly {type: string; value: string; end: number}[]): Docstring => ({start}) => {
  const before = comments.findLast(({end}) => end <= start);
  if (before?.type !== 'Block' || !before.value.startsWith('*') || text.slice(before.end, start).trim() !== '') return NO_DOCSTRING;
  return parseDocstring(before.value);
};

type Argument = ESTree.CallExpression['arguments'][number];
const OBJECT_CALLS = ['strictObject', 'fieldShapeOf'];

/** Returns the object of options written in an expression: the argument of `z.strictObject` or `shape`, within any wrapping calls. */
const optionsIn = (node: Argument | ESTree.Super | null | undefined): ESTree.ObjectExpression | undefined => {
  if (node?.type === 'ArrayExpression') return node.elements.map(optionsIn).find(found => found !== undefined);
  if (node?.type !== 'CallExpression') return undefined;
  const {callee} = node;
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  const last = node.arguments.at(-1);
  const object = last?.type === 'TSSatisfiesExpression' ? last.expression : last;
  if (name.type === 'Identifier' && OBJECT_CALLS.includes(name.name) && object?.type === 'ObjectExpression') return object;
  const wrapped = callee.type === 'MemberExpression' ? optionsIn(callee.object) : undefined;
  return wrapped ?? node.arguments.map(optionsIn).find(found => found !== undefined);
};

const nameOf = (key: {type: string; name?: unknown; value?: unknown}): string => String(key.type === 'Identifier' ? key.name : key.value);

const docsOfObject = (object: ESTree.ObjectExpression | undefined, docstring: Docstring): Map<string, OptionDocs> =>
  new Map((object?.properties ?? []).flatMap((property): [string, OptionDocs][] => (property.type !== 'Property' ? [] : [
    [nameOf(property.key), {...docstring(property), inner: docsOfObject(optionsIn(property.value), docstring)}],
  ])));

const docsOfMembers = (members: readonly ESTree.TSSignature[], docstring: Docstring): Map<string, OptionDocs> =>
  new Map(members.flatMap((member): [string, OptionDocs][] => (member.type !== 'TSPropertySignature' ? [] : [
    [nameOf(member.key), {...docstring(member), inner: new Map()}],
  ])));

const membersOf = (type: ESTree.TSType): readonly ESTree.TSSignature[] => {
  if (type.type === 'TSIntersectionType') return type.types.flatMap(membersOf);
  return type.type === 'TSTypeLiteral' ? type.members : [];
};

const docsOfFile = (file: string): [name: string, docs: DeclarationDocs][] => {
  const text = readFileSync(file, 'utf8');
  const {program, comments} = parseSync(file, text);
  const docstring = docstringsOf(text, comments);
  return program.body.flatMap((statement): [string, DeclarationDocs][] => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    const docs = docstring(statement);
    if (declaration?.type === 'VariableDeclaration') {
      return declaration.declarations.map(({id, init}) => [
        id.type === 'Identifier' ? id.name : '',
        {...docs, inner: docsOfObject(init?.type === 'ObjectExpression' ? init : optionsIn(init), docstring)},
      ]);
    }
    if (declaration?.type === 'TSTypeAliasDeclaration') {
      return [[declaration.id.name, {...docs, inner: docsOfMembers(membersOf(declaration.typeAnnotation), docstring)}]];
    }
    if (declaration?.type !== 'TSInterfaceDeclaration') return [];
    return [[declaration.id.name, {...docs, inner: docsOfMembers(declaration.body.body, docstring)}]];
  });
};

/** Reads the docstrings of all declarations in `src/schema/shapes`, by name. */
export const readShapeDocs = (): ReadonlyMap<string, DeclarationDocs> => new Map(globSync('src/schema/shapes/*.ts').flatMap(docsOfFile));

type Scope = ReadonlyMap<string, unknown>;

const spread = (element: Argument, scope: Scope): unknown[] =>
  (element.type === 'SpreadElement' ? evaluate(element.argument, scope) as unknown[] : [evaluate(element, scope)]);
const entriesOf = (property: ESTree.ObjectPropertyKind, scope: Scope): object => (property.type === 'SpreadElement'
  ? evaluate(property.argument, scope) as object : {[nameOf(property.key)]: evaluate(property.value, scope)});

/** Evaluates an expression of plain data, as configs and examples are. A call stands for its argument. @throws for any other one */
const evaluate = (node: {type: string}, scope: Scope): unknown => {
  const one = node as ESTree.Expression;
  if (one.type === 'Literal') return one.value;
  if (one.type === 'TemplateLiteral') return one.quasis.map(({value}) => value.cooked).join('');
  if (one.type === 'TSAsExpression' || one.type === 'TSSatisfiesExpression') return evaluate(one.expression, scope);
  if (one.type === 'UnaryExpression') return -Number(evaluate(one.argument, scope));
  if (one.type === 'CallExpression' && one.arguments[0]) return evaluate(one.arguments[0], scope);
  if (one.type === 'ArrayExpression') return one.elements.flatMap(element => (element === null ? [] : spread(element, scope)));
  if (one.type === 'ObjectExpression') {
    return one.properties.reduce<object>((all, property) => ({...all, ...entriesOf(property, scope)}), {});
  }
  if (one.type === 'MemberExpression') return (evaluate(one.object, scope) as Record<string, unknown>)[nameOf(one.property)];
  if (one.type === 'Identifier' && scope.has(one.name)) return scope.get(one.name);
  throw new TypeError(`${one.type === 'Identifier' ? one.name : one.type} is no plain data`);
};

/** Reads a config as it is written, before `defineConfig` completes it. */
export const readConfigInput = (file: string): unknown => {
  const scope = new Map<string, unknown>();
  for (const statement of parseSync(file, readFileSync(file, 'utf8')).program.body) {
    if (statement.type === 'ExportDefaultDeclaration') return evaluate(statement.declaration, scope);
    if (statement.type !== 'VariableDeclaration') continue;
    for (const {id, init} of statement.declarations) {
      const value = init && evaluate(init, scope);
      if (id.type === 'Identifier') scope.set(id.name, value);
      const elements = id.type === 'ArrayPattern' ? id.elements : [];
      elements.forEach((element, at) => element?.type === 'Identifier' && scope.set(element.name, (value as unknown[])[at]));
    }
  }
  throw new Error(`${file} exports no config`);
};

/** Reads an example such as `key: 'c'` as an object. @throws for one that is no plain data */
export const readExample = (example: string): Readonly<Record<string, unknown>> => {
  const {program, errors} = parseSync('example.ts', `export default {${example}};`);
  const [statement] = program.body;
  if (errors.length > 0 || statement?.type !== 'ExportDefaultDeclaration') throw new SyntaxError(example);
  return evaluate(statement.declaration, new Map()) as Record<string, unknown>;
};
