/**
 * The declared fields of a record with parts: inputs where they may be changed. What is fixed is text, by the names the record carries,
 * so that no combo is asked for it.
 */
import {maySee} from '../../schema/access.ts';
import {carriedBy, formFields, isTold} from '../../schema/lifeCycle/carried.ts';
import {mayWrite} from '../../schema/fields/validate.ts';
import {FormSections} from '../form/FormSections.tsx';
import {RecordFacts} from '../kinds/RecordFacts.tsx';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {Section} from '../ui/Section.tsx';
import {useRecordForm} from './useRecordForm.ts';

/** @param without fields the place already answers */
export const RecordFields = ({without}: {without: readonly string[]}) => {
  const {name, shown, writable} = useRecordForm();
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const open = (field: string): boolean => {
    const declared = resource.fields[field];
    return shown === undefined || (writable && declared !== undefined && mayWrite(declared, {resource, record: shown, session}));
  };
  const fields = formFields(resource).filter(field => !without.includes(field));
  const fixed = fields.filter(field => !open(field));
  const told = fixed.filter(field => {
    const declared = resource.fields[field];
    return declared !== undefined && isTold(declared) && maySee(declared, session.perfil);
  });
  return (
    <Section title="Identificação">
      {shown && <RecordFacts name={name} fields={told.map(field => carriedBy(config, resource, field))} record={shown} />}
      {fixed.length < fields.length && <FormSections resource={name} without={[...without, ...fixed]} />}
    </Section>
  );
};
