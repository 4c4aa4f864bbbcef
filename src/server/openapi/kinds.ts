/** Additions to each kind's JSON Schema: formats, and notes in words. */
import type {Config} from '../../schema/shapes/config.ts';
import type {FieldChoice, Field, FieldOf, Kind} from '../../schema/shapes/fields.ts';
import {isRetiredChoice, MAX_INTEGER} from '../../schema/fields/kinds.ts';
import {COUNT, ID, objectOf, TEXT, type Json} from './json.ts';
import {profilesInWords} from './rulesInWords.ts';

interface KindDoc<F> {
  schema?(field: F, config: Config): Json;
  note?(field: F, config: Config): string;
}

const MASK = 'Aceito com ou sem máscara; guardado e respondido sem ela.';
const DOCUMENT = {cpf: 'CPF (000.000.000-00)', cnpj: 'CNPJ (00.000.000/0000-00, também alfanumérico)'};
const rowsOf = (config: Config, list: string) => config.lists[list]?.rows ?? {};

const choiceInWords = (choice: Pick<FieldChoice, 'id' | 'name' | 'archived' | 'to'>): string =>
  `${choice.id}: ${choice.name}${isRetiredChoice(choice) ? ' (não mais usada)' : ''}`;

const kindDocs: {[K in Kind]: KindDoc<FieldOf<K>>} = {
  texto: {},
  email: {},
  senha: {note: () => 'Só é recebida; nenhuma resposta a traz.'},
  documento: {
    note: ({only}) => `${only === undefined ? `${DOCUMENT.cpf} ou ${DOCUMENT.cnpj}` : DOCUMENT[only]}, com dígitos verificadores. ${MASK}`,
  },
  telefone: {
    note: () => `DDD e número, (00) 0000-0000 ou (00) 00000-0000. ${MASK} Um número sem DDD é aceito só como é guardado: `
      + '08001234567, 40041234 ou, de outro país, +595981123456.',
  },
  cep: {note: () => `00000-000. ${MASK}`},
  digitos: {note: () => 'Somente dígitos; zeros à esquerda contam.'},
  numero: {note: ({sequence}) => (sequence === undefined ? '' : 'Dado pelo servidor, em sequência.')},
  decimal: {note: ({decimals = 2}) => `Exato, com até ${decimals} casas decimais; "1.234,56" também é aceito.`},
  moeda: {note: () => 'Em reais, exato até o centavo; "1.234,56" também é aceito.'},
  calculo: {note: () => 'Calculado pelo servidor, exato.'},
  data: {schema: () => ({format: 'date'}), note: () => 'Dia, aaaa-mm-dd; dd/mm/aaaa também é aceito.'},
  dataHora: {schema: () => ({format: 'date-time'})},
  hora: {note: () => 'Hora do dia, HH:mm.'},
  url: {schema: () => ({format: 'uri'}), note: () => 'Endereço que começa com https://.'},
  booleano: {},
  escolha: {
    schema: field => (field.choices.every(choice => Number.isInteger(choice.id)) ? {type: 'integer'} : {}),
    note: (field, config) => `${field.choices.map(({profiles, ...choice}) =>
      `${choiceInWords(choice)}${profiles === undefined ? '' : ` (dado só por ${profilesInWords(config, profiles)})`}`).join('; ')}.`,
  },
  opcoes: {note: ({choices}) => `Várias de ${choices.map(choiceInWords).join('; ')}; guardadas nesta ordem.`},
  arquivo: {
    schema: () => objectOf({id: ID, nomeArquivo: TEXT, tamanho: COUNT, caminho: TEXT}, ['id', 'nomeArquivo', 'tamanho']),
    note: () => 'Enviado antes, por uma chamada própria, cuja resposta é o valor; `caminho`, na resposta, é onde se baixa.',
  },
  lista: {
    schema: (field, config) => ({enum: Object.keys(rowsOf(config, field.list))}),
    note: (field, config) => `${Object.entries(rowsOf(config, field.list)).map(([id, name]) => `${id}: ${name}`).join('; ')}.`,
  },
  referencia: {note: (field, config) => `Id de ${config.resources[field.to]?.label.one ?? field.to}.`},
  relacionado: {},
  vinculos: {
    schema: ({wire}) => ({items: {
      type: 'object', properties: {[wire.id]: {type: 'integer', minimum: 1, maximum: MAX_INTEGER}, [wire.on]: {type: 'boolean'}},
      required: [wire.id, wire.on],
    }}),
    note: ({to}, config) => `As chaves alteradas de ${config.resources[to]?.label.many ?? to}; a lista completa também serve.`,
  },
};

export const kindDoc = (field: Field): KindDoc<Field> => kindDocs[field.kind];
