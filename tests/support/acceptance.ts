/**
 * The acceptance config: the product and, beside it, resources that no code names and that say everything a resource can say.
 * What holds for tickets is held against them too.
 */
import {completeConfig} from '../../src/schema/config/completeConfig.ts';
import type {Config, ResourceInput} from '../../src/schema/shapes/config.ts';
import product from '../../resources.config.ts';

const base: Config = product;
const PEOPLE = ['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const;
const TEAM = ['adm', 'empresa', 'empresaUsuario'] as const;
const MANAGERS = ['adm', 'empresa'] as const;
const BY_BRANCH = {
  adm: ['tudo'], empresa: ['empresa'], fornecedor: ['empresa', 'filiais'], rpa: ['empresa'], empresaUsuario: ['empresa', 'filiais'],
} as const;

/** What a report is made from. */
const roteiros: ResourceInput = {
  label: {one: 'Roteiro', many: 'Roteiros'}, icon: 'modelo',
  owner: {empresa: 'idEmpresa', filial: 'idFilial'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa', required: true},
    nome: {kind: 'texto', label: 'Nome', maxLength: 60, required: true},
    norma: {kind: 'texto', label: 'Norma', maxLength: 40},
    dias: {
      kind: 'opcoes', label: 'Dias', choices: [{id: 1, name: 'Segunda'}, {id: 2, name: 'Terça'}, {id: 3, name: 'Quarta', offered: false}],
    },
    emVigor: {kind: 'booleano', label: 'Em Vigor', readOnly: true, default: true},
  },
  list: {columns: ['nome', 'norma', 'dias', 'emVigor'], filters: {nome: {}, dias: {}}},
  access: {
    list: MANAGERS, read: ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'], create: MANAGERS, delete: MANAGERS,
  },
  scope: BY_BRANCH,
  actions: {
    revogar: {
      label: 'Revogar', call: 'PUT roteiros/:id/revogar', places: ['menu', 'edit'], sets: {emVigor: false},
      confirm: 'Deseja Revogar ?', tells: {equipe: '{session.nome} revogou o roteiro {nome}, de {idFilial}.'},
    },
    restaurar: {
      label: 'Restaurar', call: 'PUT roteiros/:id/restaurar', sets: {emVigor: true}, confirm: 'Deseja Restaurar ?',
    },
  },
  toggle: {
    field: 'emVigor', off: 'revogado',
    refuses: 'Este roteiro foi revogado. Escolha outro.',
  },
  consequences: {
    usado: {
      of: 'laudos', before: ['roteirosPergunta', 'revogar'], one: 'Usado por 1 laudo.', many: 'Usado por {total} laudos.',
      together: 'Laudos que os usam: {total}.',
    },
    urgentes: {
      of: 'laudos', where: ['urgente'], before: ['delete'], one: '{nome} tem 1 laudo urgente.',
      many: '{nome} tem {total} laudos urgentes.', offers: ['encaminhar', 'arquivar'],
    },
  },
  children: {roteirosPergunta: {label: 'Ver Perguntas', title: 'Perguntas de {nome}', preview: 'Pré-visualizar'}},
  duplicate: {confirm: 'Deseja Duplicar ?', incomplete: 'Nem todas as perguntas foram copiadas.'},
  messages: {
    deleted: 'Roteiro Excluído!', confirmDelete: 'Deseja Excluir ?',
    empty: 'Nenhum roteiro.',
  },
};

const roteirosPergunta: ResourceInput = {
  label: {one: 'Pergunta', many: 'Perguntas'}, icon: 'item', pageTitle: 'Roteiro', route: 'roteiro-pergunta',
  owner: {through: 'idRoteiro'},
  fields: {
    idRoteiro: {kind: 'referencia', label: 'Roteiro', to: 'roteiros', required: true, readOnly: 'criado'},
    descricao: {kind: 'texto', label: 'Pergunta', maxLength: 100, required: true},
    tipoCampo: {
      kind: 'escolha', label: 'Tipo', required: true,
      choices: [
        {id: 'texto', name: 'Texto'}, {id: 'numero', name: 'Número'}, {id: 'data', name: 'Data'}, {id: 'email', name: 'E-mail'},
        {id: 'decimal', name: 'Decimal'}, {id: 'moeda', name: 'Reais'}, {id: 'hora', name: 'Hora'}, {id: 'url', name: 'Link'},
      ],
    },
    obrigatorio: {kind: 'booleano', label: 'Obrigatória', default: false},
    noResumo: {kind: 'booleano', label: 'Mostrar na Lista', default: false},
    ordem: {kind: 'numero', label: 'Ordem', min: 0, max: 9999},
  },
  list: {columns: ['descricao', 'tipoCampo'], filters: {idRoteiro: {}}, sort: ['ordem', 'asc']},
  form: {'': ['descricao', 'tipoCampo', 'obrigatorio', 'noResumo']},
  order: 'ordem',
  access: {
    list: ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'], read: PEOPLE, create: MANAGERS, delete: MANAGERS,
  },
  scope: BY_BRANCH,
  messages: {
    deleted: 'Pergunta Excluída!', confirmDelete: 'Deseja Excluir ?',
    empty: 'Sem perguntas.',
  },
};

/** A report: statuses with ends and stamps, people, conditions of every form, a frozen form, files, children. In the default dialect. */
const laudos: ResourceInput = {
  label: {one: 'Laudo', many: 'Laudos'}, icon: 'signature',
  owner: {empresa: 'idEmpresa', filial: 'idFilial'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true, readOnly: 'criado'},
    idFilial: {kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa', required: true, readOnly: 'criado'},
    idRoteiro: {
      kind: 'referencia', label: 'Roteiro', to: 'roteiros', within: 'idFilial', required: true, readOnly: 'criado', names: true,
    },
    titulo: {kind: 'texto', label: 'Título', maxLength: 60, required: true},
    urgencia: {
      kind: 'escolha', label: 'Urgência', default: 'normal', choices: [{id: 'normal', name: 'Normal'}, {id: 'alta', name: 'Alta'}],
    },
    valor: {kind: 'numero', label: 'Valor', min: 1, max: 9999},
    prazo: {kind: 'data', label: 'Prazo', required: 'urgente'},
    custo: {kind: 'moeda', label: 'Custo', min: 0},
    area: {kind: 'decimal', label: 'Área', decimals: 3, min: 0},
    custoDaArea: {kind: 'calculo', label: 'Custo da Área', product: ['custo', 'area'], money: true},
    pareceres: {kind: 'calculo', label: 'Pareceres', count: true, of: 'laudosParecer', by: 'idLaudo'},
    honorarios: {kind: 'calculo', label: 'Honorários', sum: 'total', of: 'laudosParecer', by: 'idLaudo', money: true},
    menorHonorario: {kind: 'calculo', label: 'Menor Honorário', min: 'total', of: 'laudosParecer', by: 'idLaudo', money: true},
    custoTotal: {kind: 'calculo', label: 'Custo Total', sum: ['custo', 'honorarios'], money: true},
    acompanham: {
      kind: 'vinculos', label: 'Acompanham', to: 'usuarios', within: 'idEmpresa', wire: {id: 'idUsuario', on: 'acompanha'},
      call: 'GET laudos/acompanham/:idEmpresa/:id',
    },
    visitaEm: {kind: 'dataHora', label: 'Visita em'},
    horario: {kind: 'hora', label: 'Horário'},
    mapa: {kind: 'url', label: 'Mapa', maxLength: 200},
    foto: {kind: 'arquivo', label: 'Foto'},
    culturas: {
      kind: 'opcoes', label: 'Culturas', choices: [{id: 'soja', name: 'Soja'}, {id: 'milho', name: 'Milho'}, {id: 'trigo', name: 'Trigo'}],
    },
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, nameAs: 'nomeSituacao', default: 1,
      choices: [
        {id: 1, key: 'rascunho', name: 'Rascunho', waits: 'equipe'},
        {id: 2, key: 'analise', name: 'Em Análise', waits: 'perito'},
        {id: 3, key: 'aguardando', name: 'Aguardando', waits: 'autor'},
        {id: 4, key: 'aprovado', name: 'Aprovado', end: true, stamps: 'aprovadoEm'},
        {id: 5, key: 'recusado', name: 'Recusado', end: true},
      ],
    },
    desde: {kind: 'dataHora', label: 'Desde', readOnly: true},
    abertoEm: {kind: 'dataHora', label: 'Aberto em', readOnly: true, stamps: 'create'},
    aprovadoEm: {kind: 'dataHora', label: 'Aprovado em', readOnly: true},
    idAutor: {kind: 'referencia', label: 'Aberto por', to: 'usuarios', readOnly: true},
    idPerito: {kind: 'referencia', label: 'Perito', to: 'usuarios', readOnly: true},
    nomePerito: {kind: 'relacionado', label: 'Perito', through: 'idPerito', field: 'nome'},
    norma: {kind: 'relacionado', label: 'Norma', through: 'idRoteiro', field: 'norma'},
    nomeRoteiro: {kind: 'texto', label: 'Roteiro', maxLength: 60, readOnly: true},
    respostas: {kind: 'texto', label: 'Respostas', maxLength: 500, readOnly: true},
    codigoParceiro: {kind: 'texto', label: 'Código do Parceiro', maxLength: 100, readOnly: true, see: ['adm']},
    versaoRoteiro: {kind: 'numero', label: 'Versão do Roteiro', readOnly: true},
  },
  list: {
    columns: ['titulo', 'situacao', 'urgencia', 'respostas', 'nomePerito', 'honorarios'], card: ['titulo', 'situacao'],
    filters: {
      titulo: {}, situacao: {}, urgencia: {}, aprovadoEm: {param: ['de', 'ate']}, id: {label: 'Número', optional: true},
      idPerito: {none: 'Sem perito', optional: true}, custo: {input: 'more'}, culturas: {input: 'more'}, horario: {input: 'more'},
      honorarios: {input: 'more'}, abertoEm: {param: ['abertoDe', 'abertoAte'], input: 'none'},
    },
    actionsAt: 'start', createLabel: 'Abrir Laudo',
  },
  form: {
    '': ['idEmpresa', 'idFilial', 'idRoteiro'],
    Laudo: [
      'titulo', 'urgencia', 'valor', 'prazo', 'custo', 'area', 'custoDaArea', 'honorarios', 'visitaEm', 'horario', 'mapa', 'culturas',
      'foto',
    ],
  },
  access: {
    list: ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'],
    create: PEOPLE,
  },
  scope: {
    adm: ['tudo'], empresa: ['empresa'], empresaUsuario: ['empresa', 'filiais'],
    fornecedor: ['empresa', 'filiais', {any: ['solicitante', 'doParceiro']}], rpa: ['empresa', {any: ['emAnalise', 'participou']}],
  },
  status: 'situacao',
  since: 'desde',
  people: {
    solicitante: {field: 'idAutor', stamps: 'create', reason: 'Somente quem abriu o laudo pode fazer isto.'},
    perito: {field: 'idPerito', attends: true, reason: 'Somente o perito pode fazer isto.'},
  },
  conditions: {
    comNorma: {filled: 'norma', reason: 'O roteiro deste laudo não tem norma.'},
    doParceiro: {compare: ['codigoParceiro', '=', 'session.codigoExterno'], reason: 'Este laudo é de outro parceiro.'},
    emAnalise: {status: ['analise'], reason: 'O laudo não está em análise.'},
    urgente: {is: {urgencia: ['alta']}, reason: 'Somente um laudo urgente dispensa a análise.'},
    parado: {compare: ['desde', '<', 'agora-30'], reason: 'O laudo não está parado há 30 dias.'},
    naoPerito: {not: 'perito', reason: 'Você já é o perito.'},
    encerrado: {status: ['aprovado', 'recusado']},
    aberto: {not: 'encerrado'},
    daEquipe: {waits: 'equipe'},
    doAutor: {waits: 'autor'},
    comPerito: {filled: 'idPerito'},
    semPerito: {not: 'comPerito'},
  },
  tabs: {
    meus: {label: 'Meus', where: ['perito', 'aberto'], profiles: TEAM},
    semPerito: {label: 'Sem perito', where: ['semPerito', 'daEquipe'], profiles: TEAM},
    respondidos: {label: 'Aguardando autor', where: ['doAutor']},
    parados: {label: 'Parados', where: ['aberto', 'parado'], profiles: PEOPLE},
    emAnalise: {label: 'Em análise', where: [{any: ['emAnalise', {is: {urgencia: ['alta']}}]}]},
    todos: {label: 'Todos', where: []},
  },
  template: {
    by: 'idRoteiro', items: 'roteirosPergunta', summary: 'respostas', flag: 'noResumo', keep: {nomeRoteiro: 'nome'},
    keepItem: {codigoParceiro: 'Transportadora'}, version: 'versaoRoteiro',
  },
  files: {types: 'tiposArquivo', onePerType: true},
  children: {laudosParecer: {label: 'Ver Pareceres', title: 'Pareceres de {titulo}'}},
  actions: {
    salvar: {
      call: 'PUT laudos/:id', success: 'Laudo {id} Editado!',
      from: {rascunho: PEOPLE, analise: ['adm', 'empresaUsuario:perito'], aguardando: ['adm', 'fornecedor:solicitante']},
    },
    assumir: {
      icon: 'headset', tone: 'primary', places: ['row', 'details', 'edit'], call: 'PUT laudos/:id/assumir/:idUsuario',
      from: {rascunho: TEAM, analise: TEAM}, to: 'analise', needs: ['naoPerito'], sets: {idPerito: 'session.id'},
      confirm: 'Deseja Assumir o Laudo ?', opens: 'edit',
    },
    devolver: {
      label: 'Pedir Complemento', icon: 'undo', call: 'PUT laudos/:id/devolver',
      from: {analise: ['adm', 'empresa', 'empresaUsuario:perito']}, to: 'aguardando',
      asks: {
        motivo: {kind: 'texto', label: 'Motivo', required: true, minLength: 5, maxLength: 200, multiline: true, comment: true},
        comPrazo: {kind: 'booleano', label: 'Com prazo'},
        // Named like a field: it is that field, asked again.
        prazo: {kind: 'data', label: 'Novo prazo', required: {is: {comPrazo: [true]}}},
      },
      sets: {idPerito: null}, success: 'Complemento Pedido!',
      tells: {
        solicitante: '{session.nome} pede em {titulo} (urgência {urgencia}), até {prazo}: {motivo}', perito: 'Não é mais seu: {titulo}',
      },
    },
    responder: {
      places: ['details', 'edit'], call: 'PUT laudos/:id/responder',
      from: {aguardando: ['adm', 'fornecedor:solicitante', 'empresaUsuario:solicitante']},
      to: {when: 'urgente', then: 'analise', else: 'rascunho'}, needs: ['itensValidos'], files: 'optional',
    },
    encaminhar: {
      places: ['menu'], call: 'PUT laudos/:id/encaminhar', from: {analise: MANAGERS},
      asks: {idPerito: {kind: 'referencia', label: 'Novo perito', to: 'usuarios', required: true}},
      tells: {perito: '{titulo} é de {nomePerito} desde agora ({situacao}).'},
      bulk: true,
    },
    aprovar: {
      icon: 'check', tone: 'primary', places: ['details', 'edit'], call: 'PUT laudos/:id/aprovar',
      from: {analise: TEAM, rascunho: ['adm:urgente', 'empresa:urgente']}, to: 'aprovado', needs: ['comNorma', 'itensValidos'],
      asks: {parecer: {kind: 'texto', label: 'Parecer', required: true, maxLength: 200, comment: true}},
      files: 'optional',
    },
    recusar: {
      icon: 'cross', tone: 'danger', call: 'PUT laudos/:id/recusar',
      from: {'*': ['adm', 'fornecedor:doParceiro']}, to: 'recusado', confirm: 'Deseja Recusar o Laudo ?',
    },
    arquivar: {
      places: ['menu'], call: 'PUT laudos/:id/arquivar', from: {rascunho: MANAGERS}, to: 'recusado', needs: ['parado'],
      bulk: true,
      tells: {solicitante: '{titulo} foi arquivado.', equipe: {always: true, says: '{session.nome} arquivou {titulo}.'}},
    },
    comentar: {
      key: 'c', call: 'PUT laudos/:id/comentar', from: {'*': PEOPLE},
      asks: {fala: {kind: 'texto', label: 'Comentário', required: true, maxLength: 500, multiline: true, comment: true}},
      success: 'Comentário Registrado!',
    },
    anotar: {
      places: ['menu', 'details'], call: 'PUT laudos/:id/anotar', from: {'*': PEOPLE},
      asks: {nota: {kind: 'texto', label: 'Nota', required: true, maxLength: 50}}, success: 'Nota Registrada!',
      tells: {solicitante: 'Nota em {titulo}, prazo {prazo}: {nota}', equipe: 'Sem perito: {titulo}', perito: 'Nota: {nota}'},
    },
  },
  tells: {
    create: {adm: {when: 'urgente', says: '{session.nome} abriu {titulo}, urgente.'}},
    update: {perito: '{session.nome} mudou {titulo}, prazo {prazo}.'},
  },
  messages: {created: 'Laudo Aberto!', updated: 'Laudo {id} Editado!'},
};

