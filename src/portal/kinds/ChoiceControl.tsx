/** One of a field's choices, of those this person may give (rules: Fields 5). */
import type {FieldOf} from '../../schema/fields.ts';
import {useSession} from '../session/useSession.ts';
import type {ControlProps} from './control.ts';
import {useChoices} from './options.ts';
import {Select} from './Select.tsx';
import {useOnlyOption} from './useOnlyOption.ts';

export const ChoiceControl = (props: ControlProps<FieldOf<'escolha'>>) => {
  const {perfil} = useSession();
  const {field, value} = props;
  const options = useChoices(field).filter(({id, offered, profiles}) =>
    id === value || (offered !== false && (profiles === undefined || profiles.includes(perfil))));
  useOnlyOption(props, options);
  return <Select {...props} options={options} />;
};
