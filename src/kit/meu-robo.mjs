// @ts-check
import {Negocio, trabalhar} from './robo.mjs';

await trabalhar(async ({valores, progresso}) => {
  progresso('Conferindo', 10);
  // O que uma pessoa tem de corrigir volta para ela, com o campo marcado; qualquer outro erro é tentado de novo mais tarde.
  if (!valores.CAMPO) throw new Negocio('VAZIO', 'Falta um valor.', {CAMPO: 'Preencha este campo.'});
  // O trabalho do robô vem aqui.
  return 'Feito.';
});
