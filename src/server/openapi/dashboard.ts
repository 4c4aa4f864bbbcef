/** The dashboard's calls, where the config declares one. */
import {may} from '../../schema/access.ts';
import type {Config, Endpoint} from '../../schema/config.ts';
import {countName, periodParam} from '../../schema/dashboard.ts';
import {statusesOf} from '../../schema/statuses.ts';
import {answer, queryParam, type CallDoc} from './call.ts';
import {arrayOf, COUNT, ID, INSTANT, objectOf, TEXT, type Json} from './json.ts';
import {profilesInWords} from './words.ts';

const TAG = 'Dashboard';

const summarySchema: Json = objectOf({
  maisAntigos: {...arrayOf(objectOf({id: ID, descricao: TEXT, dataCriacao: INSTANT})), maxItems: 5, description: 'Os em aberto há mais tempo, o mais antigo primeiro.'},
  finalizados: {...objectOf({estaSemana: COUNT, semanaAnterior: COUNT}), description: 'De domingo a sábado, em São Paulo.'},
  porFilial: {...arrayOf(objectOf({idFilial: ID, descricao: TEXT, qtd: COUNT, idEmpresa: ID}, ['idFilial', 'descricao', 'qtd'])), description: 'Em aberto por filial, a que tem mais primeiro.'},
});

export const dashboardCalls = (config: Config): CallDoc[] => {
  const {dashboard} = config;
  const resource = dashboard === undefined ? undefined : config.resources[dashboard.of];
  if (dashboard === undefined || resource === undefined) return [];
  const {calls, chart} = dashboard;
  const many = resource.label.many;
  const places = [
    queryParam('idEmpresa', {...COUNT, default: 0}, 'Só desta empresa; 0: de todas ao alcance de quem pergunta.'),
    queryParam('idFilial', {...COUNT, default: 0}, 'Só desta filial; 0: de todas ao alcance de quem pergunta.'),
    ...(resource.api?.echo ?? []).map(name => queryParam(name, TEXT, 'Ignorado: quem pergunta se sabe pelo token.')),
  ];
  const [first] = dashboard.periods;
  const period = queryParam('periodo', {...TEXT, ...(first === undefined ? {} : {default: periodParam(first)})},
    `Um ano com quatro algarismos, ou ${dashboard.periods.flatMap(one => (one.months === undefined ? [] : [`${periodParam(one)} (este mês e os ${one.months - 1} anteriores)`])).join(', ')}.`);
  const call = (endpoint: Endpoint, id: string, summary: string, parameters: readonly Json[], answered: Json): CallDoc => ({
    endpoint, id: `dashboard.${id}`, tag: TAG, summary, parameters, answers: {200: answered},
    profiles: profilesInWords(config, Object.keys(config.profiles).filter(profile => may(resource, 'list', profile))),
  });
  const counts = Object.fromEntries(statusesOf(resource).flatMap(({key, id, name}) => [
    [`idStatus${countName(key)}`, {...ID, const: id}], [`qtd${countName(key)}`, COUNT], [`descricao${countName(key)}`, {...TEXT, const: name}],
  ]));
  return [
    call(calls.counts, 'status', `${many} criados no período, por status de hoje`, [...places, period], answer('As quantidades.', objectOf(counts))),
    call(calls.evolution, 'evolucao', chart.title, [...places, period],
      answer('Cada mês do período, também os que têm zero.', arrayOf(objectOf({descricaoMes: TEXT, ano: {type: 'integer'}, qtdEvolucao: COUNT})))),
    call(calls.summary, 'resumo', `${many} em aberto, e os finalizados desta semana e da anterior`, places, answer('O resumo.', summarySchema)),
  ];
};
