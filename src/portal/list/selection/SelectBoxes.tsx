/** The boxes that tick rows, each named after its own: the browser's, which weigh nothing and are quick to draw by the page. */
import type {ChangeEvent} from 'react';
import Box from '@mui/material/Box';
import {useResource} from '../../session/context.ts';
import {COARSE} from '../../theme/tokens.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import type {Selection} from './selection.ts';

/** Pixels of the column of boxes: no line is higher for them, and no other column gives way. */
export const TICKS = 24;
const place = {display: 'grid', placeItems: 'center', width: TICKS, height: 32, cursor: 'pointer', [COARSE]: {width: 44, height: 44}};
/** Its own width and no more, whatever the table's. */
export const tickCell = {width: TICKS, p: '0 !important'} as const;

interface TickProps {
  label: string;
  checked: boolean;
  some?: boolean;
  disabled?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const Tick = ({label, some = false, ...input}: TickProps) => (
  <Box component="label" sx={place}>
    <Box
      component="input"
      type="checkbox"
      aria-label={label}
      ref={(box: HTMLInputElement | null) => {
        if (box) box.indeterminate = some;
      }}
      sx={{m: 0, width: 16, height: 16, cursor: 'inherit', accentColor: theme => theme.palette.primary.main}}
      {...input}
    />
  </Box>
);

interface SelectRowProps extends Pick<Selection, 'tick'> {
  resource: string;
  record: Row;
  ticked: boolean;
}

export const SelectRow = ({resource: name, record, ticked, tick}: SelectRowProps) => {
  const resource = useResource(name);
  return (
    <Tick
      label={`Selecionar ${recordTitle(resource, record)}`}
      checked={ticked}
      onChange={({target: {checked}, nativeEvent}) =>
        tick(record, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
};

/** Every row of the page in sight. */
export const SelectPage = ({selection, rows}: {selection: Selection; rows: readonly Row[]}) => {
  const ticked = rows.filter(row => selection.has(row.id)).length;
  return (
    <Tick
      label="Selecionar todos"
      disabled={rows.length === 0}
      checked={rows.length > 0 && ticked === rows.length}
      some={ticked > 0 && ticked < rows.length}
      onChange={({target}) => selection.set(rows, target.checked)}
    />
  );
};
