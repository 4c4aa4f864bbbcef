/** Registry of the parts that records may have. */
import type {PartName, Resource} from '../../schema/config/config.ts';
import {partsIn} from '../../schema/parts.ts';
import type {Sql} from '../db/tables.ts';
import {filesPart} from '../parts/files/part.ts';
import type {Move, Part} from '../parts/part.ts';
import {queuePart} from '../parts/queue/part.ts';
import {templatePart} from '../parts/template/part.ts';

const parts: Readonly<Record<PartName, Part>> = {template: templatePart, files: filesPart, queue: queuePart};

export const partsOf = (resource: Resource): {name: PartName; part: Part; key: string}[] =>
  partsIn(resource).map(({name, key}) => ({name, part: parts[name], key}));

/** Writes of all parts that follow a status change. */
export const movedParts = (move: Move): Sql[] => partsOf(move.resource).flatMap(({part}) => part.moved?.(move) ?? []);
