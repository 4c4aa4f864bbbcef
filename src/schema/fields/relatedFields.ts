/** Values read through references: the fields that another record has, and the references that lead to it. */
import type {Fields} from '../shapes/fields.ts';

interface WithFields {
  readonly fields: Fields;
}

/** A value of another record. */
export interface ReferencedValue {
  /** Reference of the record. */
  readonly through: string;
  /** Referenced resource, and its field. */
  readonly to: string;
  readonly field: string;
}

/** Returns the value that a field reads through a reference; undefined for other fields. */
export const referencedValueOf = ({fields}: WithFields, name: string): ReferencedValue | undefined => {
  const field = fields[name];
  const reference = field?.kind === 'relacionado' ? fields[field.through] : undefined;
  return field?.kind === 'relacionado' && reference?.kind === 'referencia'
    ? {through: field.through, to: reference.to, field: field.field} : undefined;
};

/** Returns the field that reads a value through a reference; undefined if there is none. */
export const findFieldReading = ({fields}: WithFields, through: string, field: string): string | undefined =>
  Object.entries(fields).find(([, reader]) => reader.kind === 'relacionado' && reader.through === through && reader.field === field)?.[0];

/** Returns the field of the record that decides a value: for one read through a reference, the reference. */
export const storedFieldOf = ({fields}: WithFields, name: string): string => {
  const field = fields[name];
  return field?.kind === 'relacionado' ? field.through : name;
};
