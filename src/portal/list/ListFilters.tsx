/** The filters of a list: in sight above the table on a desk, in a sheet on a phone; what is filtered as chips. */
import {useState, type ReactNode} from 'react';
import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type {Fields} from '../../schema/fields.ts';
import {FieldInput} from '../kinds/FieldInput.tsx';
import {useResource} from '../session/ConfigContext.tsx';
import {FilterChips} from './FilterChips.tsx';
import {filterInputs} from './filterFields.ts';
import {FilterForm} from './FilterForm.tsx';
import {useFilters} from './useFilters.ts';

/** Where values are looked up while they are filters: conditions and parents are other filters. */
const noFields: Fields = {};

const Inputs = ({name, onAsked, children}: {name: string; onAsked?: () => void; children?: ReactNode}) => {
  const resource = useResource(name);
  return (
    <Box role="search" aria-label={`Filtros de ${resource.label.many}`}>
      <FilterForm name={name} {...(onAsked ? {onAsked} : {})}>
        <Box sx={{display: 'grid', gap: 1.5, columnGap: 2, gridTemplateColumns: {xs: '1fr', sm: 'repeat(auto-fill, minmax(170px, 1fr))'}}}>
          {filterInputs(resource).map(({source, field, all, words}) => (
            <FieldInput key={source} source={source} field={field} fields={noFields} all={all} words={words} />
          ))}
        </Box>
        {children}
      </FilterForm>
    </Box>
  );
};

export const ListFilters = ({resource: name}: {resource: string}) => {
  const resource = useResource(name);
  const {chosen: {length: count}, clear} = useFilters(name);
  const phone = useMediaQuery(theme => theme.breakpoints.down('sm'));
  const [open, setOpen] = useState(false);
  if (filterInputs(resource).length === 0) return null;
  if (!phone) {
    return (
      <Box sx={{p: 2, pb: 1}}>
        <Inputs name={name} />
        <FilterChips resource={name}><Button size="small" onClick={clear}>Limpar filtros</Button></FilterChips>
      </Box>
    );
  }
  return (
    <Box sx={{mb: 1.5}}>
      {/* Beside the button: a chip is nearly as wide as a phone, and would leave it a line of its own. */}
      <Box sx={{display: 'flex', gap: 1}}>
        <Button fullWidth variant="outlined" startIcon={<FilterIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {count === 0 ? 'Filtros' : `Filtros (${count})`}
        </Button>
        {count > 0 && <Button variant="outlined" sx={{flexShrink: 0}} onClick={clear}>Limpar filtros</Button>}
      </Box>
      <FilterChips resource={name} />
      <Drawer
        anchor="bottom"
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{paper: {
          role: 'dialog', 'aria-modal': true, 'aria-label': 'Filtros', sx: {maxHeight: '90dvh', borderRadius: '16px 16px 0 0', p: 2},
        }}}
      >
        <Typography variant="h2" sx={{mb: 1}}>Filtros</Typography>
        <Inputs name={name} onAsked={() => setOpen(false)}>
          <Button type="submit" fullWidth variant="contained" sx={{mt: 2}}>Ver resultados</Button>
        </Inputs>
      </Drawer>
    </Box>
  );
};
