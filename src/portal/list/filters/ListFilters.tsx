/** The filters of a list: one line above the table with chips on a desktop, a sheet on a phone. */
import {memo, useId, useState, type ReactNode} from 'react';
import ExpandMore from '@mui/icons-material/ExpandMore';
import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Fields} from '../../../schema/shapes/fields.ts';
import {FieldInput} from '../../fields/FieldInput.tsx';
import {useResourceAndSession, useConfig, useResource, useSession} from '../../session/context.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {ChangedFilterChips} from './ChangedFilterChips.tsx';
import {offeredFilterInputs, splitFilterInputs, type FilterInput} from './filterInputs.ts';
import {FilterForm} from './FilterForm.tsx';
import {useFilters} from './useFilters.ts';

/** Filter inputs look up values in other filters, not in fields. */
const noFields: Fields = {};

const Inputs = ({inputs}: {inputs: readonly FilterInput[]}) => inputs.map(({source, field, all, noneLabel, words}) => (
  <FieldInput key={source} source={source} field={field} fields={noFields} emptyLabel={all} noneLabel={noneLabel} messages={words} />
));

const GRID = {display: 'grid', gap: 1.5, columnGap: 2, gridTemplateColumns: {xs: '1fr', sm: 'repeat(auto-fill, minmax(170px, 1fr))'}};

/** A single line from `md` up, where a date needs its input's whole width. */
const LINE = {
  ...GRID, display: {xs: 'grid', md: 'flex'}, alignItems: 'start', gap: 1, columnGap: {xs: 2, md: 1}, '& > *': {flex: '1 1 88px'},
  '& .MuiOutlinedInput-root': {px: 0, fontSize: '0.8125rem'}, '& .MuiOutlinedInput-root .MuiOutlinedInput-input': {pr: 0.25},
  // The text of every input begins at the same position.
  '&& .MuiOutlinedInput-root.MuiInputBase-root': {pl: 0},
  '&& .MuiOutlinedInput-root .MuiOutlinedInput-input.MuiInputBase-input': {pl: 1},
  '& .MuiInputAdornment-root': {ml: 0}, '& .MuiInputAdornment-root .MuiIconButton-root': {p: 0.375, mr: 0},
};

interface FormProps {
  name: string;
  onAsked?: () => void;
  children: ReactNode;
}
const Search = ({name, onAsked, children}: FormProps) => (
  <Box role="search" aria-label={`Filtros de ${useResource(name).label.many}`}>
    <FilterForm name={name} {...(onAsked ? {onSubmit: onAsked} : {})}>{children}</FilterForm>
  </Box>
);

/** Desktop: one line of inputs, and the rest behind 'Mais filtros', which counts the used ones. */
const DesktopFilters = ({name}: {name: string}) => {
  const {config, resource, session} = useResourceAndSession(name);
  const isNarrow = useMediaQuery(theme => theme.breakpoints.down('lg'));
  const {chosen, clear} = useFilters(name);
  const [open, setOpen] = useState(false);
  const id = useId();
  const {line, more, hasSpareRoom} = splitFilterInputs(config, resource, session, isNarrow);
  const used = new Set(more.map(input => input.name).filter(filterName => chosen.includes(filterName))).size;
  return (
    <Box sx={{px: 2, pt: 0.75, pb: 0.5}}>
      <Search name={name}>
        <Box sx={hasSpareRoom ? GRID : LINE}>
          <Inputs inputs={line} />
          {more.length > 0 && (
            <Button
              size="small"
              aria-expanded={open}
              aria-controls={id}
              endIcon={<ExpandMore sx={{transform: open ? 'rotate(180deg)' : 'none'}} />}
              onClick={() => setOpen(!open)}
              // Aligned with the inputs, which have labels above.
              sx={{'&&': {flex: 'none'}, mt: '25px', minHeight: 40, whiteSpace: 'nowrap', px: 1}}
            >
              {used === 0 ? 'Mais filtros' : `Mais filtros (${used})`}
            </Button>
          )}
        </Box>
        {more.length > 0 && <Box id={id} hidden={!open} sx={open ? {...GRID, mt: 1} : {}}>{open && <Inputs inputs={more} />}</Box>}
      </Search>
      <ChangedFilterChips resource={name}><Button size="small" onClick={clear}>Limpar filtros</Button></ChangedFilterChips>
    </Box>
  );
};

const Filters = ({resource: name}: {resource: string}) => {
  const inputs = offeredFilterInputs(useConfig(), useResource(name), useSession());
  const {chosen: {length: count}, clear} = useFilters(name);
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  if (inputs.length === 0) return null;
  if (!phone) return <DesktopFilters name={name} />;
  return (
    <>
      <Button size="small" startIcon={<FilterIcon />} aria-haspopup="dialog" sx={{px: 1}} onClick={() => setOpen(true)}>
        {count === 0 ? 'Filtros' : `Filtros (${count})`}
      </Button>
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{paper: {
          role: 'dialog', 'aria-modal': true, 'aria-label': 'Filtros', sx: {maxHeight: '90dvh', borderRadius: '16px 16px 0 0', p: 2},
        }}}
      >
        <Typography variant="h2" sx={{mb: 1}}>Filtros</Typography>
        <Search name={name} onAsked={() => setOpen(false)}>
          <Box sx={GRID}><Inputs inputs={inputs} /></Box>
          <Box
            sx={{
              display: 'flex', gap: 1, position: 'sticky', bottom: -16, zIndex: 1, mx: -2, mb: -2, mt: 1, px: 2, py: 1.5,
              backgroundColor: 'background.paper', borderTop: 1, borderColor: 'divider',
            }}
          >
            {count > 0 && <Button variant="outlined" sx={{flexShrink: 0}} onClick={clear}>Limpar filtros</Button>}
            <Button type="submit" fullWidth variant="contained">Ver resultados</Button>
          </Box>
        </Search>
      </Drawer>
    </>
  );
};

/** Memoised, so that it is redrawn for changed filters and not for changed rows. */
export const ListFilters = memo(Filters);
