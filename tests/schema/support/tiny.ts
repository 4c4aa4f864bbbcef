/**
 * A small config that says one thing of each kind, as JSON: the same text is an object literal for TypeScript and data
 * for the check at start, so that one planted mistake is tried on both.
 */
export const TINY = `{
  "product": {"name": "Mini", "subtitle": "Entre", "basename": "/adm", "pageTitle": "Adm"},
  "profiles": {
    "adm": {"id": 1, "name": "Adm", "home": "/adm/home", "first": true},
    "gestor": {"id": 2, "name": "Gestor", "home": "/adm/empresa"}
  },
  "menu": {
    "": {"home": "Início"},
    "Cadastros": {"pedidos": "Pedidos"}
  },
  "lists": {
    "cores": {"call": "GET cores", "wire": ["codigo", "descricao"], "rows": {"AZ": "Azul", "VM": "Vermelho"}}
  },
  "itemKinds": {
    "texto": {"kind": "texto", "maxLength": 100},
    "numero": {"kind": "digitos", "maxLength": 50}
  },
  "namedItems": {
    "Cor": {"field": {"kind": "lista", "list": "cores"}},
    "Código": {"field": {"kind": "texto", "maxLength": 40}, "prefill": {"profiles": ["gestor"], "value": "session.codigoExterno", "missing": "Falta o código."}}
  },
  "files": {"forbiddenExtensions": ["exe"], "messages": {"one": "Não."}},
  "messages": {"offline": "Sem rede."},
  "dashboards": {"home": {
    "of": "pedidos",
    "calls": {"counts": "GET painel/qtd", "evolution": "GET painel/evolucao", "summary": "GET painel/resumo"},
    "periods": ["atual", "3m", 2024],
    "cards": ["aberto"],
    "bar": "aberto",
    "chart": "fechado",
    "by": ["idEmpresa"],
    "steps": {"empresas": {"label": "Cadastre", "hint": "Assim."}}
  }},
  "resources": {
    "usuarios": {
      "label": { "one": "Usuário", "many": "Usuários" }, "icon": "usuario", "pageTitle": "Usuário", "route": "usuario", "title": "email",
      "api": { "list": "GET usuarios", "answer": "array", "one": "GET usuarios/:id", "create": "POST usuarios", "update": "POST usuarios" },
      "owner": { "empresa": "idEmpresa" },
      "fields": {
        "tipo": {
          "kind": "escolha", "label": "Perfil", "required": true,
          "choices": [{ "id": 1, "name": "Adm" }, { "id": 2, "name": "Gestor" }]
        },
        "nome": { "kind": "texto", "label": "Nome completo", "maxLength": 60, "required": true },
        "email": { "kind": "email", "label": "E-mail de acesso", "maxLength": 60, "required": true, "unique" : "global" },
        "senha": { "kind": "senha", "label": "Senha", "minLength": 6, "maxLength": 40, "invites": "naoEu" },
        "codigoExterno": { "kind": "texto", "label": "Código externo", "maxLength": 15, "readOnly": "proprio" },
        "idEmpresa": { "kind": "referencia", "label": "Empresa dele", "to": "empresas" },
        "filiais": {
          "kind": "vinculos", "label": "Vistos", "to": "filiais", "within": "idEmpresa",
          "wire": {"id": "idVisto", "on": "ligado"}, "call": "GET vistos/:idEmpresa/:id"
        },
        "ativo": { "kind": "booleano", "label": "Entra", "readOnly": true }
      },
      "list": { "columns": ["nome", "email"], "filters": { "idEmpresa": {}, "filiais": {} }, "sort": ["nome", "asc"] },
      "form": {"": ["tipo", "nome", "email", "senha", "codigoExterno", "idEmpresa", "filiais"]},
      "access": { "list": [ "adm" ], "read": [ "adm", "gestor" ], "create": [ "adm" ], "update": [ "adm" ], "delete": [] },
      "scope": { "adm": ["tudo"], "gestor": ["proprio"] },
      "conditions": { "naoEu": { "not": "proprio", "reason": "É você." } },
      "actions": {
        "convidar": {
          "label": "Convidar", "call": "POST usuarios/:id/convite", "profiles": ["adm"], "needs": ["naoUltimoAdm"], "sends": "convite",
          "success": "Foi!", "places": ["menu"]
        }
      },
      "messages": { "created": "Feito!", "updated": "Refeito!", "empty": "Ninguém." }
    },
    "empresas": {
      "label": {"one": "Empresa", "many": "Empresas"},
      "icon": "empresa",
      "pageTitle": "Empresa",
      "route": "empresa",
      "title": "razaoSocial",
      "owner": {"empresa": "id"},
      "fields": {"ativo": { "kind": "booleano", "label": "Ativa", "readOnly": true },
        "razaoSocial": {"kind": "texto", "label": "Razão Social", "maxLength": 80, "minLength": 3, "required": true},
        "cnpj": {"kind": "documento", "label": "CNPJ", "maxLength": 20, "unique": "global"}
      },
      "list": {"columns": ["razaoSocial", "cnpj"], "sort": ["razaoSocial", "asc"]},
      "form": {"": ["razaoSocial", "cnpj"]},
      "access": {"list": ["adm", "gestor"], "read": ["adm", "gestor"], "create": ["adm"], "update": ["adm"], "delete": ["adm"]},
      "scope": {"adm": ["tudo"], "gestor": ["empresa"]},
      "children": {"pedidos": {"by": "idEmpresa", "label": "Ver Pedidos", "title": "Pedidos de {razaoSocial}"}},
      "consequences": {"pendentes": {
        "of":"pedidos", "by":"idEmpresa", "where":["azul"], "before":["delete"],
        "one": "Um de {razaoSocial}.", "many": "{total} de {razaoSocial}."
      }},
      "makes": {"usuarios": {"label": "Criar acesso", "with": {"tipo": 2}}},
      "duplicate": {"confirm": "Duplicar {razaoSocial}?", "incomplete": "Faltou."},
      "messages": {"created": "Criada!", "updated": "Mudada!", "empty": "Nada."}
    },
    "pedidos": {
      "label": {"one": "Pedido", "many": "Pedidos"},
      "icon": "ticket",
      "pageTitle": "Pedido",
      "route": "pedido",
      "title": "nome",
      "api": {
        "list": "GET pedidos", "answer": "page", "one": "GET pedidos/:id", "create": "POST pedidos", "update": "PUT pedidos/:id",
        "combo": "GET pedidos/combo/:idEmpresa", "echo": ["idPerfilLogado"]
      },
      "owner": {"empresa": "idEmpresa"},
      "fields": {
        "idEmpresa": {"kind": "referencia", "label": "Empresa", "to": "empresas", "required": true},
        "idPai": {"kind": "referencia", "label": "Pai", "to": "pedidos", "within": "idEmpresa"},
        "idModelo": { "kind": "referencia", "label": "Modelo", "to": "modelos", "required": true, "readOnly": "criado" },
        "idAutor": { "kind": "referencia", "label": "Autor", "to": "usuarios", "readOnly": true },
        "nomeModelo": { "kind": "texto", "label": "Nome do modelo", "maxLength": 50, "readOnly": true },
        "corItem": { "kind": "texto", "label": "Cor do item", "maxLength": 50, "readOnly": true },
        "resumo": { "kind": "texto", "label": "Resumo", "maxLength": 200, "readOnly": true },
        "versaoLida": { "kind": "numero", "label": "Versão", "readOnly": true },
        "desde": { "kind": "dataHora", "label": "Desde", "readOnly": true },
        "nome": {"kind": "texto", "label": "Nome", "maxLength": 100, "required": true, "see": ["adm", "gestor"], "readOnly": {"not": {"is": {"session.perfil": ["adm"]}}}},
        "email": {"kind": "email", "label": "E-mail", "maxLength": 100, "warnAbove": 45},
        "codigo": {"kind": "senha", "label": "Código", "minLength": 6, "maxLength": 45},
        "cor": {"kind": "lista", "label": "Cor", "list": "cores"},
        "peso": {"kind": "numero", "label": "Peso", "min": 0, "max": 9},
        "ordem": {"kind": "numero", "label": "Ordem"},
        "nota": {"kind": "texto", "label": "Nota", "maxLength": 20, "required": {"is": {"situacao": [2]}}, "visible": {"is": {"situacao": [1, 2]}}, "whenOff": "clear"},
        "situacao": {
          "kind": "escolha", "label": "Situação", "readOnly": true, "default": 1, "nameAs": "nomeSituacao",
          "choices": [
            {"id": 1, "key": "aberto", "name": "Aberto"},
            {"id": 2, "key": "parado", "name": "Parado", "profiles": ["adm"]},
            {"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}
          ]
        },
        "ativo": {"kind": "booleano", "label": "Ativo", "readOnly": true},
        "criado": {"kind": "dataHora", "label": "Criado em", "readOnly": true, "stamps": "create"},
        "fim": {"kind": "dataHora", "label": "Fechado em", "readOnly": true},
        "nomeEmpresa": {"kind": "relacionado", "label": "Empresa", "through": "idEmpresa", "field": "razaoSocial"}
      },
      "list": {
        "columns": ["id", "nome", "situacao", "criado"],
        "card": ["nome", "situacao"],
        "filters": {
          "idEmpresa": {}, "idPai": {},
          "nome": {"param": "busca", "maxLength": 50},
          "situacao": {"all": "Todas"},
          "criado": {"param": ["de", "ate"], "label": ["De", "Até"], "lastDays": 30}
        },
        "sort": ["criado", "desc"],
        "editLink": {"aberto": ["gestor"], "parado": ["adm"]}
      },
      "form": {
        "Dados": ["idEmpresa", "idPai", "nome", "email"],
        "": ["idModelo", "codigo", "cor", "peso", "nota"]
      },
      "order": "ordem",
      "access": {"list": ["adm"], "read": ["adm"], "create": ["adm"], "update": ["adm", "gestor"], "delete": []},
      "scope": {"adm": ["tudo"], "gestor": ["empresa", {"any": ["autor", "doGestor"]}]},
      "status": "situacao",
      "since": "desde",
      "people": {"autor": {"field": "idAutor", "stamps": "create", "reason": "Não é seu."}},
      "conditions": {
        "temNota": {"filled": "nota", "reason": "Falta a nota."},
        "deLonge": {"compare": ["nota", "=", "session.codigoExterno"]},
        "parados": {"status": ["parado"]},
        "azul": {"is": {"cor": ["AZ"]}},
        "antigo": {"compare": ["criado", "<", "agora-30"]},
        "doGestor": {"not": "parados"}
      },
      "template": {
        "by": "idModelo", "items": "itens", "as": "formulario", "summary": "resumo", "flag": "noResumo",
        "keep": {"nomeModelo": "descricao"}, "keepItem": {"corItem": "Cor"}, "version": "versaoLida"
      },
      "files": {
        "as": "anexos", "types": "cores", "messages": {"one": "Não, não."},
        "calls": {
          "list": "GET anexos/:id", "check": "POST anexos/conferir", "upload": "POST anexos", "remove": "DELETE anexos/:fileId",
          "download": "GET anexos/baixar/:fileId", "record": "idPedido", "repeats": "idEmpresa"
        }
      },
      "toggle": {"field": "ativo", "off": "parado"},
      "actions": {
        "ativar": {"label": "Ativar", "call": "PUT pedidos/ativar/:id", "profiles": ["adm"], "success": "Ativado!", "sets": {"ativo": true}},
        "inativar": {"label": "Inativar", "call": "PUT pedidos/inativar/:id", "profiles": ["adm"], "success": "Inativado!", "sets": {"ativo": false}},
        "parar": {
          "label": "Parar", "call": "PUT pedidos/parar/:id", "also": ["PUT pedidos/parar/:id/:idUsuario"],
          "from": {"aberto": ["adm", "gestor:autor"]}, "to": "parado", "needs": ["itensValidos"],
          "asks": {"motivo": {"kind": "texto", "label": "Motivo", "maxLength": 300, "required": true}},
          "confirm": "Parar {nome}?", "success": "Pedido {id} parado!", "places": ["row", "menu"]
        },
        "seguir": {
          "label": "Seguir", "call": "PUT pedidos/seguir/:id", "from": {"parado": ["adm"]},
          "to": {"when": "temNota", "then": "fechado", "else": "aberto"}, "success": "Seguiu!",
          "places": ["details"], "files": "optional"
        },
        "fechar": {"label": "Fechar", "call": "PUT pedidos/fechar/:id", "from": {"aberto": ["adm"]}, "to": "fechado", "places": ["edit"], "success": "Fechado!", "sets": {"idPai": null}}
      },
      "messages": {"created": "Pedido {nome} criado!", "updated": "Pedido {id} mudado!", "deleted": "Foi.", "confirmDelete": "Excluir?", "empty": "Nada."}
    },
    "filiais": {
      "label": { "one": "Filial", "many": "Filiais" }, "icon": "filial", "pageTitle": "Filial", "route": "filial", "title": "descricao",
      "owner": { "empresa": "idEmpresa", "filial": "id" },
      "fields": {
        "idEmpresa": { "kind": "referencia", "label": "Empresa dela", "to": "empresas", "required": true },
        "descricao": { "kind": "texto", "label": "Nome dela", "maxLength": 60, "required": true }
      },
      "list": { "columns": ["descricao"], "sort": ["descricao", "asc"] },
      "form": {"": ["idEmpresa", "descricao"]},
      "access": { "list": [ "adm" ], "read": [ "adm" ], "create": [ "adm" ], "update": [ "adm" ], "delete": [ "adm" ] },
      "scope": { "adm": ["tudo"] },
      "messages": { "created": "Feita!", "updated": "Refeita!", "empty": "Nenhuma." }
    },
    "modelos": {
      "label": { "one": "Modelo", "many": "Modelos" }, "icon": "modelo", "pageTitle": "Modelo", "route": "modelo", "title": "descricao",
      "owner": { "empresa": "idEmpresa" },
      "fields": {
        "idEmpresa": { "kind": "referencia", "label": "Empresa do modelo", "to": "empresas", "required": true },
        "descricao": { "kind": "texto", "label": "Nome dele", "maxLength": 60, "required": true }
      },
      "list": { "columns": ["descricao"], "sort": ["descricao", "desc"] },
      "form": {"": ["idEmpresa", "descricao"]},
      "access": { "list": [ "adm" ], "read": [ "adm" ], "create": [ "adm" ], "update": [ "adm" ], "delete": [] },
      "scope": { "adm": ["tudo"] },
      "messages": { "created": "Feito!", "updated": "Refeito!", "empty": "Nenhum." }
    },
    "itens": {
      "label": { "one": "Item", "many": "Itens" }, "icon": "item", "pageTitle": "Item", "route": "item", "title": "descricao",
      "owner": { "through": "idModelo" },
      "fields": {
        "idModelo": { "kind": "referencia", "label": "Modelo dele", "to": "modelos", "required": true, "readOnly": "criado" },
        "descricao": { "kind": "texto", "label": "O que pergunta", "maxLength": 60, "required": true },
        "tipoCampo": {
          "kind": "escolha", "label": "Tipo", "required": true, "choices": [{ "id": "texto", "name": "Texto" }, { "id": "numero", "name": "Número" }]
        },
        "obrigatorio": { "kind": "booleano", "label": "Obrigatório" },
        "noResumo": { "kind": "booleano", "label": "No resumo" },
        "ordem": { "kind": "numero", "label": "Posição" }
      },
      "list": { "columns": ["descricao"], "sort": ["ordem", "desc"] },
      "form": {"": ["idModelo", "descricao", "tipoCampo", "obrigatorio", "noResumo"]},
      "access": { "list": [ "adm" ], "read": [ "adm" ], "create": [ "adm" ], "update": [ "adm" ], "delete": [ "adm" ] },
      "scope": { "adm": ["empresa"] },
      "messages": { "created": "Feito!", "updated": "Refeito!", "empty": "Nenhum." }
    }
  }
}`;

/** `text` with its one `from` replaced, and the line where the new words stand (from 1). */
export const plant = (text: string, from: string, to: string): {text: string; line: number} => {
  const at = text.indexOf(from);
  if (at === -1 || text.includes(from, at + 1)) throw new Error(`"${from}" stands ${at === -1 ? 'nowhere' : 'more than once'} in the text`);
  // The first sign that differs is the planted word's own line.
  let same = 0;
  while (same < from.length && from[same] === to[same]) same++;
  return {text: text.replace(from, () => to), line: text.slice(0, at + same).split('\n').length};
};
