/** Planted mistakes in what the product needs by name, and in names that only one may have. */
import {E, F, I, P, row, U, type Planted} from './planted.ts';

const HOME = '"name": "Gestor", "home": "/adm/empresa"';
const home = (said: string): string => `"name": "Gestor", "home": ${said}`;
/** Where a profile begins. */
const homes: readonly Planted[] = [
  row(HOME, home('"/adm/hom"'), null, 'profiles.gestor.home: "/adm/hom" não é uma tela (quis dizer "/adm/home"?).'),
  row(HOME, home('"/adm/pedido"'), null, 'profiles.gestor.home: "gestor" não pode listar pedidos: começaria numa tela que não vê.'),
  row(HOME, home('"/adm/home"'), null, 'profiles.gestor.home: "gestor" não pode listar pedidos, que o painel conta: diga onde começa.'),
  row(HOME, home('{"list": "empresas"}'), null),
  row(HOME, home('{"list": "pedido"}'), 'pedido is not a resource',
    'profiles.gestor.home.list: "pedido" não é um recurso (quis dizer "pedidos"?).'),
  row(HOME, home('{"list": "pedidos", "tab": "meus"}'), null,
    'profiles.gestor.home: "gestor" não pode listar pedidos: começaria numa tela que não vê.'),
  row(HOME, home('{"list": "empresas", "tab": "meus"}'), null, 'profiles.gestor.home: "meus" não é uma aba de "gestor" em empresas.'),
  row('"columns": ["razaoSocial", "cnpj"]', '"columns": []', null,
    'resources.empresas.list.columns: não pode ficar vazio: a lista não mostraria nada.'),
];

const LONG = 'a'.repeat(60);
const CUT = 'b'.repeat(45);

/** A resource of this name besides. */
const another = (name: string, start: string): Planted => row(
  '"modelos": {',
  `"${name}": {"label": {"one": "${name}", "many": "Outros"}, "icon": "item", "title": "id", "fields": {}, "list": {"columns": ["id"]},`
    + ' "access": {"list": []}, "scope": {}}, "modelos": {',
  null, start,
);

const MODEL_FIELDS = '"fields": {\n        "idEmpresa": { "kind": "referencia", "label": "Empresa do modelo"';

