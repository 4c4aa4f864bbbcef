/** Purchases: requests with items, approved by whoever has the cost centre and, above an amount, by the board. */
import {defineConfig} from '../../src/schema/config/defineConfig.ts';

const ADMINISTRADOR = {id: 1, name: 'Administrador'} as const;
const DIRETOR = {id: 2, name: 'Diretor'} as const;
const COMPRADOR = {id: 3, name: 'Comprador'} as const;
const PESSOA = {id: 4, name: 'Pessoa'} as const;
const TODOS = ['administrador', 'diretor', 'comprador', 'pessoa'] as const;

const PEDEM = ['diretor:autor', 'comprador:autor', 'pessoa:autor'] as const;
const APROVA = ['diretor:aprovador', 'comprador:aprovador', 'pessoa:aprovador'] as const;
const NO_RASCUNHO = ['diretor:pedidoMeu', 'comprador:pedidoMeu', 'pessoa:pedidoMeu'] as const;
const DO_PEDIDO = {through: {idPedido: 'noEscopo'}} as const;

/** From here on the board has to approve as well. */
const ALCADA = 10_000;

const A_EMPRESA = {kind: 'referencia', label: 'Empresa', to: 'empresas', shows: {nomeEmpresa: 'razaoSocial'}} as const;
const EMPRESA = {...A_EMPRESA, required: true, readOnly: 'criado', default: 'session.idEmpresa'} as const;
const DA_EMPRESA = {kind: 'referencia', within: 'idEmpresa'} as const;
const USUARIO = {kind: 'referencia', to: 'usuarios', readOnly: true} as const;
const NOME = {kind: 'texto', label: 'Nome', maxLength: 80, required: true} as const;
const TELEFONE = {kind: 'telefone', label: 'Telefone', maxLength: 20} as const;
const ADM = ['administrador'] as const;
const ATIVO = {kind: 'booleano', label: 'Ativo', readOnly: true} as const;
const QUANDO = {kind: 'dataHora', readOnly: true} as const;
const MOTIVO = {kind: 'texto', label: 'Motivo', required: true, minLength: 10, maxLength: 300, multiline: true, comment: true} as const;
const POR_EMPRESA = {administrador: ['tudo'], diretor: ['empresa'], comprador: ['empresa'], pessoa: ['empresa']} as const;

