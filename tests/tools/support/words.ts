/** Words that are planted in a copy of `src`, together: what the compiler then says of each is where its rows are missing (types.test.ts). */
import {readFileSync} from 'node:fs';

export interface PlantedWord {
  what: string;
  /** One that stands nowhere else: by it the compiler's errors are told apart. */
  word: string;
  /** How it is planted: files, and what becomes of their text. */
  edits: readonly (readonly [file: string, edit: (text: string) => string])[];
  /** The files that then want a row. */
  places: readonly string[];
}

/** A text that stands there gets another behind it. */
export const after = (found: string, added: string) => (text: string): string => text.replace(found, () => `${found}${added}`);

const KIND = "  cep: fieldShapeOf('cep', {}),\n";
const shapeOf = (kind: string): PlantedWord['edits'][number] => ['src/schema/shapes/fields.ts', after(KIND, KIND.replaceAll('cep', kind))];

/** What the README's recipe names: the tables of kinds. */
const recipe = readFileSync('README.md', 'utf8').split('## Recipe: add a kind\n')[1]?.split('\n## ')[0] ?? '';
const tables = [...recipe.matchAll(/`(src\/[\w/.]+\.tsx?)`/g)].map(([, file = '']) => file)
  .filter(file => file !== 'src/schema/shapes/fields.ts');

/** The row of a kind that is there, once more for the new one: over several lines, on one of its own, or among others. It gets no mask. */
const ROWS = [/^  cep: \{\n[^]*?^  \},\n/m, /^  cep: (?:\{.*\}|[^,\n]+),\n/m, /\bcep: [^,;\n]+[,;]/];
const withRow = (kind: string) => (text: string): string => {
  const row = ROWS.map(pattern => pattern.exec(text)?.[0]).find(found => found !== undefined) ?? '';
  return text.replace(
    row, () => `${row}${row.startsWith('cep') ? ' ' : ''}${row.replace('cep', kind).replace('MaskedControl', 'ReadOnlyControl')}`,
  );
};

export const plantedWords: readonly PlantedWord[] = [
  {what: 'a kind', word: 'cor', edits: [shapeOf('cor')], places: tables},
  {
    what: 'a kind with its rows, which is all that the recipe asks for', word: 'tom',
    edits: [shapeOf('tom'), ...tables.map(table => [table, withRow('tom')] as const)], places: [],
  },
  {
    what: 'a word of conditions', word: 'metade',
    edits: [['src/schema/shapes/conditions.ts', after("  waits: nameShape('waiter'),\n", "  metade: nameShape('field'),\n")]],
    places: [
      'src/schema/conditions/wordTable.ts', 'src/schema/check/conditionWords.ts', 'src/server/openapi/rulesInWords.ts',
      'src/server/db/conditions/conditionPredicates.ts',
    ],
  },
  {
    what: 'a condition that needs no declaration, and is looked up', word: 'vizinho',
    edits: [['src/schema/conditions/builtIn.ts', after('  participou: {},\n', '  vizinho: {},\n')]],
    places: ['src/server/engine/conditionFacts.ts', 'src/server/db/conditions/conditionPredicates.ts'],
  },
  {
    what: 'a part', word: 'fila',
    edits: [['src/schema/shapes/parts.ts', after('  files: filesShape.optional(),\n', '  fila: filesShape.optional(),\n')]],
    places: [
      'src/schema/databaseNames.ts', 'src/schema/parts.ts', 'src/schema/check/parts.ts', 'src/server/db/structure/partTables.ts',
      'src/server/db/structure/plan/removedDeclarations.ts', 'src/server/engine/partRegistry.ts',
      'src/server/robots/simulate.ts', 'src/portal/record/partViews.tsx',
    ],
  },
  {
    what: 'a place of actions', word: 'rodape',
    edits: [['src/schema/shapes/actions.ts', after("z.enum(['row', 'menu', 'details', 'edit'", ", 'rodape'")]],
    places: ['src/portal/actions/actionPlaces.ts'],
  },
  {
    what: 'a way to filter', word: 'perto',
    edits: [['src/schema/fields/kindRule.ts', after("export type FilterOperator = 'part'", " | 'perto'")]],
    places: [
      'src/schema/fields/filterOperators.ts', 'src/server/lists/filters/filterPredicates.ts', 'src/portal/list/filters/filterInputs.ts',
    ],
  },
  {
    what: 'a code of refusals', word: 'COBRANCA',
    edits: [['src/schema/apiShapes.ts', after("  TOKEN: 'link de senha vencido ou já usado',\n", "  COBRANCA: 'conta vencida',\n")]],
    places: ['src/server/errors.ts', 'src/portal/api/errors.ts'],
  },
  {
    what: 'a page', word: 'sobre', edits: [['src/schema/pages.ts', after('[HOME, ALTERAR_SENHA', ", 'sobre'")]],
    places: ['src/portal/pages/PageByPath.tsx'],
  },
  {
    what: 'a number of the dashboard', word: 'semDono',
    edits: [['src/schema/apiShapes.ts', after('export const summary = z.object({\n', '  semDono: count,\n')]],
    places: ['src/server/dashboard/queries.ts', 'src/portal/pages/home/Overview.tsx'],
  },
];
