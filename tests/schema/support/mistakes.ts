/** Planted mistakes: names, options, shapes and sense. Those of parts and of what the product needs have files of their own. */
import {fieldShapes} from '../../../src/schema/fields/fields.ts';
import {ofNames} from './mistakesOfNames.ts';
import {ofParts} from './mistakesOfParts.ts';
import {ofReferences} from './mistakesOfReferences.ts';
import {ofTelling} from './mistakesOfTelling.ts';
import {E, I, P, row, U, type Planted} from './planted.ts';

const NO_CHILD = (name: string): string => `ninguém tem ${name} entre seus filhos ("children"): só lá se ordena à mão.`;

/** What a field can be, as the sentence lists it. */
const KINDS = Object.keys(fieldShapes).map(kind => `"${kind}"`).join(', ').replace(/, ([^,]*)$/, ' ou $1');

/** A name that does not exist. */
export const names: readonly Planted[] = [
  row('"title": "nome"', '"title": "nomee"', 'nomee is not a field', `${P}.title: "nomee" não é um campo de pedidos (quis dizer "nome"?).`),
  row(
    '"columns": ["id", "nome"', '"columns": ["id", "nomee"', 'nomee is not a field',
    `${P}.list.columns: "nomee" não é um campo de pedidos (quis dizer "nome"?).`,
  ),
  row(
    '"card": ["nome"', '"card": ["nmoe"', 'nmoe is not a field', `${P}.list.card: "nmoe" não é um campo de pedidos (quis dizer "nome"?).`,
  ),
  row(
    '"card": ["nome"', '"goTo": ["nomi"], "card": ["nome"', 'nomi is not a field',
    `${P}.list.goTo: "nomi" não é um campo de pedidos (quis dizer "nome"?).`,
  ),
  row(
    '"nome": {"param": "busca"', '"apelido": {"param": "busca"', 'apelido is not a field',
    `${P}.list.filters: "apelido" não é um campo de pedidos.`,
  ),
  row(
    '"sort": ["criado", "desc"]', '"sort": ["criada", "desc"]', 'criada is not a field',
    `${P}.list.sort: "criada" não é um campo de pedidos (quis dizer "criado"?).`,
  ),
  row(
    '"Dados": ["idEmpresa", "idPai", "nome", "email"]', '"Dados": ["idEmpresa", "idPai", "nome", "mail"]', 'mail is not a field',
    `${P}.form.Dados: "mail" não é um campo de pedidos (quis dizer "email"?).`,
  ),
  row(
    '"owner": {"empresa": "idEmpresa"}',
    '"owner": {"empresa": "idEmpressa"}',
    'idEmpressa is not a field',
    `${P}.owner.empresa: "idEmpressa" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"order": "ordem"', '"order": "ordim"', 'ordim is not a field', `${P}.order: "ordim" não é um campo de pedidos (quis dizer "ordem"?).`,
  ),
  row(
    '"to": "pedidos", "within": "idEmpresa"',
    '"to": "pedidos", "within": "idEmpres"',
    'idEmpres is not a field',
    `${P}.fields.idPai.within: "idEmpres" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"to": "filiais", "within": "idEmpresa"',
    '"to": "filiais", "within": "empresa"',
    'empresa is not a field',
    `${U}.fields.filiais.within: "empresa" não é um campo de usuarios (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"through": "idEmpresa"',
    '"through": "empresa"',
    'empresa is not a field',
    `${P}.fields.nomeEmpresa.through: "empresa" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"required": {"is": {"situacao": [2]}}',
    '"required": {"is": {"situacoo": [2]}}',
    'situacoo is not a field',
    `${P}.fields.nota.required.is: "situacoo" não é um campo de pedidos (quis dizer "situacao"?).`,
  ),
  row(
    '"visible": {"is": {"situacao": [1, 2]}}', '"visible": {"is": {"estado": [1, 2]}}', 'estado is not a field',
    `${P}.fields.nota.visible.is: "estado" não é um campo de pedidos.`,
  ),
  row(
    '"sets": {"idPai": null}',
    '"sets": {"idPia": null}',
    "not assignable to type 'never'",
    `${P}.actions.fechar.sets: "idPia" não é um campo de pedidos (quis dizer "idPai"?).`,
  ),
  row(
    '"sets": {"ativo": true}',
    '"sets": {"ativado": true}',
    'ativado is not a field',
    `${P}.actions.ativar.sets: "ativado" não é um campo de pedidos (quis dizer "ativo"?).`,
    `${P}.toggle: a ação "ativar" não liga "ativo".`,
  ),
  row(
    '"toggle": {"field": "ativo"', '"toggle": {"field": "ativa"', 'ativa is not a field',
    `${P}.toggle.field: "ativa" não é um campo de pedidos (quis dizer "ativo"?).`,
  ),
  row('"status": "situacao"', '"status": "situação"', 'situação is not a field', `${P}.status: "situação" não é um campo de pedidos (quis dizer "situacao"?).`,
    ...[['list.editLink', 'aberto'], ['list.editLink', 'parado'], ['actions.parar.from', 'aberto'], ['actions.parar.to', 'parado'], [
      'actions.seguir.from', 'parado',
    ],
      ['conditions.parados.status', 'parado'], ['actions.seguir.to.then', 'fechado'], ['actions.seguir.to.else', 'aberto'],
      ['actions.fechar.from', 'aberto'], ['actions.fechar.to', 'fechado']]
      .map(([place, word]) => `${P}.${place}: "${word}" não é um status de pedidos.`),
    ...[['cards', 'aberto'], ['bar', 'aberto'], ['chart', 'fechado']].map(([place, word]) =>
      `dashboards.home.${place}: "${word}" não é um status de pedidos.`)),
  row(
    '"read": ["adm"], "create"', '"read": ["amd"], "create"', 'amd is not a profile',
    `${P}.access.read: "amd" não é um perfil (quis dizer "adm"?).`,
  ),
  row('"gestor": ["empresa", {"any"', '"gestro": ["empresa", {"any"', 'gestro is not a profile',
    `${P}.scope: "gestro" não é um perfil (quis dizer "gestor"?).`,
    `${P}.scope: "gestor" tem acesso a pedidos, mas nenhuma linha: falta o seu escopo.`),
  row(
    '"see": ["adm", "gestor"]', '"see": ["adm", "gerente"]', 'gerente is not a profile', `${P}.fields.nome.see: "gerente" não é um perfil.`,
  ),
  row(
    '"session.perfil": ["adm"]', '"session.perfil": ["adn"]', null,
    `${P}.fields.nome.readOnly.not.is.session.perfil: "adn" não é um perfil (quis dizer "adm"?).`,
  ),
  row(
    '"invites": "naoEu"',
    '"invites": "naoEle"',
    null,
    `${U}.fields.senha.invites: "naoEle" não é uma condição de usuarios (quis dizer "naoEu"?).`,
  ),
  row(
    '"success": "Fechado!"', '"success": "Fechado!", "sends": "carta"', '"carta"',
    `${P}.actions.fechar.sends: "carta" não é aceito; use "convite".`,
  ),
  row(
    '"name": "Parado", "profiles": ["adm"]',
    '"name": "Parado", "profiles": ["adms"]',
    'adms is not a profile',
    `${P}.fields.situacao.choices[1].profiles: "adms" não é um perfil (quis dizer "adm"?).`,
  ),
  row(
    '"editLink": {"aberto": ["gestor"]', '"editLink": {"aberto": ["gestores"]', 'gestores is not a profile',
    `${P}.list.editLink.aberto: "gestores" não é um perfil (quis dizer "gestor"?).`,
  ),
  row(
    '"editLink": {"aberto"',
    '"editLink": {"abertos"',
    'abertos is not a status',
    `${P}.list.editLink: "abertos" não é um status de pedidos (quis dizer "aberto"?).`,
  ),
  row(
    '"prefill": {"profiles": ["gestor"]',
    '"prefill": {"profiles": ["gestora"]',
    'gestora is not a profile',
    'namedItems.Código.prefill.profiles: "gestora" não é um perfil (quis dizer "gestor"?).',
  ),
  row(
    '"value": "session.codigoExterno"', '"value": "session.codigo"', 'session.codigo is not a field',
    'namedItems.Código.prefill.value: "session.codigo" não é um valor da sessão (quis dizer "session.codigoExterno"?).',
  ),
  row(
    '"call": "PUT pedidos/inativar/:id", "profiles": ["adm"]', '"call": "PUT pedidos/inativar/:id", "profiles": ["ad"]',
    'ad is not a profile', `${P}.actions.inativar.profiles: "ad" não é um perfil (quis dizer "adm"?).`,
  ),
  row(
    '"from": {"parado": ["adm"]}', '"from": {"parado": ["chefe"]}', 'chefe is not a profile',
    `${P}.actions.seguir.from.parado: "chefe" não é um perfil.`,
  ),
  row(
    '"from": {"parado": ["adm"]}',
    '"from": {"prado": ["adm"]}',
    'prado is not a status',
    `${P}.actions.seguir.from: "prado" não é um status de pedidos (quis dizer "parado"?).`,
  ),
  row(
    '"to": "parado"',
    '"to": "pausado"',
    'pausado is not a status',
    `${P}.actions.parar.to: "pausado" não é um status de pedidos (quis dizer "parado"?).`,
  ),
  row(
    '"then": "fechado"',
    '"then": "fechada"',
    'fechada is not a status',
    `${P}.actions.seguir.to.then: "fechada" não é um status de pedidos (quis dizer "fechado"?).`,
  ),
  row('"else": "aberto"', '"else": "novo"', 'novo is not a status', `${P}.actions.seguir.to.else: "novo" não é um status de pedidos.`),
  row(
    '"gestor:autor"',
    '"gestor:auto"',
    'gestor:auto is not a profile',
    `${P}.actions.parar.from.aberto: "auto" não é uma condição de pedidos (quis dizer "autor"?).`,
  ),
  row(
    '"gestor:autor"',
    '"gestro:autor"',
    'gestro:autor is not a profile',
    `${P}.actions.parar.from.aberto: "gestro" não é um perfil (quis dizer "gestor"?).`,
  ),
  row(
    '"gestor:autor"', '"gestor:autor:autor"', 'gestor:autor:autor is not a profile',
    `${P}.actions.parar.from.aberto: "gestor:autor:autor" tem mais de uma condição.`,
  ),
  row(
    '"when": "temNota"',
    '"when": "temNotas"',
    'temNotas is not a condition',
    `${P}.actions.seguir.to.when: "temNotas" não é uma condição de pedidos (quis dizer "temNota"?).`,
  ),
  row(
    '"needs": ["itensValidos"]',
    '"needs": ["deLonge"]',
    null,
    `${P}.actions.parar.needs: a condição "deLonge" não diz por que recusa: falta "reason" nela.`,
  ),
  row(
    '"filled": "nota"',
    '"filled": "notas"',
    'notas is not a field',
    `${P}.conditions.temNota.filled: "notas" não é um campo de pedidos (quis dizer "nota"?).`,
  ),
  row('"session.codigoExterno"]', '"session.codigo"]', 'session.codigo is not a field',
    `${P}.conditions.deLonge.compare: "session.codigo" não é um valor da sessão (quis dizer "session.codigoExterno"?).`),
  row(
    '"needs": ["itensValidos"]',
    '"needs": ["itensValido"]',
    'itensValido is not a condition',
    `${P}.actions.parar.needs: "itensValido" não é uma condição de pedidos (quis dizer "itensValidos"?).`,
  ),
  row('"label": "Empresa", "to": "empresas"', '"label": "Empresa", "to": "empresa"', 'empresa is not a resource',
    `${E}.children.pedidos.by: "idEmpresa" deve ser uma referência de pedidos a empresas.`,
    `${P}.fields.idEmpresa.to: "empresa" não é um recurso (quis dizer "empresas"?).`),
  row(
    '"label": "Vistos", "to": "filiais"', '"label": "Vistos", "to": "filiaes"', 'filiaes is not a resource',
    `${U}.fields.filiais.to: "filiaes" não é um recurso (quis dizer "filiais"?).`,
  ),
  row(
    '"Cadastros": {"pedidos"',
    '"Cadastros": {"pedido"',
    'pedido is not a page, dashboard or resource',
    'menu.Cadastros: "pedido" não é uma página, nem um painel ou um recurso (quis dizer "pedidos"?).',
  ),
  row(
    '"children": {"pedidos"', '"children": {"coisas"', 'coisas is not a resource', `${E}.children: "coisas" não é um recurso.`,
    `${P}.order: ${NO_CHILD('pedidos')}`,
  ),
  row(
    '"label": "Cor", "list": "cores"', '"label": "Cor", "list": "cor"', 'cor is not a list',
    `${P}.fields.cor.list: "cor" não é uma lista (quis dizer "cores"?).`,
  ),
  row(
    '"field": {"kind": "lista", "list": "cores"}', '"field": {"kind": "lista", "list": "corres"}', 'corres is not a list',
    'namedItems.Cor.field.list: "corres" não é uma lista (quis dizer "cores"?).',
  ),
  row(
    '"stamps": "fim"',
    '"stamps": "fin"',
    'fin is not a field',
    `${P}.fields.situacao.choices[2].stamps: "fin" não é um campo de pedidos (quis dizer "fim"?).`,
  ),
  // Alone in its file: with another resource, nothing that is said of it can be told.
  row('"of": "pedidos"', '"of": "pedido"', 'pedido is not', 'dashboards.home.of: "pedido" não é um recurso (quis dizer "pedidos"?).'),
  row('"by": ["idEmpresa"', '"by": ["idFilial"', 'idFilial is not a filter', 'dashboards.home.by: "idFilial" não é um filtro da lista de pedidos.'),
  row(
    '"cards": ["aberto"', '"cards": ["aberto", "abertos"', 'abertos is not a status',
    'dashboards.home.cards: "abertos" não é um status de pedidos (quis dizer "aberto"?).',
  ),
  row('"bar": "aberto"', '"bar": "pronto"', 'pronto is not a status', 'dashboards.home.bar: "pronto" não é um status de pedidos.',
    'dashboards.home.bar: "pronto" não está em "cards".'),
  row(
    '"chart": "fechado"', '"chart": "fechada"', 'fechada is not a status',
    'dashboards.home.chart: "fechada" não é um status de pedidos (quis dizer "fechado"?).',
  ),
  row(
    '"steps": {"empresas"', '"steps": {"empresa"', 'empresa is not a resource',
    'dashboards.home.steps: "empresa" não é um recurso (quis dizer "empresas"?).',
  ),
  row('"with": {"tipo": 2}', '"with": {"tipoo": 2}', null, `${E}.makes.usuarios.with: "tipoo" não é um campo de usuarios (quis dizer "tipo"?).`),
  row('"types": "cores"', '"types": "tipos"', 'tipos is not a list', 'resources.pedidos.files.types: "tipos" não é uma lista.'),
  row('"types": "cores"', '"types": "cores", "photo": "Roxo"', null,
    'resources.pedidos.files.photo: "Roxo" não é um valor de "lists.cores".'),
];

