/**
 * Every text and file that is written bears a mark of its own: wherever one is read, in JSON, a sheet, an archive, a notice or an event, it
 * is known whose record it belongs to. What was sent in a call that was refused may be read nowhere.
 */
import {strFromU8, unzipSync} from 'fflate';
import type {Config} from '../../../src/schema/shapes/config.ts';
import type {World} from './scope.ts';

interface Owner {
  resource: string;
  id: number;
  /** What the record is called elsewhere, too. */
  isName: boolean;
}

/** What belongs to one person alone, not to a record. */
export const OWN = 'own';

export interface Marks {
  next(): string;
  /** What was sent (JSON, or what is in files) belongs to that record now. */
  keep(sent: unknown, resource: string, id: number): void;
  /** What was sent must not be there. */
  refuse(sent: unknown): void;
  /** The marks that a person may not read in these bytes, and why. */
  foreign(bytes: Buffer, person: number | undefined): string[];
}

const MARK = /zq\d{6}/g;
const XLSX = 'xl/';

/** What a sheet says is packed; what a record's archive holds is stored as it is. */
const readable = (bytes: Buffer): string => {
  const plain = bytes.toString('latin1');
  if (!plain.startsWith('PK') || !plain.includes(XLSX)) return plain;
  return Object.values(unzipSync(bytes, {filter: ({name}) => name.startsWith(XLSX)})).map(part => strFromU8(part, true)).join('\n');
};

/** Marks by the name of the value that they stand in. */
const marksIn = (value: unknown, key = ''): [mark: string, key: string][] => {
  if (typeof value === 'string') return [...value.matchAll(MARK)].map(([mark]) => [mark, key]);
  if (Buffer.isBuffer(value)) return marksIn(value.toString('latin1'), key);
  // A name of ours or of JavaScript's may stand in the list itself.
  if (Array.isArray(value)) return [...value as unknown[]].flatMap(one => marksIn(one, key));
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, one]) => marksIn(one, name)) : [];
};

/** Fields that are read through a reference, or kept by who was made from them. */
const namesOf = (config: Config): Set<string> => new Set([
  // A supplier's code is the value of an item of their tickets.
  'usuarios.codigoExterno',
  ...Object.entries(config.resources).flatMap(([name, {title, fields, template}]) => [
    ...[title].flat().map(titleName => `${name}.${titleName}`),
    ...Object.values(fields).flatMap(field => {
      if (field.kind === 'referencia') return Object.values(field.shows ?? {}).map(of => `${field.to}.${of}`);
      const through = field.kind === 'relacionado' ? fields[field.through] : undefined;
      return field.kind === 'relacionado' && through?.kind === 'referencia' ? [`${through.to}.${field.field}`] : [];
    }),
    ...Object.values(template?.keep ?? {}).map(of => {
      const by = fields[template?.by ?? ''];
      return `${by?.kind === 'referencia' ? by.to : ''}.${of}`;
    }),
  ]),
]);

export const createMarks = (config: Config, world: World): Marks => {
  const owners = new Map<string, Owner | 'refused'>();
  const names = namesOf(config);
  let last = 0;
  return {
    next: () => `zq${String(++last).padStart(6, '0')}`,
    keep: (sent, resource, id) => {
      // What a record took over from another one stays the other's.
      for (const [mark, key] of marksIn(sent).filter(([one]) => !owners.has(one))) {
        owners.set(mark, {resource, id, isName: names.has(`${resource}.${key}`)});
      }
    },
    refuse: sent => {
      for (const [mark] of marksIn(sent)) if (!owners.has(mark)) owners.set(mark, 'refused');
    },
    foreign: (bytes, person) => [...new Set(readable(bytes).match(MARK))].flatMap(mark => {
      const owner = owners.get(mark);
      if (owner === undefined) return [];
      if (owner === 'refused') return [`${mark} was refused, and is there`];
      const {resource, id, isName} = owner;
      const may = person !== undefined && (resource === OWN ? id === person
        : world.reaches(person, resource, id) || (isName && world.readsNameOf(person, resource, id)));
      return may ? [] : [`${mark} is of ${resource} ${id}`];
    }),
  };
};
