/** Planted mistakes in the form that is frozen from a template, and in files. */
import {E, I, P, row, type Planted} from './planted.ts';

const filhos = (said: string): string =>
  `"consequences": {"filhos": {"of": "pedidos", "by": "idPai", ${said}, "one": "Um.", "many": "{total}."}}, "since": "desde"`;

export const ofParts: readonly Planted[] = [
  row(
    '"by": "idModelo"',
    '"by": "idModela"',
    'idModela is not a field',
    `${P}.template.by: "idModela" não é um campo de pedidos (quis dizer "idModelo"?).`,
  ),
  row('"by": "idModelo"', '"by": "nota"', null, `${P}.template.by: "nota" deve ser um campo referencia, e é texto.`),
  row('"by": "idModelo"', '"by": "idPai"', null, `${P}.template.items: itens não diz por "owner.through" de que registro de pedidos é cada item.`,
    `${P}.template.keep.nomeModelo: "descricao" não é um campo de pedidos.`),
  row(
    '"by": "idModelo", "items": "itens"', '"by": "idModelo", "items": "iten"', 'iten is not a resource',
    `${P}.template.items: "iten" não é um recurso (quis dizer "itens"?).`,
  ),
  row(
    '"owner": { "through": "idModelo" }',
    '"owner": { "empresa": "idModelo" }',
    null,
    'resources.itens.owner.empresa: "idModelo" deve ser uma referência a empresas.',
    `${P}.template.items: itens não diz por "owner.through" de que registro de modelos é cada item.`,
  ),
  row(
    '"ordem": { "kind": "numero"', '"posicao": { "kind": "numero"', null,
    `${I}.list.sort: "ordem" não é um campo de itens.`,
  ),
  row(
    '"obrigatorio": { "kind": "booleano", "label": "Obrigatório" }', '"obrigatorio": { "kind": "numero", "label": "Obrigatório" }', null,
    `${I}.fields.obrigatorio: "obrigatorio" deve ser um campo booleano, e é numero.`,
  ),
  row(
    '{ "id": "numero", "name": "Número" }', '{ "id": "moeda", "name": "Moeda" }', null,
    `${I}.fields.tipoCampo.choices: "moeda" não é um tipo de "itemKinds".`,
  ),
  row(
    '"texto": {"kind": "texto", "maxLength": 100}',
    '"text": {"kind": "texto", "maxLength": 100}',
    null,
    'itemKinds: falta "texto": o que é um item sem tipo conhecido.',
    `${I}.fields.tipoCampo.choices: "texto" não é um tipo de "itemKinds" (quis dizer "text"?).`,
  ),
  row(
    '"summary": "resumo"',
    '"summary": "resuma"',
    'resuma is not a field',
    `${P}.template.summary: "resuma" não é um campo de pedidos (quis dizer "resumo"?).`,
  ),
  row('"summary": "resumo"', '"summary": "desde"', null, `${P}.template.summary: "desde" deve ser um campo texto, e é dataHora.`),
  row(
    '"summary": "resumo"', '"summary": "nota"', null, `${P}.fields.nota: é obrigatório, mas ninguém pode preenchê-lo.`,
  ),
  row(
    '"keep": {"nomeModelo": "descricao"}',
    '"keep": {"nomeModela": "descricao"}',
    'nomeModela is not a field',
    `${P}.template.keep: "nomeModela" não é um campo de pedidos (quis dizer "nomeModelo"?).`,
  ),
  row(
    '"keep": {"nomeModelo": "descricao"}',
    '"keep": {"nomeModelo": "descrição"}',
    null,
    `${P}.template.keep.nomeModelo: "descrição" não é um campo de modelos (quis dizer "descricao"?).`,
  ),
  row(
    '"keep": {"nomeModelo": "descricao"}', '"keep": {"nomeModelo": "idEmpresa"}', null,
    `${P}.template.keep: "nomeModelo" deve ser um campo referencia, e é texto.`,
  ),
  row(
    '"keepItem": {"corItem": "Cor"}',
    '"keepItem": {"corIten": "Cor"}',
    'corIten is not a field',
    `${P}.template.keepItem: "corIten" não é um campo de pedidos (quis dizer "corItem"?).`,
  ),
  row(
    '"keepItem": {"corItem": "Cor"}', '"keepItem": {"desde": "Cor"}', null,
    `${P}.template.keepItem: "desde" deve ser um campo texto, e é dataHora.`,
  ),
  row(
    '"version": "versaoLida"', '"version": "versaum"', 'versaum is not a field',
    `${P}.template.version: "versaum" não é um campo de pedidos.`,
  ),
  row('"version": "versaoLida"', '"version": "resumo"', null, `${P}.template.version: "resumo" deve ser um campo numero, e é texto.`),
  row('"keepItem": {"corItem"', '"keepItem": {"nomeModelo": "Cor", "corItem"', null,
    `${P}.template.keepItem: "nomeModelo" já está em "keep".`),
  row('"version": "versaoLida"', '"version": "nomeModelo"', null,
    `${P}.template.version: "nomeModelo" deve ser um campo numero, e é texto.`, `${P}.template.version: "nomeModelo" já está em "keep".`),
  row('"to": "modelos", "required": true, "readOnly": "criado" },\n        "idAutor"',
    '"to": "modelos", "readOnly": true },\n        "idAutor"', null,
    `${P}.template.by: "idModelo" é só para leitura: ninguém escolheria o modelo.`),
  row(
    '"version": "versaoLida"', '"version": "peso"', null,
    `${P}.fields.versaoLida: é "readOnly" e nada o grava: ficaria vazio para sempre.`,
  ),
  row(
    '"label": "Modelo dele", "to": "modelos", "required": true, "readOnly": "criado"',
    '"label": "Modelo dele", "to": "modelos", "required": true',
    null,
    `${P}.template.version: um item não pode mudar de modelo, ou as versões mentiriam: falta "readOnly": "criado" em itens.idModelo.`,
  ),
  row(
    '"of":"pedidos"', '"of":"pedido"', 'pedido is not a resource',
    `${E}.consequences.pendentes.of: "pedido" não é um recurso (quis dizer "pedidos"?).`,
  ),
  row(
    '"by":"idEmpresa"', '"by":"idEmpresas"', null,
    `${E}.consequences.pendentes.by: "idEmpresas" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row(
    '"by":"idEmpresa"', '"by":"idPai"', null,
    `${E}.consequences.pendentes.by: "idPai" deve ser uma referência de pedidos a empresas.`,
  ),
  row(
    '"where":["azul"]', '"where":["azull"]', null,
    `${E}.consequences.pendentes.where: "azull" não é uma condição de pedidos (quis dizer "azul"?).`,
  ),
  row(
    '"where":["azul"]', '"where":["itensValidos"]', null,
    `${E}.consequences.pendentes.where: "itensValidos" não serve de contagem: não há como procurar linhas por ela.`,
  ),
  row(
    '"before":["delete"]', '"before":["pedido"]', 'pedido is not a child or action',
    `${E}.consequences.pendentes.before: "pedido" não é "delete", uma ação ou um filho de empresas (quis dizer "pedidos"?).`,
  ),
  row('"before":["delete"]', '"refuses": true, "before":["delete", "pedidos"]', null,
    `${E}.consequences.pendentes.refuses: antes de "pedidos" só se avisa: recusa-se excluir, ou uma ação.`),
  row('"create": ["adm"], "update": ["adm"], "delete": ["adm"]},\n      "scope": {"adm": ["tudo"], "gestor": ["empresa"]}',
    '"create": ["adm"], "update": ["adm"], "delete": []},\n      "scope": {"adm": ["tudo"], "gestor": ["empresa"]}', null,
    `${E}.consequences.pendentes.before: ninguém lê a frase: nenhum perfil exclui empresas.`),
  row('"before":["delete"]', '"before":["pedidos"], "offers": ["fechar"]', null,
    `${E}.consequences.pendentes.offers: "fechar" não vale para vários: falta "bulk" nela.`,
    `${E}.consequences.pendentes.offers: "pedidos" é um filho: antes dele nada se oferece.`),
  row('"before":["delete"]', '"before":["delete"], "offers": ["fecharr"]', null,
    `${E}.consequences.pendentes.offers: "fecharr" não é uma ação de pedidos (quis dizer "fechar"?).`),
  // Of a user's save alone it is known what it takes.
  row('"before":["delete"]', '"before":["update"]', 'update is not a child or action',
    `${E}.consequences.pendentes.before: "update" não é "delete", uma ação ou um filho de empresas.`),
  // Of what is asked, of one and of several.
  row('"since": "desde"', filhos('"before": ["parar"], "offers": ["parar"]'), null,
    `${P}.consequences.filhos.offers: "parar" não vale para vários: falta "bulk" nela.`,
    `${P}.consequences.filhos.offers: "parar" já pergunta outra coisa: só se oferece antes de uma confirmação.`),
  row('"since": "desde"', filhos('"before": ["ativar"]'), null,
    `${P}.consequences.filhos.together: falta a frase para vários Pedidos de uma vez.`),
  row('"since": "desde"', filhos('"before": ["ativar"], "together": "{nome}: {total}."'), null,
    `${P}.consequences.filhos.together: "nome" não é "total".`),
  row('"conditions": { "naoEu"', '"consequences": {"abertos": {"of": "pedidos", "by": "idAutor", "before": ["convidar"], '
    + '"offers": ["fechar"], "one": "Um.", "many": "{total}."}}, "conditions": { "naoEu"', null,
  'resources.usuarios.consequences.abertos.offers: "fechar" não vale para vários: falta "bulk" nela.',
  'resources.usuarios.consequences.abertos.offers: não há como achar os registros: falta o filtro "idAutor" na lista de pedidos.'),
  row('"before":["delete"]', '"before":[]', null, `${E}.consequences.pendentes.before: não pode ficar vazio.`),
  row(
    '"many": "{total} de', '"many": "{totall} de', null,
    `${E}.consequences.pendentes.many: "totall" não é um campo de empresas, nem "total" (quis dizer "total"?).`,
  ),
  row('"as": "formulario"', '"as": "nota"', null, `${P}.template.as: "nota" já é um valor de pedidos: use outro nome em "as".`),
  row('"as": "anexos"', '"as": "formulario"', null, `${P}.files.as: "formulario" já é o formulário: use outro nome em "as".`),
  row('"as": "anexos"', '"as": "nomeSituacao"', null, `${P}.files.as: "nomeSituacao" já é um valor de pedidos: use outro nome em "as".`),
  row(
    '"messages": {"one": "Não, não."}',
    '"messages": {"one": "Não, não.", "mani": "Não."}',
    'mani is not an option here',
    `${P}.files.messages: "mani" não é uma opção aqui (quis dizer "many"?).`,
  ),
  row('"list": "GET anexos/:id"', '"list": "GET anexos"', null, `${P}.files.calls.list: "GET anexos" não diz de quê: falta ":id".`),
  row('"list": "GET anexos/:id"', '"list": "POST anexos/:id"', null, `${P}.files.calls.list: "POST anexos/:id" não é uma chamada GET.`),
  row(
    '"DELETE anexos/:fileId"',
    '"DELETE anexos/:id"',
    null,
    `${P}.files.calls.remove: ":id" não é um parâmetro conhecido desta chamada (quis dizer ":idUsuario"?).`,
    `${P}.files.calls.remove: "DELETE anexos/:id" não diz de quê: falta ":fileId".`,
  ),
  row(
    '"DELETE anexos/:fileId"',
    '"GET anexos/tirar/:fileId"',
    null,
    `${P}.files.calls.remove: "GET anexos/tirar/:fileId" não pode ser GET: ela muda o que está gravado.`,
  ),
  row(
    '"GET anexos/baixar/:fileId"',
    '"GET anexos/:fileId"',
    null,
    `${P}.files.calls.download: a chamada "get anexos/:" já é de ${P}.files.calls.list.`,
  ),
  row(
    '"repeats": "idEmpresa"',
    '"repeats": "idEmpres"',
    'idEmpres is not a field',
    `${P}.files.calls.repeats: "idEmpres" não é um campo de pedidos (quis dizer "idEmpresa"?).`,
  ),
  row('"check": "POST anexos/conferir", ', '', null, `${P}.files.calls: falta "check".`),
];
