/** Versions of a template's items. */
import type {Config, Endpoint} from './shapes/config.ts';
import {memoize} from './memoize.ts';
import {recordCall} from './paths.ts';

/** Items of a template with versions. */
export interface VersionedItems {
  items: string;
  of: string;
  /** Reference of an item to its template. */
  by: string;
  /** Boolean field of an item that includes it in the summary. */
  flag: string | undefined;
}

/** Items whose versions are stored because a resource has `template.version`, without duplicates. */
export const listVersionedItems = memoize(({resources}: Pick<Config, 'resources'>): readonly VersionedItems[] => {
  const versioned = Object.values(resources).flatMap(({template, fields}): VersionedItems[] => {
    const reference = fields[template?.by ?? ''];
    const parentReference = resources[template?.items ?? '']?.owner?.through;
    return template?.version === undefined || reference?.kind !== 'referencia' || parentReference === undefined
      ? [] : [{items: template.items, of: reference.to, by: parentReference, flag: template.flag}];
  });
  return [...new Map(versioned.map(items => [items.items, items])).values()];
});

/** Call for the versions of one template; undefined if its list has no call. */
export const versionsCall = (config: Pick<Config, 'resources'>, name: string): Endpoint | undefined =>
  recordCall(config, name, 'versoes');
