/** One of a list that is told: of a field's choices, or of a fixed list. */
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {useSession} from '../../session/useSession.ts';
import type {ControlProps} from './control.ts';
import {useChoices, useListRows} from '../options.ts';
import {Select} from '../Select.tsx';
import {useOnlyOption} from './useOnlyOption.ts';

/** Of those this person may give (rules: Fields 5). */
export const ChoiceControl = (props: ControlProps<FieldOf<'escolha'>>) => {
  const {perfil} = useSession();
  const {field, value} = props;
  const options = useChoices(field).filter(({id, offered, profiles}) =>
    id === value || (offered !== false && (profiles === undefined || profiles.includes(perfil))));
  useOnlyOption(props, options);
  return <Select {...props} options={options} />;
};

/** One row of a fixed list, as the API names it (Transgenia, file types; rules: Lists 11). */
export const ListControl = (props: ControlProps<FieldOf<'lista'>>) => <Select {...props} options={useListRows(props.field.list)} />;