/** What the product itself reads. */
const needed: readonly Planted[] = [
  row(
    '"codigoExterno": { "kind": "texto"',
    '"codigoInterno": { "kind": "texto"',
    null,
    `${U}.fields: falta "codigoExterno", que o produto usa.`,
    `${U}.form: "codigoExterno" não é um campo de usuarios (quis dizer "codigoInterno"?).`,
  ),
  row(
    '"nome": { "kind": "texto"', '"nome": { "kind": "digitos"', 'nome has to be a field of another kind here',
    `${U}.fields.nome: "nome" deve ser um campo texto, e é digitos.`,
  ),
  row(
    '"required": true, "unique" : "global" }', '"required": true }', null,
    `${U}.fields.email: falta "unique": "global", que o produto usa.`,
  ),
  row(
    '"ativo": { "kind": "booleano", "label": "Entra", "readOnly": true }', '"ativo": { "kind": "booleano", "label": "Entra" }', null,
    `${U}.fields.ativo: falta "readOnly": true, que o produto usa.`,
  ),
  row(
    '"ativo": { "kind": "booleano", "label": "Ativa", "readOnly": true }',
    '"aberta": { "kind": "booleano", "label": "Ativa", "readOnly": true }', 'ativo is a field that the product needs',
    `${E}.fields: falta "ativo", que o produto usa.`,
  ),
  row(
    '"label": "Empresa dele", "to": "empresas"',
    '"label": "Empresa dele", "to": "filiais"',
    null,
    `${U}.fields.idEmpresa.to: deve ser "empresas", que o produto usa.`,
    `${U}.fields.filiais.within: "idEmpresa" deve ser uma referência a empresas, e é a filiais.`,
  ),
  row(
    '"owner": {"empresa": "id"}', '"owner": {}', null, `${E}.owner: falta "empresa": "id", que o produto usa.`,
    `${E}.scope.gestor: "empresa" precisa de "owner.empresa" ou "owner.through".`,
  ),
  row('"empresa": "idEmpresa", "filial": "id"', '"empresa": "idEmpresa"', null, `${F}.owner: falta "filial": "id", que o produto usa.`),
  row(
    '{ "id": 2, "name": "Gestor" }', '{ "id": 3, "name": "Gestor" }', null,
    `${U}.fields.tipo.choices: falta a opção do perfil "gestor", de id 2.`, `${U}.fields.tipo.choices: o id 3 não é de nenhum perfil.`,
    `${E}.makes.usuarios.with.tipo: 2 não é um valor de um campo escolha.`,
  ),
  row(
    '"create": "POST usuarios", "update": "POST usuarios" }', '"create": "POST usuarios" }', null,
    `${U}.api.update: a chamada "put usuarios/:" já é do produto: diga outra aqui, como "POST usuarios".`,
  ),
  row(
    '"codigoExterno": { "kind"',
    '"semSenha": { "kind": "booleano", "label": "Espera" }, "codigoExterno": { "kind"',
    null,
    `${U}.fields.semSenha: falta "readOnly": quem o grava é o banco de dados.`,
  ),
  row(
    '"nota": {"kind": "texto"', '"dataCriacao": {"kind": "data", "label": "Criado"}, "nota": {"kind": "texto"', null,
    `${P}.fields.criado: a coluna "data_criacao" já é de ${P}.fields.dataCriacao.`,
  ),
  row('"home": "/adm/home", "first": true', '"home": "/adm/home"', null, 'profiles: falta "first" em um perfil: o do primeiro usuário.'),
  row('"name": "Gestor", "home"', '"first": true, "name": "Gestor", "home"', null, 'profiles: "first" está em mais de um perfil.'),
  row('{ "id": 2, "name": "Gestor" }', '{ "id": 2, "name": "Gestor", "profiles": ["gestor"] }', null,
    `${U}.access.create: ninguém pode dar o perfil "gestor": a quem cria usuários falta algo do que ele pode.`),
  row('"first": true', '"first": true, "robot": true', null, 'profiles.adm: "first" é de uma pessoa: um robô não entra pela tela.'),
  row('"first": true}', '"first": true}, "a:b": {"id": 3, "name": "R", "robot": true}', null,
    'profiles: "a:b" não serve de nome: os dois-pontos separam a condição.',
    `${U}.fields.tipo.choices: falta a opção do perfil "a:b", de id 3.`),
  row(`"owner": { "empresa": "idEmpresa" },\n      ${MODEL_FIELDS}`, MODEL_FIELDS, null,
    `${I}.owner.through: "modelos" não diz de quem são seus registros: falta "owner" nele.`),
  ...homes,
  row(
    '"": {"home"', '"": {"inicio"', 'inicio is not a page, dashboard or resource',
    'menu: "inicio" não é uma página, nem um painel ou um recurso.',
  ),
  row('"icon": "empresa"', '"icon": "predio"', 'predio is not a icon', `${E}.icon: "predio" não é um ícone.`),
  row(
    '"key": "aberto"', '"icon": "cadeado", "key": "aberto"', 'cadeado is not a icon',
    `${P}.fields.situacao.choices[0].icon: "cadeado" não é um ícone.`,
  ),
];

/** A field of another kind in the place of `cor`, with a second one beside it. */
const colour = (said: string, types: string | null, ...start: string[]): Planted =>
  row('"cor": {"kind": "lista", "label": "Cor", "list": "cores"}', `"cor": {"label": "Cor", ${said}}`, types, ...start);
const NO_BLUE = `${P}.conditions.azul.is.cor: "AZ" não é um valor de "cor".`;
const beside = (visible: string): string => `}, "mais": {"kind": "cep", "label": "Mais", "visible": ${visible}`;

