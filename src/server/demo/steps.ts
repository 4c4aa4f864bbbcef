/** A config's demonstration: the steps of `x.demo.ts` beside `x.config.ts`, which say who made what, what they did to it, and when. */
import type {LEASE_PATHS} from '../../schema/queue.ts';

type Values = Readonly<Record<string, unknown>>;

interface Step {
  /** The record of a user; absent: the Adm. */
  by?: string;
  /** How many days ago it was. */
  ago?: number;
  /** When it was, in place of `ago`; without either it is now. */
  at?: Date;
  /**
   * Values by field. References and links are names of records here, days also `hoje-3`; a template's answers and a robot's marks are
   * texts by item.
   */
  with?: Values;
  /** PDFs to attach: their types by their names. */
  files?: Readonly<Record<string, string>>;
}
export type MakeStep = Step & {
  make: string;
  /** How other steps call the record. */
  as?: string;
};
export type ActionStep = Step & {does: string; to: string};
/** A robot's call for a record: it claims the oldest one of the queue, and ends that attempt. */
export type RobotStep = Step & {
  /** The machine. */
  robot: string;
  does: 'reservar' | (typeof LEASE_PATHS)[keyof typeof LEASE_PATHS];
  to: string;
};
type ReplyStep = Step & {reply: Values};
/** Copies a record with its parts and its history, because a year of calls would take too long. */
export interface CopyStep {
  again: string;
  /** New instants of the record's dated steps, in order. */
  at: readonly Date[];
  /** Texts of the copy, by the texts of the source that they replace. */
  replacements?: Readonly<Record<string, string>>;
}
export type Demonstration = readonly (MakeStep | ActionStep | RobotStep | ReplyStep | CopyStep)[];
export type CallStep = Exclude<Demonstration[number], CopyStep>;

/** The values of the records of one resource that a demonstration makes. */
export const listDemoRecordValues = (steps: Demonstration, name: string): Values[] =>
  steps.flatMap(step => ('make' in step && step.make === name ? [step.with ?? {}] : []));
