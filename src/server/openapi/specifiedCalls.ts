/** Calls of the portal's specification; every further call of the API is an extension. */
import type {Endpoint} from '../../schema/shapes/config.ts';

const SPECIFIED_CALLS: readonly Endpoint[] = [
  'POST usuarios/login', 'POST resetSenha/forgot-password', 'GET usuarios/busca-usuario-reset-senha/:token', 'POST resetSenha/reset-senha',
  'PUT usuarios/:id',
  'GET empresas/listarCombo', 'GET filial/listarCombo/:idEmpresa/:idUsuario', 'GET statusTickets/listarCombo',
  'GET modelosFormulario/listarCombo/:idFilial', 'GET tickets/lista-fixa-transgenia/', 'GET ticketsArquivo/lista-tipos-arquivo/',
  'GET Dashboard/buscar-qtd-ticetks-status', 'GET Dashboard/listar-evolucao',
  'GET usuarios', 'GET usuarios/:id', 'POST usuarios', 'PUT usuarios/inativar/:id', 'PUT usuarios/ativar/:id',
  'GET filial/buscar-filiais-empresa/:idEmpresa/:idUsuario',
  'GET empresas', 'GET empresas/:id', 'POST empresas', 'PUT empresas/:id',
  'GET filial', 'POST filial', 'PUT filial/:id', 'DELETE filial/:id',
  'GET fornecedores', 'GET fornecedores/:id', 'POST fornecedores', 'PUT fornecedores/:id',
  'GET modelosformulario', 'GET modelosformulario/:id', 'POST modelosformulario', 'PUT modelosformulario/:id',
  'GET modelosFormularioItem', 'POST modelosFormularioItem', 'PUT modelosFormularioItem/:id', 'DELETE modelosFormularioItem/:id',
  'GET tickets', 'GET tickets/:id', 'GET ticketsHistorico/:ticketId', 'POST tickets', 'PUT tickets/:id',
  'PUT tickets/cancelar/:id', 'PUT tickets/reprovar/:id', 'PUT tickets/finalizar/:id',
  'PUT tickets/iniciar-atendimento/:id', 'PUT tickets/iniciar-atendimento/:id/:idUsuario',
  'PUT tickets/aprovar/:ticketId/:idUsuario', 'PUT tickets/reabrir/:ticketId/:idUsuario',
  'GET ticketsArquivo/:ticketId', 'POST ticketsArquivo/validar-extensao-arquivo', 'POST ticketsArquivo/upload-arquivo',
  'DELETE ticketsArquivo/:fileId/:idUsuario', 'GET TicketsArquivo/baixar-arquivo/:fileId',
];

/** Ignores case and parameter names, as the router does. */
const normaliseEndpoint = (endpoint: string): string => endpoint.toLowerCase().replace(/:\w+/g, ':');
const NORMALISED_CALLS = new Set(SPECIFIED_CALLS.map(normaliseEndpoint));

export const isSpecified = (endpoint: Endpoint): boolean => NORMALISED_CALLS.has(normaliseEndpoint(endpoint));
