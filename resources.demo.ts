/** The demonstration: invented companies of the grain trade, everything that a visitor may want to try, and the year behind it. */
import {dayFromToday, formatDay} from './src/schema/fields/dates.ts';
import type {Demonstration} from './src/server/demo/steps.ts';

const [EMPRESA, FORNECEDOR, RPA, EMPRESA_USUARIO] = [2, 3, 4, 5];

const company = (as: string, razaoSocial: string, cnpj: string, email: string, telefone: string, contato: string, celularContato: string) =>
  ({make: 'empresas', as, with: {razaoSocial, cnpj, email, telefone, contato, celularContato}});
const branch = (
  as: string, idEmpresa: string, descricao: string, razaoSocial: string, cnpj: string, telefone: string, contato: string,
) => ({make: 'filiais', as, with: {idEmpresa, descricao, razaoSocial, cnpj, telefone, contato}});
const supplier = (idEmpresa: string, razaoSocial: string, email: string, telefone: string, contato: string) =>
  ({make: 'fornecedores', with: {idEmpresa, razaoSocial, email, telefone, contato}});
const user = (as: string, idEmpresa: string, tipo: number, nome: string, email: string, more: object = {}) =>
  ({make: 'usuarios', as, with: {idEmpresa, tipo, nome, email: `${email}@balcao.example`, ...more}});

const companies: Demonstration = [
  company(
    'ivai', 'Cerealista Vale do Ivaí Ltda', '27465018000115', 'contato@valedoivai.example', '4334211080', 'Marta Nogueira', '43999120345',
  ),
  branch('apucarana', 'ivai', 'Matriz Apucarana', 'Cerealista Vale do Ivaí Ltda', '27465018000115', '4334211080', 'Marta Nogueira'),
  branch('maringa', 'ivai', 'Filial Maringá', 'Cerealista Vale do Ivaí Maringá', '27465018000204', '4432215544', 'Otávio Lins'),
  branch('cascavel', 'ivai', 'Filial Cascavel', 'Cerealista Vale do Ivaí Cascavel', '27465018000387', '4532289900', 'Rute Sanches'),
  supplier('ivai', 'Transportes Rio Bonito Ltda', 'operacao@riobonito.example', '4334550010', 'Célio'),
  supplier('ivai', 'Rodoviário Três Pinheiros', 'frete@trespinheiros.example', '44988115522', 'Ana Paula'),
  supplier('ivai', 'Laboratório Grão Certo', 'laudos@graocerto.example', '4532004455', 'Ícaro'),
  user('marta', 'ivai', EMPRESA, 'Marta Nogueira', 'empresa'),
  user('celio', 'ivai', FORNECEDOR, 'Célio Bonfim', 'fornecedor', {codigoExterno: 'TRB-017', filiaisAlteradas: ['apucarana', 'maringa']}),
  user('otavio', 'ivai', EMPRESA_USUARIO, 'Otávio Lins', 'usuario', {filiaisAlteradas: ['apucarana', 'maringa']}),
  user('robo', 'ivai', RPA, 'Robô Fiscal', 'robo'),
  company(
    'serra', 'Cooperativa Serra Azul', '12ABC345000188', 'secretaria@serraazul.example', '5432221000', 'Jonas Feltrin', '54991002030',
  ),
  branch('caxias', 'serra', 'Sede Caxias do Sul', 'Cooperativa Serra Azul', '12ABC345000188', '5432221000', 'Jonas Feltrin'),
  branch('vacaria', 'serra', 'Unidade Vacaria', 'Cooperativa Serra Azul Vacaria', '12ABC345000269', '5432317788', 'Nair Bortolini'),
  supplier('serra', 'Expresso Campos de Cima', 'carga@camposdecima.example', '5432310909', 'Vilmar'),
  user('jonas', 'serra', EMPRESA, 'Jonas Feltrin', 'empresa2'),
  user('vilmar', 'serra', FORNECEDOR, 'Vilmar Rech', 'fornecedor2', {codigoExterno: 'ECC-204', filiaisAlteradas: ['caxias']}),
];

interface Item {
  descricao: string;
  tipoCampo: string;
  /** Believable answers; a day has none. */
  answers: readonly string[];
  obrigatorio: boolean;
  mostrarConsultaTicket: boolean;
}
const item = (descricao: string, tipoCampo: string, answers: readonly string[] = [], mostrarConsultaTicket = false): Item =>
  ({descricao, tipoCampo, answers, obrigatorio: true, mostrarConsultaTicket});
const optional = (one: Item): Item => ({...one, obrigatorio: false});
const carrier = item('Transportadora', 'texto', ['TRB-017'], true);
const EMAILS = ['motorista@riobonito.example', 'produtor@valedoivai.example'];

