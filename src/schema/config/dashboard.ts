/** The first screen. */
import * as z from 'zod';
import {endpoint} from './calls.ts';
import {name} from './named.ts';

const dashboardPeriod = z.strictObject({
  /** What the choice is called; absent: the year. */
  label: z.string().optional(),
  /** A calendar year, or the current one; else `months`, one of the two. */
  year: z.union([z.literal('atual'), z.int()]).optional(),
  /** Whole calendar months up to today, the current one included. */
  months: z.int().positive().optional(),
});
export type DashboardPeriod = z.infer<typeof dashboardPeriod>;

const dashboardCard = z.strictObject({
  /** What the card is called; absent: the status's name. */
  label: z.string().optional(),
  /** A bar as wide in percent as the count (rules: Dashboard 2). */
  bar: z.literal(true).optional(),
});
export type DashboardCard = z.infer<typeof dashboardCard>;

export const dashboard = z.strictObject({
  /** The resource that is counted: one with statuses. */
  of: name('resource'),
  heading: z.string(),
  calls: z.strictObject({counts: endpoint, evolution: endpoint, summary: endpoint}),
  /** The first is the initial one. */
  periods: z.array(dashboardPeriod).min(1).readonly(),
  /** The filter of the list behind a card that holds the day by which cards count. */
  created: name('filter'),
  /** By status key, in this order. */
  cards: z.record(name('status'), dashboardCard),
  /** What the remaining statuses are called in the strip beneath, where it is not their name. */
  others: z.record(name('status'), z.string()).optional(),
  chart: z.strictObject({
    title: z.string(),
    /** The line's name. */
    label: z.string(),
    /** The status whose entries are counted, by the month in its `stamps`. */
    status: name('status'),
    /** Distance of the ticks once counts reach it; whole numbers below. */
    step: z.int().positive(),
  }),
  /** References by which the open records are counted, and what each such block is called; the list behind it is filtered by them. */
  by: z.record(name('filter'), z.string()).optional(),
  /** Titles and sentences that name what is counted. */
  words: z.strictObject({
    /** A chart without a single entry. */
    emptyChart: z.string(),
    /** The newest records in reach, for who opens them but administers nothing. */
    latest: z.string(),
    oldest: z.string(),
    noneOpen: z.string(),
    finished: z.string(),
  }),
  /** What somebody who begins does first, in this order: a resource that has no record yet is a step to do. */
  steps: z.array(z.strictObject({resource: name('resource'), label: z.string(), hint: z.string()})).readonly().optional(),
});
export type Dashboard = z.infer<typeof dashboard>;
