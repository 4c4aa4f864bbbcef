/** The branches of a user, switched one by one or all at once (rules: Users 2). The value holds the changed switches only. */
import {useEffect, useRef} from 'react';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {useRecordContext} from 'ra-core';
import type {Endpoint} from '../../../schema/config/config.ts';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import {useResource} from '../../session/context.ts';

import {request} from '../../wire/http.ts';
import type {ControlProps} from './control.ts';
import {isLinked, linksKey, type LinkRow as Row} from '../links.ts';
import {LoadAgain} from '../FieldFrame.tsx';
import {useOnlyOption} from './useOnlyOption.ts';

/** The record's switches as the server has them. */
const useRows = (field: FieldOf<'vinculos'>, parent: unknown) => {
  const id = useRecordContext<{id: number}>()?.id ?? 0;
  return useQuery({
    queryKey: linksKey(field, parent, id),
    enabled: Boolean(parent),
    queryFn: async ({signal}) => (await request<Row[]>(field.call as Endpoint, {params: {[field.within]: parent, id}, signal})).body,
  });
};

export const LinksControl = (props: ControlProps<FieldOf<'vinculos'>>) => {
  const {field, value, onChange, disabled, parent} = props;
  const {title} = useResource(field.to);
  const {data: rows, isFetching, refetch} = useRows(field, parent);
  // Switches of another company's branches mean nothing: unless both changed together, as when a draft is restored.
  const before = useRef({parent, value});
  useEffect(() => {
    const moved = before.current.parent !== parent && before.current.value === value;
    if (moved && before.current.parent && value) onChange(null);
    before.current = {parent, value};
  });
  const {id: idKey, on: onKey} = field.wire;
  const changed = Array.isArray(value) ? (value as Row[]) : [];
  const isOn = (row: Row): boolean => isLinked(field, row, value);
  const set = (targets: readonly Row[], on: boolean) => {
    const rest = changed.filter(one => !targets.some(row => row['id'] === one[idKey]));
    const moved = targets.filter(row => (row[onKey] === true) !== on).map(row => ({[idKey]: row['id'], [onKey]: on}));
    onChange([...rest, ...moved]);
  };
  // The only one there is, for whoever is new: what somebody takes away again is an empty list, and stays away.
  const onlyRow = rows?.length === 1 && !disabled ? rows[0] : undefined;
  useOnlyOption({...props, required: true}, onlyRow && [{id: [{[idKey]: onlyRow['id'], [onKey]: true}]}]);
  if (!parent) return <Typography color="text.secondary">Escolha a empresa para ver as filiais.</Typography>;
  if (rows === undefined) return isFetching
    ? <Skeleton variant="rounded" height={88} />
    : <LoadAgain id={props.id} retry={() => void refetch()} />;
  if (rows.length === 0) return <Typography color="text.secondary">Esta empresa ainda não tem filiais.</Typography>;
  const all = rows.every(isOn);
  const some = !all && rows.some(isOn);
  return (
    <Box>
      <FormControlLabel
        label="Marcar Todos"
        control={
          <Checkbox
            checked={all}
            indeterminate={some}
            disabled={disabled}
            onChange={event => set(rows, event.target.checked)}
            // Material only draws the state in between; the input itself must have it too.
            slotProps={{input: {ref: (input: HTMLInputElement | null) => { if (input) input.indeterminate = some; }}}}
          />
        }
      />
      <Box sx={{display: 'grid', gridTemplateColumns: {xs: '1fr', sm: '1fr 1fr'}, columnGap: 3}}>
        {rows.map(row => (
          <FormControlLabel
            key={String(row['id'])}
            label={String(row[title])}
            control={<Switch checked={isOn(row)} disabled={disabled} onChange={event => set([row], event.target.checked)} />}
          />
        ))}
      </Box>
    </Box>
  );
};
