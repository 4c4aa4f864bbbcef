/** One ticket whole, with what the caller may do to it, as JSON. */
import type {Config} from '../../../schema/config/config.ts';
import {statusesOf} from '../../../schema/lifeCycle/statuses.ts';
import {judge} from '../../../schema/lifeCycle/workflow.ts';
import {resourceOf} from '../../../server/db/names.ts';
import {stepName} from '../../../server/history/steps.ts';
import type {Caller} from './caller.ts';
import {presenter, type WholeRow} from './ticket.ts';

/** Whoever asks, in the table. */
const ME = 1;
const keyOf = (...facts: unknown[]): string => facts.join(' ');

/** What the two profiles may do in each status, written down once: nothing is judged while somebody waits. */
const verdicts = (config: Config): Map<string, string> => {
  const resource = resourceOf(config, 'tickets');
  const table = new Map<string, string>();
  for (const perfil of ['adm', 'empresa'] as const) {
    for (const {id} of statusesOf(resource)) {
      for (const robo of ['', 'robô']) {
        for (const [itensValidos, attends] of [[true, true], [true, false], [false, true], [false, false]] as const) {
          const asked = {
            resource, record: {idStatusTicket: id, workFlowNameRpa: robo, idUsuarioAtendimento: attends ? ME : 0}, known: {itensValidos},
            session: {id: ME, nome: '', email: '', idPerfil: 0, perfil, idEmpresa: null, codigoExterno: ''},
          };
          const acoes = Object.entries(resource.actions ?? {}).map(([acao, action]) => {
            const verdict = judge(action, asked, 'refuses');
            return {acao, permitida: verdict.allowed, motivo: verdict.allowed ? '' : verdict.reason};
          });
          table.set(keyOf(perfil, id, robo !== '', itensValidos, attends), JSON.stringify(acoes));
        }
      }
    }
  }
  return table;
};

const instant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
const placeOf = ({fila}: WholeRow): WholeRow['fila'] => fila && {
  ...fila, desde: instant(fila.desde), adiadoAte: instant(fila.adiadoAte), leaseAte: instant(fila.leaseAte),
  limiteAte: instant(fila.limiteAte),
};

const LONGEST = 100;
const isValid = ({valor, obrigatorio}: WholeRow['itens'][number]): boolean => valor.length <= LONGEST && (!obrigatorio || valor !== '');

export const wholePresenter = (config: Config): ((row: WholeRow, caller: Caller) => string) => {
  const present = presenter(config);
  const table = verdicts(config);
  const resource = resourceOf(config, 'tickets');
  const names = new Map(statusesOf(resource).map(({id, name}) => [String(id), name]));
  const stepsOf = ({historico = []}: WholeRow) => historico.map(({de, para, acao, dataCriacao, ...step}) => ({
    ...step, acao: stepName(resource, acao), dataCriacao: new Date(dataCriacao).toISOString(), deStatus: names.get(de ?? '') ?? '',
    paraStatus: names.get(para ?? '') ?? '',
  }));
  return (row, {perfil, id}) => {
    const arquivos = row.arquivos.map(file => ({...file, dataCriacao: new Date(file.dataCriacao).toISOString()}));
    const text = JSON.stringify({...present(row), ticketFormularios: row.itens, ticketArquivos: arquivos, fila: placeOf(row)});
    const attends = row.id_usuario_atendimento === id;
    const acoes = table.get(keyOf(perfil, row.id_status_ticket, (row.robo ?? '') !== '', row.itens.every(isValid), attends));
    const steps = row.historico === undefined ? '' : `,"historico":${JSON.stringify(stepsOf(row))}`;
    return `${text.slice(0, -1)},"acoes":${acoes}${steps}}`;
  };
};
