/** Planted mistakes in webhooks. */
import {row, together, type Planted, type Together, type Word} from './planted.ts';

const HERE = '"offline": "Sem rede."}';
const webhook = (said: string): string => `"offline": "Sem rede."}, "webhooks": {"erp": {${said}, "to": "ERP_URL", "secret": "ERP_SECRET"}}`;
const NO_PAGE = 'menu: falta "entregas": sem essa página ninguém decide sobre o que não chega aos webhooks.';
const NO_EVENT = (word: string, hint = ''): string =>
  `webhooks.erp.on.pedidos: "${word}" não é um status de pedidos, nem "create", "update" ou "delete"${hint}.`;

export const ofWebhooks: readonly Planted[] = [
  row(HERE, webhook('"on": {"pedidos": ["fechado", "create"], "empresas": ["delete"]}, "fields": ["id"]'), null, NO_PAGE),
  row(HERE, webhook('"on": {"pedidos": ["fechados"]}'), 'fechados is not a status or operation',
    NO_EVENT('fechados', ' (quis dizer "fechado"?)'), NO_PAGE),
  row(HERE, webhook('"on": {"pedidos": ["parar"]}'), 'parar is not a status or operation', NO_EVENT('parar'), NO_PAGE),
  row(HERE, webhook('"on": {"empresas": ["fechado"]}'), 'fechado is not a status or operation',
    'webhooks.erp.on.empresas: "fechado" não é um status de empresas, nem "create", "update" ou "delete".', NO_PAGE),
  row(HERE, webhook('"on": {"pedido": ["create"]}'), 'pedido is not a resource',
    'webhooks.erp.on: "pedido" não é um recurso (quis dizer "pedidos"?).', NO_PAGE),
  row(HERE, webhook('"on": {"pedidos": ["create"]}, "fields": ["nomee"]'), 'nomee is not a field of every resource',
    'webhooks.erp.fields: "nomee" não é um campo de pedidos (quis dizer "nome"?).', NO_PAGE),
  // A field that only one of them has.
  row(HERE, webhook('"on": {"pedidos": ["create"], "empresas": ["create"]}, "fields": ["razaoSocial"]'),
    'razaoSocial is not a field of every resource', 'webhooks.erp.fields: "razaoSocial" não é um campo de pedidos.', NO_PAGE),
  row(HERE, webhook('"on": {"usuarios": ["create"]}, "fields": ["senha", "filiais"]'), null,
    'webhooks.erp.fields: "senha" de usuarios é um campo senha, que não se envia.',
    'webhooks.erp.fields: "filiais" de usuarios é um campo vinculos, que não se envia.', NO_PAGE),
  row(HERE, webhook('"on": {"pedidos": ["create", "create"]}, "fields": ["nome", "nome"]'), null,
    'webhooks.erp.on.pedidos: "create" está repetido.', 'webhooks.erp.fields: "nome" está repetido.', NO_PAGE),
  row(HERE, webhook('"on": {"pedidos": []}'), null, 'webhooks.erp.on.pedidos: não há o que enviar: diga os eventos.', NO_PAGE),
  row(HERE, webhook('"on": {}'), null, 'webhooks.erp.on: não há o que enviar: diga recursos e seus eventos.', NO_PAGE),
  row(HERE, webhook('"onn": {}, "on": {"pedidos": ["create"]}'), 'onn is not an option here',
    'webhooks.erp: "onn" não é uma opção aqui (quis dizer "on"?).', NO_PAGE),
  row(HERE,
    '"offline": "Sem rede."}, "webhooks": {"e r p": {"on": {"pedidos": ["create"]}, "to": "https://erp.test", "secret": "erpSecret"}}',
    null,
    'webhooks.e r p: "e r p" não serve de nome: use letras, números e hífens.',
    'webhooks.e r p.to: "https://erp.test" não é o nome de uma variável de ambiente (ERP_URL).',
    'webhooks.e r p.secret: "erpSecret" não é o nome de uma variável de ambiente (ERP_URL).', NO_PAGE),
];

/** The page of deliveries in the menu. */
const PAGE: Word = ['{"pedidos": "Pedidos"}', '{"pedidos": "Pedidos", "entregas": "Entregas"}'];

export const severalOfWebhooks: readonly Together[] = [
  together([[HERE, webhook('"on": {"pedidos": ["create"]}')], PAGE]),
  together([
    [HERE, webhook('"on": {"pedidos": ["update"]}')], PAGE,
    ['{"id": 3, "key": "fechado"', '{"id": 4, "key": "update", "name": "Novo", "archived": true, "end": true}, {"id": 3, "key": "fechado"'],
  ], 'webhooks.erp.on.pedidos: "update" é um status de pedidos e também o nome de uma operação: dê outra "key" ao status.'),
];
