/** The parts that records may have, one row each. Adding one begins here. */
import type {Resource} from '../../schema/config.ts';
import {filesPart} from '../parts/files/part.ts';
import type {Part} from '../parts/part.ts';
import {templatePart} from '../parts/template/part.ts';

/** The keys by which a resource declares them; in the order in which they agree to a change and are answered. */
export const partNames = ['template', 'files'] as const;
export type PartName = (typeof partNames)[number];

const parts = {template: templatePart, files: filesPart} satisfies Record<PartName, Part>;

/** The parts that a resource declares. */
export const partsOf = (resource: Resource): {name: PartName; part: Part; key: string}[] =>
  partNames.flatMap(name => {
    const part: Part = parts[name];
    return resource[name] === undefined ? [] : [{name, part, key: part.key(resource)}];
  });
