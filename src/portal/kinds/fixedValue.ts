/** The company of who may not choose one (rules: Access 5). */
import {fixedCompany} from '../../schema/access.ts';
import type {Field} from '../../schema/fields/fields.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';

/** The one value a field may have for this person; undefined: free. */
export const useFixedValue = (field: Field): number | null | undefined => {
  const config = useConfig();
  const session = useSession();
  return field.kind === 'referencia' && config.resources[field.to]?.owner?.empresa === 'id' ? fixedCompany(config, session) : undefined;
};
