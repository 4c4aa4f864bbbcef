/** The boxes that tick rows, each named after its own: react-admin's leave the input without a name. */
import Checkbox from '@mui/material/Checkbox';
import {useResource} from '../session/ConfigContext.tsx';
import {COARSE} from '../theme/tokens.ts';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Row} from '../wire/providers/dialects.ts';
import type {Selection} from './selection.ts';

/** Pixels of the column of boxes: a line is as low with them as without. */
export const TICKS = 36;
const inLine = {p: '6px', [COARSE]: {p: '12px'}};
/** Its own width and no more, whatever the table's. */
export const tickCell = {width: TICKS, px: '2px !important', textAlign: 'center'} as const;

interface SelectRowProps {
  resource: string;
  selection: Selection;
  record: Row;
  /** In line with what stands below it, as in a card. */
  edge?: 'start' | false;
}

export const SelectRow = ({resource: name, selection, record, edge = false}: SelectRowProps) => {
  const resource = useResource(name);
  return (
    <Checkbox
      size="small"
      edge={edge}
      sx={inLine}
      checked={selection.has(record.id)}
      onChange={({nativeEvent}, ticked) =>
        selection.tick(record, ticked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      slotProps={{input: {'aria-label': `Selecionar ${recordTitle(resource, record)}`}}}
    />
  );
};

/** Every row of the page in sight. */
export const SelectPage = ({selection, rows}: {selection: Selection; rows: readonly Row[]}) => {
  const ticked = rows.filter(row => selection.has(row.id)).length;
  return (
    <Checkbox
      size="small"
      sx={inLine}
      disabled={rows.length === 0}
      checked={rows.length > 0 && ticked === rows.length}
      indeterminate={ticked > 0 && ticked < rows.length}
      onChange={(_event, all) => selection.set(rows, all)}
      slotProps={{input: {'aria-label': 'Selecionar todos'}}}
    />
  );
};