/** A misspelt option, at every depth. */
export const options: readonly Planted[] = [
  row(
    '"minLength": 3, "required": true',
    '"minLength": 3, "requird": true',
    'requird is not an option here',
    `${E}.fields.razaoSocial: "requird" não é uma opção de um campo texto (quis dizer "required"?).`,
  ),
  row(
    '"maxLength": 20, "unique"',
    '"maxLength": 20, "uniqe"',
    'uniqe is not an option here',
    `${E}.fields.cnpj: "uniqe" não é uma opção de um campo documento (quis dizer "unique"?).`,
  ),
  row(
    '"label": "Ativo", "readOnly"', '"label": "Ativo", "maxLength": 9, "readOnly"', 'maxLength is not an option here',
    `${P}.fields.ativo: "maxLength" não é uma opção de um campo booleano.`,
  ),
  row(
    '"label": "Peso", "min": 0',
    '"label": "Peso", "minimo": 0',
    'minimo is not an option here',
    `${P}.fields.peso: "minimo" não é uma opção de um campo numero (quis dizer "min"?).`,
  ),
  row(
    '"key": "aberto"', '"color": "red", "key": "aberto"', 'color is not an option here',
    `${P}.fields.situacao.choices[0]: "color" não é uma opção aqui.`,
  ),
  row(
    '"wire": {"id": "idVisto"', '"wire": {"de": "x", "id": "idVisto"', 'de is not an option here',
    `${U}.fields.filiais.wire: "de" não é uma opção aqui.`,
  ),
  row(
    '"messages": {"created": "Criada!"', '"mensages": {}, "messages": {"created": "Criada!"', 'mensages is not an option here',
    `${E}: "mensages" não é uma opção aqui (quis dizer "messages"?).`,
  ),
  // What the product says by name, and nothing else.
  row(
    '"offline": "Sem rede."', '"offline": "Sem rede.", "ofline": "Sem."', 'ofline is not an option here',
    'messages: "ofline" não é uma opção aqui (quis dizer "offline"?).',
  ),
  row(
    '"created": "Criada!"', '"removed": "Foi.", "created": "Criada!"', 'removed is not an option here',
    `${E}.messages: "removed" não é uma opção aqui.`,
  ),
  row(
    '"success": "Fechado!"', '"sucess": "x", "success": "Fechado!"', 'sucess is not an option here',
    `${P}.actions.fechar: "sucess" não é uma opção aqui (quis dizer "success"?).`,
  ),
  row(
    '"label": "Motivo"',
    '"lable": "x", "label": "Motivo"',
    'lable is not an option here',
    `${P}.actions.parar.asks.motivo: "lable" não é uma opção de um campo texto (quis dizer "label"?).`,
  ),
  row(
    '"when": "temNota"', '"wen": "x", "when": "temNota"', 'wen is not an option here',
    `${P}.actions.seguir.to: "wen" não é uma opção aqui (quis dizer "when"?).`,
  ),
  row(
    '"all": "Todas"', '"al": "Todas"', `'"al"' does not exist`,
    `${P}.list.filters.situacao: "al" não é uma opção aqui (quis dizer "all"?).`,
  ),
  row(
    '"card": ["nome", "situacao"]', '"cards": ["nome", "situacao"]', 'cards is not an option here',
    `${P}.list: "cards" não é uma opção aqui (quis dizer "card"?).`,
  ),
  row('"combo": "GET', '"comb": "GET', 'comb is not an option here', `${P}.api: "comb" não é uma opção aqui (quis dizer "combo"?).`,
    `${P}.fields.idPai.to: "gestor" escolheria entre pedidos, que não lista: falta em "access.list" de pedidos, ou "names" aqui.`),
  row(
    '"toggle": {"field"', '"toggle": {"fild": "x", "field"', 'fild is not an option here',
    `${P}.toggle: "fild" não é uma opção aqui (quis dizer "field"?).`,
  ),
  row(
    '"by": "idEmpresa"', '"from": "x", "by": "idEmpresa"', 'from is not an option here',
    `${E}.children.pedidos: "from" não é uma opção aqui.`,
  ),
  row(
    '"owner": {"empresa": "idEmpresa"}', '"owner": {"dono": "idEmpresa", "empresa": "idEmpresa"}', 'dono is not an option here',
    `${P}.owner: "dono" não é uma opção aqui.`,
  ),
  row('"one": "Pedido"', '"um": "x", "one": "Pedido"', 'um is not an option here', `${P}.label: "um" não é uma opção aqui.`),
  row(
    '"name": "Gestor", "home"', '"nome": "x", "name": "Gestor", "home"', 'nome is not an option here',
    'profiles.gestor: "nome" não é uma opção aqui (quis dizer "name"?).',
  ),
  row(
    '"name": "Mini"', '"nane": "x", "name": "Mini"', 'nane is not an option here',
    'product: "nane" não é uma opção aqui (quis dizer "name"?).',
  ),
  row(
    '"kind": "digitos", "maxLength"', '"kind": "digitos", "min": 1, "maxLength"', 'min is not an option here',
    'itemKinds.numero: "min" não é uma opção de um campo digitos.',
  ),
  row(
    '"kind": "digitos", "maxLength"', '"kind": "digitos", "label": "x", "maxLength"', 'label is not an option here',
    'itemKinds.numero: "label" não é uma opção aqui: vem do item do modelo.',
  ),
  row(
    '"kind": "texto", "maxLength": 40', '"kind": "texto", "mask": "x", "maxLength": 40', 'mask is not an option here',
    'namedItems.Código.field: "mask" não é uma opção de um campo texto.',
  ),
  row('"types": "cores"', '"tipos": "x", "types": "cores"', 'tipos is not an option here', `${P}.files: "tipos" não é uma opção aqui.`),
  row('"name": "Mini", "sub', '"name": "Mini", "key": "Minha Frota", "sub', null,
    'product.key: "Minha Frota" não serve: use letras minúsculas e números.'),
  row(
    '"messages": {"offline"', '"theme": {}, "messages": {"offline"', 'theme is not an option here',
    'resources.config.ts: "theme" não é uma opção aqui.',
  ),
  row(
    '"access": {"list": ["adm"], ', '"access": {"export": [], "list": ["adm"], ', 'export is not an option here',
    `${P}.access: "export" não é uma opção aqui.`,
  ),
];

