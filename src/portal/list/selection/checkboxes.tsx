/** The checkboxes of rows: native inputs, because a page of MUI checkboxes is slow to draw. */
import type {ChangeEvent} from 'react';
import Box from '@mui/material/Box';
import {useResource} from '../../session/context.ts';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import type {Selection} from './selection.ts';

export const CHECKBOX_COLUMN_PX = 24;
const checkboxArea = {
  display: 'grid', placeItems: 'center', width: CHECKBOX_COLUMN_PX, height: 32, cursor: 'pointer', [TOUCH_SCREEN]: {width: 44, height: 44},
};
export const checkboxCellStyle = {width: CHECKBOX_COLUMN_PX, p: '0 !important'} as const;

interface CheckboxProps {
  label: string;
  checked: boolean;
  indeterminate?: boolean;
  disabled?: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

const Checkbox = ({label, indeterminate = false, ...input}: CheckboxProps) => (
  <Box component="label" sx={checkboxArea}>
    <Box
      component="input"
      type="checkbox"
      aria-label={label}
      ref={(box: HTMLInputElement | null) => {
        if (box) box.indeterminate = indeterminate;
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

export const RowCheckbox = ({resource: name, record, ticked, tick}: SelectRowProps) => {
  const resource = useResource(name);
  return (
    <Checkbox
      label={`Selecionar ${recordTitle(resource, record)}`}
      checked={ticked}
      onChange={({target: {checked}, nativeEvent}) =>
        tick(record, checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  );
};

export const PageCheckbox = ({selection, rows}: {selection: Selection; rows: readonly Row[]}) => {
  const ticked = rows.filter(row => selection.has(row.id)).length;
  return (
    <Checkbox
      label="Selecionar todos"
      disabled={rows.length === 0}
      checked={rows.length > 0 && ticked === rows.length}
      indeterminate={ticked > 0 && ticked < rows.length}
      onChange={({target}) => selection.set(rows, target.checked)}
    />
  );
};
