/** A clinic's equipment desk: loans, repairs with parts, inspections. `npm start -- --config docs/examples/clinica.config.ts` */
import {defineConfig} from '../../src/schema/config/defineConfig.ts';

const [COORDENACAO, TECNICO, SOLICITANTE] = [{id: 1, name: 'Coordenação'}, {id: 2, name: 'Técnico'}, {id: 3, name: 'Solicitante'}] as const;
const TODOS = ['coordenacao', 'tecnico', 'solicitante'] as const;
const EQUIPE = ['coordenacao', 'tecnico'] as const;

const A_EMPRESA = {kind: 'referencia', label: 'Clínica', to: 'empresas', shows: {nomeEmpresa: 'razaoSocial'}} as const;
const EMPRESA = {...A_EMPRESA, required: true, readOnly: 'criado', default: 'session.idEmpresa'} as const;
const DA_EMPRESA = {kind: 'referencia', within: 'idEmpresa'} as const;
const PESSOA = {kind: 'referencia', to: 'usuarios', readOnly: true} as const;
const NOME = {kind: 'texto', label: 'Nome', maxLength: 60, required: true} as const;
const NUMERO = {kind: 'numero', label: 'Número', readOnly: true, sequence: 'idEmpresa'} as const;
const QUANDO = {kind: 'dataHora', readOnly: true} as const;
const UNIDADE = {...DA_EMPRESA, label: 'Unidade', to: 'filiais', required: true, shows: {unidade: 'nome'}} as const;
const EQUIPAMENTO = {
  ...DA_EMPRESA, label: 'Equipamento', to: 'equipamentos', required: true, readOnly: 'criado',
  shows: {patrimonio: 'patrimonio', equipamento: 'nome', valorAtual: 'valor'},
} as const;
const EMPRESTIMOS = {kind: 'calculo', count: true, of: 'emprestimos', by: 'idEquipamento'} as const;
/** Values of a record about the same equipment. */
const DESTE = {idEmpresa: 'record.idEmpresa', idEquipamento: 'record.idEquipamento'} as const;
const MOTIVO = {kind: 'texto', label: 'Motivo', required: true, maxLength: 300, multiline: true, comment: true} as const;
const DA_EQUIPE = {coordenacao: ['tudo'], tecnico: ['empresa']} as const;
const POR_EMPRESA = {...DA_EQUIPE, solicitante: ['empresa']} as const;

const APROVAM = ['coordenacao', 'tecnico:responsavel', 'solicitante:responsavel'] as const;
const PECA_NO_REPARO = ['coordenacao:emOrcamento', 'tecnico:emOrcamento'] as const;

