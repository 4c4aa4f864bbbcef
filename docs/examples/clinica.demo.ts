/** The demonstration of `npm run demo -- --config docs/examples/clinica.config.ts`. */
import type {Demonstration} from '../../src/server/demo/steps.ts';

const pessoa = (as: string, nome: string, tipo: number) =>
  ({make: 'usuarios', as, with: {nome, email: `${as}@clinica.example`, tipo, idEmpresa: 'vida'}});
const equipamento = (as: string, nome: string, idLocal: string, serie: string, valor: number) =>
  ({make: 'equipamentos', as, with: {idEmpresa: 'vida', nome, idLocal, fabricante: 'Medtron', serie, valor}});
const emprestimo = (as: string, by: string, ago: number, idEquipamento: string, uso: string) =>
  ({make: 'emprestimos', as, by, ago, with: {idEmpresa: 'vida', idFilial: 'centro', idEquipamento, dia: `hoje-${ago}`, uso}});
const peca = (idReparo: string, nome: string, quantidade: number, preco: number, instalada = true) =>
  ({make: 'pecas', as: nome, by: 'tiago', with: {idReparo, nome, quantidade, preco, instalada}});
const laudo = {'laudo.pdf': 'Laudo'};

export default [
  {make: 'empresas', as: 'vida', with: {razaoSocial: 'Clínica Vida Plena', cnpj: '27465018000115'}},
  pessoa('olga', 'Olga Nunes', 3), pessoa('bruno', 'Bruno Sales', 3), pessoa('tiago', 'Tiago Prado', 2),
  {make: 'filiais', as: 'centro', with: {idEmpresa: 'vida', nome: 'Centro', idResponsavel: 'olga'}},
  {make: 'locais', as: 'uti', with: {idEmpresa: 'vida', idFilial: 'centro', nome: 'UTI'}},
  {make: 'locais', as: 'almoxarifado', with: {idEmpresa: 'vida', idFilial: 'centro', nome: 'Almoxarifado'}},
  {make: 'locais', as: 'leito', with: {idEmpresa: 'vida', idFilial: 'centro', nome: 'Leito 4', idAcima: 'uti'}},
  equipamento('bomba', 'Bomba de infusão', 'almoxarifado', 'bi-1001', 8900),
  equipamento('monitor', 'Monitor multiparâmetro', 'uti', 'mm-77', 21_500),
  equipamento('cadeira', 'Cadeira de rodas', 'almoxarifado', 'cr-3', 1250.5),
  equipamento('desfibrilador', 'Desfibrilador', 'leito', 'df-12', 32_000),

  emprestimo('alta', 'bruno', 9, 'cadeira', 'Alta do leito 12.'),
  {by: 'olga', does: 'aprovar', to: 'alta', ago: 9}, {by: 'tiago', does: 'entregar', to: 'alta', ago: 8},
  {by: 'tiago', does: 'devolver', to: 'alta', ago: 6},
  emprestimo('infusao', 'bruno', 2, 'bomba', 'Infusão do leito 4.'),
  {by: 'olga', does: 'aprovar', to: 'infusao', ago: 2}, {by: 'tiago', does: 'entregar', to: 'infusao', ago: 1},
  emprestimo('exame', 'bruno', 0, 'cadeira', 'Exame no prédio ao lado.'),

  {make: 'reparos', as: 'tela', by: 'tiago', ago: 12, with: {idEmpresa: 'vida', idEquipamento: 'monitor', defeito: 'Tela apaga.'}},
  peca('tela', 'Inversor', 1, 640), peca('tela', 'Cabo flat', 2, 45.9),
  {by: 'tiago', does: 'orcar', to: 'tela', ago: 11}, {does: 'aprovar', to: 'tela', ago: 10},
  {by: 'tiago', does: 'concluir', to: 'tela', ago: 7, files: laudo},
  {
    make: 'reparos', as: 'bateria', by: 'tiago', ago: 3,
    with: {idEmpresa: 'vida', idEquipamento: 'desfibrilador', defeito: 'Não carrega.', urgente: true},
  },
  peca('bateria', 'Bateria', 1, 2300, false), {by: 'tiago', does: 'orcar', to: 'bateria', ago: 2},
] satisfies Demonstration;
