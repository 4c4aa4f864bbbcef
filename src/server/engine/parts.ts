/** What the engine asks of the parts that records may have, one row each. */
import type {PartName, Resource} from '../../schema/config/config.ts';
import {partsIn} from '../../schema/parts.ts';
import {filesPart} from '../parts/files/part.ts';
import type {Part} from '../parts/part.ts';
import {templatePart} from '../parts/template/part.ts';

const parts: Readonly<Record<PartName, Part>> = {template: templatePart, files: filesPart};

/** The parts that a resource declares. */
export const partsOf = (resource: Resource): {name: PartName; part: Part; key: string}[] =>
  partsIn(resource).map(({name, key}) => ({name, part: parts[name], key}));
