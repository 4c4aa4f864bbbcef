/**
 * The product as plain data: profiles, resources, fields, screens, access, actions, words.
 * The portal and the server read it; nothing here is code. README: 'add a field', 'a resource', 'an action', 'a kind'.
 */
import {defineConfig} from './src/schema/config/defineConfig.ts';

/** What a profile is called, and the number that a user's `tipo` has. */
const ADM = {id: 1, name: 'Adm'} as const;
const EMPRESA = {id: 2, name: 'Empresa'} as const;
const FORNECEDOR = {id: 3, name: 'Fornecedor'} as const;
const RPA = {id: 4, name: 'RPA'} as const;
const EMPRESA_USUARIO = {id: 5, name: 'Empresa-Usuário'} as const;

const TODOS = ['adm', 'empresa', 'fornecedor', 'rpa', 'empresaUsuario'] as const;
const PESSOAS = ['adm', 'empresa', 'fornecedor', 'empresaUsuario'] as const;
const GESTORES = ['adm', 'empresa'] as const;
const EQUIPE = ['adm', 'empresa', 'empresaUsuario'] as const;

const MOTIVO = {kind: 'texto', label: 'Motivo', required: true, maxLength: 300, multiline: true, comment: true} as const;
const COMENTARIO = {kind: 'texto', label: 'Comentário', maxLength: 300, multiline: true, comment: true} as const;

/** Parameters that other servers read; ours takes who asks from the token alone. */
const QUEM_PEDE = ['idPerfilLogado', 'idUsuarioLogado'] as const;

const EMPRESA_DELE = {kind: 'referencia', label: 'Empresa', to: 'empresas', required: true, shows: {nomeEmpresa: 'razaoSocial'}} as const;
const FILIAL_DELA = {
  kind: 'referencia', label: 'Filial', to: 'filiais', within: 'idEmpresa', required: true, shows: {nomeFilial: 'descricao'},
} as const;

const POR_EMPRESA = {adm: ['tudo'], empresa: ['empresa']} as const;
const POR_FILIAL = {
  ...POR_EMPRESA, fornecedor: ['empresa', 'filiais'], rpa: ['empresa'], empresaUsuario: ['empresa', 'filiais'],
} as const;

const COMENTOU = '{session.nome} comentou o ticket {id}: {comentario}';

/** What is offered for tickets before whoever attends them goes. */
const PASSAR_OU_DEVOLVER = ['passar', 'devolver'] as const;

/** Who edits a ticket that nobody attends, by its status, and one that somebody does. */
const EDITAM = {emAberto: ['adm', 'empresa', 'fornecedor'], emAprovacao: EQUIPE, pendencia: PESSOAS} as const;
const ATENDEM = ['adm', 'empresa', 'empresaUsuario:atendente'] as const;

const TICKET_SALVO = 'Ticket {id} Editado!';
/** A tab that is a queue. */
const MAIS_ANTIGOS = ['dataCriacao', 'asc'] as const;

const RAZAO_SOCIAL = {kind: 'texto', label: 'Razão Social', maxLength: 100, required: true} as const;
const DESCRICAO = {kind: 'texto', label: 'Descrição', maxLength: 100, required: true} as const;
const CNPJ = {
  kind: 'documento', label: 'CNPJ', maxLength: 20, required: true, messages: {invalid: 'CNPJ inválido: confira os dígitos.'},
} as const;
const EMAIL = {kind: 'email', label: 'E-mail', maxLength: 45, required: true} as const;
const TELEFONE = {kind: 'telefone', label: 'Telefone', maxLength: 20, required: true} as const;
const CONTATO = {kind: 'texto', label: 'Contato', maxLength: 20} as const;
const ATIVO = {kind: 'booleano', label: 'Ativo'} as const;
const CRIACAO = {kind: 'dataHora', label: 'Data de Criação', stamps: 'create'} as const;

