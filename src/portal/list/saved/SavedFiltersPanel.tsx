/** The panel of saved filters: apply one, keep the current one under a name, delete one. */
import Divider from '@mui/material/Divider';
import {useListContext} from 'ra-core';
import {useNavigate} from 'react-router-dom';
import type {NewSavedFilter, SavedFilter} from '../../../schema/wire.ts';
import {useAbout} from '../../session/context.ts';
import type {ChosenColumns} from '../columns/chosenColumns.ts';
import type {PanelPlace} from '../PanelTool.tsx';
import {ToolPanel} from '../ToolPanel.tsx';
import {fixedFilters, openingFilters} from '../filters/filterFields.ts';
import {fromSaved, toSaved, useSavedFilters} from './savedFilters.ts';
import {SavedFilterList} from './SavedFilterList.tsx';
import {SaveFilterForm} from './SaveFilterForm.tsx';
import {useTypedFilters} from '../filters/typedFilters.tsx';

/** The list as it stands, to be saved, and a saved one put in its place. */
const useListState = (name: string, {told, chooseTold}: ChosenColumns) => {
  const {config, resource, session} = useAbout(name);
  const list = useListContext();
  const navigate = useNavigate();
  const {giveUp} = useTypedFilters();
  const opening = openingFilters(config, resource, session);
  return {
    current: (nome: string): Omit<NewSavedFilter, 'recurso'> => ({
      nome,
      filtro: toSaved(list.filterValues as Record<string, unknown>, opening),
      colunas: told,
      ordenacao: {campo: list.sort.field, ordem: list.sort.order === 'DESC' ? 'desc' : 'asc'},
    }),
    apply: ({filtro, colunas, ordenacao}: SavedFilter): void => {
      if (colunas !== null) chooseTold(colunas);
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

interface Props extends PanelPlace {
  resource: string;
  columns: ChosenColumns;
}

export const SavedFiltersPanel = ({resource: name, columns, ...place}: Props) => {
  const saved = useSavedFilters(name, place.open);
  const {current, apply} = useListState(name, columns);
  return (
    <ToolPanel place={place} title="Filtros salvos" label="Filtros salvos" size={{width: 340}}>
      <SavedFilterList
        saved={saved}
        onApply={filter => {
          apply(filter);
          place.onClose();
        }}
      />
      <Divider sx={{my: 2}} />
      <SaveFilterForm
        names={(saved.filters ?? []).map(({nome}) => nome)}
        save={nome => saved.save.mutateAsync(current(nome))}
        busy={saved.save.isPending}
      />
    </ToolPanel>
  );
};
