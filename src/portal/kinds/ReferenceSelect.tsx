/** One record of another resource, found by typing (rules: Lists 11): in the page, or where there are too many for it, on the server. */
import {useState} from 'react';
import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import {GO_TO_LENGTH} from '../../schema/lists/options.ts';
import {useAfterPause} from '../ui/useAfterPause.ts';
import {inputAttributes, type ControlProps} from './controls/control.ts';
import {filterByName} from './controls/filterByName.ts';
import {LoadAgain} from './FieldFrame.tsx';
import {useNoOptions, useReferenceOptions, type Asking, type ReferenceOptions, type Within} from './references.ts';
import type {Option} from './Select.tsx';

/** As many as a list on a screen is of use for; the others are a key away. */
const SHOWN = 100;
const filterOptions = filterByName<Option>(SHOWN);
const MORE = 'Digite para procurar entre todas.';

type Chosen = Pick<Asking, 'chosen' | 'name' | 'names' | 'none'>;

/** What is typed into the select, and what that finds. */
export const useTypedReference = (to: string, within: Within | undefined, {chosen, name, names, none}: Chosen) => {
  const [typed, setTyped] = useState('');
  const settled = useAfterPause(typed);
  // What was typed and is gone is not searched for, however short ago it was.
  const asking = {chosen, names, none, ...(name === undefined ? {} : {name}), typed: typed === '' ? '' : settled.slice(0, GO_TO_LENGTH)};
  return {...useReferenceOptions(to, within, asking), typed, setTyped};
};
export type TypedReference = ReferenceOptions & {typed: string; setTyped: (text: string) => void};

type Props = Omit<ControlProps<{label: string; to: string}>, 'parent'> & {
  reference: TypedReference;
  /** Whether it can be taken back. */
  clearable: boolean;
};

export const ReferenceSelect = ({field, reference, value, onChange, clearable, ...props}: Props) => {
  const {options, found, answered, all, waiting, loading, searching, naming, failed, searchFailed, setTyped, retry, keep} = reference;
  const {required, disabled, invalid} = props;
  const none = useNoOptions(field.to);
  const [open, setOpen] = useState(false);
  // The name is not there while it loads; the chosen id is, and must not look like nothing.
  const chosen = reference.chosen ?? (value && (loading || naming || failed || !all) ? {id: Number(value), name: '…'} : null);
  // It is one of those to choose from, also where it is not among the first.
  const offered = chosen === null || found.some(({id}) => id === chosen.id) ? found : [chosen, ...found];
  const without = required && !waiting && !loading && !failed && options.length === 0;
  const more = !all || options.length > SHOWN;
  const [noneId, moreId] = [`${props.id}-sem-opcoes`, `${props.id}-mais`];
  const describedBy = [without && noneId, more && moreId, props.describedBy].filter(Boolean).join(' ') || undefined;
  const nothing = () => {
    if (searchFailed) return 'Não foi possível procurar. Tente de novo.';
    return options.length === 0 ? none : 'Nenhuma opção com este texto.';
  };
  if (failed) return <LoadAgain id={props.id} retry={retry} />;
  return (
    <>
      <Autocomplete
        id={props.id}
        size="small"
        options={offered}
        value={chosen}
        onChange={(_event, option) => {
          if (option !== null) keep(option);
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
        filterOptions={answered ? () => found.slice(0, SHOWN) : filterOptions}
        getOptionLabel={option => option.name}
        getOptionKey={option => option.id}
        isOptionEqualToValue={(option, one) => option.id === one.id}
        autoHighlight
        handleHomeEndKeys
        slotProps={{
          paper: {
            'aria-label': `Opções de ${field.label}`,
            // Under the options, where who goes through them comes to their end; not once all that were typed for are there.
            ...(more && !(answered && found.length < SHOWN) ? {sx: {'&::after': {
              content: JSON.stringify(MORE), display: 'block', px: 2, py: 1, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem',
              color: 'text.secondary',
            }}} : {}),
          },
        }}
        disableClearable={!clearable}
        noOptionsText={nothing()}
        renderInput={({InputProps, inputProps, disabled, fullWidth, size}) => (
          // What Material's TextField is made of, without the inputs and the select that it carries for others.
          <FormControl disabled={disabled} fullWidth={fullWidth} size={size} error={invalid}>
            <OutlinedInput
              {...InputProps}
              inputProps={{...inputProps, ...inputAttributes({...props, field, value, onChange, parent: undefined, describedBy})}}
              inputRef={props.inputRef}
              placeholder={props.all ?? (loading ? 'Carregando…' : 'Selecione')}
            />
            {without && <FormHelperText id={noneId} sx={{mx: 0}}>{none}</FormHelperText>}
          </FormControl>
        )}
      />
      {/* Said to who cannot see it under the options. */}
      {more && <span id={moreId} hidden>{MORE}</span>}
    </>
  );
};