/** A part that is missing or of another sort. TypeScript says these in its own words. */
export const shapes: readonly Planted[] = [
  row(
    '"kind": "documento"', '"kind": "documeto"', '"documeto"',
    `${E}.fields.cnpj: "documeto" não é um tipo de campo (quis dizer "documento"?): use ${KINDS}.`,
  ),
  row(
    '"kind": "email", "label": "E-mail", "maxLength": 100, ', '"kind": "email", "label": "E-mail", ', 'maxLength',
    `${P}.fields.email: falta "maxLength".`,
  ),
  row('"kind": "booleano", "label": "Ativo"', '"kind": "booleano"', 'label', `${P}.fields.ativo: falta "label".`),
  row('"maxLength": 80', '"maxLength": "80"', 'string', `${E}.fields.razaoSocial.maxLength: esperava um número, mas veio um texto.`),
  row('"maxLength": 80', '"maxLength": 0', null, `${E}.fields.razaoSocial.maxLength: deve ser maior que 0.`),
  row('"maxLength": 80', '"maxLength": 20000', null, `${E}.fields.razaoSocial.maxLength: deve ser no máximo 10000.`),
  row('"maxLength": 80', '"maxLength": 8.5', null, `${E}.fields.razaoSocial.maxLength: esperava um número inteiro, mas veio um número.`),
  row('"label": "Razão Social"', '"label": ""', null, `${E}.fields.razaoSocial.label: não pode ficar vazio.`),
  row(
    '"minLength": 3, "required": true', '"minLength": 3, "required": false', 'false',
    `${E}.fields.razaoSocial.required: esperava true ou um texto ou um objeto, mas veio false.`,
  ),
  row(
    '"unique": "global"',
    '"unique": "globais"',
    '"globais"',
    `${E}.fields.cnpj.unique: "globais" não é aceito; use "global" ou "empresa" (quis dizer "global"?).`,
  ),
  row(
    '"sort": ["razaoSocial", "asc"]', '"sort": ["razaoSocial", "cres"]', '"cres"',
    `${E}.list.sort[1]: "cres" não é aceito; use "asc" ou "desc".`,
  ),
  row('"sort": ["razaoSocial", "asc"]', '"sort": "razaoSocial"', 'string', `${E}.list.sort: esperava uma lista, mas veio um texto.`),
  row(
    '"columns": ["razaoSocial", "cnpj"]', '"columns": "razaoSocial"', 'string', `${E}.list.columns: esperava uma lista, mas veio um texto.`,
  ),
  row(
    '"access": {"list": ["adm"], "read": ["adm"], "create": ["adm"], "update": ["adm", "gestor"]',
    '"access": {"read": ["adm"], "create": ["adm"], "update": ["adm", "gestor"]', 'list', `${P}.access: falta "list".`,
  ),
  row(
    '"gestor": ["empresa"]}',
    '"gestor": ["empressa"]}',
    'empressa is not a condition',
    `${E}.scope.gestor: "empressa" não é uma condição de empresas (quis dizer "empresa"?).`,
  ),
  row(
    '"list": "GET pedidos"',
    '"list": "GETT pedidos"',
    '"GETT pedidos"',
    `${P}.api.list: "GETT pedidos" não é uma chamada: escreva método e caminho, como "GET empresas/:id".`,
  ),
  row('"id": 2, "name": "Gestor", ', '"id": "2", "name": "Gestor", ', 'string', 'profiles.gestor.id: esperava um número, mas veio um texto.'),
  row(', "hint": "Assim."', '', 'hint', 'dashboards.home.steps.empresas: falta "hint".'),
  row(
    '"places": ["row", "menu"]',
    '"places": ["linha", "menu"]',
    '"linha"',
    `${P}.actions.parar.places[0]: "linha" não é aceito; use "row", "menu", "details" ou "edit".`,
  ),
  row(
    '"tudo"], "gestor": ["empresa", {"any": ["autor", "doGestor"]}]', '"tudo"], "gestor": "empresa"', 'string',
    `${P}.scope.gestor: esperava uma lista, mas veio um texto.`,
  ),
];

