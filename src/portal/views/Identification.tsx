/**
 * The declared fields of an existing record: inputs where they may be changed. What is fixed is text, by the names the record
 * carries, so that no combo is asked for it.
 */
import {maySee} from '../../schema/access.ts';
import {carriedBy, formFields, isTold} from '../../schema/carried.ts';
import {mayWrite} from '../../schema/validate.ts';
import {FormSections} from '../form/FormSections.tsx';
import {RecordFacts} from '../kinds/RecordFacts.tsx';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {Section} from '../ui/Section.tsx';
import type {Row} from '../wire/providers/dialects.ts';

interface Props {
  /** The resource's name. */
  name: string;
  record: Row;
  /** Whether it may be saved. */
  allowed: boolean;
}

export const Identification = ({name, record, allowed}: Props) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const open = (field: string): boolean => {
    const declared = resource.fields[field];
    return allowed && declared !== undefined && mayWrite(declared, {session, mode: 'update'});
  };
  const fixed = formFields(resource).filter(field => !open(field));
  const told = fixed.filter(field => {
    const declared = resource.fields[field];
    return declared !== undefined && isTold(declared) && maySee(declared, session.perfil);
  });
  return (
    <Section title="Identificação">
      <RecordFacts name={name} fields={told.map(field => carriedBy(config, resource, field))} record={record} />
      {fixed.length < formFields(resource).length && <FormSections resource={name} without={fixed} />}
    </Section>
  );
};
