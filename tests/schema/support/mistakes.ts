/** Planted mistakes: names that do not exist. Those of everything else have files of their own. */
import {ofActions} from './mistakesOfActions.ts';
import {ofConditions} from './mistakesOfConditions.ts';
import {ofEffects} from './mistakesOfEffects.ts';
import {ofFields} from './mistakesOfFields.ts';
import {ofNames} from './mistakesOfNames.ts';
import {ofOptions} from './mistakesOfOptions.ts';
import {ofParts} from './mistakesOfParts.ts';
import {ofReferences} from './mistakesOfReferences.ts';
import {ofScreens} from './mistakesOfScreens.ts';
import {ofTelling} from './mistakesOfTelling.ts';
import {ofWebhooks} from './mistakesOfWebhooks.ts';
import {E, NO_CHILD, P, row, U, type Planted} from './planted.ts';

/** A name that does not exist. */
const names: readonly Planted[] = [
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
  row(
    '"status": "situacao"',
    '"status": "situação"',
    'situação is not a field',
    `${P}.status: "situação" não é um campo de pedidos (quis dizer "situacao"?).`,
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
    '"offline": "Sem rede."}', '"offline": "Sem rede."}, "replies": {"profiles": ["gestr"]}', 'gestr is not a profile',
    'replies.profiles: "gestr" não é um perfil (quis dizer "gestor"?).',
    'replies: não há onde usá-las: nenhuma ação pergunta um texto com "multiline".',
  ),
  row(
    '"stamps": "fim"',
    '"stamps": "fin"',
    'fin is not a field',
    `${P}.fields.situacao.choices[2].stamps: "fin" não é um campo de pedidos (quis dizer "fim"?).`,
  ),
  // Alone in its file: with another resource, nothing that is said of it can be told.
  row('"of": "pedidos"', '"of": "pedido"', 'pedido is not', 'dashboards.home.of: "pedido" não é um recurso (quis dizer "pedidos"?).'),
  row(
    '"by": ["idEmpresa"',
    '"by": ["idFilial"',
    'idFilial is not a filter',
    'dashboards.home.by: "idFilial" não é um filtro da lista de pedidos.',
  ),
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
  row(
    '"with": {"tipo": 2}',
    '"with": {"tipoo": 2}',
    null,
    `${E}.makes.usuarios.with: "tipoo" não é um campo de usuarios (quis dizer "tipo"?).`,
  ),
  row('"types": "cores"', '"types": "tipos"', 'tipos is not a list', 'resources.pedidos.files.types: "tipos" não é uma lista.'),
  row('"types": "cores"', '"types": "cores", "photo": "Roxo"', null,
    'resources.pedidos.files.photo: "Roxo" não é um valor de "lists.cores".'),
];

export const planted: readonly Planted[] = [
  ...names, ...ofOptions, ...ofFields, ...ofScreens, ...ofNames, ...ofActions, ...ofEffects,
  ...ofConditions, ...ofParts, ...ofReferences, ...ofTelling, ...ofWebhooks,
];
