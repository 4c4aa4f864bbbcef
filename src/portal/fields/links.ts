/** Link switches of a record: query key, and state with unsaved changes. */
import {useQueryClient} from '@tanstack/react-query';
import type {FieldOf} from '../../schema/shapes/fields.ts';
import {isVisibleAndEditable} from '../../schema/conditions/fieldConditions.ts';
import type {RecordValues} from '../../schema/fields/validate.ts';
import {useResourceAndSession} from '../session/context.ts';

export type LinkRow = Readonly<Record<string, unknown>>;
type LinksField = FieldOf<'vinculos'>;

export const linksQueryKey = ({call}: LinksField, parent: unknown, id: unknown) => ['vinculos', call, parent, id];

export const isLinked = ({wire}: LinksField, row: LinkRow, value: unknown): boolean => {
  const changed = Array.isArray(value) ? (value as LinkRow[]) : [];
  return (changed.find(link => link[wire.id] === row['id']) ?? row)[wire.on] === true;
};

/** Tells whether every switch is off; false until the stored state is known. */
export const hasNoLinks = (field: LinksField, rows: readonly LinkRow[] | undefined, value: unknown): boolean =>
  rows !== undefined && !rows.some(row => isLinked(field, row, value));

/** Returns the configured warning for a record that is saved with every switch off. */
export const useFindLinksWarning = (name: string) => {
  const {resource, session} = useResourceAndSession(name);
  const queryClient = useQueryClient();
  return (values: RecordValues, record: {id: unknown} | undefined): string | undefined => {
    for (const [source, field] of Object.entries(resource.fields)) {
      if (field.kind !== 'vinculos' || field.warnNone === undefined) continue;
      if (!isVisibleAndEditable(field, {resource, record: values, session})) continue;
      const rows = queryClient.getQueryData<LinkRow[]>(linksQueryKey(field, values[field.within ?? ''], record?.id ?? 0));
      if (hasNoLinks(field, rows, values[source])) return field.warnNone;
    }
    return undefined;
  };
};
