/** Versions of what templates ask: which items have them, and where they are told. */
import type {Config, Endpoint} from './config/config.ts';
import {onceFor} from './onceFor.ts';
import {recordCall} from './paths.ts';

/** The items of a template that keep versions. */
export interface Versioned {
  /** The resource of the items. */
  items: string;
  /** The resource that they are the items of. */
  of: string;
  /** The item's reference to it. */
  by: string;
  /** Its field that says whether it is told in the summary. */
  flag: string | undefined;
}

/** Those that some resource asks to keep (`template.version`), each once, whoever else is made from the same template. */
export const versionedItems = onceFor(({resources}: Pick<Config, 'resources'>): readonly Versioned[] => {
  const all = Object.values(resources).flatMap(({template, fields}): Versioned[] => {
    const reference = fields[template?.by ?? ''];
    const by = resources[template?.items ?? '']?.owner?.through;
    return template?.version === undefined || reference?.kind !== 'referencia' || by === undefined
      ? [] : [{items: template.items, of: reference.to, by, flag: template.flag}];
  });
  return [...new Map(all.map(one => [one.items, one])).values()];
});

/** The call that tells the versions of one template; undefined where its list has no call. */
export const versionsCall = (config: Pick<Config, 'resources'>, name: string): Endpoint | undefined =>
  recordCall(config, name, 'versoes');
