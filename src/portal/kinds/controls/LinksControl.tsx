/** What a record is linked with, switched one by one or all at once (rules: Users 2). The value holds the changed switches only. */
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
import {genderOf} from '../../../schema/words/nouns.ts';
import {useConfig, useResource} from '../../session/context.ts';
import {request} from '../../wire/http.ts';
import type {ControlProps} from './control.ts';
import {isLinked, isUnlinked, linksKey, type LinkRow as Row} from '../links.ts';
import {LoadAgain} from '../FieldFrame.tsx';
import {useNoOptions} from '../references.ts';
import {useOnlyOption} from './useOnlyOption.ts';

/** The record's switches as the server has them. */
const useRows = (field: FieldOf<'vinculos'>, parent: unknown) => {
  const id = useRecordContext<{id: number}>()?.id ?? 0;
  return useQuery({
    queryKey: linksKey(field, parent, id),
    enabled: field.within === undefined || Boolean(parent),
    queryFn: async ({signal}) => {
      const within = field.within === undefined ? {} : {[field.within]: parent};
      return (await request<Row[]>(field.call as Endpoint, {params: {...within, id}, signal})).body;
    },
  });
};

export const LinksControl = (props: ControlProps<FieldOf<'vinculos'>>) => {
  const {field, value, onChange, disabled, parent} = props;
  const {title, label} = useResource(field.to);
  const {fields} = useResource(useResourceContext() ?? '');
  const within = fields[field.within ?? ''];
  const owner = useConfig().resources[within?.kind === 'referencia' ? within.to : ''];
  const none = useNoOptions(field.to);
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
  // The only one that it could be linked with there, for whoever is new: what somebody takes away again is an empty list, and stays away.
  const onlyRow = rows?.length === 1 && !disabled && field.within !== undefined ? rows[0] : undefined;
  useOnlyOption({...props, required: true}, onlyRow && [{id: [{[idKey]: onlyRow['id'], [onKey]: true}]}]);
  const [its, of] = [owner && genderOf(owner.label), owner?.label.one.toLowerCase() ?? ''];
  if (field.within !== undefined && !parent) return <Typography color="text.secondary">Escolha {its} {of} primeiro.</Typography>;
  if (rows === undefined) return isFetching
    ? <Skeleton variant="rounded" height={88} />
    : <LoadAgain id={props.id} retry={() => void refetch()} />;
  if (rows.length === 0) {
    const nothing = its === undefined ? none : `Est${its === 'a' ? 'a' : 'e'} ${of} ainda não tem ${label.many.toLowerCase()}.`;
    return <Typography color="text.secondary">{nothing}</Typography>;
  }
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
      {field.warnNone !== undefined && (
        <Typography role="status" variant="body2" sx={{color: 'warning.main', minHeight: '1lh'}}>
          {isUnlinked(field, rows, value) && field.warnNone}
        </Typography>
      )}
    </Box>
  );
};