interface Template {
  as: string;
  company: string;
  with: Readonly<Record<'idFilial' | 'descricao' | 'chavePai' | 'chave', string>> & {workFlowNameRpa?: string};
  items: readonly Item[];
  /** Users who open tickets: a supplier, and whoever works on them. */
  supplier: string;
  worker: string;
}
const IVAI = {company: 'ivai', supplier: 'celio', worker: 'marta'};
const templates: readonly Template[] = [
  {
    as: 'descarga', ...IVAI,
    with: {
      idFilial: 'apucarana', descricao: 'Agendamento de descarga', chavePai: 'LOGISTICA', chave: 'DESC-01',
      workFlowNameRpa: 'agendar-descarga',
    },
    items: [
      item('Placa', 'texto', ['BRA2E19', 'QXZ4F07', 'RHO9A33', 'AYT1J58'], true), carrier,
      item('Transgenia', 'texto', ['CONV', 'RR', 'I2X']), item('Peso líquido (kg)', 'numero', ['32450', '28910', '37120'], true),
      item('Data prevista', 'data', [], true), optional(item('E-mail do motorista', 'email', EMAILS)),
    ],
  },
  {
    as: 'produtor', ...IVAI,
    with: {idFilial: 'apucarana', descricao: 'Cadastro de produtor', chavePai: 'CADASTRO', chave: 'PROD-01'},
    items: [
      item('Nome do produtor', 'texto', ['Antônio Vizentin', 'Lúcia Kowalski', 'Sebastião Prates'], true),
      item('CPF', 'texto', ['52998224725', '11144477735', '39053344705'], true),
      item('Telefone', 'texto', ['43999120345', '4432215544']), optional(item('CEP', 'texto', ['86800000', '87013000'])),
      optional(item('E-mail', 'email', EMAILS)),
    ],
  },
  {
    as: 'divergencia', ...IVAI,
    with: {
      idFilial: 'maringa', descricao: 'Divergência de nota fiscal', chavePai: 'FISCAL', chave: 'NF-DIV', workFlowNameRpa: 'conferir-nota',
    },
    items: [
      item('Número da nota', 'numero', ['104512', '104877', '105003'], true),
      item('CNPJ', 'texto', ['27465018000204', '12ABC345000188'], true), item('Data de emissão', 'data'),
      item('Motivo da divergência', 'texto', ['Peso de origem difere do peso na balança', 'CFOP incorreto para remessa']),
    ],
  },
  {
    as: 'classificacao', company: 'serra', supplier: 'vilmar', worker: 'jonas',
    with: {idFilial: 'caxias', descricao: 'Solicitação de classificação', chavePai: 'QUALIDADE', chave: 'CLASS-02'},
    items: [
      item('Lote', 'texto', ['L-2291', 'L-2304'], true), carrier, item('Umidade (%)', 'numero', ['13', '14']),
      item('Data da coleta', 'data'),
    ],
  },
];
const templateSteps: Demonstration = templates.flatMap(({as, company: idEmpresa, with: values, items}) => [
  {make: 'modelosFormulario', as, with: {...values, idEmpresa}},
  ...items.map(({answers: _answers, ...one}) => ({make: 'modelosFormularioItem', with: {...one, idModeloFormulario: as}})),
]);

/** The weekdays of the last year but today, with ten hours of office each, from eight in São Paulo; the hours of all. */
const [OPENS, OPEN] = [8, 10];
const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
const days = Array.from({length: 364}, (_none, index) => dayFromToday(index - 364)).filter(isWeekday);
const YEAR = days.length * OPEN;
/** The instant after so many hours of work of the year. São Paulo has no summer time. */
const workedUntil = (hours: number): Date => {
  const day = Math.floor(hours / OPEN);
  return new Date(Date.parse(`${days[day] ?? ''}T00:00:00-03:00`) + (OPENS + hours - day * OPEN) * 3_600_000);
};

/** Numbers from 0 to below 1, the same each time (Lehmer). */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const REASONS: Readonly<Record<string, string>> = {
  reprovar: 'A placa não confere com a da nota fiscal.',
  pendenciar: 'Aguardando o comprovante assinado pelo motorista.',
  comentar: 'O motorista assinou hoje cedo. Segue o comprovante.',
  finalizar: 'Documentos conferidos, carga recebida.',
  cancelar: 'Ticket aberto em duplicidade pelo fornecedor.',
};
const invoice = (number: number): string => `nota-fiscal-${number}.pdf`;

