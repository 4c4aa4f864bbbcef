import type {ReactNode} from 'react';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import type {Field, FieldOf} from '../../../schema/shapes/fields.ts';
import {filterLabel, filterOperatorRowOf} from '../../../schema/fields/filterOperators.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {EMPTY_VALUE} from '../../../schema/words/messages.ts';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {useReferenceOptions} from '../../fields/references.ts';
import {useResource} from '../../session/context.ts';
import {chipInputs, filterInputValue, type FilterInput} from './filterInputs.ts';
import {useFilters} from './useFilters.ts';

/** A range as text; both ends are undefined in a malformed address. @param field of one end */
const formatRange = (field: Field, from: unknown, to: unknown): string => {
  const rule = kindRuleOf(field);
  const formatEnd = (end: unknown): string => (end === undefined ? '' : rule.format(end, field) || plainText(end));
  const [first, last] = [formatEnd(from), formatEnd(to)];
  if (first && last) return first === last ? first : `${first} a ${last}`;
  if (first) return `${filterOperatorRowOf(field).dated ? 'desde' : 'a partir de'} ${first}`;
  return last ? `até ${last}` : EMPTY_VALUE;
};

interface ReferenceNameProps {
  name: string;
  field: FieldOf<'referencia'>;
  value: unknown;
  /** Value of the filter that narrows this one. */
  parent: unknown;
  none: string | undefined;
}

/** The name comes from the input's options, because a person who may choose a record may not always read it. */
const ReferenceName = ({name, field, value, parent, none}: ReferenceNameProps) => {
  const {chosen, waiting, loading, naming} = useReferenceOptions(field.to, field.within === undefined ? undefined : {
    name: field.within, value: parent,
  }, {chosen: value, noneLabel: none, name, names: field.names});
  if (chosen !== undefined || loading || naming) return chosen?.name ?? '…';
  return waiting ? <FieldValue field={field} value={value} /> : plainText(value);
};

const plainText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : EMPTY_VALUE);

interface Props {
  resource: string;
  children?: ReactNode;
}

export const FilterChips = ({resource: name, children}: Props) => {
  const resource = useResource(name);
  const {values, chosen, remove} = useFilters(name);
  const inputs = chipInputs(resource);
  const shown = chosen.map(filterName => inputs.find(input => input.name === filterName)).filter(input => input !== undefined);
  if (shown.length === 0) return null;
  const valueOf = (input: FilterInput): ReactNode => {
    const {field} = input;
    const value = filterInputValue(resource, values, input);
    return field.kind === 'referencia'
      ? <ReferenceName {...{name, field, value}} parent={field.within && values[field.within]} none={input.noneLabel} />
      : <FieldValue field={field} value={value} />;
  };
  const rangeOf = (input: FilterInput): string =>
    formatRange(
      input.field, filterInputValue(resource, values, {...input, end: 'from'}), filterInputValue(resource, values, {...input, end: 'to'}),
    );
  return (
    <Box sx={{display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center', pt: 1}}>
      {shown.map(input => {
        const {name: filterName, field, end} = input;
        const filter = resource.list.filters?.[filterName] ?? {};
        const label = filterLabel({field: resource.fields[filterName] ?? field, filter});
        return (
          <Box
            key={filterName}
            sx={{
              display: 'flex', alignItems: 'center', gap: 0.5, minHeight: 32, px: 1.5, borderRadius: 1, backgroundColor: 'action.selected',
              fontSize: '0.8125rem',
            }}
          >
            <Box component="span" sx={{overflowWrap: 'anywhere', '& > *': {verticalAlign: 'middle'}}}>
              {label}: {end === undefined ? valueOf(input) : rangeOf(input)}
            </Box>
            <IconButton size="small" aria-label={`Remover filtro ${label}`} onClick={() => remove(filterName)} sx={{mr: -1.5}}>
              <CloseIcon sx={{fontSize: 16}} />
            </IconButton>
          </Box>
        );
      })}
      {children}
    </Box>
  );
};
