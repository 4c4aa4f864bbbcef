import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import {Link} from 'react-router-dom';
import {screenKeys} from '../../schema/words/keys.ts';
import {useResource} from '../session/context.ts';
import {useListLinks} from './address/listLinks.ts';

interface Props {
  name: string;
  /** Announces the screen's shortcut, which only a list's own screen listens to. */
  keyed?: boolean;
}

export const CreateButton = ({name, keyed = false}: Props) => {
  const {list: {createLabel}} = useResource(name);
  const {create} = useListLinks(name);
  if (create === undefined) return null;
  return (
    <Button
      component={Link}
      {...create}
      variant="contained"
      startIcon={<AddIcon />}
      aria-keyshortcuts={keyed ? screenKeys.create : undefined}
    >
      {createLabel ?? 'Cadastrar'}
    </Button>
  );
};
