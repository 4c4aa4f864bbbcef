/** The demonstration as data: invented companies of the grain trade, with everything a visitor may want to try. */

interface DemoTemplate {
  filial: string;
  descricao: string;
  chavePai: string;
  chave: string;
  workFlowNameRpa: string;
  itens: readonly {descricao: string; tipoCampo: string; obrigatorio: boolean; mostrarConsultaTicket: boolean}[];
}

export interface DemoCompany {
  empresa: Readonly<Record<string, string>>;
  filiais: readonly Readonly<Record<string, string>>[];
  fornecedores: readonly Readonly<Record<string, string>>[];
  /** `filiais` by description, for the profiles that have links. */
  usuarios: readonly {nome: string; email: string; perfil: string; codigoExterno?: string; filiais?: readonly string[]}[];
  modelos: readonly DemoTemplate[];
}

/** The Adm, where the environment names none. */
export const DEMO_ADM = 'adm@balcao.example';

const item = (descricao: string, tipoCampo: string, obrigatorio = true, mostrarConsultaTicket = false) =>
  ({descricao, tipoCampo, obrigatorio, mostrarConsultaTicket});

export const demoCompanies: readonly DemoCompany[] = [
  {
    empresa: {
      razaoSocial: 'Cerealista Vale do Ivaí Ltda', cnpj: '27465018000115', email: 'contato@valedoivai.example',
      telefone: '4334211080', contato: 'Marta Nogueira', celularContato: '43999120345',
    },
    filiais: [
      {
        descricao: 'Matriz Apucarana', razaoSocial: 'Cerealista Vale do Ivaí Ltda', cnpj: '27465018000115', telefone: '4334211080',
        contato: 'Marta Nogueira',
      },
      {
        descricao: 'Filial Maringá', razaoSocial: 'Cerealista Vale do Ivaí Maringá', cnpj: '27465018000204', telefone: '4432215544',
        contato: 'Otávio Lins',
      },
      {
        descricao: 'Filial Cascavel', razaoSocial: 'Cerealista Vale do Ivaí Cascavel', cnpj: '27465018000387', telefone: '4532289900',
        contato: 'Rute Sanches',
      },
    ],
    fornecedores: [
      {razaoSocial: 'Transportes Rio Bonito Ltda', email: 'operacao@riobonito.example', telefone: '4334550010', contato: 'Célio'},
      {razaoSocial: 'Rodoviário Três Pinheiros', email: 'frete@trespinheiros.example', telefone: '44988115522', contato: 'Ana Paula'},
      {razaoSocial: 'Laboratório Grão Certo', email: 'laudos@graocerto.example', telefone: '4532004455', contato: 'Ícaro'},
    ],
    usuarios: [
      {nome: 'Marta Nogueira', email: 'empresa@balcao.example', perfil: 'empresa'},
      {
        nome: 'Célio Bonfim', email: 'fornecedor@balcao.example', perfil: 'fornecedor', codigoExterno: 'TRB-017',
        filiais: ['Matriz Apucarana', 'Filial Maringá'],
      },
      {nome: 'Otávio Lins', email: 'usuario@balcao.example', perfil: 'empresaUsuario', filiais: ['Matriz Apucarana', 'Filial Maringá']},
      {nome: 'Robô Fiscal', email: 'robo@balcao.example', perfil: 'rpa'},
    ],
    modelos: [
      {
        filial: 'Matriz Apucarana', descricao: 'Agendamento de descarga', chavePai: 'LOGISTICA', chave: 'DESC-01',
        workFlowNameRpa: 'agendar-descarga',
        itens: [
          item('Placa', 'texto', true, true), item('Transportadora', 'texto', true, true), item('Transgenia', 'texto'),
          item('Peso líquido (kg)', 'numero', true, true), item('Data prevista', 'data', true, true),
          item('E-mail do motorista', 'email', false),
        ],
      },
      {
        filial: 'Matriz Apucarana', descricao: 'Cadastro de produtor', chavePai: 'CADASTRO', chave: 'PROD-01', workFlowNameRpa: '',
        itens: [
          item('Nome do produtor', 'texto', true, true), item('CPF', 'texto', true, true), item('Telefone', 'texto'),
          item('CEP', 'texto', false), item('E-mail', 'email', false),
        ],
      },
      {
        filial: 'Filial Maringá', descricao: 'Divergência de nota fiscal', chavePai: 'FISCAL', chave: 'NF-DIV',
        workFlowNameRpa: 'conferir-nota',
        itens: [
          item('Número da nota', 'numero', true, true), item('CNPJ', 'texto', true, true), item('Data de emissão', 'data'),
          item('Motivo da divergência', 'texto'),
        ],
      },
    ],
  },
  {
    empresa: {
      razaoSocial: 'Cooperativa Serra Azul', cnpj: '12ABC345000188', email: 'secretaria@serraazul.example',
      telefone: '5432221000', contato: 'Jonas Feltrin', celularContato: '54991002030',
    },
    filiais: [
      {
        descricao: 'Sede Caxias do Sul', razaoSocial: 'Cooperativa Serra Azul', cnpj: '12ABC345000188', telefone: '5432221000',
        contato: 'Jonas Feltrin',
      },
      {
        descricao: 'Unidade Vacaria', razaoSocial: 'Cooperativa Serra Azul Vacaria', cnpj: '12ABC345000269', telefone: '5432317788',
        contato: 'Nair Bortolini',
      },
    ],
    fornecedores: [
      {razaoSocial: 'Expresso Campos de Cima', email: 'carga@camposdecima.example', telefone: '5432310909', contato: 'Vilmar'},
    ],
    usuarios: [
      {nome: 'Jonas Feltrin', email: 'empresa2@balcao.example', perfil: 'empresa'},
      {
        nome: 'Vilmar Rech', email: 'fornecedor2@balcao.example', perfil: 'fornecedor', codigoExterno: 'ECC-204',
        filiais: ['Sede Caxias do Sul'],
      },
    ],
    modelos: [
      {
        filial: 'Sede Caxias do Sul', descricao: 'Solicitação de classificação', chavePai: 'QUALIDADE', chave: 'CLASS-02',
        workFlowNameRpa: '',
        itens: [
          item('Lote', 'texto', true, true), item('Transportadora', 'texto', true, true), item('Umidade (%)', 'numero'),
          item('Data da coleta', 'data'),
        ],
      },
    ],
  },
];

