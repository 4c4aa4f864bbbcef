import {useId, useState, type SyntheticEvent} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputLabel from '@mui/material/InputLabel';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {useListContext} from 'ra-core';
import {useNavigate} from 'react-router-dom';
import {toComparableText} from '../../../schema/fields/text.ts';
import type {NewSavedFilter, SavedFilter} from '../../../schema/lists/savedFiltersAndReplies.ts';
import {formMessages} from '../../../schema/words/messages.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {inputErrorMessage} from '../../ui/LoadError.tsx';
import {fieldErrorMessage} from '../../api/errors.ts';
import type {ChosenColumns} from '../columns/chosenColumns.ts';
import type {ToolPanelState} from '../ToolWithPanel.tsx';
import {ToolPanel} from '../ToolPanel.tsx';
import {fixedFilters, defaultFilters} from '../filters/filterInputs.ts';
import {fromSavedFilters, toSavedFilters, useSavedFilters} from './savedFilters.ts';
import {useFilterReset} from '../filters/filterReset.tsx';

interface SaveFilterFormProps {
  names: readonly string[];
  save: (name: string) => Promise<unknown>;
  busy: boolean;
}

/** Saves the list's state under a name; an existing name is replaced. */
const SaveFilterForm = ({names, save, busy}: SaveFilterFormProps) => {
  const id = useId();
  const toasts = useToasts();
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const replaces = names.some(takenName => toComparableText(takenName) === toComparableText(name));
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setRefusal(formMessages.required);
    try {
      await save(name);
      setName('');
      setRefusal(undefined);
      toasts.success('Filtro salvo!');
    } catch (error) {
      if (fieldErrorMessage(error, 'nome') === undefined) toasts.failed(error);
      setRefusal(inputErrorMessage('nome', error));
    }
    return undefined;
  };
  const help = refusal ?? (replaces ? 'Já existe um filtro com este nome: ele será substituído.' : undefined);
  return (
    <Box component="form" noValidate onSubmit={event => void submit(event)}>
      <InputLabel htmlFor={id} sx={{fontSize: '0.8125rem', color: 'text.primary', mb: 0.5, whiteSpace: 'normal'}}>
        Salvar os filtros, a ordem e as colunas atuais como
      </InputLabel>
      <Box sx={{display: 'flex', gap: 1}}>
        <OutlinedInput
          id={id}
          size="small"
          fullWidth
          value={name}
          error={refusal !== undefined}
          placeholder="Nome do filtro"
          inputProps={{
            autoComplete: 'off', 'aria-invalid': refusal !== undefined, 'aria-describedby': help === undefined ? undefined : `${id}-ajuda`,
          }}
          onChange={event => {
            setName(event.target.value);
            setRefusal(undefined);
          }}
        />
        <Button type="submit" variant="contained" loading={busy}>Salvar</Button>
      </Box>
      {help && <FormHelperText id={`${id}-ajuda`} error={refusal !== undefined}>{help}</FormHelperText>}
    </Box>
  );
};

interface SavedFilterListProps {
  saved: ReturnType<typeof useSavedFilters>;
  onApply: (filter: SavedFilter) => void;
}

export const SavedFilterList = ({saved: {filters, error, reload, remove}, onApply}: SavedFilterListProps) => {
  const [deleting, setDeleting] = useState<SavedFilter>();
  if (error) return (
    <Button size="small" color="error" variant="outlined" onClick={reload}>Não foi possível carregar. Tentar de novo</Button>
  );
  if (filters === undefined) return <Skeleton variant="rounded" height={40} />;
  if (filters.length === 0) return <Typography variant="body2" color="text.secondary">Nenhum filtro salvo nesta lista.</Typography>;
  const confirmDelete = async ({id}: SavedFilter): Promise<void> => {
    await remove.mutateAsync(id);
    setDeleting(undefined);
  };
  return (
    <>
      <List dense disablePadding sx={{maxHeight: 280, overflowY: 'auto', mx: -1}}>
        {filters.map(filter => (
          <ListItem
            key={filter.id}
            disablePadding
            secondaryAction={
              <IconButton edge="end" size="small" aria-label={`Excluir filtro ${filter.nome}`} onClick={() => setDeleting(filter)}>
                <DeleteIcon fontSize="small" />
              </IconButton>
            }
          >
            <ListItemButton sx={{borderRadius: 1, px: 1, minHeight: 40, overflowWrap: 'anywhere'}} onClick={() => onApply(filter)}>
              {filter.nome}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
      {deleting && (
        <ConfirmDialog
          open
          title={deleting.nome}
          question="Deseja excluir este filtro salvo?"
          confirm="Excluir"
          tone="danger"
          onConfirm={() => confirmDelete(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </>
  );
};

const useListState = (name: string, columns: ChosenColumns) => {
  const {config, resource, session} = useResourceAndSession(name);
  const list = useListContext();
  const navigate = useNavigate();
  const {resetInputs} = useFilterReset();
  const opening = defaultFilters(config, resource, session);
  return {
    current: (nome: string): Omit<NewSavedFilter, 'recurso'> => ({
      nome,
      filtro: toSavedFilters(list.filterValues as Record<string, unknown>, opening),
      colunas: columns.exportableColumns,
      ordenacao: {campo: list.sort.field, ordem: list.sort.order === 'DESC' ? 'desc' : 'asc'},
    }),
    apply: ({filtro, colunas, ordenacao}: SavedFilter): void => {
      if (colunas !== null) columns.chooseExportable(colunas);
      const [campo, ordem] = resource.list.sort;
      const order = ordenacao ?? {campo, ordem};
      // A single navigation, so that Back restores the earlier filters.
      const search = new URLSearchParams({
        filter: JSON.stringify(fromSavedFilters(filtro, opening, fixedFilters(config, resource, session))),
        sort: order.campo, order: order.ordem.toUpperCase(), page: '1',
      });
      void navigate({search: `?${search.toString()}`});
      resetInputs();
    },
  };
};

interface Props extends ToolPanelState {
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