/** What each kind refuses of itself. */
const ofKinds: readonly Planted[] = [
  colour('"kind": "hora", "default": "24:00"', null, `${P}.fields.cor.default: "24:00" não é um valor de um campo hora.`, NO_BLUE),
  colour('"kind": "hora", "default": "agora"', null, `${P}.fields.cor.default: "agora" não é um valor de um campo hora.`, NO_BLUE),
  colour('"kind": "hora", "min": 8', 'min is not an option here', `${P}.fields.cor: "min" não é uma opção de um campo hora.`, NO_BLUE),
  colour(`"kind": "hora"${beside('{"compare": ["cor", "<", "criado"]}')}`, null,
    `${P}.fields.mais.visible.compare: uma hora não se compara com um instante.`, NO_BLUE),
  colour(`"kind": "hora"${beside('{"compare": ["cor", "<", "24:00"]}')}`, null,
    `${P}.fields.mais.visible.compare: "24:00" não é um campo de pedidos.`, NO_BLUE),
  colour(`"kind": "hora"${beside('{"compare": ["cor", "<", "08:00"]}')}`, null, NO_BLUE),
  colour('"kind": "url"', 'maxLength', `${P}.fields.cor: falta "maxLength".`),
  colour('"kind": "url", "maxLength": 90, "case": "upper"', 'case is not an option here',
    `${P}.fields.cor: "case" não é uma opção de um campo url.`, NO_BLUE),
  colour('"kind": "url", "maxLength": 90, "default": "http://vale.com"', null,
    `${P}.fields.cor.default: "http://vale.com" não é um valor de um campo url.`, NO_BLUE),
  colour(`"kind": "url", "maxLength": 90${beside('{"compare": ["cor", "<", "nota"]}')}`, null,
    `${P}.fields.mais.visible.compare: um texto não tem ordem: só se compara com "=".`, NO_BLUE),
  colour('"kind": "telefone", "maxLength": 10', null,
    `${P}.fields.cor: "o mínimo de um telefone" (11) é maior que "maxLength" (10).`, NO_BLUE),
  colour('"kind": "cep", "default": "0131"', null, `${P}.fields.cor.default: "0131" não é um valor de um campo cep.`, NO_BLUE),
  colour('"kind": "digitos", "maxLength": 9, "default": "1a"', null,
    `${P}.fields.cor.default: "1a" não é um valor de um campo digitos.`, NO_BLUE),
  colour('"kind": "documento", "only": "rg", "maxLength": 20', '"rg"', `${P}.fields.cor.only: "rg" não é aceito; use "cpf" ou "cnpj".`),
  colour('"kind": "decimal", "decimals": 7', null, `${P}.fields.cor.decimals: deve ser no máximo 6.`),
  colour('"kind": "decimal", "min": 1.005', null, `${P}.fields.cor.min: 1.005 não é um valor de até 2 casas decimais.`, NO_BLUE),
  colour('"kind": "moeda", "min": 9, "max": 0.001', null,
    `${P}.fields.cor.max: 0.001 não é um valor de até 2 casas decimais.`, `${P}.fields.cor: "min" (9) é maior que "max" (0.001).`, NO_BLUE),
  colour('"kind": "moeda", "default": "hoje"', null, `${P}.fields.cor.default: "hoje" não é um valor de um campo moeda.`, NO_BLUE),
  colour('"kind": "data", "default": "agora"', null, `${P}.fields.cor.default: "agora" não é um valor de um campo data.`, NO_BLUE),
  colour('"kind": "dataHora", "show": "hora"', '"hora"', `${P}.fields.cor.show: "hora" não é aceito; use "dia".`, NO_BLUE),
  colour('"kind": "email"', 'maxLength', `${P}.fields.cor: falta "maxLength".`),
  colour('"kind": "booleano", "default": "sim"', null, `${P}.fields.cor.default: "sim" não é um valor de um campo booleano.`, NO_BLUE),
  colour('"kind": "escolha", "choices": [{"id": "AZ", "name": "Azul"}], "default": "VM"', null,
    `${P}.fields.cor.default: "VM" não é o id de uma opção; use "AZ".`),
];

