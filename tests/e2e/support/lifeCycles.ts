/** Resources with a life cycle, a form and files, as people work with them: a row a resource. What is not here is read from the config. */
import type {Action, Resource} from '../../../src/schema/shapes/config.ts';
import {statusByKey, statusesOf} from '../../../src/schema/statuses/statuses.ts';
import {successComment} from '../../../src/server/history/steps.ts';
import {acceptance} from '../../support/acceptance.ts';

export const COMPANY = 'Cerealista Vale do Ivaí';
export const BRANCH = 'Matriz';
/** The supplier's own code, which the item Transportadora is filled with. */
export const CODE = 'TRB-017';

type Item = Readonly<Record<string, unknown>>;
/** Labels and what is typed there, in order. */
type Answers = readonly (readonly [label: string, value: string | boolean])[];

/** An action, and what it is given; what it needs and was not given is told first. */
export interface Move {
  action: string;
  answers: Answers;
  /** Answers without which it is refused beside the field, before the others are given. */
  late?: Answers;
  /** Whether a file goes with it. */
  file?: boolean;
  /** The words that history tells of it; absent: what was said of its success. */
  told?: string;
}

export interface LifeCycleRow {
  name: 'tickets' | 'laudos';
  /** Its entry in the menu. */
  menu: string;
  /** What it is made from. */
  template: {items: readonly Item[]};
  /** Who opens it, in a company that is given; who moves it on; and who looks at it when all is over. */
  author: 'fornecedor' | 'empresa';
  worker: 'empresa' | 'adm';
  viewer: 'empresaUsuario' | 'empresa';
  /** What is typed and chosen to open it. */
  fields: Readonly<Record<string, string>>;
  /** Part of what its row says. */
  listed: readonly string[];
  /** Taken in the row: it asks whether to. */
  taken: string;
  /** What is changed then, and what history tells of it. */
  edited: {label: string; from: string; to: string; told: string};
  asked: Move;
  ended: Move;
  /** The form in its details, at the end. */
  form: readonly (readonly [string, string])[];
}

export const rows: readonly LifeCycleRow[] = [
  {
    name: 'tickets', menu: 'Ticket', author: 'fornecedor', worker: 'empresa', viewer: 'empresaUsuario',
    template: {items: [
      {descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, mostrarConsultaTicket: true},
      {descricao: 'Peso líquido (kg)', tipoCampo: 'numero', obrigatorio: true},
      {descricao: 'Data prevista', tipoCampo: 'data', obrigatorio: true, mostrarConsultaTicket: true},
      {descricao: 'E-mail do motorista', tipoCampo: 'email'},
      {descricao: 'Transportadora', tipoCampo: 'texto', obrigatorio: true},
      {descricao: 'CPF', tipoCampo: 'texto', obrigatorio: true},
    ]},
    fields: {
      Filial: BRANCH, Formulário: 'Descarga', Placa: 'BRA2E19', 'Peso líquido (kg)': '32450', 'Data prevista': '15/03/2027',
      'E-mail do motorista': 'motorista@riobonito.test', CPF: '52998224725',
    },
    listed: ['Descarga', BRANCH],
    taken: 'atender',
    edited: {label: 'Placa', from: 'BRA2E19', to: 'QXZ4F07', told: 'Campos alterados: Placa: de BRA2E19 para QXZ4F07.'},
    asked: {action: 'pendenciar', answers: [['Motivo', 'Falta o laudo assinado.']], told: 'Falta o laudo assinado.'},
    ended: {
      action: 'finalizar', answers: [['Motivo', 'Laudo recebido, carga conferida.']], file: true, told: 'Laudo recebido, carga conferida.',
    },
    form: [
      ['Placa', 'QXZ4F07'], ['Peso líquido (kg)', '32450'], ['Data prevista', '15/03/2027'],
      ['E-mail do motorista', 'motorista@riobonito.test'], ['Transportadora', CODE], ['CPF', '529.982.247-25'],
    ],
  },
  {
    name: 'laudos', menu: 'Laudos', author: 'empresa', worker: 'adm', viewer: 'empresa',
    template: {items: [{descricao: 'Umidade', tipoCampo: 'numero', obrigatorio: true, mostrarConsultaTicket: true}]},
    fields: {Filial: BRANCH, Roteiro: 'Descarga', Título: 'Laudo de umidade', Umidade: '14'},
    listed: ['Laudo de umidade', 'Umidade: 14'],
    taken: 'assumir',
    edited: {label: 'Título', from: 'Laudo de umidade', to: 'Laudo da carga', told: 'Título Laudo de umidade Laudo da carga'},
    asked: {
      action: 'devolver', answers: [['Motivo', 'Falta a foto.'], ['Com prazo', true]], late: [['Novo prazo', '31/12/2030']],
      told: 'Falta a foto. Com prazo Sim Prazo 31/12/2030',
    },
    ended: {action: 'recusar', answers: []},
    form: [['Umidade', '14']],
  },
];

/** A resource of the config by its name. */
export const resourceOf = ({name}: LifeCycleRow): Resource => acceptance.resources[name]!;

export const actionOf = (row: LifeCycleRow, name: string): Action => {
  const action = resourceOf(row).actions?.[name];
  if (action === undefined) throw new Error(`${name} is no action of ${row.name}`);
  return action;
};

/** What the status is called that an action leads to. */
export const enteredBy = (row: LifeCycleRow, name: string): string => {
  const {to} = actionOf(row, name);
  return (typeof to === 'string' ? statusByKey(resourceOf(row), to)?.name : undefined) ?? '';
};

/** What history tells of each step, oldest first: who, the movement or the action that moves nothing, and the words. */
export const stepsOf = (row: LifeCycleRow, names: {author: string; worker: string}): string[][] => {
  const resource = resourceOf(row);
  let status = statusesOf(resource)[0]?.name ?? '';
  const opening = [names.author, status, successComment(resource.messages.created)];
  const moved = ({action, told}: Pick<Move, 'action' | 'told'>): string[] => {
    const movement = `${status} ${enteredBy(row, action)}`;
    status = enteredBy(row, action);
    return [names.worker, movement, told ?? successComment(actionOf(row, action).success)];
  };
  const taken = moved({action: row.taken});
  const file = [names.worker, 'Adicionar Arquivo', 'Arquivo adicionado: laudo.pdf (Laudo).'];
  return [
    opening, taken, [names.worker, 'Salvar', row.edited.told], moved(row.asked), moved(row.ended),
    ...(row.ended.file === true ? [file] : []),
  ];
};
