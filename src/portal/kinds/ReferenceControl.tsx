/**
 * One record of another resource, found by typing (rules: Lists 11). Who may not choose a company has their own, and cannot change
 * it (rules: Access 5).
 */
import {useEffect, useRef} from 'react';
import Autocomplete, {createFilterOptions} from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type {FieldOf} from '../../schema/fields.ts';
import {normalised} from '../../schema/text.ts';
import {inputAttributes, type ControlProps} from './control.ts';
import {useFixedValue} from './fixedValue.ts';
import {LoadAgain} from './LoadAgain.tsx';
import {useNoOptions, useReferenceOptions} from './options.ts';
import type {Option} from './Select.tsx';
import {useOnlyOption} from './useOnlyOption.ts';

const SHOWN = 100;
const filterOptions = createFilterOptions<Option>({
  limit: SHOWN, stringify: option => normalised(option.name), ignoreAccents: true, ignoreCase: true,
});

/** A chosen branch does not survive another company: unless both changed together, as when a record is loaded. */
const useClearedWithParent = (parent: unknown, value: unknown, clear: () => void) => {
  const before = useRef({parent, value});
  useEffect(() => {
    const moved = before.current.parent !== parent && before.current.value === value;
    before.current = {parent, value};
    if (moved && value) clear();
  });
};

export const ReferenceControl = (props: ControlProps<FieldOf<'referencia'>>) => {
  const {field, value, onChange, onBlur, inputRef, invalid, required, parent, all} = props;
  const fixed = useFixedValue(field);
  const {options, waiting, loading, failed, retry} = useReferenceOptions(field.to, field.within === undefined ? undefined : {
    name: field.within, value: parent,
  });
  useClearedWithParent(parent, value, () => onChange(null));
  const {only, refuse} = useOnlyOption(
    {...props, disabled: props.disabled || fixed !== undefined}, waiting || loading || failed ? undefined : options,
  );
  const none = useNoOptions(field.to);
  useEffect(() => {
    if (fixed !== undefined && value !== fixed) onChange(fixed);
  });

  // The name is not there while the combo loads; the chosen id is, and must not look like nothing.
  const chosen = options.find(option => option.id === value) ?? (value && (loading || failed) ? {id: Number(value), name: '…'} : null);
  const without = required && !waiting && !loading && !failed && options.length === 0;
  const noneId = `${props.id}-sem-opcoes`;
  if (failed) {
    return <LoadAgain id={props.id} retry={retry} />;
  }
  return (
    <Autocomplete
      id={props.id}
      size="small"
      options={options}
      value={chosen}
      onChange={(_event, option) => {
        if (option === null) refuse();
        onChange(option?.id ?? null);
      }}
      onBlur={onBlur}
      disabled={props.disabled || fixed !== undefined || waiting}
      loading={loading}
      filterOptions={filterOptions}
      getOptionLabel={option => option.name}
      getOptionKey={option => option.id}
      isOptionEqualToValue={(option, one) => option.id === one.id}
      autoHighlight
      handleHomeEndKeys
      slotProps={{paper: {'aria-label': `Opções de ${field.label}`}}}
      disableClearable={required && chosen !== null && !only}
      noOptionsText={options.length === 0 ? none : 'Nenhuma opção com este texto.'}
      renderInput={params => (
        <TextField
          {...params}
          inputRef={inputRef}
          error={invalid}
          helperText={without ? none : undefined}
          placeholder={all ?? (loading ? 'Carregando…' : 'Selecione')}
          slotProps={{
            htmlInput: {
              ...params.inputProps,
              ...inputAttributes({...props, describedBy: without ? `${noneId} ${props.describedBy ?? ''}`.trim() : props.describedBy}),
            },
            formHelperText: {id: noneId, sx: {mx: 0}},
          }}
        />
      )}
    />
  );
};
