/** The equipment that can be lent now. */
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import {useGetList} from 'ra-core';
import type {RecordOf} from '../../src/portal/own.ts';
import type config from './clinica.config.ts';

const DISPONIVEL = 1;

const Shelf = () => {
  const {data = [], isPending, error} = useGetList<RecordOf<typeof config.resources.equipamentos>>('equipamentos', {
    filter: {situacao: DISPONIVEL}, pagination: {page: 1, perPage: 20}, sort: {field: 'nome', order: 'ASC'},
  });
  if (error !== null) return <Typography role="alert">Não foi possível ler a prateleira.</Typography>;
  if (!isPending && data.length === 0) return <Typography>Nenhum equipamento disponível.</Typography>;
  return (
    <List aria-label="Equipamentos disponíveis">
      {data.map(({id, nome, patrimonio, local}) => (
        <ListItem key={id} divider><ListItemText primary={`${patrimonio} · ${nome}`} secondary={local} /></ListItem>
      ))}
    </List>
  );
};
export default Shelf;