/** What those who manage a company keep by name, for everybody of it or for themselves, and the Adm for all companies. */
export const demoReplies: Readonly<Record<'adm' | 'empresa', readonly {nome: string; texto: string; daEmpresa: boolean}[]>> = {
  adm: [{
    nome: 'Portal da Sefaz fora do ar', daEmpresa: true,
    texto: 'O portal da Sefaz está fora do ar. Tentamos de novo assim que ele voltar; não é preciso abrir outro ticket.',
  }],
  empresa: [
    {
      nome: 'Falta o comprovante', daEmpresa: true,
      texto: 'Olá, {nome}. Falta o comprovante assinado pelo motorista. Anexe-o ao ticket {id} e responda por aqui.',
    },
    {
      nome: 'Nota fiscal ilegível', daEmpresa: true,
      texto: 'Não conseguimos ler a nota fiscal anexada. Envie o PDF, ou uma foto mais nítida.',
    },
    {
      nome: 'Placa diferente da nota', daEmpresa: true,
      texto: 'A placa informada não é a da nota fiscal. Corrija o formulário e responda por aqui.',
    },
    {nome: 'Tudo certo', daEmpresa: false, texto: 'Documentos conferidos em {nomeFilial}. Obrigado, {nome}!'},
  ],
};

/** What a robot says of a ticket that it cannot do: of items, by what they ask. */
export interface DemoFailure {
  tipo: 'NEGOCIO' | 'SISTEMA';
  codigo: string;
  mensagem: string;
  campos?: Readonly<Record<string, string>>;
}
const OFFLINE: DemoFailure = {tipo: 'SISTEMA', codigo: 'SEM_RESPOSTA', mensagem: 'O portal da Sefaz não respondeu em 60 s.'};

/** How each demonstration ticket travels: the actions it goes through, oldest first, and how many of its kind. */
export const demoJourneys: readonly {
  count: number; moves: readonly string[];
  /** Whoever opened it comments last. */
  answered?: true;
  /** Only of what robots work. */
  robots?: true;
  /** One attempt after the other. */
  fails?: readonly DemoFailure[];
}[] = [
  // Before any other is queued: a robot gets the oldest.
  {
    count: 1, moves: ['enviarAprovacao', 'aprovar'], robots: true, fails: [{
      tipo: 'NEGOCIO', codigo: 'AGENDA', mensagem: 'A agenda da descarga não aceitou dois valores.', campos: {
        Placa: 'Não há veículo com esta placa no cadastro.', 'Peso líquido (kg)': 'Acima do que o veículo leva: 27.000 kg.',
      },
    }],
  },
  {count: 1, moves: ['enviarAprovacao', 'aprovar'], robots: true, fails: [OFFLINE, OFFLINE, OFFLINE]},
  {count: 6, moves: []},
  {count: 3, moves: ['enviarAprovacao']},
  {count: 4, moves: ['atender']},
  {count: 3, moves: ['enviarAprovacao', 'aprovar']},
  {count: 8, moves: ['enviarAprovacao', 'aprovar'], robots: true},
  {count: 3, moves: ['atender', 'pendenciar']},
  {count: 2, moves: ['atender', 'pendenciar'], answered: true},
  {count: 3, moves: ['atender', 'pendenciar', 'finalizar']},
  {count: 2, moves: ['cancelar']},
];

/** The year before: tickets a weekday at its beginning and at its end, and how they travel. */
export const demoYear: {
  first: number; last: number; longestStep: number; note: number; journeys: readonly {share: number; moves: readonly string[]}[];
} = {
  first: 1,
  last: 2.4,
  /** Hours of work between two steps, at most. */
  longestStep: 14,
  /** The number of the first invoice. */
  note: 98_000,
  journeys: [
    {share: 0.82, moves: ['atender', 'pendenciar', 'finalizar']},
    {share: 0.09, moves: ['atender', 'enviarAprovacao', 'reprovar', 'atender', 'pendenciar', 'finalizar']},
    {share: 0.07, moves: ['cancelar']},
    // Nobody came back to these.
    {share: 0.02, moves: ['atender', 'pendenciar']},
  ],
};

export const demoReasons: Readonly<Record<string, string>> = {
  reprovar: 'A placa não confere com a da nota fiscal.',
  pendenciar: 'Aguardando o comprovante assinado pelo motorista.',
  comentar: 'O motorista assinou hoje cedo. Segue o comprovante.',
  finalizar: 'Documentos conferidos, carga recebida.',
  cancelar: 'Ticket aberto em duplicidade pelo fornecedor.',
};
