/**
 * A record's screen: where it stands, what people said, its form, its files. Beside each other where there is room, with the files over
 * the whole width; in this order on a phone, and for the keyboard and screen readers everywhere.
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
  // The conversation's row takes what the form is longer.
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
