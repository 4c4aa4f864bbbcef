/** Mistakes that no one word of the tiny config makes: several that do not go together, and what goes with what beside them. */
import {severalEffects} from './mistakesOfEffects.ts';
import {ofSee} from './mistakesOfSee.ts';
import {severalOfWebhooks} from './mistakesOfWebhooks.ts';
import {ofWords} from './mistakesOfWords.ts';
import {E, P, READERS, seen, together, U, type Together, type Word} from './planted.ts';

const telling = (said: string): Word => ['"places": ["edit"]', `"places": ["edit"], "tells": {${said}}`];
/** Whom the team are told beside. */
const TEAM: Word = ['"adm": {"id": 1, "name": "Adm",', '"adm": {"id": 1, "team": true, "name": "Adm",'];

/** Two statuses beside the others. */
const STATUSES: Word = [
  '{"id": 3, "key": "fechado"',
  '{"id": 4, "key": "ida", "name": "Ida"}, {"id": 5, "key": "volta", "name": "Volta"}, {"id": 3, "key": "fechado"',
];

/** A number of those that name a record. */
const CHILDREN: Word = [
  '"peso": {"kind": "numero"',
  '"filhos": {"kind": "calculo", "label": "Filhos", "count": true, "of": "pedidos", "by": "idPai"}, "peso": {"kind": "numero"',
];
const demanding = (rule: string, ...start: string[]): Together => together([
  CHILDREN, ['"since": "desde"', `"since": "desde", "rules": {"nota": [{${rule}, "reason": "Falta."}]}`],
], ...start);
const REFUSES_ALL = `${P}.rules.nota: recusa todo registro novo, que ainda não tem o que "filhos" conta: diga {any: [{not: 'criado'}, …]}.`;

/** Who belongs to a company, and which orders they reach. */
const ofCompany = (rules: string, ...start: string[]): Together => together([
  ['"label": "Empresa dele", "to": "empresas"', '"label": "Empresa dele", "required": {"is": {"tipo": [2]}}, "to": "empresas"'],
  ['"gestor": ["empresa", {"any": ["autor", "doGestor"]}]', `"gestor": ${rules}`],
], ...start);
const ALL_COMPANIES =
  `${P}.scope.gestor: "gestor" é de uma empresa e alcançaria registros das outras: falta "empresa" (ou "tudo", se é isso mesmo).`;

/** Saved replies, and an action that asks a text to put them into. */
const replying = (said: string, ...start: string[]): Together => together([
  ['"maxLength": 300, "required": true}}', '"maxLength": 300, "multiline": true, "required": true}}'],
  ['"name": "Gestor", "home"', '"robot": true, "name": "Gestor", "home"'],
  ['"offline": "Sem rede."}', `"offline": "Sem rede."}, "replies": {${said}}`],
], ...start);

