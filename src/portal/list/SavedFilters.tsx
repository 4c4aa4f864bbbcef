/** 'Filtros salvos': apply one, keep the current one under a name, delete one. */
import {useState} from 'react';
import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import Divider from '@mui/material/Divider';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import {useNavigate} from 'react-router-dom';
import type {NewSavedFilter, SavedFilter} from '../../schema/wire.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import type {ChosenColumns} from './chosenColumns.ts';
import {fixedFilters, openingFilters} from './filterFields.ts';
import {fromSaved, toSaved, useSavedFilters} from './savedFilters.ts';
import {ToolButton} from './ToolButton.tsx';
import {useTypedFilters} from './typedFilters.tsx';
import {later} from '../ui/later.tsx';

const SaveFilterForm = later(async () => (await import('./SaveFilterForm.tsx')).SaveFilterForm);

const SavedFilterList = later(async () => (await import('./SavedFilterList.tsx')).SavedFilterList);

/** The list as it stands, to be saved, and a saved one put in its place. */
const useListState = (name: string, {shown, choose}: ChosenColumns) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const list = useListContext();
  const navigate = useNavigate();
  const {giveUp} = useTypedFilters();
  const opening = openingFilters(config, resource, session);
  return {
    current: (nome: string): Omit<NewSavedFilter, 'recurso'> => ({
      nome,
      filtro: toSaved(list.filterValues as Record<string, unknown>, opening),
      colunas: shown,
      ordenacao: {campo: list.sort.field, ordem: list.sort.order === 'DESC' ? 'desc' : 'asc'},
    }),
    apply: ({filtro, colunas, ordenacao}: SavedFilter): void => {
      if (colunas !== null) choose(colunas);
      const [campo, ordem] = resource.list.sort;
      const order = ordenacao ?? {campo, ordem};
      // One new address, so that Back leads to what was there before.
      const search = new URLSearchParams({
        filter: JSON.stringify(fromSaved(filtro, opening, fixedFilters(config, resource, session))),
        sort: order.campo, order: order.ordem.toUpperCase(), page: '1',
      });
      void navigate({search: `?${search.toString()}`});
      giveUp();
    },
  };
};

export const SavedFilters = ({resource: name, columns}: {resource: string; columns: ChosenColumns}) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const open = anchor !== undefined;
  const saved = useSavedFilters(name, open);
  const {current, apply} = useListState(name, columns);
  const close = () => setAnchor(undefined);
  return (
    <>
      <ToolButton label="Filtros salvos" icon={<BookmarkIcon />} popup="dialog" open={open} onClick={setAnchor} />
      <Popover
        open={open}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{vertical: 'bottom', horizontal: 'right'}}
        transformOrigin={{vertical: 'top', horizontal: 'right'}}
        slotProps={{paper: {role: 'dialog', 'aria-label': 'Filtros salvos', sx: {p: 2, width: 340}}}}
      >
        <Typography variant="h3" component="h2" sx={{mb: 1}}>Filtros salvos</Typography>
        <SavedFilterList
          saved={saved}
          onApply={filter => {
            apply(filter);
            close();
          }}
        />
        <Divider sx={{my: 2}} />
        <SaveFilterForm
          names={(saved.filters ?? []).map(({nome}) => nome)}
          save={nome => saved.save.mutateAsync(current(nome))}
          busy={saved.save.isPending}
        />
      </Popover>
    </>
  );
};