/** Fields that nobody could fill, choose or keep. */
const fields: readonly Planted[] = [
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "opcoes", "label": "Cor", "choices": [{"id": "AZ", "name": "Azul"}, {"id": "VM", "name": "V"}, {"id": "VM", "name": "A"}, {"id": "a,b", "name": "B"}, {"id": "", "name": "C"}]}',
    null, `${P}.fields.cor.choices: o id VM está repetido.`,
    `${P}.fields.cor.choices: o id "a,b" não pode ser vazio, ter vírgula nem espaço à volta.`,
    `${P}.fields.cor.choices: o id "" não pode ser vazio, ter vírgula nem espaço à volta.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "opcoes", "label": "Cor", "default": "VM", "choices": [{"id": "AZ", "name": "Azul", "was": "VM"}, {"id": "VM", "name": "V", "to": "PR"}]}',
    null, `${P}.fields.cor.choices: "to" de "V" deve ser o id de uma opção em uso.`,
    `${P}.fields.cor.choices: "was" é o id que a opção tinha, e VM ainda é de uma.`,
    `${P}.fields.cor.default: "VM" é uma opção arquivada.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "opcoes", "label": "Cor", "unique": "global", "default": "AZ,VM", "choices": [{"id": "AZ", "name": "Azul"}, {"id": "VM", "name": "V"}]}',
    null, `${P}.fields.cor.unique: não há como um campo opcoes ser único.`,
    `${P}.fields.cor.default: "AZ,VM" não é um valor de um campo opcoes.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "opcoes", "label": "Cor", "choices": [{"id": "VM", "name": "V"}, {"id": 1, "name": "Um"}]}',
    null, `${P}.fields.cor.choices: os ids devem ser todos textos ou todos números inteiros.`,
    `${P}.conditions.azul.is.cor: "AZ" não é um valor de "cor".`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "opcoes", "label": "Cor", "choices": [{"id": "AZ", "name": "A"}]}, "mais": {"kind": "cep", "label": "Mais", "visible": {"compare": ["cor", "=", "cor"]}, "editable": {"compare": ["cor", "=", "nota"]}}',
    null, `${P}.fields.mais.visible.compare: uma lista de opções não se compara: use "is", que vale quando uma delas foi escolhida.`,
    `${P}.fields.mais.editable.compare: uma lista de opções não se compara com um texto.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "opcoes", "label": "Cor", "pattern": {"like": "A", "reason": "Não."}, "choices": [{"id": "AZ", "name": "A"}]}',
    'pattern is not an option here', `${P}.fields.cor: "pattern" não é uma opção de um campo opcoes.`,
  ),
  row(
    '"cor": {"kind": "lista", "label": "Cor", "list": "cores"}',
    '"cor": {"kind": "arquivo", "label": "Cor", "unique": "empresa", "default": "a.pdf"}, "mais": {"kind": "cep", "label": "Mais", "visible": {"compare": ["cor", "=", "cor"]}}',
    null, `${P}.fields.cor.unique: não há como um campo arquivo ser único.`,
    `${P}.fields.cor.default: "a.pdf" não é um valor de um campo arquivo.`,
    `${P}.fields.mais.visible.compare: um arquivo não se compara: use "filled".`,
    `${P}.conditions.azul.is.cor: "AZ" não é um valor de "cor".`,
  ),
  row(
    '"motivo": {"kind": "texto", "label": "Motivo", "maxLength": 300, "required": true}',
    '"motivo": {"kind": "arquivo", "label": "Motivo"}',
    null, `${P}.actions.parar.asks.motivo: um campo arquivo só pode estar num recurso.`,
  ),
  row('"idPai": {"kind": "referencia", "label": "Pai"', '"idPai": {"required": true, "kind": "referencia", "label": "Pai"', null,
    `${P}.fields.idPai: é obrigatório e depende de outro registro de pedidos: o primeiro nunca seria criado.`,
    `${P}.actions.fechar.sets.idPai: "idPai" é obrigatório e não pode ficar vazio.`),
  row('"descricao": { "kind": "texto", "label": "Nome dele"', '"idPedido": { "kind": "referencia", "label": "Pedido", "to": "pedidos", "required": true }, "descricao": { "kind": "texto", "label": "Nome dele"', null,
    `${P}.fields.idModelo: é obrigatório e depende de um registro de modelos, que depende de outro de pedidos: o primeiro nunca seria criado.`,
    'resources.modelos.fields.idPedido: é obrigatório e depende de um registro de pedidos, que depende de outro de modelos: o primeiro nunca seria criado.',
    'resources.modelos.fields.idPedido: é obrigatório, mas não está em nenhuma seção do formulário.'),
  row('"nota": {"kind": "texto", "label": "Nota", "maxLength": 20, ', '"nota": {"kind": "relacionado", "through": "idEmpresa", "field": "razaoSocial", "label": "Nota", ', null,
    `${P}.fields.nota: é obrigatório, mas um campo relacionado não tem onde ser digitado.`),
  row(
    '"codigo": {"kind": "senha"', '"codigo": {"unique": "global", "kind": "senha"', null,
    `${P}.fields.codigo.unique: não há como um campo senha ser único.`,
  ),
  row(
    '"codigo": {"kind": "senha"', '"codigo": {"invites": "temNota", "kind": "senha"', null,
    `${P}.fields.codigo.invites: só se convida quem entra no produto: usuarios.`,
  ),
  row(
    '"codigo": {"kind": "senha"', '"codigo": {"readOnly": "proprio", "kind": "senha"', 'proprio is not a condition',
    `${P}.fields.codigo.readOnly: "proprio" só existe em usuarios.`,
  ),
  row(
    '"peso": {"kind": "numero"',
    '"vistos": {"kind": "vinculos", "label": "V", "to": "usuarios", "wire": {"id": "a", "on": "b"}, "call": "GET outros"}, '
    + '"peso": {"kind": "numero"', null, `${P}.fields.vistos.call: "GET outros" não diz de qual registro: falta ":id".`,
  ),
  row(
    '"peso": {"kind": "numero"',
    '"vistos": {"kind": "vinculos", "label": "V", "to": "itens", "within": "idEmpresa", "wire": {"id": "a", "on": "b"}, '
    + '"call": "GET outros/:id"}, "peso": {"kind": "numero"', null,
    `${P}.fields.vistos.call: "GET outros/:id" não diz de qual registro: falta ":idEmpresa".`,
    `${P}.fields.vistos.within: itens não tem uma referência a empresas: não se saberia quais oferecer.`,
  ),
  row(
    '"peso": {"kind": "numero"',
    '"vistos": {"kind": "vinculos", "label": "V", "to": "usuarios", "was": "olhos", "wire": {"id": "a", "on": "b"}, '
    + '"call": "GET outros/:id"}, "peso": {"kind": "numero"', null,
    `${P}.fields.vistos.was: os vínculos têm o nome do campo na tabela deles: com outro nome ficariam lá.`,
  ),
  row(
    '"to": "filiais", "within": "idEmpresa",', '"required": true, "to": "filiais", "within": "idEmpresa",', null,
    `${U}.fields.filiais.required: não se exigem vínculos: avise de quem fica sem nenhum com "warnNone".`,
  ),
  row(
    '"to": "filiais", "within": "idEmpresa",', '"to": "filiais",', null, `${U}.fields.filiais: falta "within": filiais são de uma empresa.`,
  ),
  row(
    '"to": "filiais", "within": "idEmpresa",', '"to": "filiais", "within": "idAutor",', 'idAutor is not a field',
    `${U}.fields.filiais.within: "idAutor" não é um campo de usuarios.`,
  ),
  row(
    '"codigoExterno": { "kind"',
    '"outras": { "kind": "vinculos", "label": "V", "to": "filiais", "within": "idEmpresa", "wire": {"id": "a", "on": "b"}, '
    + '"call": "GET outras/:idEmpresa/:id" }, "codigoExterno": { "kind"', null,
    `${U}.fields: "outras" ou "filiais" guardariam os mesmos vínculos: só pode haver um.`,
  ),
  row('"idEmpresa": {}, "idPai": {}', '"idPai": {}', null, 'dashboards.home.by: "idEmpresa" não é um filtro da lista de pedidos.',
    `${E}.children.pedidos.by: falta o filtro "idEmpresa" na lista de pedidos: viriam os filhos de todos.`,
    `${P}.list.filters.idPai: só se escolhe depois de "idEmpresa" ("within"), que não está entre os filtros: ninguém conseguiria usá-lo.`),
  row('"idEmpresa": {}, "idPai": {}', '"idEmpresa": {"input": "none"}, "idPai": {}', null,
    `${P}.list.filters.idPai: só se escolhe depois de "idEmpresa" ("within"), que não está entre os filtros: ninguém conseguiria usá-lo.`),
  row('"idEmpresa": {}, "idPai": {}', '"idEmpresa": {"input": "none"}, "idPai": {"input": "none"}', null),
  row(
    '"codigoExterno", "idEmpresa", "filiais"]}',
    '"codigoExterno", "filiais"]}',
    null,
    `${U}.form: "filiais" só se escolhe depois de "idEmpresa" ("within"), que não está no formulário.`,
  ),
  row(
    '"situacao": {"all": "Todas"}', '"situacao": {"param": "formato"}', null,
    `${P}.list.filters: o parâmetro "formato" já é da exportação.`,
  ),
  row(
    '"Dados": ["idEmpresa", "idPai", "nome", "email"]', '"Dados": ["idEmpresa", "idPay", "nome", "email"]', 'idPay is not a field',
    `${P}.form.Dados: "idPay" não é um campo de pedidos (quis dizer "idPai"?).`,
  ),
];

