import PrintIcon from '@mui/icons-material/PrintOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {screens} from '../../schema/paths.ts';
import {useConfig, useResource} from '../session/context.ts';
import {useScreenNavigation} from '../navigation/useScreenNavigation.ts';

export const PrintButton = ({name, id}: {name: string; id: number}) => {
  const address = screens(useConfig(), useResource(name)).print(id);
  const {print} = useScreenNavigation();
  return (
    <Tooltip title="Imprimir">
      <IconButton aria-label="Imprimir" onClick={() => print(address)} sx={{display: {xs: 'none', sm: 'inline-flex'}}}>
        <PrintIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
};
