/** The demonstration of `npm run demo -- --config docs/examples/frota.config.ts`. */
import type {Demonstration} from '../../src/server/demo/steps.ts';

const email = (name: string): string => `${name}@frota.example`;
const pessoa = (as: string, nome: string, tipo: number, more: object = {}) =>
  ({make: 'usuarios', as, with: {nome, email: email(as), tipo, idEmpresa: 'norte', ...more}});
const veiculo = (as: string, modelo: string, hodometro: number, more: object = {}) =>
  ({make: 'veiculos', as, with: {idEmpresa: 'norte', idFilial: 'matriz', placa: as, modelo, hodometro, ...more}});
const ordem = (as: string, by: string, ago: number, more: object) =>
  ({make: 'ordens', as, by, ago, with: {idEmpresa: 'norte', idOficina: 'central', ...more}});
const peca = (as: string, idOrdem: string, codigo: string, nome: string, quantidade: number, preco: number, instalada = true) =>
  ({make: 'pecas', as, by: 'beto', with: {idOrdem, codigo, nome, quantidade, preco, instalada}});

export default [
  {make: 'empresas', as: 'norte', with: {razaoSocial: 'Transportes Norte Ltda', cnpj: '27465018000115', telefone: '4334211080'}},
  {make: 'filiais', as: 'matriz', with: {idEmpresa: 'norte', nome: 'Matriz', cidade: 'Apucarana', abre: '06:00', fecha: '22:00'}},
  {make: 'filiais', as: 'porto', with: {idEmpresa: 'norte', nome: 'Porto', cidade: 'Paranaguá'}},
  pessoa('marcia', 'Márcia Teles', 2, {codigoExterno: '02650306461'}),
  pessoa('davi', 'Davi Ramos', 2, {codigoExterno: '04812297310'}),
  pessoa('beto', 'Beto Farias', 3),
  pessoa('rute', 'Rute Sanches', 3),
  {
    make: 'oficinas', as: 'central',
    with: {idEmpresa: 'norte', nome: 'Oficina Central', valorHora: 95.5, idChefe: 'rute', servicos: [1, 3]},
  },
  {
    make: 'oficinas', as: 'freios',
    with: {idEmpresa: 'norte', nome: 'Casa dos Freios', valorHora: 120, servicos: [2]},
  },
  veiculo('ABC1D23', 'Volvo FH 540', 182_300, {tipo: 'caminhao', carga: 32.5, prefixo: 'C-01', idMotorista: 'marcia', valor: 742_900}),
  veiculo('BRA2E45', 'Scania R450', 96_120, {tipo: 'caminhao', carga: 29, prefixo: 'C-02', idMotorista: 'davi', valor: 689_000}),
  veiculo('FGH3456', 'Fiat Strada', 48_510, {prefixo: 'L-01', idFilial: 'porto', valor: 98_990.9}),

  ordem('revisao', 'marcia', 24, {idVeiculo: 'ABC1D23', hodometro: 182_300, previsao: 'hoje-20', entrada: 'hoje-24'}),
  {by: 'beto', does: 'iniciar', to: 'revisao', ago: 23},
  peca('oleo', 'revisao', 'ol-15w40', 'Óleo 15W40 (litro)', 32.5, 31.9),
  peca('filtro', 'revisao', 'fl-220', 'Filtro de óleo', 2, 148.75),
  {
    make: 'horas', as: 'troca', by: 'beto',
    with: {idOrdem: 'revisao', servico: 'Troca de óleo', dia: 'hoje-23', inicio: '08:00', fim: '10:30'},
  },
  {by: 'beto', does: 'concluir', to: 'revisao', with: {hodometroSaida: 182_304}, ago: 21},
  {by: 'marcia', does: 'fechar', to: 'revisao', ago: 20},

  ordem('freio', 'davi', 9, {
    idVeiculo: 'BRA2E45', idOficina: 'freios', tipo: 'corretiva', defeito: 'Freio dianteiro puxando para a direita.', entrada: 'hoje-9',
    previsao: 'hoje-2',
  }),
  {by: 'beto', does: 'iniciar', to: 'freio', ago: 8},
  peca('lona', 'freio', 'ln-77', 'Jogo de lonas', 1, 689.5),
  {by: 'beto', does: 'concluir', to: 'freio', with: {hodometroSaida: 96_140}, ago: 4},
  {by: 'davi', does: 'devolver', to: 'freio', with: {motivo: 'Continua puxando para a direita.'}, ago: 3},
  peca('cilindro', 'freio', 'cl-09', 'Cilindro de roda', 1, 412, false),

  ordem('batida', 'marcia', 5, {
    idVeiculo: 'ABC1D23', tipo: 'sinistro', defeito: 'Para-choque e farol esquerdo.', boletim: 'https://policia.example/bo/2211',
    hodometro: 183_010, entrada: 'hoje-5', hora: '14:30',
  }),
  {by: 'rute', does: 'iniciar', to: 'batida', ago: 4},
  {by: 'rute', does: 'concluir', to: 'batida', with: {hodometroSaida: 183_012}, ago: 1},

  ordem('engano', 'davi', 3, {idVeiculo: 'BRA2E45', entrada: 'hoje-3'}),
  {by: 'davi', does: 'cancelar', to: 'engano', with: {motivo: 'Aberta em duplicidade.'}, ago: 3},
  ordem('pneus', 'davi', 1, {idVeiculo: 'BRA2E45', entrada: 'hoje-1'}),
] satisfies Demonstration;
