/** Select of one record, found by typing (rules: Lists 11): among the loaded options, or on the server where there are too many. */
import {useState} from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import {MAX_SEARCH_TEXT_LENGTH} from '../../schema/lists/options.ts';
import {useDebounced} from '../ui/useDebounced.ts';
import {inputAttributes, type ControlProps} from './controls/control.ts';
import {filterByName} from './controls/filterByName.ts';
import {RetryLoadButton} from './FieldFrame.tsx';
import {useNoOptions, useReferenceOptions, type ReferenceQuery, type ReferenceOptions, type ReferenceParent} from './references.ts';
import type {SelectOption} from './Select.tsx';

const MAX_SHOWN = 100;
const filterOptions = filterByName<SelectOption>(MAX_SHOWN);
const MORE_HINT = 'Digite para procurar entre todas.';

type SelectQuery = Pick<ReferenceQuery, 'chosen' | 'name' | 'names' | 'tree' | 'noneLabel'>;

/** Typed text of the select, and the options that match it. */
export const useTypedReference = (to: string, within: ReferenceParent | undefined, {chosen, name, names, tree, noneLabel}: SelectQuery) => {
  const [typed, setTyped] = useState('');
  const pausedText = useDebounced(typed);
  // Cleared text is not searched for, although the pause has not ended.
  const referenceQuery = {
    chosen, names, tree, noneLabel, ...(name === undefined ? {} : {name}),
    typed: typed === '' ? '' : pausedText.slice(0, MAX_SEARCH_TEXT_LENGTH),
  };
  return {...useReferenceOptions(to, within, referenceQuery), typed, setTyped};
};
export type TypedReference = ReferenceOptions & {typed: string; setTyped: (text: string) => void};

type Props = Omit<ControlProps<{label: string; to: string}>, 'parent'> & {
  reference: TypedReference;
  clearable: boolean;
};

export const ReferenceSelect = ({field, reference, value, onChange, clearable, ...props}: Props) => {
  const {
    options, matches, isServerSearch, all: isComplete, waiting, loading, searching, naming, failed, searchFailed,
    setTyped, retry, cacheOption,
  } = reference;
  const {required, disabled, invalid} = props;
  const noOptionsMessage = useNoOptions(field.to);
  const [open, setOpen] = useState(false);
  // While the name loads, the chosen id is shown as '…', because an empty input would look like no choice.
  const chosen = reference.chosen ?? (value && (loading || naming || failed || !isComplete) ? {id: Number(value), name: '…'} : null);
  const selectableOptions = chosen === null || matches.some(({id}) => id === chosen.id) ? matches : [chosen, ...matches];
  const hasNoOptions = required && !waiting && !loading && !failed && options.length === 0;
  const hasMore = !isComplete || options.length > MAX_SHOWN;
  const [noneId, moreId] = [`${props.id}-sem-opcoes`, `${props.id}-mais`];
  const describedBy = [hasNoOptions && noneId, hasMore && moreId, props.describedBy].filter(Boolean).join(' ') || undefined;
  const emptyText = () => {
    if (searchFailed) return 'Não foi possível procurar. Tente de novo.';
    return options.length === 0 ? noOptionsMessage : 'Nenhuma opção com este texto.';
  };
  if (failed) return <RetryLoadButton id={props.id} retry={retry} />;
  return (
    <>
      <Autocomplete
        id={props.id}
        size="small"
        options={selectableOptions}
        value={chosen}
        onChange={(_event, option) => {
          if (option !== null) cacheOption(option);
          onChange(option?.id ?? null);
        }}
        onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
        onBlur={props.onBlur}
        disabled={disabled || waiting}
        loading={loading || searching}
        loadingText={loading ? 'Carregando…' : 'Procurando…'}
        filterOptions={isServerSearch ? () => matches.slice(0, MAX_SHOWN) : filterOptions}
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        isOptionEqualToValue={(option, selected) => option.id === selected.id}
        autoHighlight
        handleHomeEndKeys
        slotProps={{
          paper: {
            'aria-label': `Opções de ${field.label}`,
            ...(hasMore && !(isServerSearch && matches.length < MAX_SHOWN) ? {sx: {'&::after': {
              content: JSON.stringify(MORE_HINT), display: 'block', px: 2, py: 1, borderTop: 1, borderColor: 'divider',
              fontSize: '0.8125rem', color: 'text.secondary',
            }}} : {}),
          },
        }}
        disableClearable={!clearable}
        noOptionsText={emptyText()}
        renderInput={({InputProps, inputProps, disabled, fullWidth, size}) => (
          // The parts of Material's TextField, without the inputs and the select that it carries for others.
          <FormControl disabled={disabled} fullWidth={fullWidth} size={size} error={invalid}>
            <OutlinedInput
              {...InputProps}
              inputProps={{...inputProps, ...inputAttributes({...props, field, value, onChange, parent: undefined, describedBy})}}
              inputRef={props.inputRef}
              placeholder={props.emptyLabel ?? (loading ? 'Carregando…' : 'Selecione')}
            />
            {hasNoOptions && <FormHelperText id={noneId} sx={{mx: 0}}>{noOptionsMessage}</FormHelperText>}
          </FormControl>
        )}
      />
      {/* For screen readers. */}
      {hasMore && <span id={moreId} hidden>{MORE_HINT}</span>}
    </>
  );
};
