/** Open records by what a field refers to, most first: each a share of all. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {dashboardWords} from '../../../schema/dashboard.ts';
import {openTab, TAB} from '../../../schema/lifeCycle/tabs.ts';
import type {Shares as Rows} from '../../../schema/wire.ts';
import {useSession} from '../../session/context.ts';
import {Leading, type About} from './Leading.tsx';
import {line, lines} from './lines.ts';
import {written} from './numbers.ts';

interface SharesProps extends About {
  field: string;
  rows: Rows;
}

const FEW = 5;

export const Shares = ({field, rows, ...about}: SharesProps) => {
  const {dashboard, resource, whose} = about;
  const tab = openTab(resource, useSession());
  const [all, setAll] = useState(false);
  if (rows.length === 0) return <Typography color="text.secondary">{dashboardWords(dashboard, resource).noneOpen}</Typography>;
  const total = rows.reduce((sum, {qtd}) => sum + qtd, 0);
  return (
    <>
      <Box component="ul" sx={lines}>
        {rows.slice(0, all ? undefined : FEW).map(({id, descricao, qtd, idEmpresa = whose.idEmpresa}) => (
          <Box component="li" key={id} sx={line}>
            <Leading {...about} whose={{...whose, idEmpresa}} filter={tab === undefined ? undefined : {[field]: id, [TAB]: tab}}>
              {descricao}
            </Leading>
            <Box component="span" sx={{whiteSpace: 'nowrap', color: 'text.secondary'}}>
              <Box component="strong" sx={{color: 'text.primary', fontWeight: 600}}>{written(qtd)}</Box> de {written(total)}
            </Box>
          </Box>
        ))}
      </Box>
      {rows.length > FEW && (
        <Button size="small" sx={{alignSelf: 'start'}} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Mostrar menos' : `Mostrar todos (${written(rows.length)})`}
        </Button>
      )}
    </>
  );
};
