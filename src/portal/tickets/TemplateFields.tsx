/** The fields of the chosen template, while a ticket is opened. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {useWatch} from 'react-hook-form';
import {useTemplateItems} from '../parts/template/items.ts';
import {TicketItems} from '../parts/template/TicketItems.tsx';
import {useConfig} from '../session/ConfigContext.tsx';
import {Columns} from '../ui/Section.tsx';

export const TemplateFields = () => {
  const idModelo = Number(useWatch({name: 'idModeloFormulario'}) ?? 0);
  const {messages} = useConfig();
  const {data, isError, refetch} = useTemplateItems(idModelo);
  if (idModelo === 0) return <Typography color="text.secondary">Escolha o formulário para ver os campos.</Typography>;
  if (isError && data === undefined) {
    return <Alert severity="error" action={<Button color="inherit" size="small" onClick={() => void refetch()}>Tentar de novo</Button>}>Não foi possível carregar os campos.</Alert>;
  }
  if (data === undefined) return <Columns>{[1, 2, 3, 4].map(place => <Skeleton key={place} variant="rounded" height={64} />)}</Columns>;
  if (data.length === 0) return <Alert severity="warning">{messages['formEmpty']} Este modelo ainda não tem itens.</Alert>;
  return <TicketItems items={data} />;
};
