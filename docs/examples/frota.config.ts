/** A fleet: vehicles, workshops, work orders with parts and hours. `npm start -- --config docs/examples/frota.config.ts` */
import {defineConfig} from '../../src/schema/config/defineConfig.ts';

const [GESTOR, MOTORISTA, MECANICO] = [{id: 1, name: 'Gestor'}, {id: 2, name: 'Motorista'}, {id: 3, name: 'Mecânico'}] as const;
const TODOS = ['gestor', 'motorista', 'mecanico'] as const;

const A_EMPRESA = {kind: 'referencia', label: 'Empresa', to: 'empresas', shows: {nomeEmpresa: 'razaoSocial'}} as const;
const EMPRESA = {...A_EMPRESA, required: true, readOnly: 'criado'} as const;
const DA_EMPRESA = {kind: 'referencia', within: 'idEmpresa'} as const;
const PESSOA = {...DA_EMPRESA, to: 'usuarios', names: true} as const;
const NOME = {kind: 'texto', label: 'Nome', maxLength: 60, required: true} as const;
const ATIVO = {kind: 'booleano', label: 'Ativo', readOnly: true} as const;
const QUILOMETROS = {kind: 'numero', min: 0, max: 9_999_999} as const;
const QUANDO = {kind: 'dataHora', readOnly: true} as const;
const MOTIVO = {kind: 'texto', label: 'Motivo', required: true, maxLength: 300, multiline: true, comment: true} as const;
const POR_EMPRESA = {gestor: ['tudo'], motorista: ['empresa'], mecanico: ['empresa']} as const;

/** A part or an hour is reached by whoever reaches its order, and written while that one is worked on. */
const ORDEM = {kind: 'referencia', label: 'Ordem', to: 'ordens', required: true, readOnly: 'criado'} as const;
const NA_ORDEM = ['gestor:ordemEmServico', 'mecanico:ordemEmServico'] as const;
const DA_ORDEM = {
  conditions: {ordemEmServico: {through: {idOrdem: 'emServico'}, reason: 'A ordem não está em serviço.'}},
  access: {list: TODOS, create: NA_ORDEM, delete: NA_ORDEM},
  scope: {gestor: ['tudo'], motorista: [{through: {idOrdem: 'noEscopo'}}], mecanico: [{through: {idOrdem: 'noEscopo'}}]},
} as const;
const CONFEREM = ['gestor', 'motorista:autor'] as const;
const TRABALHAM = ['gestor', 'mecanico:responsavel'] as const;

