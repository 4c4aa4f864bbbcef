/** Values of a record to be read, each with its label. */
import type {RecordValues} from '../../schema/fields/validate.ts';
import {mayAccess, rowScopeOf} from '../../schema/access.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {hasDialect, pathParams} from '../../schema/paths.ts';
import {shownField} from '../../schema/lists/columns.ts';
import type {Session} from '../../schema/session.ts';
import {useAbout} from '../session/context.ts';
import {Fact, Facts, FactSkeleton} from '../ui/Facts.tsx';
import {FieldValue} from './FieldValue.tsx';

/**
 * Whether somebody may be told what a record of a resource is called, where the record that names it does not say so.
 * Names come from a combo that needs no narrowing, else from the records themselves; in the default dialect, from their list.
 */
export const mayName = (resource: Resource, id: unknown, {id: self, perfil}: Session): boolean => {
  if (!hasDialect(resource)) return mayAccess(resource, 'list', perfil);
  const {combo} = resource.api ?? {};
  if (combo !== undefined && pathParams(combo).length === 0) return true;
  const scope = rowScopeOf(resource, perfil);
  return mayAccess(resource, 'read', perfil) && scope.length > 0 && (!scope.includes('proprio') || id === self);
};

interface Props {
  /** The resource's. */
  name: string;
  /** The fields, in their order. */
  fields: readonly string[];
  /** undefined: still coming. */
  record: RecordValues | undefined;
}

export const RecordFacts = ({name, fields: names, record}: Props) => {
  const {config, resource: {fields}, session} = useAbout(name);
  return (
    <Facts waiting={record === undefined}>
      {names.map(one => {
        const field = fields[one];
        if (field === undefined) return null;
        const shown = shownField(config, fields, field);
        // What somebody may not ask the name of is not told by its number either.
        const to = shown.kind === 'referencia' && record?.[one] ? config.resources[shown.to] : undefined;
        if (to !== undefined && !mayName(to, record?.[one], session)) return null;
        if (record === undefined) return <FactSkeleton key={one} />;
        return <Fact key={one} label={field.label}><FieldValue field={shown} value={record[one]} record={record} /></Fact>;
      })}
    </Facts>
  );
};
