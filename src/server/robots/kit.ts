/** Builds the kit for a template's robot as one ZIP: generated files, and those of `src/kit`. */
import {readFile} from 'node:fs/promises';
import {strToU8, zipSync} from 'fflate';
import {formatDuration} from '../../schema/fields/durations.ts';
import {itemField} from '../../schema/fields/items.ts';
import {fixedRowsOf} from '../../schema/fields/kinds.ts';
import {toComparableText} from '../../schema/fields/text.ts';
import {robotClientSettings} from '../../schema/queue.ts';
import type {Actor} from '../context.ts';
import {excerptDocument} from '../openapi/excerpt.ts';
import type {Json} from '../openapi/json.ts';
import {contractHash} from './leaseAnswer.ts';
import {inventItemValue, programTypeOf, TYPICAL_VALUES_SEED} from './invent.ts';
import type {RobotQueue} from './robotQueue.ts';
import {inventLease, type RobotTemplateState} from './simulate.ts';

const COPIED_FILES = ['robo.mjs', 'linha.mjs', 'robo.d.mts', 'robo.py'];
const TEMPLATE_FILES = ['meu-robo.mjs', 'meu_robo.py', 'LEIA-ME.md'];

/** 'Peso líquido (kg)' as program identifier, `pesoLiquidoKg`; duplicates get a number. */
const programKeys = (names: readonly string[]): string[] => {
  const usedKeys = new Set<string>();
  return names.map(name => {
    const key = toComparableText(name).replaceAll(/[^a-z0-9]+(.)?/g, (_signs, next: string | undefined) => (next ?? '').toUpperCase())
      .replace(/^(?=\d|$)/, 'campo');
    let unique = key;
    for (let number = 2; usedKeys.has(unique); number++) unique = `${key}${number}`;
    usedKeys.add(unique);
    return unique;
  });
};

const kitFields = ({config}: RobotQueue, {items}: RobotTemplateState) => {
  const keys = programKeys(items.map(({descricao}) => descricao));
  return items.map((item, index) => {
    const field = itemField(config, {...item});
    const rows = fixedRowsOf(field, config.lists);
    return {
      item: item.item, chave: keys[index] ?? '', descricao: item.descricao, tipo: programTypeOf(field), tipoCampo: item.tipoCampo,
      obrigatorio: item.obrigatorio, exemplo: inventItemValue(config, item, TYPICAL_VALUES_SEED, ''),
      ...(rows === undefined ? {} : {valores: rows}),
    };
  });
};
type KitFields = ReturnType<typeof kitFields>;

const TYPES = {texto: 'string', numero: 'number', booleano: 'boolean'} as const;
const typeDeclarations = (fields: KitFields): string => [
  '/** Os valores de um registro deste modelo. */', 'export interface Valores {',
  ...fields.flatMap(({chave, descricao, tipo, obrigatorio}) => [
    `  /** ${descricao.replaceAll('*/', '* /')} */`,
    `  readonly ${JSON.stringify(chave)}: ${TYPES[tipo]}${tipo === 'numero' && !obrigatorio ? ' | null' : ''};`,
  ]), '}', '',
].join('\n');

const tableCell = (text: unknown): string => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const fieldTable = (fields: KitFields): string => [
  '| Campo | Chave | Item | Tipo | Obrigatório | Exemplo |', '|---|---|---|---|---|---|',
  ...fields.map(({descricao, chave, item, tipo, obrigatorio, exemplo}) =>
    `| ${[descricao, `\`${chave}\``, item, tipo, obrigatorio ? 'sim' : 'não', exemplo].map(tableCell).join(' | ')} |`),
].join('\n');

const readKitFile = async (name: string): Promise<string> => readFile(new URL(`../../kit/${name}`, import.meta.url), 'utf8');

export const kitOf = async (line: RobotQueue, actor: Actor, template: RobotTemplateState, document: Json): Promise<Uint8Array> => {
  const {context, name, resource} = line;
  const {workflow, items, versao, places, limite} = template;
  const fields = kitFields(line, template);
  const url = context.env.PUBLIC_URL;
  const calls = robotClientSettings(name, resource);
  const contrato = contractHash(items);
  const [{chave, item} = {chave: 'campo', item: 0}] = fields;
  const {descricao} = places['modelo'] as {descricao: string};
  const placeholders: Readonly<Record<string, unknown>> = {
    modelo: descricao, workflow, versao: versao ?? 1, contrato, url, item, limite: formatDuration(limite), campos: fieldTable(fields),
    // JSON inside a shell's single quotes, so single quotes are escaped.
    workflowNaLinha: JSON.stringify(workflow).replaceAll("'", String.raw`'\''`),
    ...calls.chamadas, registro: calls.chamadas.registro.replace(':id', '17'),
  };
  const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
  const files = new Map([
    ...await Promise.all(COPIED_FILES.map(async file => [file, await readKitFile(file)] as const)),
    ...await Promise.all(TEMPLATE_FILES.map(async file => [file, (await readKitFile(file)).replaceAll('CAMPO', chave)
      .replaceAll(/\{\{(\w+)\}\}/g, (_place, placeholder: string) => String(placeholders[placeholder]))] as const)),
    ['campos.json', json({
      ...places, versaoModelo: versao, workflow, limiteSegundos: limite, url, contratos: [contrato], ...calls, campos: fields,
    })],
    ['campos.d.mts', typeDeclarations(fields)],
    ['exemplo.json', json(inventLease(line, actor, template, TYPICAL_VALUES_SEED, '', new Date(Date.now() + limite * 1000)))],
    ['openapi.json', json({
      ...excerptDocument(document, id => id.startsWith(`${name}.fila.`) && !/contar|confirmar|exemplo/.test(id)),
      servers: [{url: `${url}/api`}],
    })],
  ]);
  return zipSync(Object.fromEntries([...files].map(([file, text]) => [file, strToU8(text)])));
};