export default defineConfig({
  product: {name: 'Compras', key: 'compras'},

  profiles: {
    administrador: {...ADMINISTRADOR, first: true}, diretor: {...DIRETOR, home: {list: 'pedidos'}},
    comprador: {...COMPRADOR, team: true, home: {list: 'pedidos'}}, pessoa: {...PESSOA, home: {list: 'pedidos'}},
  },

  menu: {
    '': {home: 'Painel'}, Compras: {pedidos: 'Pedidos', fornecedores: 'Fornecedores'},
    Cadastros: {empresas: 'Empresas', filiais: 'Unidades', centros: 'Centros de Custo', usuarios: 'Usuários'},
  },

  lists: {tiposArquivo: {rows: ['Cotação', 'Contrato', 'Nota Fiscal']}},

  dashboards: {home: {
    of: 'pedidos', periods: ['atual', '12m'], cards: ['aprovacao', 'diretoria', 'cotacao', 'comprado', 'recebido'], chart: 'recebido',
    by: ['idCentro'],
  }},

  resources: {
    usuarios: {
      label: {one: 'Usuário', many: 'Usuários'}, icon: 'usuario', title: 'nome', owner: {empresa: 'idEmpresa'},
      api: {answer: 'array', update: 'POST usuarios'},
      fields: {
        tipo: {kind: 'escolha', label: 'Perfil', required: true, choices: [ADMINISTRADOR, DIRETOR, COMPRADOR, PESSOA]},
        nome: NOME, email: {kind: 'email', label: 'E-mail', maxLength: 45, required: true, unique: 'global'},
        senha: {kind: 'senha', label: 'Senha', minLength: 6, maxLength: 45},
        codigoExterno: {kind: 'texto', label: 'Matrícula', maxLength: 15, case: 'upper'},
        idEmpresa: {...A_EMPRESA, required: {not: {is: {tipo: [ADMINISTRADOR.id]}}}}, ativo: ATIVO,
      },
      list: {columns: ['nome', 'email', 'tipo', 'nomeEmpresa', 'ativo'], card: ['nome', 'tipo'], filters: {nome: {}, tipo: {}, ativo: {}}},
      access: {list: ADM, read: TODOS, create: ADM}, scope: POR_EMPRESA, toggle: {field: 'ativo'},
    },

    empresas: {
      label: {one: 'Empresa', many: 'Empresas'}, icon: 'empresa', title: 'razaoSocial', owner: {empresa: 'id'},
      fields: {
        razaoSocial: {...NOME, label: 'Razão Social'}, telefone: TELEFONE, ativo: ATIVO,
        cnpj: {kind: 'documento', label: 'CNPJ', maxLength: 20, only: 'cnpj', required: true, unique: 'global'},
      },
      list: {columns: ['razaoSocial', 'cnpj', 'telefone', 'ativo'], filters: {razaoSocial: {}}},
      access: {list: ADM, read: TODOS, create: ADM}, scope: POR_EMPRESA, toggle: {field: 'ativo', off: 'inativa'},
    },

    filiais: {
      label: {one: 'Unidade', many: 'Unidades', article: 'a'}, icon: 'filial', title: 'nome', owner: {empresa: 'idEmpresa', filial: 'id'},
      fields: {
        idEmpresa: EMPRESA, nome: {...NOME, unique: 'empresa'}, cep: {kind: 'cep', label: 'CEP'},
        recebeDe: {kind: 'hora', label: 'Recebe das'}, recebeAte: {kind: 'hora', label: 'Até as'},
      },
      list: {columns: ['nome', 'cep', 'recebeDe', 'recebeAte', 'nomeEmpresa'], filters: {idEmpresa: {}, nome: {}}},
      rules: {recebeAte: [{not: {compare: ['recebeAte', '<=', 'recebeDe']}, reason: 'Fecha antes de abrir.'}]},
      access: {list: TODOS, create: ADM, delete: ADM}, scope: POR_EMPRESA,
      consequences: {pedidos: {
        of: 'pedidos', before: ['delete'], refuses: true, one: 'Há 1 pedido para {nome}.', many: 'Há {total} pedidos para {nome}.',
      }},
    },

    centros: {
      label: {one: 'Centro de Custo', many: 'Centros de Custo'}, icon: 'item', route: 'centro', title: 'nome',
      owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: EMPRESA, nome: NOME, limite: {kind: 'moeda', label: 'Limite por Pedido', min: 0}, ativo: {...ATIVO, default: true},
        idAprovador: {...DA_EMPRESA, label: 'Aprovador', to: 'usuarios', required: true, shows: {nomeAprovador: 'nome'}},
        codigo: {
          kind: 'texto', label: 'Código', maxLength: 8, required: true, case: 'upper',
          pattern: {like: '[A-Z]{2}-\\d{2,4}', reason: 'Use duas letras, um traço e números, como TI-01.'},
        },
      },
      list: {columns: ['codigo', 'nome', 'nomeAprovador', 'limite', 'ativo'], filters: {idEmpresa: {}, nome: {}}, sort: ['codigo', 'asc']},
      unique: [['idEmpresa', 'codigo']],
      access: {list: TODOS, create: ADM}, scope: POR_EMPRESA,
      toggle: {field: 'ativo', off: 'encerrado', refuses: 'Este centro de custo está encerrado.'},
    },

    fornecedores: {
      label: {one: 'Fornecedor', many: 'Fornecedores'}, icon: 'fornecedor', title: 'razaoSocial', owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: EMPRESA, razaoSocial: {...NOME, label: 'Razão Social'}, telefone: TELEFONE,
        documento: {kind: 'documento', label: 'CPF ou CNPJ', maxLength: 20, required: true},
        email: {kind: 'email', label: 'E-mail', maxLength: 60}, site: {kind: 'url', label: 'Site', maxLength: 200},
      },
      list: {columns: ['razaoSocial', 'documento', 'telefone', 'email'], filters: {razaoSocial: {}}},
      unique: [['idEmpresa', 'documento']],
      access: {list: TODOS, create: ['administrador', 'comprador'], delete: ADM}, scope: POR_EMPRESA,
    },

    pedidos: {
      label: {one: 'Pedido', many: 'Pedidos'}, icon: 'inbox', title: 'numero', owner: {empresa: 'idEmpresa', filial: 'idFilial'},
      fields: {
        idEmpresa: EMPRESA, numero: {kind: 'numero', label: 'Número', readOnly: true, sequence: 'idEmpresa'},
        idFilial: {...DA_EMPRESA, label: 'Unidade', to: 'filiais', required: true, shows: {nomeUnidade: 'nome'}},
        idCentro: {
          ...DA_EMPRESA, label: 'Centro de Custo', to: 'centros', required: true, readOnly: 'criado',
          shows: {centro: 'nome', limiteDoCentro: 'limite'},
        },
        descricao: {...NOME, label: 'O que é'}, urgente: {kind: 'booleano', label: 'Urgente', default: false},
        porque: {kind: 'texto', label: 'Por que a pressa', maxLength: 300, required: true, visible: 'urgente', whenOff: 'clear'},
        paraQuando: {kind: 'data', label: 'Para Quando', required: true, default: 'hoje+15'},
        valor: {kind: 'calculo', label: 'Valor Estimado', sum: 'total', of: 'itens', by: 'idPedido', money: true},
        idFornecedor: {
          ...DA_EMPRESA, label: 'Fornecedor', to: 'fornecedores', editable: 'comprando', shows: {nomeFornecedor: 'razaoSocial'},
        },
        valorFinal: {kind: 'moeda', label: 'Valor da Compra', readOnly: true}, frete: {kind: 'moeda', label: 'Frete', readOnly: true},
        notaFiscal: {kind: 'digitos', label: 'Nota Fiscal', maxLength: 9, readOnly: true}, proposta: {kind: 'arquivo', label: 'Proposta'},
        situacao: {
          kind: 'escolha', label: 'Situação', choices: [
            {id: 'rascunho', key: 'rascunho', name: 'Rascunho', many: 'Rascunhos', icon: 'item', tone: 'cinza', waits: 'autor'},
            {id: 'aprovacao', key: 'aprovacao', name: 'Em Aprovação', icon: 'signature', tone: 'roxo', waits: 'aprovador'},
            {id: 'diretoria', key: 'diretoria', name: 'Na Diretoria', icon: 'signature', tone: 'indigo', waits: 'diretor'},
            {id: 'cotacao', key: 'cotacao', name: 'Em Cotação', icon: 'headset', tone: 'azul', waits: 'comprador'},
            {id: 'comprado', key: 'comprado', name: 'Comprado', many: 'Comprados', icon: 'caminhao', tone: 'ambar', waits: 'autor'},
            {
              id: 'recebido', key: 'recebido', name: 'Recebido', many: 'Recebidos', icon: 'check', tone: 'verde', end: true,
              stamps: 'recebidoEm',
            },
            {id: 'recusado', key: 'recusado', name: 'Recusado', many: 'Recusados', icon: 'cross', tone: 'vermelho', end: true},
          ],
        },
        idAprovador: {...USUARIO, label: 'Aprovador', default: 'idCentro.idAprovador'}, desde: {...QUANDO, label: 'Desde'},
        pedidoEm: {...QUANDO, label: 'Pedido em', stamps: 'create'}, recebidoEm: {...QUANDO, label: 'Recebido em'},
        idAutor: {...USUARIO, label: 'Pedido por', shows: {nomeAutor: 'nome'}},
        idComprador: {...USUARIO, label: 'Comprador', shows: {nomeComprador: 'nome'}},
      },
      list: {
        columns: ['numero', 'situacao', 'descricao', 'centro', 'valor', 'paraQuando', 'nomeAutor', 'aguarda'], sort: ['numero', 'desc'],
        card: ['numero', 'situacao', 'descricao', 'valor'], goTo: ['descricao'], createLabel: 'Pedir',
        filters: {
          idEmpresa: {}, idCentro: {}, situacao: {}, descricao: {}, valor: {input: 'more'}, urgente: {input: 'more'},
          pedidoEm: {param: ['de', 'ate'], input: 'more'},
        },
      },
      rules: {
        paraQuando: [{any: [{not: {compare: ['paraQuando', '<', 'hoje']}}, 'criado'], reason: 'Esse dia já passou.'}],
        valorFinal: [{not: {compare: ['valorFinal', '>', 'valor']}, reason: 'Custa mais do que foi aprovado.'}],
      },
      access: {list: TODOS, create: TODOS, delete: ['diretor:rascunhoMeu', 'comprador:rascunhoMeu', 'pessoa:rascunhoMeu']},
      scope: {
        administrador: ['tudo'], diretor: ['empresa', 'enviado'], comprador: ['empresa', 'enviado'],
        pessoa: ['empresa', {any: ['autor', {all: ['enviado', 'aprovador']}]}],
      },
      status: 'situacao', since: 'desde',
      people: {
        autor: {field: 'idAutor', stamps: 'create', reason: 'Somente quem pediu pode fazer isto.'},
        aprovador: {field: 'idAprovador', reason: 'Somente o aprovador do centro de custo pode fazer isto.'},
        quemCompra: {field: 'idComprador', attends: true, reason: 'Somente o comprador do pedido pode fazer isto.'},
      },
      conditions: {
        urgente: {is: {urgente: [true]}}, comprando: {status: ['cotacao']}, enviado: {any: ['autor', {not: {status: ['rascunho']}}]},
        rascunhoMeu: {all: ['autor', {status: ['rascunho']}], reason: 'Só um rascunho seu pode ser excluído.'},
        acimaDaAlcada: {compare: ['valor', '>=', ALCADA]}, comFornecedor: {filled: 'idFornecedor', reason: 'Escolha antes o fornecedor.'},
        naoMeu: {not: 'autor', reason: 'Ninguém aprova o que pediu.'}, comItens: {compare: ['valor', '>', 0], reason: 'Faltam os itens.'},
        noLimite: {not: {compare: ['valor', '>', 'limiteDoCentro']}, reason: 'Passa do limite do centro de custo.'},
      },
      tabs: {
        meus: {label: 'Meus', where: ['autor']},
        paraAprovar: {label: 'Para Aprovar', where: [{status: ['aprovacao']}, 'aprovador'], sort: ['desde', 'asc'], told: true},
        atrasados: {label: 'Atrasados', where: [{not: {status: ['recebido', 'recusado']}}, {compare: ['paraQuando', '<', 'hoje']}]},
        todos: {label: 'Todos', where: []},
      },
      files: {types: 'tiposArquivo'},
      children: {itens: {label: 'Itens', title: 'Itens do pedido {numero}', next: 'Adicionar itens'}},
      actions: {
        salvar: {call: 'PUT pedidos/:id', from: {rascunho: PEDEM, cotacao: ['comprador:quemCompra']}},
        enviar: {
          icon: 'passar', tone: 'primary', places: ['row', 'details', 'edit'], from: {rascunho: PEDEM}, to: 'aprovacao',
          needs: ['comItens', 'noLimite'], confirm: 'Deseja Enviar o Pedido para Aprovação ?',
          tells: {aprovador: '{session.nome} pede {descricao}: {valor}.'},
        },
        aprovar: {
          icon: 'check', tone: 'primary', places: ['row', 'details', 'edit'], needs: ['naoMeu'], from: {aprovacao: APROVA},
          to: {when: 'acimaDaAlcada', then: 'diretoria', else: 'cotacao'}, tells: {
            autor: '{session.nome} aprovou o pedido {numero}.', diretor: {says: 'O pedido {numero} pede {valor}.', when: 'acimaDaAlcada'},
          },
        },
        autorizar: {
          icon: 'check', tone: 'primary', places: ['row', 'details', 'edit'], from: {diretoria: ['diretor']}, to: 'cotacao',
          needs: ['naoMeu'], confirm: 'Deseja Autorizar a Compra ?', tells: {autor: 'A diretoria autorizou o pedido {numero}.'},
        },
        recusar: {
          icon: 'cross', tone: 'danger', from: {aprovacao: APROVA, diretoria: ['diretor']}, to: 'recusado', asks: {motivo: MOTIVO},
          tells: {autor: 'O pedido {numero} foi recusado: {motivo}'},
        },
        assumir: {
          icon: 'headset', places: ['row', 'details', 'edit'], from: {cotacao: ['comprador']}, sets: {idComprador: 'session.id'},
          needs: [{not: 'quemCompra', reason: 'Você já é o comprador.', hides: true}],
        },
        comprar: {
          icon: 'caminhao', tone: 'primary', from: {cotacao: ['comprador:quemCompra']}, to: 'comprado', needs: ['comFornecedor'],
          asks: {
            valorFinal: {kind: 'moeda', label: 'Valor da Compra', min: 0.01, required: true},
            frete: {kind: 'moeda', label: 'Frete', min: 0},
          },
          tells: {autor: 'O pedido {numero} foi comprado de {nomeFornecedor}.'},
        },
        receber: {
          icon: 'check', tone: 'primary', places: ['row', 'details', 'edit'], to: 'recebido',
          from: {comprado: ['pessoa:autor', 'comprador', 'diretor:autor']},
          asks: {notaFiscal: {kind: 'digitos', label: 'Nota Fiscal', maxLength: 9, required: true}}, files: 'optional',
        },
      },
    },

    itens: {
      label: {one: 'Item', many: 'Itens'}, icon: 'etiqueta', title: 'descricao', owner: {through: 'idPedido'},
      fields: {
        idPedido: {kind: 'referencia', label: 'Pedido', to: 'pedidos', required: true, readOnly: 'criado'},
        descricao: {...NOME, label: 'Item'}, link: {kind: 'url', label: 'Link', maxLength: 200},
        quantidade: {kind: 'decimal', label: 'Quantidade', min: 0.01, required: true, default: 1},
        preco: {kind: 'moeda', label: 'Preço Estimado', min: 0, required: true},
        total: {kind: 'calculo', label: 'Total', product: ['quantidade', 'preco'], money: true},
      },
      list: {columns: ['descricao', 'quantidade', 'preco', 'total', 'link'], filters: {idPedido: {}}},
      conditions: {pedidoMeu: {through: {idPedido: 'rascunhoMeu'}, reason: 'O pedido já foi enviado, ou não é seu.'}},
      access: {list: TODOS, create: NO_RASCUNHO, delete: NO_RASCUNHO},
      scope: {administrador: ['tudo'], diretor: [DO_PEDIDO], comprador: [DO_PEDIDO], pessoa: [DO_PEDIDO]},
    },
  },
});
