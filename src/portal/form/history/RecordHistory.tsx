/** Who changed a record, when and what, under its form: loaded when it is opened. */
import {useId, useState} from 'react';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {HistoryEntries} from './Entries.tsx';

export interface RecordHistoryProps {
  name: string;
  id: number | string;
  /** The level of its heading: under the page's, when not given. */
  heading?: 'h2' | 'h3' | undefined;
}

export const RecordHistory = ({name, id, heading = 'h2'}: RecordHistoryProps) => {
  const [open, setOpen] = useState(false);
  const own = useId();
  return (
    // An accordion's own margin changes as it opens.
    <Box sx={{maxWidth: 960, mt: 2}}>
      <Accordion
        variant="outlined"
        disableGutters
        expanded={open}
        onChange={(_event, expanded) => setOpen(expanded)}
        slotProps={{heading: {component: heading}, transition: {unmountOnExit: true}}}
        sx={{'&&': {borderRadius: 1.5}, '&::before': {display: 'none'}}}
      >
        <AccordionSummary expandIcon={<ExpandMore />} id={`${own}-titulo`} aria-controls={`${own}-conteudo`} sx={{px: {xs: 2, sm: 3}}}>
          <Typography component="span" variant="h3">Histórico</Typography>
        </AccordionSummary>
        <AccordionDetails sx={{px: {xs: 2, sm: 3}, pt: 0, pb: 2}}><HistoryEntries name={name} id={id} /></AccordionDetails>
      </Accordion>
    </Box>
  );
};
