/** Own code of the clinic's equipment desk: a day belongs to one loan, and an equipment under repair leaves the shelf. */
import {defineOwn} from '../../src/server/own.ts';
import config from './clinica.config.ts';

const ABERTOS = ['pedido', 'aprovado', 'entregue'];
const {choices} = config.resources.emprestimos.fields.situacao;
const isOpen = (situacao: unknown): boolean => choices.some(({id, key}) => id === situacao && ABERTOS.includes(key));

export default defineOwn(config, {
  steps: {
    emprestimos: {
      create: {
        before: async ({record: {idEquipamento, dia}, list, refuse}) => {
          const sameDay = await list('emprestimos', {idEquipamento, dia});
          const other = sameDay.find(({situacao}) => isOpen(situacao));
          if (other !== undefined) refuse(`O empréstimo ${other.numero} já pede este equipamento para o mesmo dia.`, 'idEquipamento');
        },
      },
    },
    reparos: {create: {after: ({record: {idEquipamento}, act}) => act('equipamentos', idEquipamento ?? 0, 'recolher')}},
  },
});