/** What only the start can say: sense between parts. */
export const sense: readonly Planted[] = [
  row(
    '"title": "Pedidos de {razaoSocial}"',
    '"title": "Pedidos de {razao}"',
    null,
    `${E}.children.pedidos.title: "razao" não é um campo de empresas (quis dizer "razaoSocial"?).`,
  ),
  row('"confirm": "Duplicar {razaoSocial}?"', '"confirm": "Duplicar {nome}?"', null, `${E}.duplicate.confirm: "nome" não é um campo de empresas.`),
  row('"title": "razaoSocial"', '"title": "cnpj"', null, `${E}.duplicate: "cnpj" não é um campo texto: a cópia não teria nome.`),
  row('"label": "Ver Pedidos"', '"preview": "Ver", "label": "Ver Pedidos"', null, ...['descricao', 'tipoCampo', 'obrigatorio'].map(word =>
    `${E}.children.pedidos.preview: "${word}" não é um campo de pedidos.`)),
  row('"label": "Ver Pedidos"', '"label": "Ver {x}"', null, `${E}.children.pedidos.label: "x" não é um campo de empresas.`),
  row(
    '"created": "Pedido {nome} criado!"', '"created": "Pedido {nom} criado!"', null,
    `${P}.messages.created: "nom" não é um campo de pedidos (quis dizer "nome"?).`,
  ),
  row(
    '"confirm": "Parar {nome}?"',
    '"confirm": "Parar {idd}?"',
    null,
    `${P}.actions.parar.confirm: "idd" não é um campo de pedidos (quis dizer "id"?).`,
  ),
  row(
    '"success": "Pedido {id} parado!"',
    '"success": "Pedido {codigos} parado!"',
    null,
    `${P}.actions.parar.success: "codigos" não é um campo de pedidos (quis dizer "codigo"?).`,
  ),
  row(
    '"through": "idEmpresa", "field": "razaoSocial"', '"through": "idEmpresa", "field": "nome"', null,
    `${P}.fields.nomeEmpresa.field: "nome" não é um campo de empresas.`,
  ),
  row(
    '"through": "idEmpresa", "field": "razaoSocial"',
    '"through": "idPai", "field": "codigo"',
    null,
    `${P}.fields.nomeEmpresa.field: "codigo" é um campo senha de pedidos e não pode ser lido por outro recurso.`,
  ),
  row(
    '"through": "idEmpresa"', '"through": "nome"', null, `${P}.fields.nomeEmpresa.through: "nome" deve ser um campo referencia, e é texto.`,
  ),
  row(
    '"to": "pedidos", "within": "idEmpresa"', '"to": "pedidos", "within": "nome"', null,
    `${P}.fields.idPai.within: "nome" deve ser um campo referencia, e é texto.`,
  ),
  row('"by": "idEmpresa"', '"by": "idPai"', null, `${E}.children.pedidos.by: "idPai" deve ser uma referência de pedidos a empresas.`),
  row('"by": "idEmpresa"', '"by": "nome"', null, `${E}.children.pedidos.by: "nome" deve ser uma referência de pedidos a empresas.`),
  row(
    '"by": "idEmpresa"',
    '"by": "idEmpreza"',
    null,
    `${E}.children.pedidos.by: "idEmpreza" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"owner": {"empresa": "idEmpresa"}', '"owner": {"empresa": "nome"}', null,
    `${P}.owner.empresa: "nome" deve ser um campo referencia, e é texto.`,
  ),
  row('"order": "ordem"', '"order": "nome"', null, `${P}.order: "nome" deve ser um campo numero, e é texto.`),
  row('"sort": ["ordem", "desc"] },', '"sort": ["ordem", "desc"] }, "order": "ordem",', null, `${I}.order: ${NO_CHILD('itens')}`),
  row(
    '"required": {"is": {"situacao": [2]}}', '"required": {"is": {"situacao": [9]}}', null,
    `${P}.fields.nota.required.is.situacao: 9 não é um valor de "situacao".`,
  ),
  row(
    '"visible": {"is": {"situacao": [1, 2]}}', '"visible": {"is": {"situacao": [1, "2"]}}', null,
    `${P}.fields.nota.visible.is.situacao: "2" não é um valor de "situacao".`,
  ),
  row(', "whenOff": "clear"', ', "whenOff": "keep"', '"clear"', `${P}.fields.nota.whenOff: "keep" não é aceito; use "clear".`),
  row('"visible": {"is": {"situacao": [1, 2]}}, ', '', null, `${P}.fields.nota.whenOff: só tem sentido com "visible" ou "editable".`),
  row(
    '"visible": {"is": {"situacao": [1, 2]}}', '"editable": {"filled": "cor"}, "visible": {"not": {"filled": "nota"}}', null,
    `${P}.fields.nota.visible: depende de si mesmo: nota → nota.`,
  ),
  row(
    '"label": "Cor", "list": "cores"}',
    '"label": "Cor", "list": "cores", "editable": {"filled": "nota"}, "visible": {"filled": "peso"}}', null,
  ),
  row(
    '"label": "Criado em"', '"label": "Criado em", "editable": "temNota"', null,
    `${P}.fields.criado.editable: o campo é "readOnly": ninguém o edita nunca.`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "rules": {"pesoo": ["temNota"], "nota": ["temNotas"]}', 'pesoo is not a field',
    `${P}.rules: "pesoo" não é um campo de pedidos (quis dizer "peso"?).`,
    `${P}.rules.nota: "temNotas" não é uma condição de pedidos (quis dizer "temNota"?).`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "rules": {"nota": ["azul"], "peso": [{"all": ["participou"], "reason": "Não."}]}', null,
    `${P}.rules.nota: a condição "azul" não diz por que recusa: falta "reason" nela.`,
    `${P}.rules.peso: "participou" só se sabe de um registro que já existe.`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "unique": [["peso", "pesoo"]]', 'pesoo is not a field',
    `${P}.unique[0]: "pesoo" não é um campo de pedidos (quis dizer "peso"?).`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "unique": [["peso", "codigo", "peso"], ["nota"]]', null,
    `${P}.unique[1]: aceita no mínimo 2 valores.`,
  ),
  row(
    '"since": "desde"', '"since": "desde", "unique": [["peso", "codigo", "peso"]]', null,
    `${P}.unique[0]: "peso" está repetido.`, `${P}.unique[0]: não há como um campo senha ser único.`,
  ),
  row(
    '"min": 0, "max": 9}', '"min": 0, "max": 9, "readOnly": true, "unique": "global", "sequence": "idEmpresas"}', 'idEmpresas is not a field',
    `${P}.fields.peso.sequence: "idEmpresas" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
    `${P}.fields.peso.unique: "sequence" já não se repete.`,
  ),
  row(
    '"min": 0, "max": 9}', '"min": 0, "max": 9, "unique": "global", "sequence": "idEmpresa"}', null,
    `${P}.fields.peso.sequence: "idEmpresa" mudaria a contagem depois de criado: falta "readOnly": "criado" nele.`,
    `${P}.fields.peso.unique: "sequence" já não se repete.`,
  ),
  row('"min": 0, "max": 9}', '"min": 0, "max": 9, "readOnly": true, "sequence": "idModelo"}', null),
  row(
    '{"kind": "texto", "label": "Motivo", "maxLength": 300, "required": true}', '{"kind": "numero", "label": "Motivo", "sequence": true}', null,
    `${P}.actions.parar.asks.motivo.sequence: só se contam os registros de um recurso.`,
  ),
  row('"label": "Fechado em", "readOnly": true}', '"label": "Fechado em", "stamps": "update"}', null),
  row(
    '"people": {"autor"', '"people": {"editor": {"field": "idAutor", "stamps": "create", "reason": "Não."}, "autor"', null,
    `${P}.people: "stamps" vale para uma só pessoa.`,
  ),
  row('"people": {"autor"', '"people": {"editor": {"field": "idAutor", "stamps": "update", "reason": "Não."}, "autor"', null),
  row(
    '"label": "Nota", "maxLength": 20,', '"label": "Nota", "maxLength": 20, "pattern": {"like": "[A-", "reason": "Não."}, "case": "lower",',
    '"upper"', `${P}.fields.nota.pattern.like: "[A-" não é uma expressão regular.`, `${P}.fields.nota.case: "lower" não é aceito; use "upper".`,
  ),
  row('"label": "Peso", ', '"label": "Peso", "default": 12, ', null, `${P}.fields.peso.default: 12 não é um valor de um campo numero.`),
  row(
    '"label": "Peso", ', '"label": "Peso", "default": "idModelo.descricao", ', null,
    `${P}.fields.peso.default: "descricao" de modelos é um texto, e não um número.`,
  ),
  row(
    '"label": "Nota", ', '"label": "Nota", "default": "idModelo.descricoes", ', null,
    `${P}.fields.nota.default: "descricoes" não é um campo de modelos (quis dizer "descricao"?).`,
  ),
  row('"label": "Nota", ', '"label": "Nota", "default": "idModelo.descricao", ', null),
  row(
    '"label": "E-mail", "maxLength": 100, ', '"label": "E-mail", "maxLength": 100, "default": "session.idEmpresa", ', null,
    `${P}.fields.email.default: "session.idEmpresa" não é um valor de um campo email.`,
  ),
  row(
    '"label": "Empresa", "to": "empresas", "required": true}', '"label": "Empresa", "to": "empresas", "required": true, "default": 1}', null,
    `${P}.fields.idEmpresa.default: 1 não é um valor de um campo referencia.`,
  ),
  row('"label": "Código", "minLength": 6', '"label": "Código", "default": "x", "minLength": 6', null,
    `${P}.fields.codigo.default: um campo senha não começa com nada.`),
  row(
    '"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "session.id", "maxLength": 300', null,
    `${P}.actions.parar.asks.motivo.default: "session.id" não é um valor de um campo texto.`,
  ),
  row(
    '"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "idModelo.descricao", "maxLength": 300', null,
    `${P}.actions.parar.asks.motivo.default: é obrigatório, e "descricao" de modelos pode faltar.`,
  ),
  row(
    '"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "idModel.descricao", "maxLength": 300', null,
    `${P}.actions.parar.asks.motivo.default: "idModel.descricao" não é um valor de um campo texto (quis dizer "idModelo"?).`,
  ),
  row('"label": "Motivo", "maxLength": 300', '"label": "Motivo", "default": "session.perfil", "maxLength": 300', null),
  row(
    '"kind": "digitos", "maxLength": 50', '"kind": "digitos", "maxLength": 50, "default": "hoje"', null,
    'itemKinds.numero.default: "hoje" não é um valor de um campo digitos.',
  ),
  row(
    '"texto": {"kind": "texto", "maxLength": 100}', '"texto": {"kind": "texto", "maxLength": 100, "default": "session.codigoExterno"}', null,
  ),
  row('"default": 1', '"default": 5', null, `${P}.fields.situacao.default: 5 não é o id de uma opção; use 1, 2 ou 3.`),
  row('"id": 3, "key": "fechado"', '"id": 2, "key": "fechado"', null, `${P}.fields.situacao.choices: o id 2 está repetido.`),
  row(
    '"id": 3, "key": "fechado"',
    '"id": "1", "key": "fechado"',
    null,
    `${P}.fields.situacao.choices: o id 1 está repetido.`,
    `${P}.fields.situacao.choices: os ids devem ser todos textos ou todos números inteiros.`,
  ),
  row(
    '"id": 3, "key": "fechado"',
    '"id": 3.5, "key": "fechado"',
    null,
    `${P}.fields.situacao.choices: os ids devem ser todos textos ou todos números inteiros.`,
  ),
  row('"id": 3, "key": "fechado", "name"', '"id": 3, "key": "fechado", "icon": "check", "name"', null),
  row(
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}',
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}, {"id": 4, "name": "Outro"}',
    null,
    `${P}.fields.situacao.choices: falta "key" no status "Outro".`,
  ),
  row(
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}',
    '{"id": 3, "key": "fechado", "name": "Fechado", "stamps": "fim", "end": true}, {"id": 4, "key": "aberto", "name": "Outro"}',
    null,
    `${P}.fields.situacao.choices: a chave "aberto" está repetida.`,
  ),
  row(
    '"key": "aberto", "name": "Aberto"', '"key": "aberto", "archived": true, "name": "Aberto"', null,
    `${P}.fields.situacao.default: 1 é uma opção arquivada.`,
    `${P}.actions.seguir.to: "aberto" tem "archived" ou "to": nada entra mais nele.`,
  ),
  row(
    '"name": "Parado", "profiles"', '"name": "Parado", "to": 3, "profiles"', null,
    `${P}.actions.parar.to: "parado" tem "archived" ou "to": nada entra mais nele.`,
  ),
  row(
    '"name": "Fechado", "stamps"', '"name": "Fechado", "was": 2, "stamps"', null,
    `${P}.fields.situacao.choices: "was" é o id que a opção tinha, e 2 ainda é de uma.`,
  ),
  row(
    '"name": "Texto" }', '"name": "Texto", "to": "data" }', null,
    `${I}.fields.tipoCampo.choices: "to" de "Texto" deve ser o id de uma opção em uso.`,
  ),
  row(
    '"motivo": {"kind": "texto", ', '"motivo": {"kind": "texto", "archived": true, ', null,
    `${P}.actions.parar.asks.motivo.archived: só tem sentido num campo de um recurso.`,
  ),
  row(
    '"peso": {', '"motivo": {"kind": "texto", "label": "Motivo", "maxLength": 300, "archived": true}, "peso": {', null,
    `${P}.actions.parar.asks.motivo: o campo tem "archived": ninguém grava mais nele.`,
  ),
  row(
    '"warnAbove": 45', '"was": "nota", "warnAbove": 45', null,
    `${P}.fields.email.was: é o nome que o campo tinha, e "nota" ainda é um campo.`,
  ),
  row('"idAutor": { "kind": "referencia"', '"idAutor": { "was": "idCriador", "kind": "referencia"', null),
  row(
    '"idAutor": { "kind": "referencia"', '"idAutor": { "was": "idModelo", "kind": "referencia"', null,
    `${P}.fields.idAutor.was: é o nome que o campo tinha, e "idModelo" ainda é um campo.`,
  ),
  row(
    '"asks": {"motivo"', '"asks": {"nome": {"kind": "texto", "label": "Nome", "maxLength": 100, "default": "A"}, "motivo"', null,
    `${P}.actions.parar.asks.nome.default: todo registro já tem "nome", que é obrigatório: é com ele que se começa.`,
  ),
  row('"with": {"tipo": 2}', '"with": {"tipo": 9}', null, `${E}.makes.usuarios.with.tipo: 9 não é um valor de "tipo".`),
  row(
    '"with": {"tipo": 2}', '"with": {"tipoo": 2}', null,
    `${E}.makes.usuarios.with: "tipoo" não é um campo de usuarios (quis dizer "tipo"?).`,
  ),
  row(
    '"people": {"autor": {"field"', '"people": {"quemFez": {"field"', null,
    `${P}.actions.parar.from.aberto: "autor" não é uma condição de pedidos.`, `${P}.scope.gestor[1].any: "autor" não é uma condição de pedidos.`,
  ),
  row(
    '"route": "pedido"', '"was": "empresas", "route": "pedido"', null,
    `${P}.was: é o nome que o recurso tinha, e "empresas" ainda é um.`,
  ),
  row('"nameAs": "nomeSituacao"', '"nameAs": "nome"', null, `${P}.fields.situacao.nameAs: "nome" já é um campo.`),
  row(
    '"maxLength": 80, "minLength": 3', '"maxLength": 80, "minLength": 90', null,
    `${E}.fields.razaoSocial: "minLength" (90) é maior que "maxLength" (80).`,
  ),
  row('"warnAbove": 45', '"warnAbove": 450', null, `${P}.fields.email: "warnAbove" (450) é maior que "maxLength" (100).`),
  row('"min": 0, "max": 9', '"min": 10, "max": 9', null, `${P}.fields.peso: "min" (10) é maior que "max" (9).`),
  row(
    '"label": "CNPJ", "maxLength": 20',
    '"label": "CNPJ", "maxLength": 13',
    null,
    `${E}.fields.cnpj: "o mínimo de um documento" (14) é maior que "maxLength" (13).`,
  ),
  row(
    '"call": "GET vistos/:idEmpresa/:id"',
    '"call": "GET vistos/:idEmpres/:id"',
    null,
    `${U}.fields.filiais.call: ":idEmpres" não é um parâmetro conhecido desta chamada (quis dizer ":idEmpresa"?).`,
  ),
  row(
    '"call": "GET vistos/:idEmpresa/:id"',
    '"call": "POST vistos/:id"',
    null,
    `${U}.fields.filiais.call: "POST vistos/:id" não é uma chamada GET, como "GET filial/:id".`,
  ),
  row(
    '"combo": "GET pedidos/combo/:idEmpresa"', '"combo": "GET pedidos/combo/:nome"', null,
    `${P}.api.combo: ":nome" não é um parâmetro conhecido desta chamada.`,
  ),
  row(
    '"one": "GET pedidos/:id"',
    '"one": "GET pedidos/:idPedido"',
    null,
    `${P}.api.one: ":idPedido" não é um parâmetro conhecido desta chamada (quis dizer ":id"?).`,
  ),
  row(
    '"call": "PUT pedidos/fechar/:id"',
    '"call": "PUT pedidos/fechar"',
    null,
    `${P}.actions.fechar.call: "PUT pedidos/fechar" não diz de qual registro: falta ":id".`,
  ),
  row(
    '"call": "PUT pedidos/fechar/:id"', '"call": "PUT pedidos/fechar/:id/:nome"', null,
    `${P}.actions.fechar.call: ":nome" não é um parâmetro conhecido desta chamada.`,
  ),
  row(
    '"call": "PUT pedidos/fechar/:id"',
    '"call": "PUT pedidos/Seguir/:id/"',
    null,
    `${P}.actions.fechar: "PUT pedidos/Seguir/:id/" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id".`,
    `${P}.actions.fechar: a chamada "put pedidos/seguir/:" já é de ${P}.actions.seguir.`,
  ),
  row('"call": "GET cores"', '"call": "GET pedidos"', null, `${P}.api.list: a chamada "get pedidos" já é de lists.cores.call.`),
  row(
    '"call": "GET cores"',
    '"call": "GET /cores"',
    null,
    'lists.cores.call: "GET /cores" não é um caminho: escreva-o sem barra no início ou no fim, como "GET empresas/:id".',
  ),
  row('"situacao": {"all": "Todas"}', '"situacao": {"param": "busca"}', null, `${P}.list.filters: o parâmetro "busca" está repetido.`),
  row('"situacao": {"all": "Todas"}', '"situacao": {"param": "page"}', null, `${P}.list.filters: o parâmetro "page" já é da paginação.`),
  row(
    '"situacao": {"all": "Todas"}', '"situacao": {"param": "idPerfilLogado"}', null,
    `${P}.list.filters: o parâmetro "idPerfilLogado" está repetido.`,
  ),
  row(
    '"situacao": {"all": "Todas"}', '"situacao": {"lastDays": 3}', null,
    `${P}.list.filters.situacao: "lastDays" só tem sentido num período.`,
  ),
  row(
    '"situacao": {"all": "Todas"}', '"situacao": {"param": ["a", "b"]}', null,
    `${P}.list.filters.situacao.param: um campo escolha tem um parâmetro só.`,
  ),
  row('"situacao": {"all": "Todas"}', '"peso": {"label": ["Mais que", "Menos que"]}', null),
  row('"situacao": {"all": "Todas"}', '"peso": {"param": ["leve", "pesado"]}', null),
  row('"situacao": {"all": "Todas"}', '"peso": {"param": "kg"}', null),
  row('"numero", "label": "Peso", "min": 0, "max": 9', '"decimal", "label": "Peso", "min": 0.005, "max": 0', null,
    `${P}.fields.peso: "min" (0.005) é maior que "max" (0).`, `${P}.fields.peso.min: 0.005 não é um valor de até 2 casas decimais.`),
  row('"situacao": {"all": "Todas"}', '"peso": {"param": "kg", "label": ["De", "Até"], "lastDays": 3}', null,
    `${P}.list.filters.peso: "lastDays" só tem sentido num período.`,
    `${P}.list.filters.peso.label: dois nomes só têm sentido com dois parâmetros.`),
  row('"situacao": {"all": "Todas"}', '"peso": {"param": ["page", "ate"]}', null,
    `${P}.list.filters: o parâmetro "ate" está repetido.`, `${P}.list.filters: o parâmetro "page" já é da paginação.`),
  row(
    '"situacao": {"all": "Todas"}', '"ativo": {"names": {"true": "Sim", "1": "Não"}}', null,
    `${P}.list.filters.ativo.names: "1" não é um valor de ativo.`,
  ),
  row('"situacao": {"all": "Todas"}', '"codigo": {}', null, `${P}.list.filters.codigo: um campo senha não pode ser filtrado.`),
  row(
    '"param": ["de", "ate"], ',
    '',
    null,
    `${P}.list.filters.criado: um campo dataHora é filtrado por um período: diga dois parâmetros em "param", como ["de", "ate"].`,
  ),
  row(
    '"columns": ["id", "nome", "situacao", "criado"]', '"columns": ["id", "nome", "nome", "codigo"]', null,
    `${P}.list.columns: "codigo" é uma senha e não pode ser lida.`, `${P}.list.columns: "nome" está repetido.`,
  ),
  row(
    '"card": ["nome", "situacao"]', '"card": ["id", "nome", "situacao", "criado", "nota", "peso", "ordem", "desde"]', null,
    `${P}.list.card: aceita no máximo 7 valores.`,
  ),
  row(
    '"card": ["nome"', '"card": ["desdde"', 'desdde is not a field',
    `${P}.list.card: "desdde" não é um campo de pedidos (quis dizer "desde"?).`,
  ),
  // None of its statuses says whom it waits for.
  row('"card": ["nome"', '"card": ["aguarda"', null, `${P}.list.card: "aguarda" não é um campo de pedidos.`),
  row(
    '"label": "Parar"', '"label": "Parar", "key": "P"', null,
    `${P}.actions.parar.key: "P" não serve de tecla: use uma só letra minúscula, sem acento.`,
  ),
  row('"label": "Parar"', '"label": "Parar", "key": "pa"', null, `${P}.actions.parar.key: "pa" não serve de tecla: use uma só letra minúscula, sem acento.`),
  row('"label": "Parar"', '"label": "Parar", "key": "j"', null, `${P}.actions.parar.key: "j" já é uma tecla das telas: use outra letra.`),
  row(
    '"label": "Ativar"', '"label": "Ativar", "key": "t"', null, `${P}.actions.ativar.key: só tem sentido numa ação com "places".`,
  ),
  row('"sort": ["nome", "asc"]', '"sort": ["filiais", "asc"]', null, `${U}.list.sort: não se ordena por um campo vinculos.`),
  row(
    '["idModelo", "codigo", "cor", "peso", "nota"]', '["idModelo", "codigo", "cor", "nome", "nota"]', null,
    `${P}.form: "nome" está em mais de um lugar do formulário.`,
  ),
  row(
    '["idEmpresa", "idPai", "nome", "email"]', '["idEmpresa", "idPai", "email"]', null,
    `${P}.fields.nome: é obrigatório, mas não está em nenhuma seção do formulário.`,
  ),
  row(
    '"minLength": 3, "required": true', '"minLength": 3, "readOnly": true, "required": true', null,
    `${E}.fields.razaoSocial: é obrigatório, mas ninguém pode preenchê-lo.`,
  ),
  row('"unique": "global"', '"unique": "empresa"', null),
  row(
    '"scope": {"adm": ["tudo"], "gestor": ["empresa"]}',
    '"scope": {"adm": ["tudo"]}',
    null,
    `${E}.scope: "gestor" tem acesso a empresas, mas nenhuma linha: falta o seu escopo.`,
  ),
  row(
    '"scope": {"adm": ["tudo"], "gestor": ["empresa"]}', '"scope": {"adm": ["tudo"], "gestor": ["filiais"]}', null,
    `${E}.scope.gestor: "filiais" precisa de "owner.filial" ou "owner.through".`,
  ),
  row(
    '"access": {"list": ["adm", "gestor"], "read": ["adm", "gestor"]', '"access": {"list": ["adm"], "read": ["adm"]', null,
    `${E}.scope: "gestor" tem linhas, mas nenhum acesso.`,
    'profiles.gestor.home: "gestor" não pode listar empresas: começaria numa tela que não vê.',
  ),
  row(
    '"sets": {"ativo": true}', '"sets": {"ativo": "sim"}', null,
    `${P}.actions.ativar.sets.ativo: "sim" não é um valor de um campo booleano.`, `${P}.toggle: a ação "ativar" não liga "ativo".`,
  ),
  row(
    '"sets": {"ativo": true}',
    '"sets": {"ativo": "session.id"}',
    null,
    `${P}.actions.ativar.sets.ativo: "session.id" não é um valor de um campo booleano.`,
    `${P}.toggle: a ação "ativar" não liga "ativo".`,
  ),
  row(
    '"sets": {"idPai": null}',
    '"sets": {"idPai": "session.ido"}',
    null,
    `${P}.actions.fechar.sets.idPai: "session.ido" não é um valor de um campo referencia a pedidos (quis dizer "session.id"?).`,
  ),
  row('"sets": {"ativo": false}', '"sets": {"ativo": true}', null, `${P}.toggle: a ação "inativar" não desliga "ativo".`),
  row(
    '"profiles": ["adm"], "needs": ["naoUltimoAdm"]', '"needs": ["naoUltimoAdm"]', null,
    `${U}.actions.convidar: falta "profiles" ou "from": ninguém pode fazê-la.`,
  ),
  row(
    '"motivo": {"kind": "texto", "label": "Motivo", "maxLength": 300, "required": true}',
    '"motivo": {"kind": "senha", "label": "Motivo", "maxLength": 300, "minLength": 1}',
    null,
    `${P}.actions.parar.asks.motivo: um campo senha só pode estar num recurso.`,
  ),
  row(
    '"to": {"when": "temNota", "then": "fechado", "else": "aberto"}',
    '"to": "parado"',
    null,
    `${P}.fields.situacao.choices: nada sai do status "parado": diga "end" nele, ou que ação sai dele.`,
  ),
  row(
    '"id": 2, "name": "Gestor", ', '"id": 1, "name": "Gestor", ', null, 'profiles: o id 1 está repetido.',
    `${U}.fields.tipo.choices: o id 2 não é de nenhum perfil.`,
  ),
  row('"id": 2, "name": "Gestor", ', '"id": 0, "name": "Gestor", ', null, 'profiles.gestor.id: deve ser no mínimo 1.',
    `${U}.fields.tipo.choices: falta a opção do perfil "gestor", de id 0.`, `${U}.fields.tipo.choices: o id 2 não é de nenhum perfil.`),
  row(
    '"name": "Gestor", "home": "/adm/empresa"', '"name": "Gestor", "home": "/home"', null,
    'profiles.gestor.home: "/home" não começa com "/adm/".',
  ),
  row('"route": "pedido"', '"route": "empresa"', null, `${P}: o caminho "empresa" já é de ${E}.`),
  row('"route": "pedido"', '"route": "home"', null, `${P}: o caminho "home" já é do produto.`),
  row('"route": "pedido"', '"route": "/pedido"', null, `${P}.route: "/pedido" não serve de caminho: use minúsculas, números e hífens.`),
  row('"Código": {"field"', '"côr": {"field"', null, 'namedItems: "cor" está repetido: maiúsculas e acentos não contam.'),
  row(
    '"texto": {"kind": "texto", "maxLength": 100}', '"texto": {"kind": "senha", "minLength": 1, "maxLength": 100}', null,
    'itemKinds.texto: um campo senha só pode estar num recurso.',
  ),
  row('"stamps": "fim"', '"stamps": "nota"', null, `${P}.fields.situacao.choices[2].stamps: "nota" deve ser um campo dataHora, e é texto.`,
    `${P}.fields.nota: é obrigatório, mas ninguém pode preenchê-lo.`),
  row(', "stamps": "fim"', '', null, 'dashboards.home.chart: "fechado" não grava quando se entra nele: falta "stamps" nesse status.'),
  row('"chart": "fechado"', '"chart": "aberto"', null,
    'dashboards.home.chart: "aberto" não grava quando se entra nele: falta "stamps" nesse status.'),
  row('"bar": "aberto"', '"bar": "parado"', null, 'dashboards.home.bar: "parado" não está em "cards".'),
  row('"cards": ["aberto"', '"cards": ["aberto", "aberto"', null, 'dashboards.home.cards: "aberto" está repetido.'),
  row(
    '"of": "pedidos"', '"of": "empresas"', null, 'dashboards.home.of: "empresas" não tem status: falta "status" nele.',
    'dashboards.home.of: empresas não diz quando foi criado: falta um campo dataHora com "stamps".',
  ),
  row('"by": ["idEmpresa"', '"by": ["nome"', null, 'dashboards.home.by: "nome" deve ser um campo referencia, e é texto.'),
  ...['0m', '3'].map(period =>
    row('"3m"', `"${period}"`, null, `dashboards.home.periods: "${period}" não é um período: diga um ano, "atual" ou meses, como "6m".`)),
  row('"of": "pedidos"', '"of": "pedidos", "profiles": ["gestor"]', null,
    'profiles.adm.home: "adm" não está em "profiles" do painel "home": diga onde começa.',
    'dashboards.home.profiles: "gestor" não pode listar pedidos, que o painel conta.'),
  row('{"home": {\n    "of"', '{"pedido": {\n    "of"', null, 'dashboards.pedido: o caminho "pedido" já é de resources.pedidos.'),
  row('{"home": {\n    "of"', '{"empresas": {\n    "of"', null, 'dashboards.empresas: "empresas" já é um recurso: use outro nome.'),
  row('{"home": {\n    "of"', '{"Visão Geral": {\n    "of"', null,
    'dashboards.Visão Geral: "Visão Geral" não serve de caminho: use minúsculas, números e hífens.'),
  row('"3m", 2024', '"3m", "atual"', null, 'dashboards.home.periods: o período "atual" está repetido.'),
  row(
    '"summary": "GET painel/resumo"',
    '"summary": "GET Painel/QTD"',
    null,
    'dashboards.home.calls.summary: a chamada "get painel/qtd" já é de dashboards.home.calls.counts.',
  ),
  row(
    '"summary": "GET painel/resumo"', '"summary": "POST painel/resumo"', null,
    'dashboards.home.calls.summary: "POST painel/resumo" não é uma chamada GET.',
  ),
  row(
    '"evolution": "GET painel/evolucao"', '"evolution": "GET pedidos/:id"', null,
    `${P}.api.one: a chamada "get pedidos/:" já é de dashboards.home.calls.evolution.`,
  ),
  row(
    '"forbiddenExtensions": ["exe"]',
    '"forbiddenExtensions": [".exe"]',
    null,
    'files.forbiddenExtensions: ".exe" não é uma extensão: escreva sem ponto e em minúsculas.',
  ),
  row('"nota": {"kind"', '"versao": {"kind"', null, `${P}.fields: "versao" é de todo registro e não pode ser declarado.`, `${P}.form: "nota" não é um campo de pedidos.`,
    `${P}.conditions.temNota.filled: "nota" não é um campo de pedidos.`, `${P}.conditions.deLonge.compare: "nota" não é um campo de pedidos.`),
  row(
    '"peso": {"kind"',
    '"Peso-kg": {"kind"',
    null,
    `${P}.fields: "Peso-kg" não serve de nome: comece com minúscula e use só letras sem acento e números.`,
    `${P}.form: "peso" não é um campo de pedidos.`,
  ),
];

export const planted: readonly Planted[] = [...names, ...options, ...shapes, ...sense, ...ofNames, ...ofParts, ...ofReferences, ...ofTelling];
