/** Mistakes that no one word of the tiny config makes: several that do not go together, and what goes with what beside them. */
import {plant, TINY} from './tiny.ts';
import {P, U} from './planted.ts';

interface Together {
  /** What was planted, as the test is called. */
  said: string;
  text: string;
  start: readonly string[];
}
type Word = readonly [from: string, to: string];
const together = (words: readonly Word[], ...start: string[]): Together =>
  ({said: words.map(([, to]) => to).join(' · '), text: words.reduce((text, [from, to]) => plant(text, from, to).text, TINY), start});

const telling = (said: string): Word => ['"places": ["edit"]', `"places": ["edit"], "tells": {${said}}`];
/** Whom the team are told beside, and what a profile may not see that would read it. */
const TEAM: Word = ['"adm": {"id": 1, "name": "Adm",', '"adm": {"id": 1, "team": true, "name": "Adm",'];
const READERS: Word = [
  '"read": ["adm"], "create": ["adm"], "update": ["adm", "gestor"]', '"read": ["adm", "gestor"], "create": ["adm"], "update": ["adm"]',
];
const seen = (profiles: string): Word => ['"label": "Nota", "maxLength": 20,', `"label": "Nota", "see": ${profiles}, "maxLength": 20,`];

/** Two statuses beside the others. */
const STATUSES: Word = [
  '{"id": 3, "key": "fechado"',
  '{"id": 4, "key": "ida", "name": "Ida"}, {"id": 5, "key": "volta", "name": "Volta"}, {"id": 3, "key": "fechado"',
];

export const several: readonly Together[] = [
  together([['"label": "Parar"', '"label": "Parar", "key": "p"'], ['"label": "Seguir"', '"label": "Seguir", "key": "p"']],
    `${P}.actions.seguir.key: "p" já é a tecla de "parar".`),
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
  ], `${U}.actions.convidar.sets.tipo: 2 é uma opção arquivada, que nenhum registro recebe mais.`),
  together([
    ['"to": "pedidos", "within": "idEmpresa"', '"to": "pedidos", "within": "idEmpresa", "names": true, "shows": {"pai": "nome"}'],
    ['"columns": ["id", "nome"', '"columns": ["id", "pai", "idPai", "nome"'],
  ], `${P}.list.columns: em "idPai" quem não alcança Pedidos leria só o número: use "pai".`),
  // What is being made tells nothing that is read of a record there is.
  together([
    ['"filled": "nota"', '"filled": "nomeEmpresa"'], ['"create": ["adm"], "update": ["adm", "gestor"]', '"create": ["adm:temNota"]'],
  ], `${P}.access.create: "temNota" olha para "nomeEmpresa", que só se lê de um registro que já existe: use "through".`),
  // Nobody reaches records by what their children move.
  together([
    ['"peso": {"kind": "numero"',
      '"filhos": {"kind": "calculo", "label": "Filhos", "count": true, "of": "pedidos", "by": "idPai"}, "peso": {"kind": "numero"'],
    ['"gestor": ["empresa", {"any"', '"gestor": ["empresa", {"compare": ["filhos", ">", 0]}, {"any"'],
  ], `${P}.scope.gestor[1]: "filhos" muda com os filhos do registro: quem o perdesse de vista não seria avisado.`),
];
