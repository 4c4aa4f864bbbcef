/** Values of a record to be read, each with its label. */
import type {Values} from '../../schema/validate.ts';
import {useResource} from '../session/ConfigContext.tsx';
import {Fact, Facts} from '../ui/Facts.tsx';
import {FactSkeleton} from '../ui/Waiting.tsx';
import {FieldValue} from './FieldValue.tsx';

interface Props {
  /** The resource's. */
  name: string;
  /** The fields, in their order. */
  fields: readonly string[];
  /** undefined: still coming. */
  record: Values | undefined;
}

export const RecordFacts = ({name, fields: names, record}: Props) => {
  const {fields} = useResource(name);
  return (
    <Facts waiting={record === undefined}>
      {names.map(one => {
        const field = fields[one];
        if (field === undefined) return null;
        if (record === undefined) return <FactSkeleton key={one} />;
        return <Fact key={one} label={field.label}><FieldValue field={field} value={record[one]} record={record} /></Fact>;
      })}
    </Facts>
  );
};