const laudosParecer: ResourceInput = {
  label: {one: 'Parecer', many: 'Pareceres'}, icon: 'item', pageTitle: 'Laudo', route: 'laudo-parecer',
  owner: {through: 'idLaudo'},
  fields: {
    idLaudo: {kind: 'referencia', label: 'Laudo', to: 'laudos', required: true, readOnly: 'criado'},
    texto: {kind: 'texto', label: 'Parecer', maxLength: 100, required: true},
    horas: {kind: 'numero', label: 'Horas', min: 0},
    valorHora: {kind: 'moeda', label: 'Valor da Hora', min: 0},
    total: {kind: 'calculo', label: 'Total', product: ['horas', 'valorHora'], money: true},
  },
  list: {columns: ['texto', 'total'], filters: {idLaudo: {}}},
  form: {'': ['texto', 'horas', 'valorHora', 'total']},
  files: {types: 'tiposArquivo', required: true},
  access: {list: TEAM, create: TEAM, delete: MANAGERS},
  scope: {adm: ['tudo'], empresa: ['empresa'], empresaUsuario: ['empresa', 'filiais']},
  tells: {create: {'idLaudo.idPerito': 'Parecer em {idLaudo}: {texto}'}},
  messages: {
    deleted: 'Parecer Excluído!', confirmDelete: 'Deseja Excluir ?',
    empty: 'Sem pareceres.',
  },
};

