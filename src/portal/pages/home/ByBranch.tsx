/** Open records by branch, most first. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/config/config.ts';
import type {Summary} from '../../../schema/wire.ts';
import {useConfig} from '../../session/ConfigContext.tsx';
import {listAddress, type Whose} from './addresses.ts';
import {line, lines} from './lines.ts';
import {written} from './numbers.ts';

interface ByBranchProps {
  dashboard: Dashboard;
  resource: Resource;
  rows: Summary['porFilial'];
  whose: Whose;
}

const FEW = 5;

export const ByBranch = ({dashboard: {words}, resource, rows, whose}: ByBranchProps) => {
  const config = useConfig();
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <Typography color="text.secondary">{words.noneOpen}</Typography>;
  return (
    <>
      <Box component="ul" sx={lines}>
        {rows.slice(0, all ? undefined : FEW).map(({idFilial, descricao, qtd, idEmpresa = whose.idEmpresa}) => (
          <Box component="li" key={idFilial} sx={line}>
            <Link component={RouterLink} to={listAddress(config, resource, {idEmpresa, idFilial})} sx={{overflowWrap: 'anywhere'}}>
              {descricao}
            </Link>
            <span>{written(qtd)}</span>
          </Box>
        ))}
      </Box>
      {rows.length > FEW && (
        <Button size="small" sx={{alignSelf: 'start'}} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar menos' : `Mostrar todas (${written(rows.length)})`}
        </Button>
      )}
    </>
  );
};