interface Opening {
  by: string;
  at: Date;
  /** Varies the answers. */
  turn: number;
  file: string;
}
const answer = ({items}: Template, {turn, at}: Opening): Readonly<Record<string, string>> =>
  Object.fromEntries(items.map(({descricao, answers}) => [descricao, answers[turn % answers.length] ?? dayFromToday(3 - (turn % 9), at)]));
const openTicket = (template: Template, as: string, opening: Opening) => ({
  make: 'tickets', as, by: opening.by, at: opening.at, files: {[opening.file]: 'Nota Fiscal'},
  with: {
    idEmpresa: template.company, idFilial: template.with.idFilial, idModeloFormulario: template.as,
    ticketFormularios: answer(template, opening),
  },
});
const formatDocument = (text: string): string =>
  text.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4').replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
/** The file and the answers; days and documents also as lists show them. */
const listTexts = (template: Template, opening: Opening): string[] =>
  [opening.file, ...Object.values(answer(template, opening)).flatMap(text => [text, formatDay(text), formatDocument(text)])];
/** Texts of a copy by those of its source. Short ones stay, because they also occur in others. */
const listWords = (template: Template, source: Opening, copy: Opening): Record<string, string> => {
  const texts = listTexts(template, copy);
  return Object.fromEntries(listTexts(template, source).flatMap((text, index) => (text.length > 3 ? [[text, texts[index] ?? text]] : [])));
};
const move = (does: string, to: string, by: string, at: Date) => {
  const comentario = REASONS[does];
  return {does, to, by, at, ...(comentario !== undefined && {with: {comentario}})};
};

/** The year behind: tickets a weekday at its beginning and at its end, hours between two steps at most, and how tickets travel. */
const [FIRST, LAST, LONGEST_STEP] = [1, 2.4, 14];
const pastJourneys = [
  {share: 0.82, moves: ['atender', 'pendenciar', 'finalizar']},
  {share: 0.09, moves: ['atender', 'enviarAprovacao', 'reprovar', 'atender', 'pendenciar', 'finalizar']},
  {share: 0.07, moves: ['cancelar']},
  // Nobody came back to these.
  {share: 0.02, moves: ['atender', 'pendenciar']},
];
/** The first ticket of each kind is made by calls, the others are its copies. */
const makeYear = (): Demonstration => {
  const random = createRandom(2026);
  const first = new Map<string, Opening>();
  const openings = days.flatMap((_day, index) =>
    Array.from({length: Math.floor(FIRST + (LAST - FIRST) * (index / days.length) + random())}, () => (index + random()) * OPEN));
  return openings.toSorted((a, b) => a - b).flatMap((opened, turn): Demonstration => {
    const template = templates[Math.floor(random() * templates.length)];
    if (template === undefined) return [];
    let share = random();
    const {moves = []} = pastJourneys.find(one => (share -= one.share) < 0) ?? {};
    let hours = opened;
    // A step that would happen only today has not happened yet.
    const at = [opened, ...moves.map(() => hours += 1 + random() * (LONGEST_STEP - 1))].filter(one => one < YEAR).map(workedUntil);
    const made = moves.slice(0, at.length - 1);
    const by = turn % 2 === 0 || moves !== pastJourneys[0]?.moves ? template.supplier : template.worker;
    const as = [template.as, by, ...made].join(' ');
    const [begun = new Date()] = at;
    const opening: Opening = {by, at: begun, turn, file: invoice(98_000 + turn)};
    const source = first.get(as);
    if (source !== undefined) return [{again: as, at, replacements: listWords(template, source, opening)}];
    first.set(as, opening);
    return [openTicket(template, as, opening), ...made.map((does, index) => move(does, as, template.worker, at[index + 1] ?? begun))];
  });
};

