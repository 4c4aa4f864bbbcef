/** Controls for one value of a list: a field's choices, a fixed list, yes or no. */
import Switch from '@mui/material/Switch';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {choiceRefusal} from '../../../schema/records/profileGrants.ts';
import {useConfig, useSession} from '../../session/context.ts';
import {useChoices, useFixedListOptions} from '../options.ts';
import {Select} from '../Select.tsx';
import {inputAttributes, type ControlProps} from './control.ts';
import {useOnlyOption} from './useOnlyOption.ts';

/** Offers the choices that this person may give (rules: Fields 5). */
export const ChoiceControl = (props: ControlProps<FieldOf<'escolha'>>) => {
  const {perfil} = useSession();
  const config = useConfig();
  const {field, value} = props;
  const options = useChoices(field).filter(choice =>
    choice.id === value || (choice.offered !== false && choiceRefusal(config, field, choice, perfil) === undefined));
  useOnlyOption(props, options);
  return <Select {...props} options={options} />;
};

/** Offers the rows of a fixed list, as the API names them (Transgenia, file types; rules: Lists 11). */
export const ListControl = (props: ControlProps<FieldOf<'lista'>>) => <Select {...props} options={useFixedListOptions(props.field.list)} />;

export const SwitchControl = (props: ControlProps<FieldOf<'booleano'>>) => (
  <Switch
    checked={props.value === true}
    onChange={event => props.onChange(event.target.checked)}
    onBlur={props.onBlur}
    disabled={props.disabled}
    slotProps={{input: {...inputAttributes(props), ref: props.inputRef as React.Ref<HTMLInputElement>}}}
  />
);