/** Names in the database, calls and addresses. */
const taken: readonly Planted[] = [
  row(
    '"cnpj": {"kind"', '"dataExclusao": {"kind": "dataHora", "label": "Saiu"}, "cnpj": {"kind"', 'dataExclusao is of every record',
    `${E}.fields: "dataExclusao" é de todo registro e não pode ser declarado.`,
  ),
  row(
    '"cnpj": {"kind"', '"versao": {"kind": "numero", "label": "V"}, "cnpj": {"kind"', 'versao is of every record',
    `${E}.fields: "versao" é de todo registro e não pode ser declarado.`,
  ),
  row(
    '"codigoExterno": { "kind"', '"tokenVersao": { "kind": "numero", "label": "T" }, "codigoExterno": { "kind"', null,
    `${U}.fields: "tokenVersao" é do produto e não pode ser declarado.`,
  ),
  row(
    '"peso": {"kind": "numero"',
    '"codigoHash": {"kind": "texto", "label": "H", "maxLength": 9}, "peso": {"kind": "numero"',
    null,
    `${P}.fields.codigoHash: a coluna "codigo_hash" já é de ${P}.fields.codigo.`,
  ),
  row(
    '"peso": {"kind": "numero"', '"historico": {"kind": "numero", "label": "H"}, "peso": {"kind": "numero"', null,
    `${P}.fields: "historico" é o que se lê de todo registro com "status": use outro nome.`,
  ),
  row(
    '"peso": {"kind": "numero"', '"acoes": {"kind": "numero", "label": "A"}, "peso": {"kind": "numero"', null,
    `${P}.fields: "acoes" é o que se pode fazer com o registro: use outro nome.`,
  ),
  row('"peso": {"kind": "numero"', `"${LONG.slice(0, 58)}": {"kind": "numero", "label": "A"}, "peso": {"kind": "numero"`, null,
    `${P}.fields.${LONG.slice(0, 58)}: a coluna "${LONG.slice(0, 58)}$busca" passa de 63 letras, o limite do banco de dados: use um nome menor.`),
  row('"cnpj": {"kind"', `"${CUT}umDois": {"kind": "texto", "label": "A", "maxLength": 9, "unique": "global"}, "${CUT}umTres": {"kind": "texto", "label": "B", "maxLength": 9, "unique": "global"}, "cnpj": {"kind"`, null,
    `${E}.fields.${CUT}umTres: o índice "unico_empresas_${CUT}um_" já é de ${E}.fields.${CUT}umDois.`),
  another('historico', 'resources.historico: a tabela "historico" já é do produto.'),
  another('pedidosArquivos', 'resources.pedidos.files: a tabela "pedidos_arquivos" já é de resources.pedidosArquivos.'),
  another(`${LONG.slice(8)}ABCDEF`,
    `resources.${LONG.slice(8)}ABCDEF: a tabela "${LONG.slice(8)}_a_b_c_d_e_f" passa de 63 letras, o limite do banco de dados: use um nome menor.`),
  row('"one": "GET pedidos/:id"', '"one": "POST pedidos/:id"', null, `${P}.api.one: "POST pedidos/:id" não é uma chamada GET.`),
  row(
    '"update": "PUT pedidos/:id"', '"update": "PUT pedidos"', null, `${P}.api.update: "PUT pedidos" não diz de qual registro: falta ":id".`,
  ),
  row('"update": "PUT pedidos/:id"', '"update": "PUT usuarios/:id"', null, `${P}.api.update: a chamada "put usuarios/:" já é do produto.`),
  row('"call": "GET cores"', '"call": "GET filiais"', null, `${F}.api.list: a chamada "get filiais" já é de lists.cores.call.`),
  row(
    '"call": "GET cores"', '"call": "GET itens/exportar"', null, `${I}.api.list: a chamada "get itens/exportar" já é de lists.cores.call.`,
  ),
  row(
    '"call": "GET cores"', '"call": "GET pedidos/:id/historico"', null,
    `${P}.api.list: a chamada "get pedidos/:/historico" já é de lists.cores.call.`,
  ),
  row('"call": "GET cores"', '"call": "GET ir-para"', null, 'lists.cores.call: a chamada "get ir-para" já é do produto.'),
  row('"call": "GET cores"', '"call": "GET avisos"', null, 'lists.cores.call: a chamada "get avisos" já é do produto.'),
  row('"call": "GET cores"', '"call": "GET eventos"', null, 'lists.cores.call: a chamada "get eventos" já é do produto.'),
  row('"call": "GET cores"', '"call": "POST cores"', null, 'lists.cores.call: "POST cores" não é uma chamada GET.'),
  row('"route": "modelo"', '"route": "alterar-senha"', null, 'resources.modelos: o caminho "alterar-senha" já é do produto.'),
  row(
    '"route": "modelo"',
    '"editRoute": "status", "route": "modelo"',
    null,
    'resources.modelos.editRoute: "status" já é outro caminho da lista: use outra palavra.',
  ),
  row(
    '"route": "modelo"',
    '"editRoute": "Editar", "route": "modelo"',
    null,
    'resources.modelos.editRoute: "Editar" não serve de caminho: use minúsculas, números e hífens.',
  ),
];

