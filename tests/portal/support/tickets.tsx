/** A ticket, what the API answers about it, and its screens at an address. */
import {Route, Routes} from 'react-router-dom';
import {ResourceRoutes} from '../../../src/portal/views/ResourceRoutes.tsx';
import {withResource} from '../../support/configs.ts';
import type {Answers, Sent} from './api.ts';
import type {Config} from '../../../src/schema/shapes/config.ts';
import {product, sessionOf, show} from './world.tsx';

export const ticket = (more: Record<string, unknown> = {}) => ({
  id: 7, versao: 3, idEmpresa: 1, nomeEmpresa: 'Sementes Sul', idFilial: 2, nomeFilial: 'Matriz', idModeloFormulario: 5, descricao: 'Frete',
  idStatusTicket: 3, descricaoStatus: 'Em-Atendimento', idUsuario: 10, nomeUsuario: 'Ana', idUsuarioAtendimento: 10, workFlowNameRpa: '',
  itensFormulario: 'Placa: ABC', dataCriacao: '2026-11-20T15:04:00.000Z',
  ticketFormularios: [
    {id: 91, descricao: 'Placa', tipoCampo: 'texto', obrigatorio: true, valor: 'ABC', aviso: ''},
    {id: 92, descricao: 'CNPJ', tipoCampo: 'texto', obrigatorio: false, valor: '11222333000181', aviso: ''},
  ],
  ticketArquivos: [{id: 31, nomeArquivo: 'nota.pdf', dataCriacao: '2026-11-20T15:04:00.000Z', tipo: 'Nota Fiscal', origem: 'Portal'}],
  ...more,
});
export const steps = [{
  comentario: 'Faltou a nota', dataCriacao: '2026-11-20T15:04:00.000Z', nomeUsuario: 'Ana', acao: 'Devolver', deStatus: 'Em-Atendimento',
  paraStatus: 'Em-Aberto',
}];
export const ticketAnswers = (more: Answers = {}): Answers => ({
  'GET tickets/7': ticket(),
  'GET ticketsHistorico/7': steps,
  'GET ticketsArquivo/lista-tipos-arquivo/': [{nome: 'Nota Fiscal'}, {nome: 'Laudo'}],
  'GET empresas/listarCombo': [{id: 1, razaoSocial: 'Sementes Sul'}],
  'GET filial/listarCombo/1/10': [{id: 2, descricao: 'Matriz'}],
  'POST ticketsArquivo/validar-extensao-arquivo': {valido: true},
  ...more,
});
export const openTickets = (at: string, perfil = 'adm', config: Config = product) =>
  show(<Routes><Route path="/adm/ticket/*" element={<ResourceRoutes name="tickets" />} /></Routes>, {
    session: sessionOf(perfil), at, config,
  });
export const editTicket = (perfil?: string) => openTickets('/adm/ticket/editar/7', perfil);

/** Tickets with a field that is a file. */
export const withLaudo = withResource('tickets', resource => ({
  ...resource, fields: {...resource.fields, laudo: {kind: 'arquivo', label: 'Laudo Técnico'}}, form: {...resource.form, Mais: ['laudo']},
}));

/** The ticket's own Placa as it is typed or stored. */
export const withPlaca = (valor: string, more: Record<string, unknown> = {}) =>
  ticket({ticketFormularios: ticket().ticketFormularios.map(item => (item.id === 91 ? {...item, valor} : item)), ...more});

/** What a call with files carried. */
export const sentForm = ({body}: Sent) => {
  const form = body as FormData;
  return {
    data: JSON.parse(form.get('data') as string) as Record<string, unknown>,
    files: (form.getAll('files') as File[]).map(({name}) => name),
    tipos: JSON.parse((form.get('tipos') ?? '[]') as string) as string[],
  };
};
