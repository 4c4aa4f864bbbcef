/** The dashboard's calls in the document, where the config declares one (rules: Dashboard 6, 7). */
import type {Config, Dashboard, Endpoint} from '../../schema/config.ts';
import {countName, periodParam} from '../../schema/dashboard.ts';
import {evolutionPoint, summary} from '../../schema/wire.ts';
import {answer, queryParam, type CallDoc, type Documented} from '../openapi/call.ts';
import {mayInWords} from '../openapi/described.ts';
import {arrayOf, COUNT, ID, objectOf, TEXT, type Json} from '../openapi/json.ts';
import {shapeOf} from '../openapi/shapes.ts';
import {subjectOf, type Subject} from './subject.ts';

const NARROWED = {...COUNT, default: 0};

const placeParams = ({resource}: Subject): Json[] => [
  queryParam('idEmpresa', NARROWED, 'Só desta empresa; 0: de todas ao alcance de quem pergunta.'),
  queryParam('idFilial', NARROWED, 'Só desta filial; 0: de todas ao alcance de quem pergunta.'),
  ...(resource.api?.echo ?? []).map(name => queryParam(name, TEXT, 'Ignorado: quem pergunta se sabe pelo token.')),
];

const periodQuery = ({periods: [first, ...others]}: Dashboard): Json => {
  const months = [first, ...others].flatMap(one =>
    (one?.months === undefined ? [] : [`${periodParam(one)} (este mês e os ${one.months - 1} anteriores)`]));
  const schema = {...TEXT, ...(first === undefined ? {} : {default: periodParam(first)})};
  return queryParam('periodo', schema, `Um ano com quatro algarismos, ou ${months.join(', ')}.`);
};

const countsSchema = ({statuses}: Subject): Json => objectOf(Object.fromEntries(statuses.flatMap(({key, id, name}) => [
  [`idStatus${countName(key)}`, {...ID, const: id}],
  [`qtd${countName(key)}`, COUNT],
  [`descricao${countName(key)}`, {...TEXT, const: name}],
])));

export const dashboardDocument = (config: Config): Documented => {
  const subject = subjectOf(config);
  if (subject === undefined) return {calls: []};
  const {dashboard, name, resource} = subject;
  const {calls, chart} = dashboard;
  const profiles = mayInWords({config, name, resource}, 'list');
  const places = placeParams(subject);
  const period = periodQuery(dashboard);
  const many = resource.label.many;
  const call = (endpoint: Endpoint, id: string, told: string, parameters: readonly Json[], answered: Json): CallDoc =>
    ({endpoint, id: `dashboard.${id}`, tag: 'Dashboard', summary: told, parameters, answers: {200: answered}, profiles});
  return {
    calls: [
      call(calls.counts, 'status', `${many} criados no período, por status de hoje`, [...places, period],
        answer('As quantidades.', countsSchema(subject))),
      call(calls.evolution, 'evolucao', chart.title, [...places, period],
        answer('Cada mês do período, também os que têm zero.', arrayOf(shapeOf(evolutionPoint)))),
      call(calls.summary, 'resumo', `${many} em aberto, e os finalizados desta semana e da anterior`, places,
        answer('O resumo.', shapeOf(summary))),
    ],
  };
};
