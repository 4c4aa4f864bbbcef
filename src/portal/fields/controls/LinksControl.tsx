/** Link switches of a record, set one by one or all at once (rules: Users 2). The value holds only changed switches. */
import {useEffect, useRef} from 'react';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {useRecordContext, useResourceContext} from 'ra-core';
import type {Endpoint} from '../../../schema/shapes/config.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {formatTitle} from '../../../schema/fields/recordTitle.ts';
import {genderOf} from '../../../schema/words/nouns.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {request} from '../../api/http.ts';
import type {ControlProps} from './control.ts';
import {isLinked, hasNoLinks, linksQueryKey, type LinkRow as Row} from '../links.ts';
import {RetryLoadButton} from '../FieldFrame.tsx';
import {useNoOptions} from '../references.ts';
import {useOnlyOption} from './useOnlyOption.ts';

const useLinkRows = (field: FieldOf<'vinculos'>, parent: unknown) => {
  const id = useRecordContext<{id: number}>()?.id ?? 0;
  return useQuery({
    queryKey: linksQueryKey(field, parent, id),
    enabled: field.within === undefined || Boolean(parent),
    queryFn: async ({signal}) => {
      const within = field.within === undefined ? {} : {[field.within]: parent};
      return (await request<Row[]>(field.call as Endpoint, {params: {...within, id}, signal})).body;
    },
  });
};

export const LinksControl = (props: ControlProps<FieldOf<'vinculos'>>) => {
  const {field, value, onChange, disabled, parent} = props;
  const target = useResource(field.to);
  const {label} = target;
  const {fields} = useResource(useResourceContext() ?? '');
  const within = fields[field.within ?? ''];
  const owner = useConfig().resources[within?.kind === 'referencia' ? within.to : ''];
  const noOptionsMessage = useNoOptions(field.to);
  const {data: rows, isFetching, refetch} = useLinkRows(field, parent);
  // A new parent clears the changes, unless both changed together, as when a draft is restored.
  const previous = useRef({parent, value});
  useEffect(() => {
    const parentChanged = previous.current.parent !== parent && previous.current.value === value;
    if (parentChanged && previous.current.parent && value) onChange(null);
    previous.current = {parent, value};
  });
  const {id: idKey, on: onKey} = field.wire;
  const changed = Array.isArray(value) ? (value as Row[]) : [];
  const isOn = (row: Row): boolean => isLinked(field, row, value);
  const set = (targets: readonly Row[], on: boolean) => {
    const otherChanges = changed.filter(change => !targets.some(row => row['id'] === change[idKey]));
    const newChanges = targets.filter(row => (row[onKey] === true) !== on).map(row => ({[idKey]: row['id'], [onKey]: on}));
    onChange([...otherChanges, ...newChanges]);
  };
  // A new record gets the only possible link. Removing it leaves an empty list, so it does not return.
  const onlyRow = rows?.length === 1 && !disabled && field.within !== undefined ? rows[0] : undefined;
  useOnlyOption({...props, required: true}, onlyRow && [{id: [{[idKey]: onlyRow['id'], [onKey]: true}]}]);
  const [article, ownerNoun] = [owner && genderOf(owner.label), owner?.label.one.toLowerCase() ?? ''];
  if (field.within !== undefined && !parent) return <Typography color="text.secondary">Escolha {article} {ownerNoun} primeiro.</Typography>;
  if (rows === undefined) return isFetching
    ? <Skeleton variant="rounded" height={88} />
    : <RetryLoadButton id={props.id} retry={() => void refetch()} />;
  if (rows.length === 0) {
    const emptyText = article === undefined
      ? noOptionsMessage
      : `Est${article === 'a' ? 'a' : 'e'} ${ownerNoun} ainda não tem ${label.many.toLowerCase()}.`;
    return <Typography color="text.secondary">{emptyText}</Typography>;
  }
  const allOn = rows.every(isOn);
  const someOn = !allOn && rows.some(isOn);
  return (
    <Box>
      <FormControlLabel
        label="Marcar Todos"
        control={
          <Checkbox
            checked={allOn}
            indeterminate={someOn}
            disabled={disabled}
            onChange={event => set(rows, event.target.checked)}
            // Material only draws the indeterminate state; the input itself must have it too.
            slotProps={{input: {ref: (input: HTMLInputElement | null) => { if (input) input.indeterminate = someOn; }}}}
          />
        }
      />
      <Box sx={{display: 'grid', gridTemplateColumns: {xs: '1fr', sm: '1fr 1fr'}, columnGap: 3}}>
        {rows.map(row => (
          <FormControlLabel
            key={String(row['id'])}
            label={formatTitle(target, row)}
            control={<Switch checked={isOn(row)} disabled={disabled} onChange={event => set([row], event.target.checked)} />}
          />
        ))}
      </Box>
      {field.warnNone !== undefined && (
        <Typography role="status" variant="body2" sx={{color: 'warning.main', minHeight: '1lh'}}>
          {hasNoLinks(field, rows, value) && field.warnNone}
        </Typography>
      )}
    </Box>
  );
};