/** An inspection that robots work: it is queued as soon as it is made, and tried twice. */
const vistorias: ResourceInput = {
  label: {one: 'Vistoria', many: 'Vistorias', article: 'a'}, icon: 'item',
  owner: {empresa: 'idEmpresa'},
  fields: {
    idEmpresa: {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true},
    placa: {kind: 'texto', label: 'Placa', maxLength: 8, required: true},
    tarefa: {kind: 'texto', label: 'Tarefa', maxLength: 20},
    situacao: {
      kind: 'escolha', label: 'Situação', readOnly: true, default: 1, choices: [
        {id: 1, key: 'fila', name: 'Na Fila', waits: 'robo'}, {id: 2, key: 'comRobo', name: 'Com o Robô', waits: 'robo'},
        {id: 3, key: 'parada', name: 'Parada', waits: 'adm'}, {id: 4, key: 'feita', name: 'Feita', end: true},
      ],
    },
  },
  list: {columns: ['placa']},
  access: {list: ['adm', 'rpa'], create: ['adm']},
  scope: {adm: ['tudo'], rpa: ['empresa', {any: [{status: ['fila', 'comRobo']}, 'participou']}]},
  status: 'situacao',
  queue: {
    waiting: 'fila', working: 'comRobo', failed: 'parada', done: 'feita', workflow: 'tarefa', lease: [1, 10, 90], retries: [7],
    budget: 60,
  },
  actions: {
    parar: {from: {fila: ['adm'], comRobo: ['adm']}, to: 'parada', success: 'Parada!'},
    voltar: {from: {parada: ['adm']}, to: 'fila', success: 'Voltou!'},
    encerrar: {from: {parada: ['adm']}, to: 'feita', success: 'Encerrada!'},
  },
  messages: {created: 'Vistoria Aberta!', empty: 'Nenhuma.'},
};

const {usuarios, ...others} = base.resources;

export const acceptance = completeConfig({
  ...base,
  menu: {
    ...base.menu, 'Adm Operacional': {...base.menu['Adm Operacional'], roteiros: 'Roteiros'},
    Operação: {...base.menu['Operação'], laudos: 'Laudos', pericia: 'Perícia'},
  },
  dashboards: {...base.dashboards, pericia: {
    of: 'laudos', profiles: [...TEAM, 'fornecedor'], periods: ['12m', 'atual'], cards: ['rascunho', 'analise'], chart: 'aprovado',
    by: ['idPerito'], calls: {counts: 'GET pericia/situacoes', evolution: 'GET pericia/evolucao', summary: 'GET pericia/resumo'},
  }},
  resources: {
    ...others, usuarios: {...usuarios!, files: {types: 'tiposArquivo'}}, roteiros, roteirosPergunta, laudos, laudosParecer, vistorias,
  },
});