const OFFLINE = {tipo: 'SISTEMA', codigo: 'SEM_RESPOSTA', mensagem: 'O portal da Sefaz não respondeu em 60 s.'};
const REFUSED = {
  tipo: 'NEGOCIO', codigo: 'AGENDA', mensagem: 'A agenda da descarga não aceitou dois valores.',
  campos: {Placa: 'Não há veículo com esta placa no cadastro.', 'Peso líquido (kg)': 'Acima do que o veículo leva: 27.000 kg.'},
};
interface Journey {
  /** Tickets that travel so. */
  count: number;
  moves: readonly string[];
  /** Only of templates that robots work: their failures, an attempt each. */
  failures?: readonly (typeof OFFLINE)[];
  /** A robot works on it now. */
  isWorked?: true;
  /** A supplier opened it, who comments last. */
  isAnswered?: true;
}
const TO_QUEUE = ['enviarAprovacao', 'aprovar'];
const journeys: readonly Journey[] = [
  // Before any other is queued, because a robot gets the oldest.
  {count: 1, moves: TO_QUEUE, failures: [REFUSED]},
  {count: 1, moves: TO_QUEUE, failures: [OFFLINE, OFFLINE, OFFLINE]},
  {count: 1, moves: TO_QUEUE, failures: [], isWorked: true},
  {count: 6, moves: []},
  {count: 3, moves: ['enviarAprovacao']},
  {count: 4, moves: ['atender']},
  {count: 3, moves: TO_QUEUE},
  {count: 7, moves: TO_QUEUE, failures: []},
  {count: 3, moves: ['atender', 'pendenciar']},
  {count: 2, moves: ['atender', 'pendenciar', 'comentar'], isAnswered: true},
  {count: 3, moves: ['atender', 'pendenciar', 'finalizar']},
  {count: 2, moves: ['cancelar']},
];
/** Hours of work between two steps, and weekdays in which tickets last moved; the newest open one is a scheduled unloading. */
const [APART, LATELY] = [5, 19];

const [LEASE, PROGRESS] = [{leaseSegundos: 3600}, {texto: 'Consultando a agenda da transportadora', porcento: 40}];

/** The last weeks of one company. */
const makeWeeks = (of: readonly Template[]): Demonstration => {
  let turn = 0;
  return journeys.flatMap(({count, moves, failures, isWorked, isAnswered}) => {
    const offered = failures === undefined ? of : of.filter(template => template.with.workFlowNameRpa !== undefined);
    return Array.from({length: offered.length === 0 ? 0 : count}, () => turn++).flatMap((own): Demonstration => {
      const template = offered[own % offered.length];
      if (template === undefined) return [];
      const {supplier: author, worker} = template;
      const by = isAnswered === true || own % 2 === 0 ? author : worker;
      const as = `${template.as} ${own}`;
      const attempts = failures ?? [];
      const isQueued = moves === TO_QUEUE && template.with.workFlowNameRpa !== undefined && attempts.length === 0;
      const last = YEAR - ((own * 5 + 4) % LATELY) * OPEN - (own * 3 + 7) % 8 - 0.2;
      const begun = last - (moves.length + attempts.length) * APART;
      // Some minutes after which somebody may wonder why no robot comes.
      const at = (step: number): Date =>
        (isQueued && step === moves.length ? new Date(Date.now() - (6 + (own * 7) % 40) * 60_000) : workedUntil(begun + step * APART));
      const robot = {by: 'robo', robot: 'RPA-01', to: as};
      return [
        openTicket(template, as, {by, at: at(0), turn: own, file: invoice(104_500 + own)}),
        ...moves.map((does, index) => move(does, as, does === 'comentar' ? by : worker, at(index + 1))),
        ...attempts.flatMap((failure, index): Demonstration => {
          const claimed = at(moves.length + 1 + index);
          return [
            {...robot, does: 'reservar', at: claimed},
            {...robot, does: 'falhar', at: new Date(claimed.getTime() + 8 * 60_000), with: failure},
          ];
        }),
        ...(isWorked === true ? [
          {...robot, does: 'reservar', with: LEASE} as const, {...robot, does: 'renovar', with: {...LEASE, progresso: PROGRESS}} as const,
        ] : []),
      ];
    });
  });
};

const reply = (nome: string, texto: string, daEmpresa = true) => ({reply: {nome, texto, daEmpresa}});
/** What those who manage a company keep by name, for everybody of it or for themselves. */
const replies = [
  reply('Falta o comprovante', 'Olá, {nome}. Falta o comprovante assinado pelo motorista. Anexe-o ao ticket {id} e responda por aqui.'),
  reply('Nota fiscal ilegível', 'Não conseguimos ler a nota fiscal anexada. Envie o PDF, ou uma foto mais nítida.'),
  reply('Placa diferente da nota', 'A placa informada não é a da nota fiscal. Corrija o formulário e responda por aqui.'),
  reply('Tudo certo', 'Documentos conferidos em {nomeFilial}. Obrigado, {nome}!', false),
];

export default [
  ...companies, ...templateSteps,
  // First, so that the numbers of tickets rise with their days.
  ...makeYear(),
  ...makeWeeks(templates.filter(template => template.company === 'ivai')),
  ...makeWeeks(templates.filter(template => template.company === 'serra')),
  ...['marta', 'jonas'].flatMap(by => replies.map(one => ({by, ...one}))),
  reply(
    'Portal da Sefaz fora do ar',
    'O portal da Sefaz está fora do ar. Tentamos de novo assim que ele voltar; não é preciso abrir outro ticket.',
  ),
] satisfies Demonstration;
