/** Values of a record to be read, each with its label. */
import type {Values} from '../../schema/fields/validate.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {Fact, Facts} from '../ui/Facts.tsx';
import {FactSkeleton} from '../ui/Waiting.tsx';
import {FieldValue} from './FieldValue.tsx';
import {mayName} from './mayName.ts';

interface Props {
  /** The resource's. */
  name: string;
  /** The fields, in their order. */
  fields: readonly string[];
  /** undefined: still coming. */
  record: Values | undefined;
}

export const RecordFacts = ({name, fields: names, record}: Props) => {
  const {resources} = useConfig();
  const {fields} = useResource(name);
  const session = useSession();
  return (
    <Facts waiting={record === undefined}>
      {names.map(one => {
        const field = fields[one];
        if (field === undefined) return null;
        // What somebody may not ask the name of is not told by its number either.
        const to = field.kind === 'referencia' && record?.[one] ? resources[field.to] : undefined;
        if (to !== undefined && !mayName(to, record?.[one], session)) return null;
        if (record === undefined) return <FactSkeleton key={one} />;
        return <Fact key={one} label={field.label}><FieldValue field={field} value={record[one]} record={record} /></Fact>;
      })}
    </Facts>
  );
};
