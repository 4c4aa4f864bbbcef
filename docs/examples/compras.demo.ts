/** The demonstration of `npm run demo -- --config docs/examples/compras.config.ts`. */
import type {Demonstration} from '../../src/server/demo/steps.ts';

const pessoa = (as: string, nome: string, tipo: number, codigoExterno: string) =>
  ({make: 'usuarios', as, with: {nome, email: `${as}@compras.example`, tipo, idEmpresa: 'serra', codigoExterno}});
const centro = (as: string, nome: string, idAprovador: string, limite?: number) =>
  ({make: 'centros', as, with: {idEmpresa: 'serra', codigo: as, nome, idAprovador, ...(limite !== undefined && {limite})}});
const pedido = (as: string, by: string, ago: number, idCentro: string, descricao: string, more: object = {}) =>
  ({make: 'pedidos', as, by, ago, with: {idEmpresa: 'serra', idFilial: 'sede', idCentro, descricao, ...more}});
const item = (idPedido: string, by: string, descricao: string, quantidade: number, preco: number) =>
  ({make: 'itens', as: descricao, by, with: {idPedido, descricao, quantidade, preco}});

export default [
  {make: 'empresas', as: 'serra', with: {razaoSocial: 'Cooperativa Serra Azul', cnpj: '12ABC345000188', telefone: '5433211080'}},
  {make: 'filiais', as: 'sede', with: {idEmpresa: 'serra', nome: 'Sede', cep: '95010010', recebeDe: '08:00', recebeAte: '17:30'}},
  {make: 'filiais', as: 'silo', with: {idEmpresa: 'serra', nome: 'Silo Norte', cep: '95180000'}},
  pessoa('helena', 'Helena Prado', 2, 'D-001'), pessoa('ivo', 'Ivo Castro', 3, 'C-014'),
  pessoa('nair', 'Nair Duarte', 4, 'P-120'), pessoa('caio', 'Caio Bastos', 4, 'P-133'),
  centro('TI-01', 'Tecnologia', 'nair', 60_000), centro('MN-20', 'Manutenção', 'nair'),
  centro('AD-05', 'Administração', 'helena', 5000),
  {
    make: 'fornecedores', as: 'micro', by: 'ivo',
    with: {idEmpresa: 'serra', razaoSocial: 'Microlojas do Sul', documento: '27465018000115', site: 'https://microlojas.example'},
  },
  {make: 'fornecedores', as: 'ferro', by: 'ivo', with: {idEmpresa: 'serra', razaoSocial: 'Ferragens União', documento: '52998224725'}},

  pedido('notebooks', 'caio', 30, 'TI-01', 'Notebooks da equipe de campo', {paraQuando: 'hoje+5'}),
  item('notebooks', 'caio', 'Notebook 14 polegadas, 32 GB', 6, 6800), item('notebooks', 'caio', 'Mochila', 6, 250),
  {by: 'caio', does: 'enviar', to: 'notebooks', ago: 29}, {by: 'nair', does: 'aprovar', to: 'notebooks', ago: 28},
  {by: 'helena', does: 'autorizar', to: 'notebooks', ago: 26}, {by: 'ivo', does: 'assumir', to: 'notebooks', ago: 25},
  {by: 'ivo', does: 'salvar', to: 'notebooks', with: {idFornecedor: 'micro'}},
  {by: 'ivo', does: 'comprar', to: 'notebooks', with: {valorFinal: 41_870.4, frete: 320}, ago: 20},
  {by: 'caio', does: 'receber', to: 'notebooks', with: {notaFiscal: '104512'}, ago: 9},

  pedido('correia', 'caio', 8, 'MN-20', 'Correia do elevador 3', {
    idFilial: 'silo', urgente: true, porque: 'O elevador está parado na safra.', paraQuando: 'hoje',
  }),
  item('correia', 'caio', 'Correia plana 600 mm (m)', 48.5, 80.22),
  {by: 'caio', does: 'enviar', to: 'correia', ago: 8}, {by: 'nair', does: 'aprovar', to: 'correia', ago: 7},
  {by: 'ivo', does: 'assumir', to: 'correia', ago: 7}, {by: 'ivo', does: 'salvar', to: 'correia', with: {idFornecedor: 'ferro'}},
  {by: 'ivo', does: 'comprar', to: 'correia', with: {valorFinal: 3850.9}, ago: 6},

  pedido('servidor', 'caio', 4, 'TI-01', 'Servidor de arquivos'), item('servidor', 'caio', 'Servidor com 12 discos', 1, 38_000),
  {by: 'caio', does: 'enviar', to: 'servidor', ago: 3}, {by: 'nair', does: 'aprovar', to: 'servidor', ago: 2},
  pedido('tintas', 'caio', 3, 'MN-20', 'Tinta para a fachada'), item('tintas', 'caio', 'Tinta acrílica branca (18 L)', 8, 155),
  {by: 'caio', does: 'enviar', to: 'tintas', ago: 2},
  pedido('cadeiras', 'nair', 2, 'AD-05', 'Cadeiras da recepção'), item('cadeiras', 'nair', 'Cadeira estofada', 4, 1150),
  {by: 'nair', does: 'enviar', to: 'cadeiras', ago: 2},
  {by: 'helena', does: 'recusar', to: 'cadeiras', with: {motivo: 'As atuais aguentam mais um ano.'}, ago: 1},
  pedido('cafe', 'ivo', 2, 'AD-05', 'Café e filtros do trimestre'), item('cafe', 'ivo', 'Café torrado (kg)', 20, 44.5),
  {by: 'ivo', does: 'enviar', to: 'cafe', ago: 2}, {by: 'helena', does: 'aprovar', to: 'cafe', ago: 1},
  pedido('teclados', 'caio', 1, 'TI-01', 'Teclados'), item('teclados', 'caio', 'Teclado ABNT2', 6, 130),
] satisfies Demonstration;
