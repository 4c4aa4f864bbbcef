/** The saved filters by name: a press applies one, the bin deletes it after a question. */
import {useState} from 'react';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type {SavedFilter} from '../../../schema/wire.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import type {useSavedFilters} from './savedFilters.ts';

interface SavedFilterListProps {
  saved: ReturnType<typeof useSavedFilters>;
  onApply: (filter: SavedFilter) => void;
}

export const SavedFilterList = ({saved: {filters, error, reload, remove}, onApply}: SavedFilterListProps) => {
  const toasts = useToasts();
  const [leaving, setLeaving] = useState<SavedFilter>();
  if (error) return (
    <Button size="small" color="error" variant="outlined" onClick={reload}>Não foi possível carregar. Tentar de novo</Button>
  );
  if (filters === undefined) return <Skeleton variant="rounded" height={40} />;
  if (filters.length === 0) return <Typography variant="body2" color="text.secondary">Nenhum filtro salvo nesta lista.</Typography>;
  const confirmed = (filter: SavedFilter) =>
    remove.mutateAsync(filter.id).then(() => undefined, toasts.failed).finally(() => setLeaving(undefined));
  return (
    <>
      <List dense disablePadding sx={{maxHeight: 280, overflowY: 'auto', mx: -1}}>
        {filters.map(filter => (
          <ListItem
            key={filter.id}
            disablePadding
            secondaryAction={
              <IconButton edge="end" size="small" aria-label={`Excluir filtro ${filter.nome}`} onClick={() => setLeaving(filter)}>
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
      {leaving && (
        <ConfirmDialog
          open
          title={leaving.nome}
          question="Deseja excluir este filtro salvo?"
          confirm="Excluir"
          tone="danger"
          onConfirm={() => confirmed(leaving)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
};
