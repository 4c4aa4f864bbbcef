/** Planted mistakes: a value that goes to somebody who does not see it (`see`). */
import {E, P, READERS, seen, together, U, type Together, type Word} from './planted.ts';

const field = (name: string, said: string): Word => ['"peso": {', `"${name}": {${said}}, "peso": {`];
/** A field that the Adm alone sees. */
const hidden = (from: string): Word => [from, `${from} "see": ["adm"],`];
const CNPJ = hidden('"kind": "documento",');
const NOTE = seen('["adm"]');
const action = (said: string): Word => ['"seguir": {', `"anotar": {"profiles": ["adm", "gestor"], ${said}}, "seguir": {`];

const DELETED: Word = ['"delete": ["adm"]}', '"delete": ["adm", "gestor"]}'];

const [READ, REFUSED, FOUND] = [
  'e o leria assim mesmo: tire "see" dele.', 'e uma recusa o diria a ele.', 'e quais registros se acham o diria a ele.',
];
const ASKED = '"asks": {"dito": {"kind": "texto", "label": "D", "maxLength": 20, "see": ["adm"]}}';
const TOLD = `${P}.actions.anotar.tells.gestor: "gestor" saberia do que não pode ler: veja "see" em "asks".`;
const note = (why: string): string => `"gestor" não vê "nota", ${why}`;

