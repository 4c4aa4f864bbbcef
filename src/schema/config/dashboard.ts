/** The first screen. */
import * as z from 'zod';
import {endpoint} from './calls.ts';
import {name, names} from './named.ts';

/** A calendar year, the current one (`atual`), or whole calendar months up to today, the current one included (`6m`). */
const dashboardPeriod = z.union([z.int(), z.string()]);
export type DashboardPeriod = z.infer<typeof dashboardPeriod>;

export const dashboard = z.strictObject({
  /** The resource that is counted: one with statuses, whose records are stamped when they are made. */
  of: name('resource'),
  calls: z.strictObject({counts: endpoint, evolution: endpoint, summary: endpoint}),
  /** The first is the initial one. */
  periods: z.array(dashboardPeriod).min(1).readonly(),
  /** The statuses that have a card, in this order. */
  cards: names('status'),
  /** The one whose card has a bar as wide in percent as the count (rules: Dashboard 2). */
  bar: name('status').optional(),
  /** The status whose entries are counted, by the month in its `stamps`. */
  chart: name('status'),
  /** References by which the open records are counted; the list behind each is filtered by it. */
  by: names('filter').optional(),
  /** What somebody who begins does first, in this order: a resource that has no record yet is a step to do. */
  steps: z.record(name('resource'), z.strictObject({label: z.string(), hint: z.string()})).optional(),
});
export type Dashboard = z.infer<typeof dashboard>;
