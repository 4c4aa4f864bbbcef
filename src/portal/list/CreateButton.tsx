/** To the empty form, for whoever may create. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import {Link} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {useReach} from '../ui/place/useReach.ts';

export const CreateButton = ({name}: {name: string}) => {
  const config = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  const {state} = useReach();
  if (!may(resource, 'create', perfil)) return null;
  return (
    <Button component={Link} to={screens(config, resource).create} state={state} variant="contained" startIcon={<AddIcon />}>
      {resource.list.createLabel ?? 'Cadastrar'}
    </Button>
  );
};
