/** Read-only values of a record, each with its label. */
import type {RecordValues} from '../../schema/fields/validate.ts';
import {mayAccess, rowScopeOf} from '../../schema/access.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {hasDialect, pathParams} from '../../schema/paths.ts';
import {resolveShownField} from '../../schema/lists/columns.ts';
import type {Session} from '../../schema/session.ts';
import {useResourceAndSession} from '../session/context.ts';
import {Fact, Facts, FactSkeleton} from '../ui/Facts.tsx';
import {FieldValue} from './FieldValue.tsx';

/**
 * Tells whether the person may read the name of a referenced record that the record itself does not carry. Names come from a combo without
 * path parameters, else from the record itself. A resource without an API of its own reads them from its list.
 */
export const mayReadName = (resource: Resource, id: unknown, {id: selfId, perfil}: Session): boolean => {
  if (!hasDialect(resource)) return mayAccess(resource, 'list', perfil);
  const {combo} = resource.api ?? {};
  if (combo !== undefined && pathParams(combo).length === 0) return true;
  const scope = rowScopeOf(resource, perfil);
  return mayAccess(resource, 'read', perfil) && scope.length > 0 && (!scope.includes('proprio') || id === selfId);
};

interface Props {
  name: string;
  fields: readonly string[];
  record: RecordValues | undefined;
}

export const RecordFacts = ({name, fields: names, record}: Props) => {
  const {config, resource: {fields}, session} = useResourceAndSession(name);
  return (
    <Facts waiting={record === undefined}>
      {names.map(fieldName => {
        const field = fields[fieldName];
        if (field === undefined) return null;
        const shown = resolveShownField(config, fields, field);
        // Without access to the name, the id is hidden too.
        const referencedResource = shown.kind === 'referencia' && record?.[fieldName] ? config.resources[shown.to] : undefined;
        if (referencedResource !== undefined && !mayReadName(referencedResource, record?.[fieldName], session)) return null;
        if (record === undefined) return <FactSkeleton key={fieldName} />;
        return <Fact key={fieldName} label={field.label}><FieldValue field={shown} value={record[fieldName]} record={record} /></Fact>;
      })}
    </Facts>
  );
};