export default defineConfig({
  product: {name: 'Engenharia Clínica', key: 'clinica', basename: '/clinica'},

  profiles: {
    coordenacao: {...COORDENACAO, first: true, team: true}, tecnico: {...TECNICO, team: true},
    solicitante: {...SOLICITANTE, home: {list: 'emprestimos', tab: 'meus'}},
  },

  menu: {
    Balcão: {home: 'Painel', emprestimos: 'Empréstimos', reparos: 'Reparos', inspecoes: 'Inspeções'},
    Cadastros: {equipamentos: 'Equipamentos', locais: 'Locais', empresas: 'Clínicas', filiais: 'Unidades', usuarios: 'Pessoas'},
  },
  lists: {tiposArquivo: {rows: ['Foto', 'Laudo', 'Orçamento']}},

  dashboards: {home: {
    of: 'reparos', profiles: EQUIPE, periods: ['6m', '12m'], chart: 'pronto', by: ['idEquipamento', 'urgente'], sums: ['valorAprovado'],
    cards: ['orcamento', 'aprovacao', 'emServico', 'pronto', {tab: 'urgentes', icon: 'hourglass', tone: 'vermelho'}],
  }},

  resources: {
    usuarios: {
      label: {one: 'Pessoa', many: 'Pessoas', article: 'a'}, icon: 'usuario', title: 'nome', owner: {empresa: 'idEmpresa'},
      api: {answer: 'array', update: 'POST usuarios'},
      fields: {
        tipo: {kind: 'escolha', label: 'Perfil', required: true, choices: [COORDENACAO, TECNICO, SOLICITANTE]},
        nome: NOME, email: {kind: 'email', label: 'E-mail', maxLength: 45, required: true, unique: 'global'},
        senha: {kind: 'senha', label: 'Senha', minLength: 6, maxLength: 45},
        codigoExterno: {kind: 'texto', label: 'Registro no Conselho', maxLength: 15},
        idEmpresa: {...A_EMPRESA, required: {is: {tipo: [TECNICO.id, SOLICITANTE.id]}}},
        ativo: {kind: 'booleano', label: 'Ativo', readOnly: true},
      },
      list: {columns: ['nome', 'email', 'tipo', 'nomeEmpresa', 'ativo'], card: ['nome', 'tipo'], filters: {nome: {}, tipo: {}, ativo: {}}},
      access: {list: ['coordenacao'], read: TODOS, create: ['coordenacao']}, scope: POR_EMPRESA, toggle: {field: 'ativo'},
    },

    empresas: {
      label: {one: 'Clínica', many: 'Clínicas', article: 'a'}, icon: 'empresa', title: 'razaoSocial', owner: {empresa: 'id'},
      fields: {
        razaoSocial: {...NOME, label: 'Razão Social'}, ativo: {kind: 'booleano', label: 'Ativa', readOnly: true},
        cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, only: 'cnpj', unique: 'global'},
      },
      list: {columns: ['razaoSocial', 'cnpj', 'ativo'], filters: {razaoSocial: {}}},
      access: {list: ['coordenacao'], read: TODOS, create: ['coordenacao']}, scope: POR_EMPRESA, toggle: {field: 'ativo', off: 'inativa'},
    },

    filiais: {
      label: {one: 'Unidade', many: 'Unidades', article: 'a'}, icon: 'filial', title: 'nome', owner: {empresa: 'idEmpresa', filial: 'id'},
      fields: {
        idEmpresa: EMPRESA, nome: {...NOME, unique: 'empresa'},
        idResponsavel: {...DA_EMPRESA, label: 'Responsável', to: 'usuarios', names: true, shows: {responsavel: 'nome'}},
      },
      list: {columns: ['nome', 'responsavel', 'nomeEmpresa'], filters: {idEmpresa: {}, nome: {}}},
      access: {list: TODOS, create: ['coordenacao']}, scope: POR_EMPRESA,
    },

    locais: {
      label: {one: 'Local', many: 'Locais'}, icon: 'filial', title: 'nome', owner: {empresa: 'idEmpresa', filial: 'idFilial'},
      fields: {
        idEmpresa: EMPRESA, idFilial: UNIDADE, nome: NOME,
        idAcima: {...DA_EMPRESA, label: 'Fica em', to: 'locais', within: 'idFilial', tree: true, shows: {acima: 'nome'}},
        equipamentos: {
          kind: 'calculo', label: 'Equipamentos em Uso', count: true, of: 'equipamentos', by: 'idLocal',
          where: {not: {status: ['baixado']}},
        },
      },
      list: {columns: ['nome', 'acima', 'unidade', 'equipamentos'], filters: {idEmpresa: {}, idFilial: {}, nome: {}}},
      unique: [['idFilial', 'nome']], access: {list: TODOS, create: EQUIPE}, scope: POR_EMPRESA,
    },

    equipamentos: {
      label: {one: 'Equipamento', many: 'Equipamentos'}, icon: 'item', title: ['patrimonio', 'nome'], owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: EMPRESA, patrimonio: {...NUMERO, label: 'Patrimônio'}, nome: NOME,
        fabricante: {kind: 'texto', label: 'Fabricante', maxLength: 60},
        serie: {kind: 'texto', label: 'Nº de Série', maxLength: 30, case: 'upper'},
        idLocal: {...DA_EMPRESA, label: 'Local', to: 'locais', required: true, shows: {local: 'nome'}},
        valor: {kind: 'moeda', label: 'Valor de Compra', min: 0, see: EQUIPE},
        situacao: {
          kind: 'escolha', label: 'Situação', choices: [
            {id: 1, key: 'disponivel', name: 'Disponível', many: 'Disponíveis', icon: 'check', tone: 'verde'},
            {id: 2, key: 'emprestado', name: 'Emprestado', many: 'Emprestados', icon: 'passar', tone: 'azul'},
            {id: 3, key: 'emReparo', name: 'Em Reparo', icon: 'headset', tone: 'ambar', waits: 'equipe'},
            {id: 4, key: 'baixado', name: 'Baixado', many: 'Baixados', icon: 'cross', tone: 'vermelho', end: true},
          ],
        },
        emprestimosAbertos: {...EMPRESTIMOS, label: 'Empréstimos em Aberto', where: {status: ['pedido', 'aprovado', 'entregue']}},
        emprestados: {...EMPRESTIMOS, label: 'Com Alguém', where: {status: ['entregue']}},
        gasto: {
          kind: 'calculo', label: 'Gasto em Reparos', sum: 'valorAprovado', of: 'reparos', by: 'idEquipamento', money: true, see: EQUIPE,
          where: {status: ['pronto']},
        },
      },
      list: {
        columns: ['patrimonio', 'nome', 'situacao', 'local', 'emprestimosAbertos', 'gasto'], card: ['patrimonio', 'nome', 'situacao'],
        goTo: ['nome', 'serie'], filters: {idEmpresa: {}, idLocal: {below: true}, situacao: {}, nome: {}},
      },
      unique: [['fabricante', 'serie']], access: {list: TODOS, create: EQUIPE}, scope: POR_EMPRESA, status: 'situacao',
      actions: {
        emprestar: {icon: 'passar', from: {disponivel: EQUIPE}, to: 'emprestado', needs: ['comAlguem']},
        devolver: {icon: 'undo', from: {emprestado: EQUIPE}, to: 'disponivel', needs: ['livre']},
        recolher: {icon: 'headset', from: {disponivel: EQUIPE}, to: 'emReparo', needs: ['livre']},
        liberar: {icon: 'check', from: {emReparo: EQUIPE}, to: 'disponivel'},
        baixar: {
          icon: 'cross', tone: 'danger', from: {disponivel: ['coordenacao'], emReparo: ['coordenacao']}, to: 'baixado', needs: ['livre'],
          asks: {motivo: MOTIVO}, files: 'required',
        },
      },
      conditions: {
        livre: {is: {emprestados: [0]}, reason: 'O equipamento está com alguém.'},
        comAlguem: {not: 'livre', reason: 'Nenhum empréstimo deste equipamento foi entregue.'},
      },
      files: {types: 'tiposArquivo'},
      makes: {
        emprestimos: {label: 'Novo empréstimo deste', with: {idEmpresa: 'record.idEmpresa', idEquipamento: 'record.id', dia: 'hoje'}},
        reparos: {label: 'Novo reparo deste', with: {idEmpresa: 'record.idEmpresa', idEquipamento: 'record.id'}},
      },
    },

    emprestimos: {
      label: {one: 'Empréstimo', many: 'Empréstimos'}, icon: 'passar', title: ['numero', 'equipamento'],
      owner: {empresa: 'idEmpresa', filial: 'idFilial'},
      fields: {
        idEmpresa: EMPRESA, numero: NUMERO,
        idFilial: {...UNIDADE, shows: {unidade: 'nome', responsavel: 'responsavel'}}, idEquipamento: EQUIPAMENTO,
        dia: {kind: 'data', label: 'Dia', required: true, default: 'hoje'},
        uso: {kind: 'texto', label: 'Para quê', maxLength: 200, required: true, multiline: true},
        situacao: {
          kind: 'escolha', label: 'Situação', choices: [
            {id: 1, key: 'pedido', name: 'Pedido', many: 'Pedidos', icon: 'inbox', tone: 'azul', waits: 'responsavel'},
            {id: 2, key: 'aprovado', name: 'Aprovado', many: 'Aprovados', icon: 'signature', tone: 'verdeAgua', waits: 'tecnico'},
            {id: 3, key: 'entregue', name: 'Entregue', many: 'Entregues', icon: 'passar', tone: 'ambar', waits: 'tecnico'},
            {id: 4, key: 'devolvido', name: 'Devolvido', icon: 'check', tone: 'verde', end: true, stamps: 'devolvidoEm'},
            {id: 5, key: 'negado', name: 'Negado', many: 'Negados', icon: 'cross', tone: 'vermelho', end: true},
          ],
        },
        idAutor: {...PESSOA, label: 'Pedido por', shows: {nomeAutor: 'nome'}},
        valor: {kind: 'moeda', label: 'Valor na Entrega', readOnly: true, see: EQUIPE},
        pedidoEm: {...QUANDO, label: 'Pedido em', stamps: 'create'}, devolvidoEm: {...QUANDO, label: 'Devolvido em'},
      },
      list: {
        columns: ['numero', 'equipamento', 'situacao', 'unidade', 'nomeAutor', 'dia', 'valor', 'aguarda'], sort: ['numero', 'desc'],
        card: ['numero', 'equipamento', 'situacao'], createLabel: 'Pedir Empréstimo',
        filters: {idEmpresa: {}, idFilial: {}, idEquipamento: {}, situacao: {}, pedidoEm: {param: ['de', 'ate'], input: 'more'}},
      },
      access: {list: TODOS, create: TODOS}, scope: {...POR_EMPRESA, solicitante: ['empresa', {any: ['autor', 'responsavel']}]},
      status: 'situacao',
      people: {
        autor: {field: 'idAutor', stamps: 'create', reason: 'Somente quem pediu pode fazer isto.'},
        responsavel: {field: 'idFilial.idResponsavel', reason: 'Somente o responsável da unidade pode fazer isto.'},
      },
      conditions: {aberto: {not: {status: ['devolvido', 'negado']}}},
      tabs: {
        meus: {label: 'Meus', where: ['aberto', {any: ['autor', 'responsavel']}]}, abertos: {label: 'Abertos', where: ['aberto']},
        todos: {label: 'Todos', where: []},
      },
      tells: {create: {responsavel: '{session.nome} pede {equipamento}: {uso}'}},
      actions: {
        salvar: {call: 'PUT emprestimos/:id', from: {pedido: ['coordenacao', 'tecnico', 'solicitante:autor']}},
        aprovar: {
          icon: 'signature', tone: 'primary', places: ['row', 'details', 'edit'], from: {pedido: APROVAM}, to: 'aprovado',
          tells: {autor: 'O empréstimo {numero} foi aprovado.'},
        },
        negar: {
          icon: 'cross', tone: 'danger', from: {pedido: APROVAM}, to: 'negado', asks: {motivo: MOTIVO},
          tells: {autor: 'O empréstimo {numero} foi negado: {motivo}'},
        },
        entregar: {
          icon: 'passar', tone: 'primary', from: {aprovado: EQUIPE}, to: 'entregue', sets: {valor: 'record.valorAtual'},
          does: [{on: 'idEquipamento', action: 'emprestar'}], success: 'Empréstimo Entregue!',
        },
        devolver: {
          icon: 'check', tone: 'primary', from: {entregue: EQUIPE}, to: 'devolvido',
          does: [{on: 'idEquipamento', action: 'devolver'}], creates: {inspecoes: {...DESTE, dia: 'hoje', motivo: 'Devolução'}},
        },
      },
    },

    reparos: {
      label: {one: 'Reparo', many: 'Reparos'}, icon: 'headset', title: ['numero', 'equipamento'], owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: EMPRESA, numero: NUMERO, idEquipamento: EQUIPAMENTO,
        defeito: {kind: 'texto', label: 'Defeito', maxLength: 300, required: true, multiline: true},
        situacao: {
          kind: 'escolha', label: 'Situação', choices: [
            {id: 1, key: 'orcamento', name: 'Em Orçamento', icon: 'inbox', tone: 'azul', waits: 'tecnico'},
            {id: 2, key: 'aprovacao', name: 'Em Aprovação', icon: 'signature', tone: 'ambar', waits: 'coordenacao'},
            {id: 3, key: 'emServico', name: 'Em Serviço', icon: 'headset', tone: 'verdeAgua', waits: 'tecnico'},
            {id: 4, key: 'pronto', name: 'Pronto', many: 'Prontos', icon: 'check', tone: 'verde', end: true, stamps: 'prontoEm'},
            {id: 5, key: 'recusado', name: 'Recusado', many: 'Recusados', icon: 'cross', tone: 'vermelho', end: true},
          ],
        },
        pecas: {kind: 'calculo', label: 'Valor das Peças', sum: 'total', of: 'pecas', by: 'idReparo', money: true},
        faltam: {kind: 'calculo', label: 'Peças por instalar', count: true, of: 'pecas', by: 'idReparo', where: {is: {instalada: [false]}}},
        valorAprovado: {kind: 'moeda', label: 'Valor Aprovado', readOnly: true}, urgente: {kind: 'booleano', label: 'Urgente'},
        abertoEm: {...QUANDO, label: 'Aberto em', stamps: 'create'}, prontoEm: {...QUANDO, label: 'Pronto em'},
      },
      list: {
        columns: ['numero', 'equipamento', 'situacao', 'pecas', 'valorAprovado', 'faltam', 'aguarda'], sort: ['numero', 'desc'],
        card: ['numero', 'equipamento', 'situacao'], createLabel: 'Abrir Reparo', goTo: ['defeito'],
        filters: {idEmpresa: {}, idEquipamento: {}, situacao: {}, urgente: {}, abertoEm: {param: ['de', 'ate'], input: 'more'}},
      },
      access: {list: EQUIPE, create: EQUIPE}, scope: DA_EQUIPE, status: 'situacao', files: {types: 'tiposArquivo'},
      conditions: {
        emOrcamento: {status: ['orcamento']}, temPecas: {not: {is: {pecas: [0]}}, reason: 'O orçamento não tem peças.'},
        tudoInstalado: {is: {faltam: [0]}, reason: 'Há peças por instalar.'}, aberto: {not: {status: ['pronto', 'recusado']}},
      },
      tabs: {
        abertos: {label: 'Abertos', where: ['aberto']}, urgentes: {label: 'Urgentes', where: ['aberto', {is: {urgente: [true]}}]},
        todos: {label: 'Todos', where: []},
      },
      children: {pecas: {label: 'Peças', title: 'Peças do reparo {numero}'}},
      actions: {
        salvar: {call: 'PUT reparos/:id', from: {orcamento: EQUIPE, emServico: EQUIPE}},
        orcar: {label: 'Orçar', icon: 'check', from: {orcamento: EQUIPE}, to: 'aprovacao', needs: ['temPecas'], success: 'Reparo Orçado!'},
        aprovar: {icon: 'check', from: {aprovacao: ['coordenacao']}, to: 'emServico', sets: {valorAprovado: 'record.pecas'}},
        recusar: {
          icon: 'cross', tone: 'danger', from: {aprovacao: ['coordenacao']}, to: 'recusado', asks: {motivo: MOTIVO},
          does: [{on: 'idEquipamento', action: 'liberar'}],
        },
        concluir: {
          icon: 'check', tone: 'primary', from: {emServico: EQUIPE}, to: 'pronto', needs: ['tudoInstalado'], files: 'required',
          does: [{on: 'idEquipamento', action: 'liberar'}],
        },
      },
    },

    pecas: {
      label: {one: 'Peça', many: 'Peças', article: 'a'}, icon: 'item', title: 'nome', owner: {through: 'idReparo'},
      conditions: {emOrcamento: {through: {idReparo: 'emOrcamento'}, reason: 'O reparo não está em orçamento.'}},
      access: {list: EQUIPE, create: PECA_NO_REPARO, delete: PECA_NO_REPARO, update: EQUIPE},
      scope: {coordenacao: ['tudo'], tecnico: [{through: {idReparo: 'noEscopo'}}]},
      fields: {
        idReparo: {kind: 'referencia', label: 'Reparo', to: 'reparos', required: true, readOnly: 'criado'}, nome: {...NOME, label: 'Peça'},
        quantidade: {kind: 'decimal', label: 'Quantidade', min: 0.01, required: true, default: 1},
        preco: {kind: 'moeda', label: 'Preço', min: 0, required: true}, instalada: {kind: 'booleano', label: 'Instalada', default: false},
        total: {kind: 'calculo', label: 'Total', product: ['quantidade', 'preco'], money: true},
      },
      list: {columns: ['nome', 'quantidade', 'total', 'instalada'], filters: {idReparo: {}}},
    },

    inspecoes: {
      label: {one: 'Inspeção', many: 'Inspeções', article: 'a'}, icon: 'signature', title: ['dia', 'equipamento'],
      owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: EMPRESA, idEquipamento: EQUIPAMENTO, dia: {kind: 'data', label: 'Dia', required: true, default: 'hoje'},
        motivo: {kind: 'texto', label: 'Motivo', maxLength: 80},
        defeito: {kind: 'texto', label: 'Defeito', maxLength: 300, multiline: true, readOnly: true},
        situacao: {
          kind: 'escolha', label: 'Situação', choices: [
            {id: 1, key: 'pendente', name: 'Pendente', many: 'Pendentes', icon: 'hourglass', tone: 'azul', waits: 'tecnico'},
            {id: 2, key: 'aprovada', name: 'Aprovada', many: 'Aprovadas', icon: 'check', tone: 'verde', end: true},
            {id: 3, key: 'reprovada', name: 'Reprovada', many: 'Reprovadas', icon: 'cross', tone: 'vermelho', end: true},
          ],
        },
        idTecnico: {...PESSOA, label: 'Inspecionado por', shows: {tecnico: 'nome'}},
      },
      list: {columns: ['dia', 'equipamento', 'situacao', 'tecnico', 'aguarda'], filters: {idEmpresa: {}, idEquipamento: {}, situacao: {}}},
      access: {list: EQUIPE, create: EQUIPE}, scope: DA_EQUIPE, status: 'situacao', files: {types: 'tiposArquivo'},
      actions: {
        aprovar: {
          icon: 'check', tone: 'primary', from: {pendente: EQUIPE}, to: 'aprovada', sets: {idTecnico: 'session.id'}, files: 'required',
        },
        reprovar: {
          icon: 'cross', tone: 'danger', from: {pendente: EQUIPE}, to: 'reprovada', sets: {idTecnico: 'session.id'},
          asks: {defeito: {kind: 'texto', label: 'Defeito', required: true, maxLength: 300, multiline: true}},
          creates: {reparos: {...DESTE, defeito: 'record.defeito'}},
        },
      },
    },
  },
});
