/** The bar with the number of selected rows and their actions: over the table's head, or at the foot on a phone. Rows never move for it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {StickyBar} from '../../ui/StickyBar.tsx';
import {tableHeadHeightStyle} from '../table/ListTable.tsx';
import {BulkBar, type BulkBarProps} from './BulkBar.tsx';
import {CHECKBOX_COLUMN_PX} from './checkboxes.tsx';

/** Leaves the 'select all' checkbox visible. */
const OVER_HEAD = {
  display: 'flex', alignItems: 'center', gap: 1, ml: `${CHECKBOX_COLUMN_PX}px`, px: 1,
  ...tableHeadHeightStyle, [TOUCH_SCREEN]: {...tableHeadHeightStyle[TOUCH_SCREEN], ml: '44px'},
  backgroundColor: 'background.paper', borderBottom: 1, borderColor: 'divider',
};

export const SelectionBar = ({phone, ...bar}: BulkBarProps & {phone: boolean}) => {
  const {length: count} = bar.selection.rows;
  const content = (
    <>
      {/* Present before a selection, so that screen readers announce changes. */}
      <Typography
        variant="body2"
        role="status"
        sx={{fontWeight: 600, whiteSpace: 'nowrap', ...(phone ? {alignSelf: 'start', lineHeight: '44px'} : {})}}
      >
        {count === 0 ? '' : formatCountWithNoun(count, 'selecionado', 'selecionados')}
      </Typography>
      {count > 0 && <BulkBar {...bar} />}
    </>
  );
  if (count === 0) return <Box sx={visuallyHidden}>{content}</Box>;
  return phone
    ? <StickyBar sx={{mt: 1, mx: -2, px: 2, py: 1, borderWidth: '1px 0 0', borderRadius: 0}}>{content}</StickyBar>
    : <Box sx={OVER_HEAD}>{content}</Box>;
};
