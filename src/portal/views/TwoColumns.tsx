/** A record's screen in two columns where there is room: its form, and beside it where it stands, its files and its history. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import type {Theme} from '@mui/material/styles';
import type {SystemStyleObject} from '@mui/system';

interface Props {
  /** First at every width: at the head of the right column, else on top. */
  situation: ReactNode;
  form: ReactNode;
  beside: ReactNode;
}

const places: SystemStyleObject<Theme> = {
  display: 'grid', columnGap: 3, rowGap: 2, alignItems: 'start',
  gridTemplateColumns: {xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(340px, 30%)'},
  gridTemplateRows: {lg: 'auto 1fr'},
  gridTemplateAreas: {xs: '"situation" "form" "beside"', lg: '"form situation" "form beside"'},
};

export const TwoColumns = ({situation, form, beside}: Props) => (
  <Box sx={places}>
    <Box sx={{gridArea: 'situation', minWidth: 0, '&:empty': {display: 'none'}}}>{situation}</Box>
    <Box sx={{gridArea: 'form', minWidth: 0}}>{form}</Box>
    <Box sx={{gridArea: 'beside', minWidth: 0, display: 'flex', flexDirection: 'column', gap: 2}}>{beside}</Box>
  </Box>
);