export const ofSee: readonly Together[] = [
  // What is made of others is seen by those who see all of them, where it says nothing itself.
  together([CNPJ, ['"field": "razaoSocial"', '"field": "cnpj"']]),
  together([CNPJ, ['"field": "razaoSocial"', '"field": "cnpj", "see": ["adm"]']]),
  together([CNPJ, ['"field": "razaoSocial"', '"field": "cnpj", "see": ["adm", "gestor"]']],
    `${P}.fields.nomeEmpresa.see: "gestor" leria aqui "cnpj" de empresas, que não pode ver.`),
  together([hidden('"label": "Peso",'), field('dobro', '"kind": "calculo", "label": "D", "sum": ["peso", "ordem"], "see": ["gestor"]')],
    `${P}.fields.dobro.see: "gestor" leria aqui "peso" de pedidos, que não pode ver.`),
  together([hidden('"label": "Peso",'), field('filhos',
    '"kind": "calculo", "label": "F", "sum": "peso", "of": "pedidos", "by": "idPai", "decimals": 0, "see": ["adm", "gestor"]')],
  `${P}.fields.filhos.see: "gestor" leria aqui "peso" de pedidos, que não pode ver.`),
  together([hidden('"label": "Pai",'), field('filhos',
    '"kind": "calculo", "label": "F", "count": true, "of": "pedidos", "by": "idPai", "see": ["adm", "gestor"]')],
  `${P}.fields.filhos.see: "gestor" leria aqui "idPai" de pedidos, que não pode ver.`),

  // A copy.
  together([READERS, CNPJ, field('copia', '"kind": "texto", "label": "C", "maxLength": 20, "default": "idEmpresa.cnpj"')],
    `${P}.fields.copia.default: "gestor" leria aqui "cnpj" de empresas, que não pode ver.`),
  together([READERS, CNPJ, field('copia', '"kind": "texto", "label": "C", "maxLength": 20, "default": "idEmpresa.cnpj", "see": ["adm"]')]),
  together([
    CNPJ, ['"asks": {"motivo": {', '"asks": {"motivo": {"default": "idEmpresa.cnpj", '],
    ['"maxLength": 300, "required": true', '"maxLength": 300'],
  ], `${P}.actions.parar.asks.motivo.default: "gestor" leria aqui "cnpj" de empresas, que não pode ver.`),
  together([READERS, hidden('"label": "Nome dele",')],
    `${P}.template.keep.nomeModelo: "gestor" leria aqui "descricao" de modelos, que não pode ver.`,
    'resources.modelos.title: "gestor" não vê "descricao", e o leria onde o registro é citado: diga outro "title".'),
  together([READERS, hidden('"label": "Código externo",'), field('copia',
    '"kind": "texto", "label": "C", "maxLength": 20, "default": "session.codigoExterno"')],
  `${P}.fields.copia.default: "gestor" leria aqui "codigoExterno" de usuarios, que não pode ver.`,
  'namedItems.Código.prefill.value: "gestor" leria aqui "codigoExterno" de usuarios, que não pode ver.'),

  // What is asked.
  together([['"asks": {"motivo": {', '"asks": {"motivo": {"see": ["adm"], ']]),
  together([['"asks": {"motivo": {', '"asks": {"motivo": {"see": ["gestor"], ']],
    `${P}.actions.parar.asks.motivo.see: ninguém leria a resposta: nenhum destes perfis lê o histórico de pedidos.`),
  together([action('"asks": {"nota": {"kind": "texto", "label": "N", "maxLength": 20, "see": ["adm"]}}')],
    `${P}.actions.anotar.asks.nota.see: quem vê "nota" diz o campo de pedidos: tire "see" daqui.`),
  // Whoever does not read an answer is told neither the answer nor, where nothing else is done, that there is one.
  together([READERS, action(`${ASKED}, "to": "fechado", "tells": {"adm": "{dito}", "gestor": "Fechado."}`)]),
  together([READERS, action(`${ASKED}, "to": "fechado", "tells": {"gestor": "{dito}"}`)], TOLD),
  together([READERS, action(`${ASKED}, "tells": {"gestor": "Anotado."}`)], TOLD),
  together([NOTE, action('"asks": {"nota": {"kind": "texto", "label": "N", "maxLength": 20, "comment": true}}')],
    `${P}.actions.anotar.asks.nota: ${note(READ)}`),
  together([
    NOTE, ['"label": "Nota", "see"', '"label": "Nota", "unique": "global", "see"'],
    action('"asks": {"nota": {"kind": "texto", "label": "N", "maxLength": 20}}'),
  ], `${P}.actions.anotar.asks.nota: ${note(REFUSED)}`),

  // What is told wherever a record is named.
  together([hidden('"label": "Razão Social",')],
    `${E}.title: "gestor" não vê "razaoSocial", e o leria onde o registro é citado: diga outro "title".`,
    `${E}.list.sort: "gestor" não vê "razaoSocial": para ele a lista não abriria.`,
    `${E}.children.pedidos.title: "gestor" leria "razaoSocial", que não pode ver.`),
  together([hidden('"label": "Nome completo",')], `${U}.fields.nome.see: "gestor" não vê "nome", ${READ}`),
  together([hidden('"label": "Ativo",')], `${P}.toggle: "gestor" não vê "ativo", ${READ}`),
  together([READERS, hidden('"label": "Situação",')],
    `${P}.status: "gestor" não vê "situacao", ${READ}`, `${P}.scope.gestor: "gestor" não vê "situacao", ${FOUND}`),
  together([READERS, ['"label": "Obrigatório" }', '"label": "Obrigatório", "see": ["adm"] }']],
    `${P}.template.items: "gestor" não vê "obrigatorio", ${READ}`),
  together([READERS, ['"repeats": "idEmpresa"', '"repeats": "nota"'], NOTE], `${P}.files.calls.repeats: ${note(REFUSED)}`),

  together([
    READERS, NOTE, ['"name": "Gestor", "home"', '"robot": true, "name": "Gestor", "home"'],
    ['{"id": 3, "key"', '{"id": 4, "key": "fila", "name": "Fila"}, {"id": 5, "key": "robo", "name": "Robô"}, {"id": 3, "key"'],
    ['"since": "desde"', `"since": "desde",
      "queue": {"waiting": "fila", "working": "robo", "failed": "parado", "done": "fechado", "workflow": "nota"}`],
    ['"seguir": {', `"enfileirar": {"from": {"aberto": ["adm"]}, "to": "fila"},
      "tirar": {"from": {"fila": ["adm"], "robo": ["adm"]}, "to": "parado"}, "seguir": {`],
  ], `${P}.queue: ${note(READ)}`),

  // Values that no two records have.
  together([NOTE, ['"label": "Nota", "see"', '"label": "Nota", "unique": "global", "see"'], action('"sets": {"nota": "y"}')],
    `${P}.actions.anotar.sets.nota: ${note(REFUSED)}`),
  together([
    NOTE, ['"label": "Nota", "see"', '"label": "Nota", "unique": "empresa", "see"'],
    ['"scope": {"adm": ["tudo"], "gestor": ["empresa"]}', '"scope": {"adm": ["tudo"], "gestor": ["tudo"]}'],
  ], `${P}.fields.nota.unique: ${note(REFUSED)}`),
  together([
    CNPJ, ['"label": "CNPJ",', '"label": "CNPJ", "default": "11222333000181",'],
    ['"create": ["adm"], "update": ["adm"], "delete": ["adm"]}', '"create": ["adm", "gestor"]}'],
    ['"before":["delete"]', '"before":["pedidos"]'],
  ], `${E}.fields.cnpj.unique: "gestor" não vê "cnpj", ${REFUSED}`),
  // The children of a record are found by their reference to it.
  together([READERS, hidden('"label": "Empresa", "to": "empresas",')], ...[
    `${E}.children.pedidos.by`, `${P}.api.combo`, `${P}.fields.idPai.within`, `${P}.files.calls.repeats`,
  ].map(place => `${place}: "gestor" não vê "idEmpresa", ${place.endsWith('repeats') ? REFUSED : FOUND}`)),
  together([NOTE, ['"since": "desde"', '"since": "desde", "unique": [["nota", "peso"]]']], `${P}.unique[0]: ${note(REFUSED)}`),

  // Records are found by what whoever finds them sees; what is held against themselves tells them nothing.
  together([NOTE, ['"gestor": ["empresa", {"any"', '"gestor": ["deLonge", "empresa", {"any"']]),
  together([NOTE, ['"gestor": ["empresa", {"any"', '"gestor": ["temNota", "empresa", {"any"']], `${P}.scope.gestor: ${note(FOUND)}`),
  together([
    ['"list": ["adm"], "read": ["adm"], "create"', '"list": ["adm", "gestor"], "create"'], NOTE,
    ['"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": [{"not": "temNota"}]}}'],
  ], `${P}.tabs.t.where: ${note(FOUND)}`),
  together([
    ['"list": ["adm"], "read": ["adm"], "create"', '"list": ["adm", "gestor"], "create"'], NOTE,
    ['"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": ["temNota"], "profiles": ["adm"]}}'],
  ]),
  together([NOTE, ['"where":["azul"]', '"where":["temNota"]']]),
  // A moment tells of the fields that it reads, also of another record.
  together([DELETED, hidden('"label": "Peso",'), [
    '"where":["azul"]', '"where":[{"compare": ["criado", "<", ["agora", "-", "idPai.peso", "horas"]]}]',
  ]], `${E}.consequences.pendentes.where: "gestor" não vê "peso", ${FOUND}`),
  together([READERS, hidden('"label": "Peso",'),
    field('prazo', '"kind": "data", "label": "P", "default": ["hoje", "+", "idPai.peso", "dias"]')],
    `${P}.fields.prazo.default: "gestor" leria aqui "peso" de pedidos, que não pode ver.`),
  together([READERS, hidden('"label": "Peso",'), [
    '"sets": {"idPai": null}', '"sets": {"desde": ["criado", "+", "idPai.peso", "horas"]}',
  ]], `${P}.actions.fechar.sets.desde: "gestor" leria aqui "peso" de pedidos, que não pode ver.`),
  together([DELETED, NOTE, ['"where":["azul"]', '"where":["temNota"]']], `${E}.consequences.pendentes.where: ${note(FOUND)}`),
  together([DELETED, NOTE, ['"where":["azul"]', '"where":[{"through": {"idPai": "temNota"}}]']],
    `${E}.consequences.pendentes.where: ${note(FOUND)}`),
  together([
    ['"list": ["adm"], "read": ["adm"], "create"', '"list": ["adm", "gestor"], "create"'], hidden('"label": "Fechado em",'),
  ], `dashboards.home.of: "gestor" não vê "fim", ${FOUND}`),
  together([
    ['"cards": ["aberto"]', '"cards": ["aberto", {"tab": "t"}, {"tab": "t"}], "sums": ["peso"]'],
    ['"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": [], "profiles": ["adm"]}}'],
  ], 'dashboards.home.cards: "t" está repetido.'),
  together([
    ['"situacao": {"all": "Todas"}', '"situacao": {"all": "Todas"}, "id": {}'], ['"by": ["idEmpresa"', '"by": ["id"'],
  ], 'dashboards.home.by: "id" tem valores demais: cada registro tem o seu.'),
  // Both list orders, and the dashboard is the Adm's alone.
  together([
    ['"list": ["adm"], "read": ["adm"], "create"', '"list": ["adm", "gestor"], "create"'],
    ['"cards": ["aberto"]', '"profiles": ["adm"], "cards": ["aberto", {"tab": "t"}]'],
    ['"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": [], "profiles": ["gestor"]}}'],
  ], 'dashboards.home.cards: nenhum perfil do painel tem a aba "t".'),
  together([
    ['"label": "Peso"', '"label": "Peso", "see": ["gestor"]'], ['"cards": ["aberto"]', '"cards": ["aberto"], "sums": ["peso"]'],
  ], 'dashboards.home.sums: nenhum perfil do painel vê "peso".'),
  together([hidden('"label": "Empresa", "to": "empresas",')],
    `${P}.api.combo: "gestor" não vê "idEmpresa", ${FOUND}`, `${P}.fields.idPai.within: "gestor" não vê "idEmpresa", ${FOUND}`),
  together([hidden('"label": "Empresa dela",')],
    `${U}.fields.filiais.within: "gestor" não vê "idEmpresa", ${FOUND}`),

  // Sentences.
  together([NOTE, ['"confirm": "Parar {nome}?"', '"confirm": "Parar {nota}?"']],
    `${P}.actions.parar.confirm: "gestor" leria "nota", que não pode ver.`),
  together([NOTE, READERS, ['"success": "Seguiu!"', '"success": "Seguiu {nota}!"']],
    `${P}.actions.seguir.success: "gestor" leria "nota", que não pode ver.`),
  together([NOTE, ['"updated": "Pedido {id} mudado!"', '"updated": "Pedido {nota} mudado!"']],
    `${P}.messages.updated: "gestor" leria "nota", que não pode ver.`),
];
