/** To the empty form, for whoever may create. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import {Link} from 'react-router-dom';
import {useResource} from '../session/context.ts';
import {useLeads} from './address/leads.ts';

export const CreateButton = ({name}: {name: string}) => {
  const {list: {createLabel}} = useResource(name);
  const {create} = useLeads(name);
  if (create === undefined) return null;
  return <Button component={Link} {...create} variant="contained" startIcon={<AddIcon />}>{createLabel ?? 'Cadastrar'}</Button>;
};
