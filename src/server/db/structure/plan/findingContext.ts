import type {Config, Resource} from '../../../../schema/shapes/config.ts';
import type {DbOrTrx} from '../../tables.ts';
import type {Catalog} from '../catalog.ts';
import {addressedRecords, formatRecordList, type Finding, type RecordSample} from './finding.ts';
import type {StoredConfig} from './storedConfig.ts';
import type {UnmetRequirement} from './rowChecks.ts';

export interface FindingContext {
  db: DbOrTrx;
  catalog: Catalog;
  config: Config;
  stored: StoredConfig;
  onUnmet?: (of: string, unmet: UnmetRequirement) => void;
}

export type ResourceFinder = (look: FindingContext, of: string, resource: Resource) => Promise<Finding[]>;

/** A resource in the previous config, under its name there; undefined where it is missing or unknown. */
export const findPreviousResource = (
  before: Config | undefined, of: string, {was: formerName = of}: Resource,
): {before: Config; name: string; resource: Resource} | undefined => {
  const name = before?.resources[of] === undefined ? formerName : of;
  const resource = before?.resources[name];
  return before === undefined || resource === undefined ? undefined : {before, name, resource};
};

/** Builds a finding with its first records. @param sentence gets their numbers and addresses */
export const buildFinding = (
  {config}: Pick<FindingContext, 'config'>, of: string, at: string, records: RecordSample, stops: boolean, sentence: (listing: string) =>
    string,
): Finding => {
  const shown = addressedRecords(config, of, records);
  return {at, total: records.total, some: shown, stops, sentence: sentence(formatRecordList(shown, records.total))};
};