export const several: readonly Together[] = [
  together([
    ['"by": ["idEmpresa"]', '"by": ["idEmpresa", "idPai"]'], ['"idEmpresa": {}, "idPai": {}', '"idEmpresa": {}, "idPai": {"below": true}'],
    ['"label": "Pai", "to"', '"label": "Pai", "tree": true, "to"'],
  ], 'dashboards.home.by: o filtro "idPai" traz também os de baixo ("below"): a lista teria mais do que o painel conta.'),
  together([
    ['"nomeEmpresa": {"kind"', '"doPai": {"kind": "relacionado", "label": "Do pai", "through": "idPai", "field": "nomeEmpresa"}, "nomeEmpresa": {"kind"'],
    ['"idEmpresa": {}, "idPai": {},', '"doPai": {}, "idEmpresa": {}, "idPai": {},'],
  ], `${P}.list.filters.doPai: mostra um campo lido por duas referências, pelo qual não se filtra.`),
  together([['"title": "nome"', '"title": ["nome", "nomeEmpresa"]'], ['"field": "razaoSocial"', '"field": "cnpj"']],
    `${P}.title: um campo documento lido por uma referência não se junta a outros num nome.`),
  ...ofSee, ...ofWords, ...severalEffects, ...severalOfWebhooks,
  ofCompany('["doGestor"]', ALL_COMPANIES),
  ofCompany('[{"any": ["autor", "doGestor"]}]', ALL_COMPANIES),
  ofCompany('["deLonge"]', ALL_COMPANIES),
  ofCompany('["doGestor", "empresa"]'),
  ofCompany('["tudo"]'),
  replying('"profiles": ["adm"], "company": ["adm"]'),
  replying('"profiles": []', 'replies.profiles: ninguém tem respostas prontas: diga que perfis as têm, ou tire "replies".'),
  replying('"profiles": ["adm", "gestor", "adm"]', 'replies.profiles: "gestor" é de robôs, que não escrevem no portal.',
    'replies.profiles: "adm" está repetido.'),
  replying('"profiles": ["adm"], "company": ["gestor"]', 'replies.company: "gestor" não está em "profiles".'),
  ofCompany('[{"all": ["autor", "doGestor"]}]'),
  ofCompany('[{"through": {"idEmpresa": "noEscopo"}}]'),
  demanding('"compare": ["filhos", ">", 0]', REFUSES_ALL),
  demanding('"all": ["temNota", {"not": {"compare": ["filhos", "<=", 2]}}]', REFUSES_ALL),
  demanding('"any": [{"not": "criado"}, {"compare": ["filhos", ">", 0]}]'),
  demanding('"any": ["temNota", {"compare": ["filhos", ">", 0]}]'),
  demanding('"any": [{"is": {"session.perfil": ["adm"]}}, {"compare": ["filhos", ">", 0]}]'),
  demanding('"compare": ["filhos", "<", 9]'),
  together([['"label": "Parar"', '"label": "Parar", "key": "p"'], ['"label": "Seguir"', '"label": "Seguir", "key": "p"']],
    `${P}.actions.seguir.key: "p" já é a tecla de "parar".`),
  together(
    [['"field": "razaoSocial"', '"field": "ativo"'], ['"situacao": {"all": "Todas"}', '"nomeEmpresa": {}, "situacao": {"all": "Todas"}']],
    `${P}.list.filters.nomeEmpresa: mostra um campo booleano, cujos valores ninguém digita: só se filtra por ele com "input": "none".`,
  ),
  together([
    ['"field": "razaoSocial"', '"field": "ativo"'],
    ['"situacao": {"all": "Todas"}', '"nomeEmpresa": {"input": "none"}, "situacao": {"all": "Todas"}'],
  ]),
  together([TEAM, READERS, seen('["adm"]'), telling('"equipe": "{nota}"')]),
  together([TEAM, READERS, seen('["adm", "gestor"]'), telling('"autor": "{nota}"')]),
  together([TEAM, READERS, seen('["adm"]'), telling('"autor": "{nota}"')],
    `${P}.actions.fechar.tells.autor: "gestor" leria "nota", que não pode ver.`),
  together([TEAM, telling('"autor": "Foi.", "equipe": {"says": "Foi.", "always": true}')]),
  together([TEAM, telling('"autor": "Foi.", "equipe": "Foi."')],
    `${P}.actions.fechar.tells.equipe: não avisa ninguém: só avisa onde falta alguém dos outros, e ninguém falta; diga "always".`),
  together([['"name": "Gestor", "home"', '"robot": true, "name": "Gestor", "home"'], telling('"gestor": "Foi."')],
    `${P}.actions.fechar.tells.gestor: não avisa ninguém: "gestor" é de robôs, que não leem.`),
  together([
    ['"people": {"autor"', '"people": {"adm": {"field": "idAutor", "reason": "Não é seu."}, "autor"'],
    ['"key": "aberto"', '"waits": "adm", "key": "aberto"'],
  ], `${P}.fields.situacao.choices: "adm", por quem "Aberto" espera, é uma pessoa e um perfil: use outro nome em "people".`),
  together([
    ['"stamps": "create", "reason": "Não é seu."}', '"reason": "Não é seu."}'], ['"key": "aberto"', '"waits": "autor", "key": "aberto"'],
  ], `${P}.fields.situacao.choices: "Aberto" espera por quem fez o registro: falta alguém com "stamps" em "people".`),
  together([
    STATUSES,
    ['"seguir": {', '"ir": {"from": {"ida": ["adm"]}, "to": "volta"}, "vir": {"from": {"volta": ["adm"]}, "to": "ida"}, "seguir": {'],
  ],
  `${P}.actions: do status "ida" nunca se chega a um fim.`, `${P}.actions: do status "volta" nunca se chega a um fim.`),
  together([
    ['"since": "desde"', '"since": "desde", "tabs": {"t": {"label": "T", "where": []}}'],
    ['"nome": {"param": "busca"', '"nome": {"param": "aba"'],
  ], `${P}: "aba" é o parâmetro das abas ("tabs"): use outro nome.`),
  together([
    ['{ "id": 2, "name": "Gestor" }', '{ "id": 2, "archived": true, "name": "Gestor" }'], ['"sends": "convite"', '"sets": {"tipo": 2}'],
  ], `${U}.actions.convidar.sets.tipo: 2 é uma opção arquivada, que nenhum registro recebe mais.`,
  `${E}.makes.usuarios.with.tipo: 2 é uma opção arquivada, que nenhum registro recebe mais.`),
  together([
    ['"to": "pedidos", "within": "idEmpresa"', '"to": "pedidos", "within": "idEmpresa", "names": true, "shows": {"pai": "nome"}'],
    ['"columns": ["id", "nome"', '"columns": ["id", "pai", "idPai", "nome"'],
  ], `${P}.list.columns: em "idPai" quem não alcança Pedidos leria só o número: use "pai".`),
  // An answer under a field's name has no more room than the field, and may have less.
  together([
    ['"peso": {', `"custo": {"kind": "decimal", "label": "C"},
      "faixa": {"kind": "escolha", "label": "F", "choices": [{"id": 1, "name": "A"}]},
      "peso": {`],
    ['"codigo", "cor", "peso", "nota"]', '"codigo", "cor", "peso", "nota", "custo", "faixa"]'],
    ['"asks": {"motivo"', `"asks": {"custo": {"kind": "decimal", "label": "C", "decimals": 3},
      "faixa": {"kind": "escolha", "label": "F", "choices": [{"id": 7, "name": "B"}]},
      "peso": {"kind": "numero", "label": "Peso", "min": 1, "max": 5}, "motivo"`],
  ], `${P}.actions.parar.asks.custo: não cabe em "custo" de pedidos: diga "decimals" como lá.`,
  `${P}.actions.parar.asks.faixa.choices: 7 não é uma opção de "faixa" de pedidos.`),
  // An end that is archived is kept by those that stand in it; nothing has to lead there.
  together([[
    '{"id": 3, "key": "fechado"', '{"id": 4, "key": "velho", "name": "Velho", "archived": true, "end": true}, {"id": 3, "key": "fechado"',
  ]]),
  together([
    ['"list": ["adm"], "read": ["adm"], "create": ["adm"], "update": ["adm", "gestor"]', '"list": ["adm", "gestor"], "create": ["adm"]'],
    seen('["adm"]'),
    ['"sort": ["criado", "desc"]', '"sort": ["nota", "asc"]'],
  ], `${P}.list.sort: "gestor" não vê "nota": para ele a lista não abriria.`),
  together([['"icon": "ticket",', '"icon": "ticket", "was": "ordens",'], ['"icon": "modelo",', '"icon": "modelo", "was": "ordens",']],
    'resources.modelos.was: "ordens" já é o nome que pedidos tinha.'),
  // What is being made tells nothing that is read of a record there is.
  together([
    ['"filled": "nota"', '"filled": "nomeEmpresa"'], ['"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm:temNota"]'],
  ], `${P}.access.create: "temNota" olha para "nomeEmpresa", que só se lê de um registro que já existe: use "through".`),
  together([
    CHILDREN,
    ['"temNota": {"filled": "nota"', '"temNota": {"compare": ["filhos", ">", 0]'],
    ['"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm:temNota"], "update": ["adm:temNota", "gestor"]'],
  ], `${P}.access.create: "temNota" olha para "filhos", e um registro novo não tem filhos.`),
  // Nobody reaches records by what their children move.
  together([
    CHILDREN,
    ['"gestor": ["empresa", {"any"', '"gestor": ["empresa", {"compare": ["filhos", ">", 0]}, {"any"'],
  ], `${P}.scope.gestor[1]: "filhos" muda com os filhos do registro: quem o perdesse de vista não seria avisado.`),
  // Moments.
  together([['"peso": {', '"preco": {"kind": "decimal", "label": "Preço"}, "peso": {'],
    ['"agora-30"]', '["agora", "-", "preco", "dias"]]']],
    `${P}.conditions.antigo.compare: a quantidade de um momento é um número inteiro, e "preco" tem casas decimais.`),
  together([[
    '"asks": {"motivo": {',
    '"asks": {"dias": {"kind": "numero", "label": "N"}, "dia": {"kind": "data", "label": "Dia", "required": true, '
      + '"default": ["hoje", "+", "dias", "dias"]}, "motivo": {',
  ]], `${P}.actions.parar.asks.dia.default: é obrigatório, e "dias" pode faltar.`),
  together([
    ['"peso": {', '"prazo": {"kind": "data", "label": "Prazo"}, "peso": {'],
    ['"status": "situacao"',
      '"status": "situacao", "makes": {"pedidos": {"label": "Outro", "with": {"prazo": ["hoje", "+", "idPai.peso", "dias"]}}}'],
  ], `${P}.makes.pedidos.with.prazo: "idPai.peso" só se sabe no servidor: um formulário não pode lê-lo.`),
];
