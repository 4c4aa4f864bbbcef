/** Planted mistakes: an option that is misspelt, a part that is missing or of another sort. */
import {fieldShapes} from '../../../src/schema/shapes/fields.ts';
import {E, P, row, U, type Planted} from './planted.ts';

/** What a field can be, as the sentence lists it. */
export const KINDS = Object.keys(fieldShapes).map(kind => `"${kind}"`).join(', ').replace(/, ([^,]*)$/, ' ou $1');

/** A misspelt option, at every depth. */
const options: readonly Planted[] = [
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
    '"kind": "digitos", "maxLength"', '"kind": "digitos", "visible": {"filled": "x"}, "maxLength"', 'x is not a field',
    'itemKinds.numero: "visible" não é uma opção aqui: um item não olha para os outros.',
    'itemKinds.numero.visible.filled: "x" não é um campo ao lado deste.',
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
const shapes: readonly Planted[] = [
  row('"ordem": {"kind": "numero", "label": "Ordem"}', '"ordem": 5', 'number',
    `${P}.fields.ordem: esperava um campo: um objeto com "kind".`),
  row('"ordem": {"kind": "numero", "label": "Ordem"}', '"ordem": {"label": "Ordem"}', 'kind', `${P}.fields.ordem: falta "kind".`),
  row('"itens": {\n', '"nada": 5, "itens": {\n', 'number', 'resources.nada: esperava um objeto.'),
  row('"sets": {"ativo": true}', '"sets": {"ativo": []}', 'not assignable',
    `${P}.actions.ativar.sets.ativo: esperava um texto ou um número ou true ou false ou null, mas veio uma lista.`),
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
  row('"label": "Razão Social"', '"label": " "', null, `${E}.fields.razaoSocial.label: não pode ficar vazio.`),
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
  row(
    '"id": 2, "name": "Gestor", ',
    '"id": "2", "name": "Gestor", ',
    'string',
    'profiles.gestor.id: esperava um número, mas veio um texto.',
  ),
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

export const ofOptions: readonly Planted[] = [...options, ...shapes];