const C = `${P}.fields.volume`;
/** A field that is calculated, or more of them, beside others. */
const made = (said: string, types: string | null, ...start: string[]): Planted =>
  row('"peso": {"kind": "numero"', `"volume": {"kind": "calculo", "label": "Volume", ${said}}, "peso": {"kind": "numero"`, types, ...start);
const counted = (where: string, types: string | null, ...start: string[]): Planted =>
  made(`"count": true, "of": "pedidos", "by": "idPai", "where": ${where}`, types, ...start);
const beyond = (word: string): string =>
  `${C}.where: "${word}" não se sabe só pelos valores do registro de pedidos, e a conta só muda quando ele é gravado.`;
/** Which of the records count: those with values of their own. */
const counting: readonly Planted[] = [
  counted('{"all": ["azul", {"status": ["aberto"]}, {"not": {"compare": ["peso", "<=", "ordem"]}}]}', null),
  counted('{"compare": ["desde", ">", "2026-01-01"]}', null),
  counted('{"is": {"pesso": [1]}}', 'pesso is not a field', `${C}.where.is: "pesso" não é um campo de pedidos (quis dizer "peso"?).`),
  counted('{"any": [{"filled": "resumu"}]}', 'resumu is not a field',
    `${C}.where.any[0].filled: "resumu" não é um campo de pedidos (quis dizer "resumo"?).`),
  counted('"azuis"', 'azuis is not a condition', `${C}.where: "azuis" não é uma condição de pedidos.`),
  counted('{"status": ["abertos"]}', 'abertos is not a status',
    `${C}.where.status: "abertos" não é um status de pedidos (quis dizer "aberto"?).`),
  counted('{"is": {"peso": ["x"]}}', null, `${C}.where.is.peso: "x" não é um valor de "peso".`),
  counted('{"compare": ["desde", "<", "hoje-3"]}', null, beyond('hoje-3')),
  counted('{"compare": ["idAutor", "=", "session.id"]}', null, beyond('session.id')),
  counted('{"is": {"session.perfil": ["adm"]}}', null, beyond('session.perfil')),
  counted('{"filled": "nomeEmpresa"}', null, beyond('nomeEmpresa')),
  counted('{"through": {"idEmpresa": "empresa"}}', null, beyond('through')),
  counted('{"not": "participou"}', null, beyond('participou')),
  counted('"autor"', null, beyond('autor')),
  counted('{"waits": "autor"}', null, `${C}.where.waits: nenhum status de pedidos espera por "autor": diga "waits" num deles.`,
    beyond('waits')),
  counted('{"compare": ["volume", ">", 0]}', null, `${C}: é calculado a partir de si mesmo.`),
  made('"sum": ["peso", "ordem"], "where": "azul"', null,
    `${C}: "where" é de uma conta sobre os registros de outro recurso: precisa de "of" e "by".`),
];
const calculated: readonly Planted[] = [
  made('"product": ["peso", "pesso"]', 'pesso is not a field', `${C}.product: "pesso" não é um campo de pedidos (quis dizer "peso"?).`),
  made('"product": ["peso", "nome"]', null, `${C}.product: "nome" deve ser um campo numero ou decimal ou moeda ou calculo, e é texto.`),
  made('"sum": ["peso", "email"]', null, `${C}.sum: "email" deve ser um campo numero ou decimal ou moeda ou calculo, e é email.`),
  made('"product": ["peso"]', null, `${C}: "product" precisa de pelo menos dois campos.`),
  made('"decimals": 2', null, `${C}: diga uma só conta: "product", "sum", "difference", "count", "min" ou "max".`),
  made(
    '"product": ["peso", "ordem"], "sum": ["peso", "ordem"]', null,
    `${C}: diga uma só conta: "product", "sum", "difference", "count", "min" ou "max".`,
  ),
  made(
    '"product": ["peso", "ordem"], "of": "itens"', null,
    `${C}: "product" de uma lista é dos campos do próprio registro: tire "of" e "by".`,
  ),
  made('"sum": "ordem"', null, `${C}: "sum" de outro recurso precisa de "of" e "by".`),
  made('"count": true, "of": "pedidos"', null, `${C}: "count" de outro recurso precisa de "of" e "by".`),
  made(
    '"count": true, "of": "pedido", "by": "idPai"', 'pedido is not a resource',
    `${C}.of: "pedido" não é um recurso (quis dizer "pedidos"?).`,
  ),
  made('"count": true, "of": "pedidos", "by": "idMae"', null, `${C}.by: "idMae" não é um campo de pedidos.`),
  made('"count": true, "of": "pedidos", "by": "peso"', null, `${C}.by: "peso" deve ser um campo referencia, e é numero.`),
  made(
    '"count": true, "of": "itens", "by": "idModelo"', null, `${C}.by: "idModelo" de itens é uma referência a modelos, e não a pedidos.`,
  ),
  made(
    '"sum": "nome", "of": "pedidos", "by": "idPai"', null,
    `${C}.sum: "nome" deve ser um campo numero ou decimal ou moeda ou calculo, e é texto.`,
  ),
  row(
    '"ordem": { "kind": "numero", "label": "Posição" }',
    '"ordem": { "kind": "numero", "label": "Posição" }, "idItem": {"kind": "referencia", "label": "Item", "to": "itens"}, '
    + '"volume": {"kind": "calculo", "label": "Volume", "count": true, "of": "itens", "by": "idItem"}', null,
    `${I}.fields.volume.by: itens some com o registro de "idModelo" ("owner.through"): só se calcula por essa referência.`,
  ),
  made('"sum": ["peso", "volume"]', null, `${C}: é calculado a partir de si mesmo.`),
  made('"sum": "volume", "of": "pedidos", "by": "idPai"', null, `${C}: é calculado a partir de si mesmo.`),
  made(
    '"sum": ["peso", "massa"]}, "massa": {"kind": "calculo", "label": "Massa", "max": "volume", "of": "pedidos", "by": "idPai"', null,
    `${C}: é calculado a partir de si mesmo.`, `${P}.fields.massa: é calculado a partir de si mesmo.`,
  ),
  ...counting,
  made('"count": true, "of": "pedidos", "by": "idPai", "decimals": 1', null, `${C}.decimals: o que se conta é inteiro.`),
  made('"product": ["peso", "ordem"], "money": true, "decimals": 3', null, `${C}.money: reais têm duas casas decimais.`),
  made(
    '"difference": ["peso", "massa"]}, "massa": {"kind": "calculo", "label": "Massa", "product": ["peso", "ordem"], "decimals": 3', null,
    `${C}.decimals: "massa" tem 3 casas decimais, e o resultado só 2.`,
  ),
  made('"product": ["peso", "ordem"], "decimals": 7', null, `${C}.decimals: deve ser no máximo 6.`),
  made('"product": ["peso", "ordem"], "readOnly": true', null, `${C}.readOnly: não muda nada: um campo calculo ninguém preenche.`),
  made(
    '"product": ["peso", "ordem"], "required": true', null, `${C}: é obrigatório, mas um campo calculo não tem onde ser digitado.`,
    `${C}: é obrigatório, mas não está em nenhuma seção do formulário.`,
  ),
  made('"product": ["peso", "ordem"], "was": "massa"', null, `${C}.was: não muda nada: um campo calculo ninguém preenche.`),
  made('"product": ["peso", "ordem"], "default": 1', null, `${C}.default: um campo calculo não começa com nada.`),
  made('"product": ["peso", "ordem"], "unique": "global"', null, `${C}.unique: não há como um campo calculo ser único.`),
  row(
    '"asks": {"motivo": {', '"asks": {"volume": {"kind": "calculo", "label": "Volume", "product": ["motivo", "motivo"]}, "motivo": {', null,
    `${P}.actions.parar.asks.volume: um campo calculo só pode estar num recurso.`,
    `${P}.actions.parar.asks.volume.product: "motivo" deve ser um campo numero ou decimal ou moeda ou calculo, e é texto.`,
  ),
  row(
    '"sets": {"idPai": null}', '"sets": {"nomeEmpresa": null}', null,
    `${P}.actions.fechar.sets.nomeEmpresa: um campo relacionado não se grava.`,
  ),
];

export const ofNames: readonly Planted[] = [...needed, ...ofKinds, ...fields, ...taken, ...calculated];
