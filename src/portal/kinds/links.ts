/** The switches of a record: where they are read, and how they stand with what was changed. */
import {useQueryClient} from '@tanstack/react-query';
import type {FieldOf} from '../../schema/shapes/fields.ts';
import {isVisibleAndEditable} from '../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {useAbout} from '../session/context.ts';

export type LinkRow = Readonly<Record<string, unknown>>;
type LinksField = FieldOf<'vinculos'>;

export const linksKey = ({call}: LinksField, parent: unknown, id: unknown) => ['vinculos', call, parent, id];

/** @param value the changed switches, as the form holds them */
export const isLinked = ({wire}: LinksField, row: LinkRow, value: unknown): boolean => {
  const changed = Array.isArray(value) ? (value as LinkRow[]) : [];
  return (changed.find(one => one[wire.id] === row['id']) ?? row)[wire.on] === true;
};

/** Whether every switch is off, as the form has them; false where it is not known how they stand. */
export const isUnlinked = (field: LinksField, rows: readonly LinkRow[] | undefined, value: unknown): boolean =>
  rows !== undefined && !rows.some(row => isLinked(field, row, value));

/** What a resource says of a record that is saved with every switch off; nothing where it is not known how they stand. */
export const useLinksWarning = (name: string) => {
  const {resource, session} = useAbout(name);
  const queryClient = useQueryClient();
  return (values: RecordValues, record: {id: unknown} | undefined): string | undefined => {
    for (const [source, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'vinculos' || field.warnNone === undefined) continue;
      if (!isVisibleAndEditable(field, {resource, record: values, session})) continue;
      const rows = queryClient.getQueryData<LinkRow[]>(linksKey(field, values[field.within ?? ''], record?.id ?? 0));
      if (isUnlinked(field, rows, values[source])) return field.warnNone;
    }
    return undefined;
  };
};
