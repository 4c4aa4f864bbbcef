/** Planted mistakes in whom something tells, and whom a status waits for. */
import {P, row, type Planted} from './planted.ts';

const CLOSING = `${P}.actions.fechar.tells`;
const SAVING = '"since": "desde"';
const saving = (said: string): string => `"tells": {${said}}, "since": "desde"`;
const telling: readonly Planted[] = [
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": "{session.nome} fechou {id}, de {nomeEmpresa}."}', null),
  row('"places": ["row", "menu"]', '"places": ["row", "menu"], "tells": {"autor": "{session.nome} parou {nome}: {motivo}"}', null),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autr": "Fechado."}', 'autr is not a person',
    `${P}.actions.fechar.tells: "autr" não é uma pessoa de pedidos, nem um perfil, "equipe" ou alguém por uma referência `
    + '(quis dizer "autor"?).'),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {}', null,
    `${P}.actions.fechar.tells: não avisa ninguém: diga a quem, ou tire "tells".`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"equipe": "Fechado."}', null,
    `${P}.actions.fechar.tells.equipe: não avisa ninguém: nenhum perfil com "team" vê pedidos.`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": "Fechado: {motivo}"}', null,
    `${P}.actions.fechar.tells.autor: "motivo" não é um campo de pedidos, nem o que esta ação pergunta (quis dizer "ativo"?).`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": "{session.email} fechou {codigo}."}', null,
    `${P}.actions.fechar.tells.autor: "session.email" não é um campo de pedidos, nem o que esta ação pergunta.`,
    `${P}.actions.fechar.tells.autor: "codigo" não é um campo de pedidos, nem o que esta ação pergunta.`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": {"says": "Fechado.", "when": "azul"}, "adm": "{nome} fechado."}', null),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": {"says": "Fechado.", "quando": "azul"}}', null,
    `${CLOSING}.autor: "quando" não é uma opção aqui.`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": {"says": "Fechado.", "when": "azull"}}', 'azull is not a condition',
    `${CLOSING}.autor.when: "azull" não é uma condição de pedidos (quis dizer "azul"?).`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": {"says": "Fechado.", "when": "itensValidos"}}',
    'itensValidos is not a condition',
    `${CLOSING}.autor.when: "itensValidos" não serve de condição de um aviso: não há como procurar linhas por ela.`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"autor": {"says": "Fechado.", "always": true}}', null,
    `${CLOSING}.autor.always: só tem sentido em "equipe": os outros são avisados sempre.`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"gestor": "Fechado."}', null,
    `${CLOSING}.gestor: não avisa ninguém: "gestor" não vê pedidos.`),
  row('"access": {"list": ["adm"], "read": ["adm"]', '"tells": {"update": {"autor": "Mudou."}}, "access": {"list": [], "read": []', null,
    'profiles.adm.home: "adm" não pode listar pedidos, que o painel conta: diga onde começa.',
    `${P}.tells.update.autor: não avisa ninguém: nenhum perfil de pessoas vê pedidos.`),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"idPai.idAutor": "Fechado."}', null),
  row('"places": ["edit"]', '"places": ["edit"], "tells": {"idPai.idAutr": "Fechado."}', null,
    `${CLOSING}: "idPai.idAutr" não é uma pessoa de pedidos, nem um perfil, "equipe" ou alguém por uma referência `
    + '(quis dizer "idPai.idAutor"?).'),
  row('"places": ["row", "menu"]', '"places": ["row", "menu"], "tells": {"autor": "Parado."}', null),
  row('"from": {"parado": ["adm"]}', '"from": {"parado": ["adm:autor"]}, "tells": {"autor": "Segue."}', null,
    `${P}.actions.seguir.tells.autor: não avisa ninguém: é sempre quem o faz.`),
  row(SAVING, saving('"create": {"adm": "{session.nome} abriu {nome}."}, "update": {"autor": "{nome} mudou.", "idPai.idAutor": "Mudou."}'),
    null),
  row(SAVING, saving('"create": {"autor": "Abriu."}'), null, `${P}.tells.create.autor: não avisa ninguém: é sempre quem o faz.`),
  row('"create": ["adm"], "update": ["adm", "gestor"], "delete": []},\n      "scope": {"adm": ["tudo"], "gestor": ["empresa", {"any"',
    `"create": [], "update": ["adm", "gestor"], "delete": []}, ${saving('"create": {"adm": "Abriu."}').replace(', "since": "desde"', '')},
      "scope": {"adm": ["tudo"], "gestor": ["empresa", {"any"`, null,
    `${P}.tells.create: não avisa ninguém: nenhum perfil cria pedidos.`),
  row(SAVING, saving('"update": {"adm": "{motivo}"}'), null,
    `${P}.tells.update.adm: "motivo" não é um campo de pedidos (quis dizer "ativo"?).`),
  row(SAVING, saving('"delete": {"adm": "Foi."}'), null,
    `${P}.tells: "delete" não é uma opção aqui.`),
  row('"since": "desde",\n      "people": {', `${saving('"update": {"adm": "Mudou."}')},
      "people": {"adm": {"field": "idAutor", "reason": "Não é seu."}, `, null,
    `${P}.tells.update.adm: é uma pessoa e um perfil: use outro nome em "people".`),
];

const waiting: readonly Planted[] = [
  row('"key": "aberto"', '"waits": "autor", "key": "aberto"', null),
  row('"key": "aberto"', '"waits": "adm", "key": "aberto"', null),
  row('"key": "aberto"', '"waits": "gestor", "key": "aberto"', null,
    `${P}.fields.situacao.choices: "Aberto" espera por ninguém: "gestor" não vê pedidos.`),
  row('"key": "aberto"', '"waits": "equipe", "key": "aberto"', null,
    `${P}.fields.situacao.choices: "Aberto" espera por ninguém: nenhum perfil com "team" vê pedidos.`),
  row('"key": "aberto"', '"waits": "equip", "key": "aberto"', 'equip is not a person or profile',
    `${P}.fields.situacao.choices[0].waits: "equip" não é uma pessoa de pedidos, nem um perfil, "autor", "equipe" ou "robo" `
    + '(quis dizer "equipe"?).'),
  row('"stamps": "fim", "end": true', '"stamps": "fim", "end": true, "waits": "robo"', null,
    `${P}.fields.situacao.choices: "Fechado" é um fim ("end") e não espera por ninguém: tire "waits".`),
  row('"antigo": {"compare": ["criado", "<", "agora-30"]}', '"antigo": {"waits": "robo"}', null,
    `${P}.conditions.antigo.waits: nenhum status de pedidos espera por "robo": diga "waits" num deles.`),
];

export const ofTelling: readonly Planted[] = [...telling, ...waiting];