export default defineConfig({
  product: {name: 'Balcão', subtitle: 'Informe seu email e senha', basename: '/adm', pageTitle: 'Adm'},

  profiles: {
    adm: {...ADM, first: true, team: true},
    empresa: {...EMPRESA, team: true},
    fornecedor: {...FORNECEDOR, home: '/adm/ticket'},
    rpa: {...RPA, robot: true},
    empresaUsuario: {...EMPRESA_USUARIO, team: true},
  },

  menu: {
    '': {home: 'Dashboard'},
    Administração: {empresas: 'Empresa', fornecedores: 'Fornecedor', usuarios: 'Usuários'},
    'Adm Operacional': {modelosFormulario: 'Modelos Formulário'},
    Operação: {tickets: 'Ticket', robos: 'Robôs'},
  },

  lists: {
    transgenia: {
      call: 'GET tickets/lista-fixa-transgenia/',
      rows: {CONV: 'Convencional', RR: 'RR', RR2: 'RR2 PRO', I2X: 'Intacta 2 Xtend', E3: 'Enlist E3', PART: 'Participante'},
    },
    tiposArquivo: {
      call: 'GET ticketsArquivo/lista-tipos-arquivo/', wire: ['nome', 'nome'],
      rows: ['Nota Fiscal', 'Conhecimento de Transporte', 'Contrato', 'Laudo', 'Comprovante', 'Outros'],
    },
  },

  namedItems: {
    Transgenia: {field: {kind: 'lista', list: 'transgenia'}},
    Transportadora: {
      field: {kind: 'texto', maxLength: 100},
      prefill: {
        profiles: ['fornecedor'], value: 'session.codigoExterno',
        missing: 'Seu usuário não tem Código Externo. Peça à Empresa ou ao Adm que o preencha no cadastro de usuários.',
      },
    },
    CPF: {field: {kind: 'documento', maxLength: 20, only: 'cpf'}},
    CNPJ: {field: {kind: 'documento', maxLength: 20, only: 'cnpj'}},
    Telefone: {field: {kind: 'telefone', maxLength: 20}},
    CEP: {field: {kind: 'cep'}},
  },

  replies: {profiles: EQUIPE, company: GESTORES},

  files: {
    messages: {
      one: 'Extensão do arquivo não permitida. Arquivos .exe e .bat são proibidos.',
      many: 'Um ou mais arquivos têm extensões não permitidas (.exe, .bat, etc).',
      save: 'Existe(m) Arquivo(s) com Extensão Inválida!',
      confirmDelete: 'Deseja realmente excluir o arquivo ?',
    },
  },

  messages: {
    offline: 'Erro de comunicação com servidor, entre em contato com a Administradora!',
    loginBoth: 'Preencha os campo Usuário e Senha',
    loginUserInline: 'Digite o campo é Usuário.',
    loginPasswordInline: 'Digite o campo é Senha.',
    formEmpty: 'O Formulario não foi preenchido!',
  },

  dashboards: {home: {
    of: 'tickets',
    calls: {counts: 'GET Dashboard/buscar-qtd-ticetks-status', evolution: 'GET Dashboard/listar-evolucao', summary: 'GET dashboard/resumo'},
    periods: ['atual', '6m', '12m', 2024],
    cards: ['pendencia', 'emAberto', 'emAprovacao', 'emAtendimento', 'finalizado'],
    bar: 'emAtendimento',
    chart: 'finalizado',
    by: ['idFilial', 'idModeloFormulario', 'idUsuarioAtendimento'],
    steps: {
      empresas: {label: 'Cadastre a empresa', hint: 'Razão social, CNPJ e contato de quem abre os tickets.'},
      filiais: {label: 'Adicione as filiais', hint: 'Na lista de empresas, em Ação: Ver Filiais / Add.'},
      modelosFormulario: {label: 'Crie um modelo de formulário', hint: 'Cada modelo pertence a uma filial.'},
      modelosFormularioItem: {label: 'Adicione os itens do modelo', hint: 'São os campos que o ticket vai pedir.'},
      usuarios: {label: 'Convide os usuários', hint: 'Quem é cadastrado sem senha recebe um convite para criá-la.'},
      tickets: {label: 'Abra o primeiro ticket', hint: 'Preencha o formulário e adicione pelo menos um arquivo.'},
    },
  }},

  resources: {
    usuarios: {
      label: {one: 'Usuário', many: 'Usuários'},
      icon: 'usuario',
      api: {answer: 'array', update: 'POST usuarios'},
      owner: {empresa: 'idEmpresa'},
      fields: {
        tipo: {
          kind: 'escolha', label: 'Perfil', required: true,
          readOnly: {any: ['proprio'], reason: 'Ninguém altera isto no próprio cadastro.'},
          choices: [
            {...ADM, profiles: ['adm']},
            EMPRESA,
            FORNECEDOR,
            EMPRESA_USUARIO,
            {...RPA, profiles: ['adm'], offered: false},
          ],
        },
        nome: {kind: 'texto', label: 'Nome', maxLength: 100, required: true},
        email: {...EMAIL, maxLength: 100, warnAbove: 45, unique: 'global'},
        senha: {
          kind: 'senha', label: 'Senha', minLength: 6, maxLength: 45, invites: 'pessoa',
          help: {
            create: 'Em branco, a pessoa recebe um convite para criar a própria senha.',
            update: 'Em branco, o usuário mantém a senha que tem.',
          },
        },
        codigoExterno: {kind: 'texto', label: 'Código Externo', maxLength: 15},
        idEmpresa: {
          kind: 'referencia', label: 'Empresa', to: 'empresas', required: {is: {tipo: [EMPRESA.id, FORNECEDOR.id, EMPRESA_USUARIO.id]}},
          editable: {is: {tipo: [EMPRESA.id, FORNECEDOR.id, RPA.id, EMPRESA_USUARIO.id]}}, whenOff: 'clear',
        },
        dataCriacao: {...CRIACAO, show: 'dia'},
        filiaisAlteradas: {
          kind: 'vinculos', label: 'Filiais', to: 'filiais', within: 'idEmpresa',
          visible: {is: {tipo: [FORNECEDOR.id, EMPRESA_USUARIO.id]}}, whenOff: 'clear',
          wire: {id: 'idFilial', on: 'usuarioVinculado'}, call: 'GET filial/buscar-filiais-empresa/:idEmpresa/:id',
          warnNone: 'Sem filial, não verá tickets.',
        },
        ativo: ATIVO,
        semSenha: {kind: 'booleano', label: 'Aguarda o primeiro acesso', readOnly: true},
      },
      list: {
        columns: ['nome', 'email', 'tipo', 'ativo'],
        card: ['nome', 'email', 'tipo'],
        goTo: ['nome', 'email'],
        marks: ['semSenha'],
        filters: {
          idEmpresa: {all: 'Empresa'},
          filiaisAlteradas: {param: 'idFilial', label: 'Filial', all: 'Filial'},
          nome: {}, email: {}, ativo: {},
        },
      },
      form: {
        '': ['tipo', 'nome', 'email', 'senha', 'codigoExterno', 'idEmpresa', 'dataCriacao'],
        'Filiais do usuário': ['filiaisAlteradas'],
      },
      access: {list: GESTORES, read: TODOS, create: GESTORES},
      scope: {...POR_EMPRESA, fornecedor: ['proprio'], rpa: ['proprio'], empresaUsuario: ['proprio']},
      conditions: {
        naoProprio: {not: 'proprio', reason: 'Não é possível fazer isto com o seu próprio usuário.'},
        semSenha: {
          is: {semSenha: [true]}, hides: true,
          reason: 'Este usuário já tem senha. Se a esqueceu, pode pedir outra em “Esqueceu sua senha?”, na tela de entrada.',
        },
        pessoa: {
          is: {tipo: [ADM.id, EMPRESA.id, FORNECEDOR.id, EMPRESA_USUARIO.id]},
          reason: 'Usuários deste perfil não recebem convite por e-mail.', hides: true,
        },
        usuarioAtivo: {is: {ativo: [true]}, reason: 'Este usuário está inativo. Ative-o antes de enviar o convite.'},
      },
      actions: {
        inativar: {needs: ['naoProprio', 'naoUltimoAdm']},
        ativar: {needs: ['naoProprio']},
        convidar: {
          label: 'Enviar o convite de novo', icon: 'email', call: 'POST usuarios/:id/convite',
          profiles: GESTORES, needs: ['semSenha', 'pessoa', 'usuarioAtivo'], sends: 'convite',
          confirm: 'Deseja Enviar o Convite de Novo ?', success: 'Convite Enviado!',
        },
      },
      toggle: {field: 'ativo'},
      consequences: {
        atende: {
          of: 'tickets', by: 'idUsuarioAtendimento', where: ['aberto'], before: ['inativar'],
          one: '{nome} atende 1 ticket em aberto.', many: '{nome} atende {total} tickets em aberto.',
          together: 'Tickets em aberto que eles atendem: {total}.', offers: PASSAR_OU_DEVOLVER,
        },
        perde: {
          of: 'tickets', by: 'idUsuarioAtendimento', where: ['aberto'], before: ['update'], offers: PASSAR_OU_DEVOLVER,
          one: 'Como está no formulário, {nome} deixa de ver 1 ticket em aberto que atende.',
          many: 'Como está no formulário, {nome} deixa de ver {total} tickets em aberto que atende.',
        },
      },
      messages: {updated: 'Usuário Atualizado!'},
    },

    empresas: {
      label: {one: 'Empresa', many: 'Empresas'},
      icon: 'empresa',
      api: {answer: 'page', combo: 'GET empresas/listarCombo', echo: QUEM_PEDE},
      owner: {empresa: 'id'},
      fields: {
        razaoSocial: RAZAO_SOCIAL,
        cnpj: {...CNPJ, unique: 'global'},
        email: EMAIL,
        telefone: TELEFONE,
        contato: CONTATO,
        // Specified to the letter, where the general sentence says more.
        celularContato: {kind: 'telefone', label: 'Celular do Contato', maxLength: 20, messages: {invalid: 'Campo inválido.'}},
        ativo: ATIVO,
      },
      list: {
        columns: ['razaoSocial', 'cnpj', 'email', 'telefone', 'contato', 'ativo'],
        card: ['razaoSocial', 'cnpj', 'telefone'],
        filters: {
          razaoSocial: {param: 'nome'}, cnpj: {}, ativo: {},
        },
        goTo: ['razaoSocial', 'cnpj'],
      },
      access: {list: GESTORES, create: ['adm'], update: GESTORES},
      scope: {...POR_EMPRESA, fornecedor: ['empresa'], rpa: ['empresa'], empresaUsuario: ['empresa']},
      actions: {
        inativar: {profiles: ['adm'], places: ['menu']},
        ativar: {profiles: ['adm']},
      },
      toggle: {field: 'ativo', off: 'inativa'},
      consequences: {
        pessoas: {
          of: 'usuarios', where: ['usuarioAtivo'], before: ['inativar'],
          one: '1 pessoa desta empresa não entrará mais.', many: '{total} pessoas desta empresa não entrarão mais.',
          together: 'Pessoas destas empresas que não entrarão mais: {total}.',
        },
        tickets: {
          of: 'tickets', where: ['aberto'], before: ['inativar'],
          one: 'Ela tem 1 ticket em aberto.', many: 'Ela tem {total} tickets em aberto.',
          together: 'Tickets em aberto que elas têm: {total}.',
        },
      },
      children: {filiais: {
        label: 'Ver Filiais / Add', title: 'Adicionar Filial à Empresa: {razaoSocial}', next: 'Adicionar filiais',
      }},
      messages: {none: 'Ainda não há empresas. Peça ao Adm que cadastre a primeira.'},
    },

    filiais: {
      label: {one: 'Filial', many: 'Filiais'},
      icon: 'filial',
      api: {list: 'GET filial', answer: 'registros', combo: 'GET filial/listarCombo/:idEmpresa/:idUsuario'},
      owner: {empresa: 'idEmpresa', filial: 'id'},
      fields: {
        idEmpresa: {...EMPRESA_DELE, readOnly: 'criado'},
        descricao: DESCRICAO,
        razaoSocial: RAZAO_SOCIAL,
        cnpj: {...CNPJ, unique: 'empresa'},
        telefone: TELEFONE,
        contato: {...CONTATO, maxLength: 110, required: true},
      },
      list: {
        columns: ['descricao', 'razaoSocial', 'cnpj', 'telefone', 'contato', 'nomeEmpresa'],
        card: ['descricao', 'cnpj', 'nomeEmpresa'],
        filters: {idEmpresa: {all: 'Empresa'}, descricao: {}, cnpj: {}, razaoSocial: {}},
      },
      access: {list: GESTORES, create: GESTORES, delete: GESTORES},
      scope: POR_FILIAL,
      consequences: {
        tickets: {
          of: 'tickets', where: ['aberto'], before: ['delete'], offers: PASSAR_OU_DEVOLVER,
          one: 'A filial tem 1 ticket em aberto.', many: 'A filial tem {total} tickets em aberto.',
        },
        pessoas: {
          of: 'usuarios', where: ['usuarioAtivo'], before: ['delete'],
          one: '1 pessoa está vinculada a ela.', many: '{total} pessoas estão vinculadas a ela.',
        },
        modelos: {
          of: 'modelosFormulario', before: ['delete'],
          one: '1 modelo de formulário dela deixa de ser oferecido.', many: '{total} modelos de formulário dela deixam de ser oferecidos.',
        },
      },
      messages: {
        created: 'Filial Cadastrada!', updated: 'Filial Editada!', deleted: 'Filial Excluída!',
        confirmDelete: 'Deseja Excluir a Filial ?', empty: 'Nenhuma filial encontrada.',
        none: [
          'Esta empresa ainda não tem filiais. Adicione a primeira na lista de empresas, em Ação: Ver Filiais / Add.',
          'Você não está vinculado a nenhuma filial. Peça à Empresa ou ao Adm que vincule seu usuário no cadastro de usuários.',
        ],
      },
    },

    fornecedores: {
      label: {one: 'Fornecedor', many: 'Fornecedores'},
      icon: 'fornecedor',
      api: {answer: 'page'},
      owner: {empresa: 'idEmpresa'},
      fields: {
        idEmpresa: {...EMPRESA_DELE, shows: {razaoSocialEmpresa: 'razaoSocial'}},
        razaoSocial: RAZAO_SOCIAL,
        email: EMAIL,
        telefone: TELEFONE,
        contato: CONTATO,
        status: {kind: 'escolha', label: 'Status', choices: [{id: 1, name: 'Ativo'}, {id: 0, name: 'Inativo'}]},
      },
      list: {
        columns: ['razaoSocial', 'email', 'telefone', 'contato', 'razaoSocialEmpresa', 'status'],
        card: ['razaoSocial', 'email', 'telefone'],
        filters: {
          razaoSocial: {param: 'nome'}, email: {maxLength: 100}, status: {},
        },
        actionsAt: 'start',
      },
      access: {list: GESTORES, create: GESTORES},
      scope: POR_EMPRESA,
      actions: {
        inativar: {label: 'Inativar Fornecedores', places: ['menu']},
        ativar: {label: 'Ativar Fornecedores'},
      },
      toggle: {field: 'status'},
      makes: {usuarios: {label: 'Criar acesso', with: {tipo: FORNECEDOR.id}}},
    },

    modelosFormulario: {
      label: {one: 'Modelo Formulário', many: 'Modelos Formulário'},
      icon: 'modelo',
      api: {list: 'GET modelosformulario', answer: 'page', combo: 'GET modelosFormulario/listarCombo/:idFilial'},
      owner: {empresa: 'idEmpresa', filial: 'idFilial'},
      fields: {
        idEmpresa: EMPRESA_DELE,
        idFilial: FILIAL_DELA,
        workFlowNameRpa: {kind: 'texto', label: 'Nome Workflow RPA', maxLength: 100},
        descricao: DESCRICAO,
        chavePai: {kind: 'texto', label: 'Chave Pai', maxLength: 100, required: true},
        chave: {kind: 'texto', label: 'Chave', maxLength: 100, required: true},
        limiteRobo: {
          kind: 'numero', label: 'Limite do Robô (minutos)', min: 1, max: 1440,
          help: 'Quanto uma tentativa do robô pode durar. Vazio: duas horas.',
        },
        dataCriacao: {...CRIACAO, show: 'dia'},
        arquivado: {kind: 'booleano', label: 'Arquivado', default: false},
      },
      list: {
        columns: ['descricao', 'chavePai', 'chave', 'workFlowNameRpa', 'nomeFilial', 'nomeEmpresa', 'dataCriacao', 'arquivado'],
        card: ['descricao', 'chave', 'nomeFilial'],
        filters: {
          idEmpresa: {all: 'Empresa'}, idFilial: {all: 'Filial'}, descricao: {param: 'nome'},
          chavePai: {maxLength: 20}, chave: {maxLength: 20},
          arquivado: {names: {false: 'Em uso', true: 'Arquivados'}},
        },
      },
      access: {list: ['adm', 'empresa', 'rpa'], read: TODOS, create: GESTORES},
      scope: POR_FILIAL,
      actions: {
        arquivar: {
          label: 'Arquivar', many: 'Arquivar Modelos', places: ['menu'], sets: {arquivado: true},
          confirm: 'Deseja Arquivar o Modelo ? Ele não abre novos tickets; os que já existem não mudam.',
        },
        desarquivar: {
          label: 'Desarquivar', many: 'Desarquivar Modelos', sets: {arquivado: false},
          confirm: 'Deseja Desarquivar o Modelo ? Ele volta a abrir tickets.',
        },
      },
      toggle: {
        field: 'arquivado', off: 'arquivado',
        refuses: 'Este modelo está arquivado e não abre novos tickets. Escolha outro, ou peça à Empresa ou ao Adm que o desarquive.',
      },
      consequences: {
        usado: {
          of: 'tickets', before: ['modelosFormularioItem'],
          one: 'Usado por 1 ticket; mudanças valem só para os novos.', many: 'Usado por {total} tickets; mudanças valem só para os novos.',
        },
        abertos: {
          of: 'tickets', where: ['aberto'], before: ['arquivar'],
          one: '1 ticket em aberto usa este modelo e segue como está.',
          many: '{total} tickets em aberto usam este modelo e seguem como estão.',
          together: 'Tickets em aberto que usam estes modelos, e seguem como estão: {total}.',
        },
      },
      children: {modelosFormularioItem: {
        label: 'Add Itens Modelo', title: 'Adicionar Item Modelo: {descricao}', next: 'Adicionar itens',
        preview: 'Pré-visualizar',
      }},
      duplicate: {
        confirm: 'Deseja Duplicar o Modelo com seus Itens ?',
        incomplete: 'Nem todos os itens foram copiados. Confira os itens da cópia.',
      },
      messages: {
        empty: 'Nenhum modelo de formulário encontrado.',
        none: [
          'Esta filial não tem modelos de formulário em uso. Cadastre ou desarquive um em Modelos Formulário.',
          'Esta filial não tem modelos de formulário em uso. Peça à Empresa ou ao Adm que cadastre ou desarquive um.',
        ],
      },
    },

    modelosFormularioItem: {
      label: {one: 'Item Modelo', many: 'Itens Modelo'},
      icon: 'item',
      pageTitle: 'Modelo Formulário',
      formTitle: 'Item Modelo',
      route: 'modelo-formulario-item',
      api: {answer: 'array'},
      owner: {through: 'idModeloFormulario'},
      fields: {
        idModeloFormulario: {kind: 'referencia', label: 'Modelo Formulário', to: 'modelosFormulario', required: true, readOnly: 'criado'},
        descricao: DESCRICAO,
        tipoCampo: {
          kind: 'escolha', label: 'Tipo do Campo', required: true,
          choices: [
            {id: 'texto', name: 'Texto'},
            {id: 'numero', name: 'Número'},
            {id: 'data', name: 'Data'},
            {id: 'email', name: 'E-mail'},
            {id: 'decimal', name: 'Decimal'},
            {id: 'moeda', name: 'Valor em Reais'},
            {id: 'hora', name: 'Hora'},
            {id: 'url', name: 'Link'},
          ],
        },
        obrigatorio: {kind: 'booleano', label: 'Obrigatório', default: false},
        mostrarConsultaTicket: {kind: 'booleano', label: 'Mostrar na Consulta de Tickets', default: false},
        ordem: {kind: 'numero', label: 'Ordem', min: 0, max: 9999},
      },
      list: {
        columns: ['descricao', 'tipoCampo', 'obrigatorio', 'mostrarConsultaTicket'],
        card: ['descricao', 'tipoCampo'],
        filters: {idModeloFormulario: {}},
        goTo: [],
        sort: ['ordem', 'asc'],
      },
      form: ['descricao', 'tipoCampo', 'obrigatorio', 'mostrarConsultaTicket'],
      order: 'ordem',
      access: {list: TODOS, create: GESTORES, delete: GESTORES},
      scope: POR_FILIAL,
      messages: {
        created: 'Item Cadastrado!', updated: 'Item Editado', deleted: 'Item Excluído!',
        confirmDelete: 'Deseja Excluir o Item ?', empty: 'Este modelo ainda não tem itens.',
      },
    },

    tickets: {
      label: {one: 'Ticket', many: 'Tickets', article: 'o'},
      icon: 'ticket',
      formTitle: 'Ticket',
      editRoute: 'editar',
      api: {answer: 'page', history: 'GET ticketsHistorico/:id', echo: QUEM_PEDE},
      owner: {empresa: 'idEmpresa', filial: 'idFilial'},
      fields: {
        idEmpresa: {...EMPRESA_DELE, readOnly: 'criado'},
        idFilial: {...FILIAL_DELA, readOnly: 'criado'},
        idModeloFormulario: {
          kind: 'referencia', label: 'Formulário', to: 'modelosFormulario', within: 'idFilial', required: true, readOnly: 'criado',
        },
        idUsuario: {kind: 'referencia', label: 'Aberto por', to: 'usuarios', shows: {nomeUsuario: 'nome'}},
        idUsuarioAtendimento: {
          kind: 'referencia', label: 'Atendido por', to: 'usuarios', readOnly: true, shows: {nomeUsuarioAtendimento: 'nome'},
        },
        idStatusTicket: {
          kind: 'escolha', label: 'Status', nameAs: 'descricaoStatus', combo: 'GET statusTickets/listarCombo',
          choices: [
            {id: 1, key: 'emAberto', name: 'Em-Aberto', icon: 'inbox', waits: 'equipe', tone: 'azul'},
            {id: 2, key: 'emAprovacao', name: 'Em-Aprovação', icon: 'signature', waits: 'equipe', tone: 'roxo'},
            {id: 3, key: 'emAtendimento', name: 'Em-Atendimento', icon: 'headset', waits: 'equipe', tone: 'verdeAgua'},
            {id: 4, key: 'filaRpa', name: 'Fila RPA', icon: 'hourglass', waits: 'robo', tone: 'cinza'},
            {id: 5, key: 'emAndamento', name: 'Em Andamento', icon: 'robot', waits: 'robo', tone: 'indigo'},
            {id: 6, key: 'pendencia', name: 'Pendência', many: 'Pendentes', icon: 'exclamation', waits: 'autor', tone: 'ambar'},
            {
              id: 7, key: 'finalizado', name: 'Finalizado', many: 'Finalizados', icon: 'check', stamps: 'dataFinalizacao', end: true,
              tone: 'verde',
            },
            {id: 8, key: 'cancelado', name: 'Cancelado', many: 'Cancelados', icon: 'cross', end: true, tone: 'vermelho'},
          ],
        },
        descricao: {kind: 'texto', label: 'Formulário', maxLength: 100},
        itensFormulario: {kind: 'texto', label: 'Itens do Formulário', maxLength: 2000},
        codigoTransportadora: {kind: 'texto', label: 'Código da Transportadora', maxLength: 100, see: []},
        versaoModelo: {kind: 'numero', label: 'Versão do Formulário'},
        workFlowNameRpa: {kind: 'relacionado', label: 'Workflow RPA', through: 'idModeloFormulario', field: 'workFlowNameRpa'},
        dataCriacao: CRIACAO,
        dataFinalizacao: {kind: 'dataHora', label: 'Data de Finalização'},
        statusDesde: {kind: 'dataHora', label: 'No Status Desde'},
      },
      list: {
        columns: ['id', 'idStatusTicket', 'descricao', 'itensFormulario', 'nomeFilial', 'dataCriacao', 'aguarda'],
        card: ['id', 'idStatusTicket', 'descricao', 'aguarda', 'dataCriacao', 'nomeFilial', 'itensFormulario'],
        filters: {
          idEmpresa: {all: 'Empresa'},
          idFilial: {all: 'Filial'},
          descricao: {param: 'nome', label: 'Nome do Formulário', input: 'more'},
          itensFormulario: {param: 'descricaoItensFormulario', maxLength: 100},
          idStatusTicket: {all: 'Todos'},
          dataCriacao: {
            param: ['dataInicial', 'dataFinal'], label: ['Data Inicial', 'Data Final'], lastDays: 30,
          },
          id: {label: 'Número', optional: true, input: 'more'},
          idUsuario: {optional: true, input: 'none'},
          idUsuarioAtendimento: {label: 'Atendente', none: 'Sem atendente', optional: true, input: 'more'},
          idModeloFormulario: {input: 'none'},
          dataFinalizacao: {param: ['finalizadoInicial', 'finalizadoFinal'], label: 'Finalizado', input: 'none'},
        },
        sort: ['dataCriacao', 'desc'],
        editLink: EDITAM,
        actionsAt: 'start',
        createLabel: 'Abrir Ticket',
      },
      access: {list: TODOS, create: PESSOAS},
      scope: {
        ...POR_FILIAL, fornecedor: ['empresa', 'filiais', {any: ['autor', 'daTransportadora']}],
        rpa: ['empresa', {any: ['naFila', 'participou']}],
      },
      status: 'idStatusTicket',
      since: 'statusDesde',
      people: {
        autor: {field: 'idUsuario', stamps: 'create', reason: 'Somente quem abriu o ticket pode fazer isto.'},
        atendente: {field: 'idUsuarioAtendimento', attends: true, reason: 'Somente quem atende o ticket pode fazer isto.'},
      },
      conditions: {
        naoAtendo: {not: 'atendente', reason: 'Você já atende este ticket.', hides: true},
        temRobo: {filled: 'workFlowNameRpa', reason: 'O modelo deste ticket não tem workflow RPA.'},
        // Two suppliers of one branch do not see each other's tickets.
        daTransportadora: {compare: ['codigoTransportadora', '=', 'session.codigoExterno']},
        naFila: {status: ['filaRpa', 'emAndamento']},
        aberto: {not: {status: ['finalizado', 'cancelado']}},
        doAutor: {waits: 'autor'},
      },
      tabs: {
        meus: {label: 'Meus', where: ['atendente', 'aberto'], sort: MAIS_ANTIGOS, profiles: EQUIPE},
        abertosPorMim: {label: 'Meus', where: ['autor', 'aberto'], profiles: ['fornecedor']},
        semAtendente: {
          label: 'Sem atendente', where: [{not: {filled: 'idUsuarioAtendimento'}}, {waits: 'equipe'}], sort: MAIS_ANTIGOS, profiles: EQUIPE,
        },
        precisamDaEquipe: {
          label: 'Precisam da equipe', where: [{status: ['pendencia']}, {waits: 'equipe'}], sort: MAIS_ANTIGOS, profiles: EQUIPE,
        },
        aguardandoAutor: {label: 'Aguardando autor', where: ['doAutor'], sort: MAIS_ANTIGOS, profiles: EQUIPE},
        aguardandoMim: {label: 'Aguardando você', where: ['doAutor', 'autor'], sort: MAIS_ANTIGOS, profiles: ['fornecedor']},
        paraAprovar: {label: 'Para aprovar', where: [{status: ['emAprovacao']}], sort: MAIS_ANTIGOS, profiles: EQUIPE, told: true},
        parados: {label: 'Parados', where: ['aberto', {compare: ['statusDesde', '<', 'agora-7']}], sort: MAIS_ANTIGOS, profiles: PESSOAS},
        abertos: {label: 'Abertos', where: ['aberto']},
        todos: {label: 'Todos', where: []},
      },
      template: {
        by: 'idModeloFormulario', items: 'modelosFormularioItem', as: 'ticketFormularios',
        summary: 'itensFormulario', flag: 'mostrarConsultaTicket', version: 'versaoModelo',
        keep: {descricao: 'descricao'}, keepItem: {codigoTransportadora: 'Transportadora'},
      },
      files: {
        as: 'ticketArquivos', types: 'tiposArquivo', photo: 'Comprovante', required: true, onePerType: true,
        messages: {needed: 'Adicione pelo menos um arquivo antes de salvar o ticket.', tooMany: 'Cada ticket pode ter até {max} arquivos.'},
        calls: {
          list: 'GET ticketsArquivo/:id', check: 'POST ticketsArquivo/validar-extensao-arquivo',
          upload: 'POST ticketsArquivo/upload-arquivo', remove: 'DELETE ticketsArquivo/:fileId/:idUsuario',
          download: 'GET TicketsArquivo/baixar-arquivo/:fileId', record: 'idTicket', repeats: 'idFilial',
        },
      },
      queue: {
        waiting: 'filaRpa', working: 'emAndamento', failed: 'pendencia', done: 'finalizado', waits: 'equipe', workflow: 'workFlowNameRpa',
        budget: {of: 'idModeloFormulario', minutes: 'limiteRobo'},
        calls: {reserve: 'POST rpa/reservar', counts: 'GET rpa/fila', record: 'ticketId'},
      },
      actions: {
        salvar: {
          call: 'PUT tickets/:id', success: TICKET_SALVO,
          from: {...EDITAM, emAtendimento: ATENDEM},
        },
        comentar: {
          key: 'c', icon: 'comentario',
          from: {'*': PESSOAS}, asks: {comentario: {...COMENTARIO, required: true, maxLength: 1000}}, files: 'optional',
          success: 'Comentário Registrado!',
          tells: {autor: COMENTOU, atendente: COMENTOU, equipe: COMENTOU},
        },
        anotar: {
          label: 'Nota da Equipe', key: 'o', icon: 'etiqueta',
          from: {'*': EQUIPE}, asks: {comentario: {...COMENTARIO, label: 'Nota', required: true, maxLength: 1000, see: EQUIPE}},
          success: 'Nota Registrada!',
          tells: {atendente: '{session.nome} anotou no ticket {id}, só para a equipe: {comentario}'},
        },
        assumir: {
          key: 's', icon: 'headset',
          from: {emAtendimento: EQUIPE}, needs: ['naoAtendo'], sets: {idUsuarioAtendimento: 'session.id'},
          confirm: 'Deseja Assumir o Atendimento ?', success: 'Atendimento Assumido!',
        },
        passar: {
          label: 'Passar para', key: 't', icon: 'passar',
          from: {emAtendimento: ATENDEM},
          asks: {
            idUsuarioAtendimento: {
              kind: 'referencia', label: 'Pessoa', to: 'usuarios', required: true,
              where: {is: {tipo: [ADM.id, EMPRESA.id, EMPRESA_USUARIO.id]}},
            },
            comentario: COMENTARIO,
          },
          bulk: true, tells: {atendente: '{session.nome} passou o ticket {id} para você.'},
        },
        atender: {
          key: 'a', tone: 'primary', places: ['row', 'details', 'edit'],
          call: 'PUT tickets/iniciar-atendimento/:id/:idUsuario', also: ['PUT tickets/iniciar-atendimento/:id'],
          from: {emAberto: EQUIPE}, to: 'emAtendimento', sets: {idUsuarioAtendimento: 'session.id'},
          confirm: 'Deseja Iniciar Atendimento ?', success: 'Atendimento Iniciado!', opens: 'edit', bulk: true,
        },
        enviarAprovacao: {
          label: 'Enviar para Aprovação',
          from: {emAberto: PESSOAS, emAtendimento: EQUIPE}, to: 'emAprovacao', needs: ['itensValidos'],
          confirm: 'Deseja Enviar para Aprovação ?', success: 'Ticket Enviado para Aprovação!',
        },
        aprovar: {
          key: 'v', icon: 'check', tone: 'primary', places: ['row', 'details', 'edit'],
          call: 'PUT tickets/aprovar/:id/:idUsuario',
          from: {emAprovacao: EQUIPE}, to: {when: 'temRobo', then: 'filaRpa', else: 'emAtendimento'},
          confirm: 'Deseja Realmente Aprovar o Ticket ?', bulk: true,
          tells: {autor: 'O ticket {id} foi aprovado.'},
        },
        reprovar: {
          icon: 'cross', tone: 'danger', places: ['details', 'edit'],
          from: {emAprovacao: EQUIPE}, to: 'emAberto', asks: {comentario: MOTIVO}, sets: {idUsuarioAtendimento: null},
          success: 'Ticket Reprovado! Ticket irá voltar para Status Em-Aberto',
          tells: {autor: 'O ticket {id} foi reprovado: {comentario}'},
        },
        enviarRpa: {
          label: 'Enviar ao RPA', icon: 'robot',
          from: {emAtendimento: EQUIPE}, to: 'filaRpa', needs: ['temRobo', 'itensValidos'],
          confirm: 'Deseja Enviar o Ticket ao RPA ?', success: 'Ticket Enviado ao RPA!',
        },
        pendenciar: {
          label: 'Registrar Pendência', key: 'p',
          from: {emAtendimento: EQUIPE}, to: 'pendencia', asks: {comentario: MOTIVO}, success: 'Pendência Registrada!', bulk: true,
          tells: {autor: '{session.nome} pede no ticket {id}: {comentario}'},
        },
        devolver: {
          icon: 'undo',
          from: {emAtendimento: EQUIPE}, to: 'emAberto', sets: {idUsuarioAtendimento: null}, asks: {comentario: COMENTARIO},
          confirm: 'Deseja Devolver o Ticket ?', bulk: true,
        },
        retirarFila: {
          label: 'Retirar da Fila', icon: 'undo',
          from: {filaRpa: GESTORES}, to: 'emAtendimento', sets: {idUsuarioAtendimento: 'session.id'},
          asks: {comentario: MOTIVO}, success: 'Ticket Retirado da Fila!',
        },
        interromperRpa: {
          label: 'Interromper Robô', icon: 'stop', tone: 'danger',
          from: {emAndamento: GESTORES}, to: 'pendencia', waits: 'equipe', asks: {comentario: MOTIVO}, success: 'Robô Interrompido!',
          tells: {equipe: '{session.nome} interrompeu o robô do ticket {id}: {comentario}'},
        },
        reabrir: {
          icon: 'undo', places: ['details', 'edit'], call: 'PUT tickets/reabrir/:id/:idUsuario',
          from: {pendencia: PESSOAS}, to: 'emAberto', sets: {idUsuarioAtendimento: null}, asks: {comentario: COMENTARIO}, files: 'optional',
          confirm: 'Deseja Realmente Reabrir o Ticket ?', success: 'Ticket Reaberto!',
          tells: {atendente: '{session.nome} reabriu o ticket {id}, que você atendia.'},
        },
        reprocessar: {
          icon: 'robot', tone: 'primary', places: ['row', 'details', 'edit'],
          from: {pendencia: EQUIPE}, to: 'filaRpa', needs: ['temRobo', 'itensValidos'],
          confirm: 'Deseja Reprocessar o Ticket ?', success: 'Ticket Enviado ao RPA!', bulk: true,
        },
        finalizar: {
          key: 'f', tone: 'primary', places: ['details', 'edit'],
          from: {pendencia: EQUIPE}, to: 'finalizado', asks: {comentario: MOTIVO}, files: 'optional', bulk: true,
          tells: {autor: 'O ticket {id} foi finalizado: {comentario}'},
        },
        cancelar: {
          tone: 'danger',
          from: {emAberto: ['adm', 'empresa', 'fornecedor:autor', 'empresaUsuario:autor']}, to: 'cancelado',
          asks: {comentario: {...MOTIVO, minLength: 10, messages: {tooShort: 'O motivo deve ter pelo menos 10 caracteres.'}}},
          tells: {autor: 'O ticket {id} foi cancelado: {comentario}'},
        },
      },
      messages: {created: 'Ticket Criado Com Sucesso!', updated: TICKET_SALVO},
    },
  },
});
