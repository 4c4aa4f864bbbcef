/** A record's status as its badge; nothing where it has none. */
import {FieldValue} from '../kinds/FieldValue.tsx';
import {useResource} from '../session/ConfigContext.tsx';
import type {Row} from '../wire/providers/dialects.ts';

export const RecordStatus = ({name, record}: {name: string; record: Row}) => {
  const {fields, status} = useResource(name);
  const field = status === undefined ? undefined : fields[status];
  return field && status !== undefined ? <FieldValue field={field} value={record[status]} record={record} /> : null;
};