export default defineConfig({
  product: {name: 'Frota', key: 'frota'},

  profiles: {gestor: {...GESTOR, first: true, team: true}, motorista: MOTORISTA, mecanico: {...MECANICO, team: true, home: '/frota/box'}},

  menu: {
    Frota: {home: 'Painel', box: 'Box', veiculos: 'Veículos', ordens: 'Ordens de Serviço'},
    Cadastros: {empresas: 'Empresas', filiais: 'Garagens', usuarios: 'Usuários', oficinas: 'Oficinas'},
  },
  lists: {tiposArquivo: {rows: ['Foto', 'Orçamento', 'Nota Fiscal']}},

  dashboards: {
    home: {of: 'ordens', periods: ['6m', '12m'], cards: ['aberta', 'conferencia', 'fechada'], chart: 'fechada', by: ['idOficina']},
    box: {of: 'ordens', profiles: ['mecanico'], periods: ['6m'], cards: ['aberta', 'emServico'], chart: 'fechada', by: ['idVeiculo']},
  },

  resources: {
    usuarios: {
      label: {one: 'Usuário', many: 'Usuários'}, icon: 'usuario', title: 'nome', owner: {empresa: 'idEmpresa'},
      api: {answer: 'array', update: 'POST usuarios'},
      fields: {
        tipo: {kind: 'escolha', label: 'Perfil', required: true, choices: [GESTOR, MOTORISTA, MECANICO]},
        nome: NOME, email: {kind: 'email', label: 'E-mail', maxLength: 45, required: true, unique: 'global'},
        senha: {kind: 'senha', label: 'Senha', minLength: 6, maxLength: 45},
        codigoExterno: {kind: 'texto', label: 'CNH', maxLength: 15, visible: {is: {tipo: [MOTORISTA.id]}}, whenOff: 'clear'},
        idEmpresa: {...A_EMPRESA, required: {is: {tipo: [MOTORISTA.id, MECANICO.id]}}}, ativo: ATIVO,
      },
      list: {columns: ['nome', 'email', 'tipo', 'nomeEmpresa', 'ativo'], card: ['nome', 'tipo'], filters: {nome: {}, tipo: {}, ativo: {}}},
      access: {list: ['gestor'], read: TODOS, create: ['gestor']}, scope: POR_EMPRESA, toggle: {field: 'ativo'},
    },

    empresas: {
      label: {one: 'Empresa', many: 'Empresas'}, icon: 'empresa', title: 'razaoSocial', owner: {empresa: 'id'},
      fields: {
        razaoSocial: {...NOME, label: 'Razão Social'}, telefone: {kind: 'telefone', label: 'Telefone', maxLength: 20}, ativo: ATIVO,
        cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, only: 'cnpj', unique: 'global'},
      },
      list: {columns: ['razaoSocial', 'cnpj', 'telefone', 'ativo'], filters: {razaoSocial: {}}},
      access: {list: ['gestor'], read: TODOS, create: ['gestor']}, scope: POR_EMPRESA, toggle: {field: 'ativo', off: 'inativa'},
      children: {filiais: {label: 'Garagens', title: 'Garagens de {razaoSocial}', next: 'Adicionar garagens'}},
    },

    filiais: {
      label: {one: 'Garagem', many: 'Garagens', article: 'a'}, icon: 'filial', title: 'nome', owner: {empresa: 'idEmpresa', filial: 'id'},
      fields: {
        idEmpresa: EMPRESA, nome: {...NOME, unique: 'empresa'}, cidade: {kind: 'texto', label: 'Cidade', maxLength: 60},
        abre: {kind: 'hora', label: 'Abre'}, fecha: {kind: 'hora', label: 'Fecha', required: {filled: 'abre'}},
      },
      list: {columns: ['nome', 'cidade', 'abre', 'fecha', 'nomeEmpresa'], filters: {idEmpresa: {}, nome: {}}},
      rules: {fecha: [{not: {compare: ['fecha', '<=', 'abre']}, reason: 'A garagem fecha antes de abrir.'}]},
      access: {list: TODOS, create: ['gestor'], delete: ['gestor']}, scope: POR_EMPRESA,
      consequences: {veiculos: {
        of: 'veiculos', before: ['delete'], refuses: true, one: 'Há 1 veículo em {nome}.', many: 'Há {total} veículos em {nome}.',
      }},
    },

    oficinas: {
      label: {one: 'Oficina', many: 'Oficinas', article: 'a'}, icon: 'fornecedor', title: 'nome', owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: EMPRESA, nome: {...NOME, unique: 'empresa'}, valorHora: {kind: 'moeda', label: 'Valor da Hora', required: true, min: 0},
        servicos: {kind: 'opcoes', label: 'Serviços', choices: [{id: 1, name: 'Motor'}, {id: 2, name: 'Freios'}, {id: 3, name: 'Pneus'}]},
        prazo: {kind: 'numero', label: 'Prazo (dias)', min: 0, default: 3},
        idChefe: {...PESSOA, label: 'Chefe', shows: {nomeChefe: 'nome'}},
        atende: {kind: 'vinculos', label: 'Atende', to: 'veiculos', within: 'idEmpresa'},
      },
      list: {columns: ['nome', 'servicos', 'valorHora', 'nomeChefe'], filters: {idEmpresa: {}, nome: {}, servicos: {}, atende: {}}},
      people: {chefe: {field: 'idChefe', reason: 'Somente o chefe da oficina pode fazer isto.'}},
      access: {list: TODOS, create: ['gestor'], update: ['gestor', 'mecanico:chefe']}, scope: POR_EMPRESA,
    },

    veiculos: {
      label: {one: 'Veículo', many: 'Veículos'}, icon: 'caminhao', title: 'placa', owner: {empresa: 'idEmpresa', filial: 'idFilial'},
      fields: {
        idEmpresa: EMPRESA,
        idFilial: {...DA_EMPRESA, label: 'Garagem', to: 'filiais', required: true, shows: {nomeGaragem: 'nome'}},
        placa: {
          kind: 'texto', label: 'Placa', maxLength: 7, required: true, unique: 'global', case: 'upper',
          pattern: {like: '[A-Z]{3}\\d[A-Z\\d]\\d{2}', reason: 'Use três letras e quatro caracteres, como ABC1D23.'},
        },
        modelo: {...NOME, label: 'Modelo'}, prefixo: {kind: 'texto', label: 'Prefixo', maxLength: 10},
        tipo: {kind: 'escolha', label: 'Tipo', default: 'leve', choices: [{id: 'leve', name: 'Leve'}, {id: 'caminhao', name: 'Caminhão'}]},
        carga: {kind: 'decimal', label: 'Carga (t)', decimals: 3, min: 0, max: 99, required: true, visible: 'caminhao', whenOff: 'clear'},
        hodometro: {...QUILOMETROS, label: 'Hodômetro (km)', required: true, default: 0},
        valor: {kind: 'moeda', label: 'Valor de Compra', min: 0, see: ['gestor']},
        idMotorista: {...PESSOA, label: 'Motorista', shows: {nomeMotorista: 'nome'}},
        emUso: {...ATIVO, label: 'Em Uso', default: true}, alteradoEm: {...QUANDO, label: 'Alterado em', stamps: 'update'},
      },
      list: {
        columns: ['placa', 'modelo', 'tipo', 'hodometro', 'nomeGaragem', 'nomeMotorista', 'emUso'], goTo: ['placa', 'modelo'],
        card: ['placa', 'modelo', 'nomeGaragem'], filters: {idEmpresa: {}, idFilial: {}, placa: {}, emUso: {}, hodometro: {input: 'more'}},
      },
      unique: [['idEmpresa', 'prefixo']], conditions: {caminhao: {is: {tipo: ['caminhao']}}},
      people: {dono: {field: 'idMotorista', reason: 'Somente o motorista do veículo pode fazer isto.'}},
      access: {list: TODOS, create: ['gestor']}, scope: {...POR_EMPRESA, motorista: ['empresa', 'dono']},
      toggle: {field: 'emUso', off: 'parado', refuses: 'Este veículo está fora de uso.'},
      consequences: {ordens: {
        of: 'ordens', where: ['aberto'], before: ['inativar'], refuses: true, together: 'Ordens em aberto: {total}.',
        one: '{placa} tem 1 ordem em aberto.', many: '{placa} tem {total} ordens em aberto.',
      }},
    },

    ordens: {
      label: {one: 'Ordem', many: 'Ordens', article: 'a'}, icon: 'etiqueta', title: 'numero', owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: {...EMPRESA, default: 'session.idEmpresa'},
        numero: {kind: 'numero', label: 'Número', readOnly: true, sequence: 'idEmpresa'},
        idVeiculo: {
          ...DA_EMPRESA, label: 'Veículo', to: 'veiculos', required: true, readOnly: 'criado',
          shows: {placa: 'placa', kmAtual: 'hodometro'},
        },
        idOficina: {...DA_EMPRESA, label: 'Oficina', to: 'oficinas', required: true, shows: {nomeOficina: 'nome'}},
        tipo: {
          kind: 'escolha', label: 'Tipo', required: true, default: 'preventiva',
          choices: [{id: 'preventiva', name: 'Preventiva'}, {id: 'corretiva', name: 'Corretiva'}, {id: 'sinistro', name: 'Sinistro'}],
        },
        defeito: {kind: 'texto', label: 'Defeito', maxLength: 300, multiline: true, required: true, visible: 'quebrou', whenOff: 'clear'},
        boletim: {kind: 'url', label: 'Boletim de Ocorrência', maxLength: 200, visible: {is: {tipo: ['sinistro']}}, whenOff: 'clear'},
        hodometro: {...QUILOMETROS, label: 'Hodômetro na Entrada (km)', default: 'idVeiculo.hodometro'},
        entrada: {kind: 'data', label: 'Entrada', required: true, default: 'hoje'}, hora: {kind: 'hora', label: 'Hora'},
        previsao: {kind: 'data', label: 'Previsão', default: ['entrada', '+', 'idOficina.prazo', 'dias']},
        desde: {...QUANDO, label: 'Desde'},
        valorHora: {kind: 'moeda', label: 'Valor da Hora', min: 0, default: 'idOficina.valorHora', see: ['gestor', 'mecanico']},
        situacao: {
          kind: 'escolha', label: 'Situação', choices: [
            {id: 1, key: 'aberta', name: 'Aberta', many: 'Abertas', icon: 'inbox', tone: 'azul', waits: 'mecanico'},
            {id: 2, key: 'emServico', name: 'Em Serviço', icon: 'headset', tone: 'verdeAgua', waits: 'responsavel'},
            {id: 3, key: 'conferencia', name: 'Em Conferência', icon: 'signature', tone: 'ambar', waits: 'autor'},
            {id: 4, key: 'fechada', name: 'Fechada', many: 'Fechadas', icon: 'check', tone: 'verde', end: true, stamps: 'fechadaEm'},
            {id: 5, key: 'cancelada', name: 'Cancelada', many: 'Canceladas', icon: 'cross', tone: 'vermelho', end: true},
          ],
        },
        abertaEm: {...QUANDO, label: 'Aberta em', stamps: 'create'}, fechadaEm: {...QUANDO, label: 'Fechada em'},
        idAutor: {kind: 'referencia', label: 'Aberta por', to: 'usuarios', readOnly: true},
        idMecanico: {kind: 'referencia', label: 'Mecânico', to: 'usuarios', readOnly: true, shows: {nomeMecanico: 'nome'}},
        hodometroSaida: {...QUILOMETROS, label: 'Hodômetro na Saída (km)', readOnly: true},
        pecas: {kind: 'calculo', label: 'Valor das Peças', sum: 'total', of: 'pecas', by: 'idOrdem', money: true},
      },
      list: {
        columns: ['numero', 'situacao', 'placa', 'tipo', 'nomeOficina', 'previsao', 'pecas', 'aguarda'], sort: ['numero', 'desc'],
        card: ['numero', 'situacao', 'placa', 'aguarda'], goTo: ['defeito'], createLabel: 'Abrir Ordem',
        filters: {
          idEmpresa: {}, idVeiculo: {}, idOficina: {}, situacao: {}, tipo: {input: 'more'}, numero: {input: 'more'},
          abertaEm: {param: ['de', 'ate'], input: 'more'},
        },
      },
      rules: {
        previsao: [{not: {compare: ['previsao', '<', 'entrada']}, reason: 'A previsão é de antes da entrada.'}],
        hodometro: [{not: {compare: ['hodometro', '<', 'kmAtual']}, reason: 'O veículo já rodou mais do que isso.'}],
        hodometroSaida: [{not: {compare: ['hodometroSaida', '<', 'hodometro']}, reason: 'É menor que o da entrada.'}],
      },
      access: {list: TODOS, create: TODOS},
      scope: {
        gestor: ['tudo'], motorista: ['empresa', {any: ['autor', {through: {idVeiculo: 'dono'}}]}],
        mecanico: ['empresa', {any: ['responsavel', {status: ['aberta']}, {through: {idOficina: 'chefe'}}]}],
      },
      status: 'situacao', since: 'desde',
      people: {
        autor: {field: 'idAutor', stamps: 'create', reason: 'Somente quem abriu a ordem pode fazer isto.'},
        responsavel: {field: 'idMecanico', attends: true, reason: 'Somente o mecânico da ordem pode fazer isto.'},
      },
      conditions: {
        emServico: {status: ['emServico']}, aberto: {not: {status: ['fechada', 'cancelada']}}, quebrou: {not: {is: {tipo: ['preventiva']}}},
      },
      tabs: {
        minhas: {label: 'Minhas', where: ['aberto', {any: ['responsavel', 'autor']}]},
        atrasadas: {label: 'Atrasadas', where: ['aberto', {compare: ['previsao', '<', 'hoje']}], sort: ['previsao', 'asc'], told: true},
        abertas: {label: 'Abertas', where: ['aberto']}, todas: {label: 'Todas', where: []},
      },
      files: {types: 'tiposArquivo'}, tells: {create: {'idOficina.idChefe': '{session.nome} abriu a ordem {numero}, do veículo {placa}.'}},
      children: {pecas: {label: 'Peças', title: 'Peças da ordem {numero}'}, horas: {label: 'Horas', title: 'Horas da ordem {numero}'}},
      consequences: {pendentes: {
        of: 'pecas', where: [{is: {instalada: [false]}}], before: ['concluir'], refuses: true,
        one: 'A ordem {numero} tem 1 peça por instalar.', many: 'A ordem {numero} tem {total} peças por instalar.',
      }},
      actions: {
        salvar: {call: 'PUT ordens/:id', from: {aberta: ['gestor', 'motorista:autor', 'mecanico'], emServico: TRABALHAM}},
        iniciar: {
          icon: 'headset', tone: 'primary', places: ['row', 'details', 'edit'], from: {aberta: ['gestor', 'mecanico']}, to: 'emServico',
          sets: {idMecanico: 'session.id'}, tells: {autor: '{session.nome} começou a ordem {numero}, do veículo {placa}.'},
        },
        concluir: {
          icon: 'check', tone: 'primary', from: {emServico: TRABALHAM}, to: 'conferencia',
          asks: {hodometroSaida: {...QUILOMETROS, label: 'Hodômetro na Saída (km)', required: true}},
          tells: {autor: 'A ordem {numero} espera a sua conferência.'},
        },
        fechar: {
          icon: 'check', tone: 'primary', places: ['row', 'details', 'edit'], from: {conferencia: CONFEREM}, to: 'fechada',
          confirm: 'Deseja Fechar a Ordem ?', tells: {responsavel: 'A ordem {numero} foi fechada.'},
        },
        devolver: {
          icon: 'undo', from: {conferencia: CONFEREM}, to: 'emServico', asks: {motivo: MOTIVO}, sets: {hodometroSaida: null},
          tells: {responsavel: 'A ordem {numero} voltou: {motivo}'},
        },
        cancelar: {icon: 'cross', tone: 'danger', from: {aberta: CONFEREM}, to: 'cancelada', asks: {motivo: MOTIVO}},
      },
    },

    pecas: {
      label: {one: 'Peça', many: 'Peças', article: 'a'}, icon: 'item', title: 'nome', owner: {through: 'idOrdem'}, ...DA_ORDEM,
      fields: {
        idOrdem: ORDEM, codigo: {kind: 'texto', label: 'Código', maxLength: 12, case: 'upper'}, nome: {...NOME, label: 'Peça'},
        quantidade: {kind: 'decimal', label: 'Quantidade', min: 0.01, required: true, default: 1},
        preco: {kind: 'moeda', label: 'Preço', min: 0, required: true}, instalada: {kind: 'booleano', label: 'Instalada', default: false},
        total: {kind: 'calculo', label: 'Total', product: ['quantidade', 'preco'], money: true},
      },
      list: {columns: ['codigo', 'nome', 'quantidade', 'total', 'instalada'], filters: {idOrdem: {}}}, unique: [['idOrdem', 'codigo']],
    },

    horas: {
      label: {one: 'Hora', many: 'Horas', article: 'a'}, icon: 'hourglass', title: 'servico', owner: {through: 'idOrdem'}, ...DA_ORDEM,
      fields: {
        idOrdem: ORDEM, servico: {...NOME, label: 'Serviço'}, dia: {kind: 'data', label: 'Dia', required: true, default: 'hoje'},
        inicio: {kind: 'hora', label: 'Início', required: true}, fim: {kind: 'hora', label: 'Fim', required: true},
        idPessoa: {kind: 'referencia', label: 'Quem', to: 'usuarios', names: true, default: 'session.id', shows: {nomePessoa: 'nome'}},
      },
      list: {columns: ['servico', 'dia', 'inicio', 'fim', 'nomePessoa'], filters: {idOrdem: {}}, sort: ['dia', 'asc']},
      rules: {fim: [{not: {compare: ['fim', '<=', 'inicio']}, reason: 'Termina antes de começar.'}]},
    },
  },
});
