/** Registry of the parts that records may have. */
import type {PartName, Resource} from '../../schema/shapes/config.ts';
import {listParts} from '../../schema/parts.ts';
import type {Sql} from '../db/tables.ts';
import {filesPart} from '../parts/files/filesPart.ts';
import type {StatusMove, Part} from '../parts/part.ts';
import {queuePart} from '../parts/queue/queuePart.ts';
import {templatePart} from '../parts/template/templatePart.ts';

const parts: Readonly<Record<PartName, Part>> = {template: templatePart, files: filesPart, queue: queuePart};

export const partsOfResource = (resource: Resource): {name: PartName; part: Part; key: string}[] =>
  listParts(resource).map(({name, key}) => ({name, part: parts[name], key}));

/** Writes of all parts that follow a status change. */
export const partStatusWrites = (move: StatusMove): Sql[] =>
  partsOfResource(move.resource).flatMap(({part}) => part.onStatusChange?.(move) ?? []);
