/** Planted mistakes in references: what they share, what somebody has to choose from, what is offered by name alone. */
import {P, row, U, type Planted} from './planted.ts';

const PARENT = '"to": "pedidos", "within": "idEmpresa"';
const MODEL = '"idModelo": { "kind": "referencia", "label": "Modelo", "to": "modelos"';
export const ofReferences: readonly Planted[] = [
  row(PARENT, '"to": "pedidos", "names": true, "shows": {"pai": "nome"}, "where": {"is": {"nome": ["x"]}}, "within": "idEmpresa"', null),
  row(PARENT, `${PARENT}, "names": true`, null,
    `${P}.fields.idPai.names: quem não alcança Pedidos leria só o número: diga em "shows" o campo que mostra "nome".`),
  row(PARENT, '"to": "pedidos", "where": {"is": {"nome": ["x"]}}, "within": "idEmpresa"', null,
    `${P}.fields.idPai.where: só vale numa referência que uma ação pergunta, em "asks", ou com "names".`),
  row(PARENT, '"to": "pedidos", "names": true, "shows": {"pai": "nome"}, "where": "itensValidos", "within": "idEmpresa"', null,
    `${P}.fields.idPai.where: "itensValidos" não serve de escolha: não há como procurar linhas por ela.`),
  // A tree is of the resource itself, and there is one.
  row(MODEL, MODEL.replace('"to"', '"tree": true, "to"'), null,
    `${P}.fields.idModelo.tree: só faz árvore uma referência ao próprio recurso, e esta é a modelos.`),
  row(PARENT, `${PARENT}, "tree": true, "names": true, "shows": {"pai": "nome"}`, null,
    `${P}.fields.idPai.tree: não vale com "names", que oferece registros fora do alcance.`),
  row(PARENT, `${PARENT}, "tree": true, "see": ["adm"]`, null,
    `${P}.fields.idPai.tree: não vale com "see": um filtro por quem está abaixo mostraria a árvore a todos.`),
  row('"idPai": {"kind": "referencia"', '"idAvo": {"kind": "referencia", "label": "Avô", "to": "pedidos", "tree": true}, "idPai": {"tree": true, "kind": "referencia"', null,
    `${P}.fields.idPai.tree: já há uma árvore, por "idAvo".`),
  row('"idEmpresa": {}, "idPai": {}', '"idEmpresa": {}, "idPai": {"below": true}', null,
    `${P}.list.filters.idPai: "below" só tem sentido numa referência a um recurso em árvore ("tree").`),
  row('"asks": {"motivo": {', '"asks": {"acima": {"kind": "referencia", "label": "Acima", "to": "pedidos", "tree": true}, "motivo": {', null,
    `${P}.actions.parar.asks.acima.tree: vale num campo do recurso, não no que uma ação pergunta.`),
  row('"asks": {"motivo": {', '"asks": {"quem": {"kind": "referencia", "label": "Q", "to": "filiais", "names": true}, "motivo": {', null,
    `${P}.actions.parar.asks.quem.names: uma ação já oferece só os nomes: tire "names".`,
    `${P}.actions.parar.asks.quem.to: "gestor" o preencheria e não alcança filiais: falta o seu escopo em filiais, ou "names" aqui.`),
  // What has nothing in common, or has it under another name.
  row(MODEL, MODEL.replace('"to"', '"within": "idAutor", "to"'), null,
    `${P}.fields.idModelo.within: modelos não tem uma referência a usuarios: não há o que teriam em comum.`,
    `${P}.form: "idModelo" só se escolhe depois de "idAutor" ("within"), que não está no formulário.`),
  row('"idAutor": { "kind"', '"idAqui": {"kind": "referencia", "label": "A", "to": "filiais", "within": "idOutra", "names": true, '
    + '"shows": {"aqui": "descricao"}, "readOnly": "criado"}, "idOutra": {"kind": "referencia", "label": "O", "to": "empresas"}, "idAutor": { "kind"', null,
    `${P}.fields.idAqui.within: em filiais a referência a empresas se chama "idEmpresa": dê o mesmo nome às duas, para que a lista seja filtrada.`),
  // Whom nobody offers anything.
  row('"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm", "gestor"], "update": ["adm", "gestor"]', null,
    `${P}.fields.idModelo.to: "gestor" o preencheria e não alcança modelos: falta o seu escopo em modelos, ou "names" aqui.`),
  row('"access": { "list": [ "adm" ], "read": [ "adm", "gestor" ]', '"access": { "list": [ "adm" ], "read": [ "adm" ]', null,
    `${U}.access.read: falta "gestor": ninguém troca a própria senha sem alcançar o próprio cadastro.`,
    `${U}.scope: "gestor" tem linhas, mas nenhum acesso.`),
];
