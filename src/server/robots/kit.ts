/** The kit of a template: what a robot for it is made of, as one ZIP. Beside what is generated the files are those of `src/kit`. */
import {readFile} from 'node:fs/promises';
import {strToU8, zipSync} from 'fflate';
import {durationWords} from '../../schema/fields/durations.ts';
import {itemField} from '../../schema/fields/items.ts';
import {rowsOf} from '../../schema/fields/kinds.ts';
import {normalised} from '../../schema/fields/text.ts';
import {robotCalls} from '../../schema/queue.ts';
import type {Actor} from '../context.ts';
import {excerptOf} from '../openapi/excerpt.ts';
import type {Json} from '../openapi/json.ts';
import {contractOf} from './answer.ts';
import {inventItem, typeOf, USUAL} from './invent.ts';
import type {Line} from './queue.ts';
import {inventLease, type Made} from './simulate.ts';

const STANDS = ['robo.mjs', 'linha.mjs', 'robo.d.mts', 'robo.py'];
const FILLED = ['meu-robo.mjs', 'meu_robo.py', 'LEIA-ME.md'];

/** 'Peso líquido (kg)' as programs name it, `pesoLiquidoKg`; of two of one name the second has a number. */
const keysOf = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map(name => {
    const key = normalised(name).replaceAll(/[^a-z0-9]+(.)?/g, (_signs, next: string | undefined) => (next ?? '').toUpperCase())
      .replace(/^(?=\d|$)/, 'campo');
    let own = key;
    for (let number = 2; taken.has(own); number++) own = `${key}${number}`;
    taken.add(own);
    return own;
  });
};

const fieldsOf = ({config}: Line, {items}: Made) => {
  const keys = keysOf(items.map(({descricao}) => descricao));
  return items.map((item, at) => {
    const field = itemField(config, {...item});
    const rows = rowsOf(field, config.lists);
    return {
      item: item.item, chave: keys[at] ?? '', descricao: item.descricao, tipo: typeOf(field), tipoCampo: item.tipoCampo,
      obrigatorio: item.obrigatorio, exemplo: inventItem(config, item, USUAL, ''), ...(rows === undefined ? {} : {valores: rows}),
    };
  });
};
type Fields = ReturnType<typeof fieldsOf>;

const TYPES = {texto: 'string', numero: 'number', booleano: 'boolean'} as const;
const typesOf = (fields: Fields): string => [
  '/** Os valores de um registro deste modelo. */', 'export interface Valores {',
  ...fields.flatMap(({chave, descricao, tipo, obrigatorio}) => [
    `  /** ${descricao.replaceAll('*/', '* /')} */`,
    `  readonly ${JSON.stringify(chave)}: ${TYPES[tipo]}${tipo === 'numero' && !obrigatorio ? ' | null' : ''};`,
  ]), '}', '',
].join('\n');

const cell = (text: unknown): string => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const tableOf = (fields: Fields): string => [
  '| Campo | Chave | Item | Tipo | Obrigatório | Exemplo |', '|---|---|---|---|---|---|',
  ...fields.map(({descricao, chave, item, tipo, obrigatorio, exemplo}) =>
    `| ${[descricao, `\`${chave}\``, item, tipo, obrigatorio ? 'sim' : 'não', exemplo].map(cell).join(' | ')} |`),
].join('\n');

const kept = async (name: string): Promise<string> => readFile(new URL(`../../kit/${name}`, import.meta.url), 'utf8');

/** @param document the API's own */
export const kitOf = async (line: Line, actor: Actor, made: Made, document: Json): Promise<Uint8Array> => {
  const {context, name, resource} = line;
  const {workflow, items, versao, places, limite} = made;
  const fields = fieldsOf(line, made);
  const url = context.env.PUBLIC_URL;
  const calls = robotCalls(name, resource);
  const contrato = contractOf(items);
  const [{chave, item} = {chave: 'campo', item: 0}] = fields;
  const {descricao} = places['modelo'] as {descricao: string};
  const words: Readonly<Record<string, unknown>> = {
    modelo: descricao, workflow, versao: versao ?? 1, contrato, url, item, limite: durationWords(limite), campos: tableOf(fields),
    // As JSON in a shell's single quotes, which a quote of its own would end.
    workflowNaLinha: JSON.stringify(workflow).replaceAll("'", String.raw`'\''`),
    ...calls.chamadas, registro: calls.chamadas.registro.replace(':id', '17'),
  };
  const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
  const files = new Map([
    ...await Promise.all(STANDS.map(async file => [file, await kept(file)] as const)),
    ...await Promise.all(FILLED.map(async file => [file, (await kept(file)).replaceAll('CAMPO', chave)
      .replaceAll(/\{\{(\w+)\}\}/g, (_place, word: string) => String(words[word]))] as const)),
    ['campos.json', json({
      ...places, versaoModelo: versao, workflow, limiteSegundos: limite, url, contratos: [contrato], ...calls, campos: fields,
    })],
    ['campos.d.mts', typesOf(fields)],
    ['exemplo.json', json(inventLease(line, actor, made, USUAL, '', new Date(Date.now() + limite * 1000)))],
    ['openapi.json', json({
      ...excerptOf(document, id => id.startsWith(`${name}.fila.`) && !/contar|confirmar|exemplo/.test(id)), servers: [{url: `${url}/api`}],
    })],
  ]);
  return zipSync(Object.fromEntries([...files].map(([file, text]) => [file, strToU8(text)])));
};
