/**
 * The layout of a record's screen: two columns with the files below. On a phone, for the keyboard and for screen readers, the order is
 * situation, conversation, form, files.
 */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import type {Theme} from '@mui/material/styles';
import type {SystemStyleObject} from '@mui/system';

const AREAS = ['situation', 'conversation', 'form', 'files'] as const;

type Props = Readonly<Record<(typeof AREAS)[number], ReactNode>>;

const grid: SystemStyleObject<Theme> = {
  display: {xs: 'flex', lg: 'grid'}, flexDirection: 'column', columnGap: 3, rowGap: 2, alignItems: {lg: 'start'},
  gridTemplateColumns: 'minmax(0, 1fr) minmax(360px, 40%)',
  // The conversation's row absorbs the height of a longer form.
  gridTemplateRows: 'auto 1fr',
  gridTemplateAreas: '"form situation" "form conversation" "files files"',
};

export const RecordColumns = (parts: Props) => (
  <Box sx={grid}>
    {AREAS.map(area => (
      <Box key={area} sx={{gridArea: area, minWidth: 0, '&:empty': {display: 'none'}}}>{parts[area]}</Box>
    ))}
  </Box>
);
