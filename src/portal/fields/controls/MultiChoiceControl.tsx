/** Multiple choice: found by typing, ticked one by one, shown as a line of names. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import OutlinedInput from '@mui/material/OutlinedInput';
import type {FieldChoice, FieldOf} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {inputAttributes, type ControlProps} from './control.ts';
import {filterByName} from './filterByName.ts';

const filterOptions = filterByName<FieldChoice>();

export const MultiChoiceControl = (props: ControlProps<FieldOf<'opcoes'>>) => {
  const {field, id, value, onChange, required, disabled, invalid} = props;
  const ids = [kindRuleOf(field).bare(value, field)].flat();
  const chosen = field.choices.filter(choice => ids.includes(choice.id));
  const chosenId = `${id}-escolhidas`;
  const describedBy = [chosen.length > 0 && chosenId, props.describedBy].filter(Boolean).join(' ') || undefined;
  return (
    <Autocomplete
      multiple
      disableCloseOnSelect
      id={id}
      size="small"
      options={field.choices.filter(choice => choice.offered !== false || chosen.includes(choice))}
      value={chosen}
      onChange={(_event, choices) => onChange(kindRuleOf(field).bare(choices.map(choice => choice.id), field))}
      onBlur={props.onBlur}
      disabled={disabled}
      getOptionLabel={option => option.name}
      filterOptions={filterOptions}
      getOptionKey={option => option.id}
      isOptionEqualToValue={(option, chosenOption) => option.id === chosenOption.id}
      autoHighlight
      handleHomeEndKeys
      slotProps={{paper: {'aria-label': `Opções de ${field.label}`}}}
      disableClearable={required}
      noOptionsText="Nenhuma opção com este texto."
      renderOption={({key, ...attributes}, option, {selected}) => (
        <li key={key} {...attributes}>
          <Checkbox component="span" checked={selected} tabIndex={-1} size="small" aria-hidden sx={{ml: -1, mr: 0.5, minWidth: 0}} />
          {option.name}
        </li>
      )}
      renderValue={choices => (
        <Box component="span" id={chosenId} sx={{pl: 1, py: 0.5, overflowWrap: 'anywhere'}}>
          {choices.map(choice => choice.name).join(', ')}
        </Box>
      )}
      renderInput={({InputProps, inputProps, disabled: isDisabled, fullWidth, size}) => (
        <FormControl disabled={isDisabled} fullWidth={fullWidth} size={size} error={invalid}>
          <OutlinedInput
            {...InputProps}
            inputProps={{...inputProps, ...inputAttributes({...props, describedBy})}}
            inputRef={props.inputRef}
            placeholder={chosen.length > 0 ? undefined : props.emptyLabel ?? 'Selecione'}
          />
        </FormControl>
      )}
    />
  );
};
