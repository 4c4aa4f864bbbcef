/** What the dashboard counts, read from its declaration once. */
import type {Config, Dashboard, Resource} from '../../schema/config/config.ts';
import {endsOf, statusByKey, statusesOf, type Status} from '../../schema/lifeCycle/statuses.ts';
import type {Actor, Context} from '../context.ts';
import {resourceOf} from '../db/names.ts';
import type {PlaceAsked} from './asked.ts';

export interface Subject {
  dashboard: Dashboard;
  /** The resource's name. */
  name: string;
  resource: Resource;
  statuses: readonly Status[];
  /** The statuses that are no end. */
  open: readonly Status[];
  /** The chart's status, and the field that each entry into it writes. */
  chart: {status: Status; stamps: string};
}

/** Undefined where the config declares no dashboard. */
export const subjectOf = (config: Config): Subject | undefined => {
  const {dashboard} = config;
  if (dashboard === undefined) return undefined;
  const resource = resourceOf(config, dashboard.of);
  const status = statusByKey(resource, dashboard.chart);
  if (status?.stamps === undefined) throw new TypeError('The dashboard counts entries into a status that says no `stamps`');
  const ends = new Set(endsOf(resource).map(({key}) => key));
  const statuses = statusesOf(resource);
  return {
    dashboard, name: dashboard.of, resource, statuses, open: statuses.filter(({key}) => !ends.has(key)),
    chart: {status, stamps: status.stamps},
  };
};

/** Who asks the dashboard, and about which records. */
export interface Question {
  context: Context;
  subject: Subject;
  actor: Actor;
  place: PlaceAsked;
}
