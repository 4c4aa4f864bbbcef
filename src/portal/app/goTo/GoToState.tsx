/** What 'Ir para' says beneath its places: still looking, nothing found, not to be reached; how many, for those who do not see them. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {isSearchable} from '../../../schema/lists/goTo.ts';
import {counted} from '../../ui/counted.ts';
import {LoadError} from '../../ui/LoadError.tsx';
import type {SearchedRecords} from './useRecordSearch.ts';

const ROWS = [1, 2, 3];

export const GoToState = ({text, count, found: {waiting, error, retry}}: {text: string; count: number; found: SearchedRecords}) => {
  if (error) return <LoadError error={error} retry={retry} />;
  const nothing = !waiting && count === 0;
  return (
    <>
      {waiting && <Box sx={{px: 2.5, pb: 2}}>{ROWS.map(row => <Skeleton key={row} height={44} />)}</Box>}
      <Box role="status" sx={nothing ? {px: 3, py: 4, textAlign: 'center'} : visuallyHidden}>
        {waiting && 'Procurando…'}
        {!waiting && !nothing && counted(count, 'resultado', 'resultados')}
        {nothing && (
          <>
            <Typography>{isSearchable(text) ? `Nada encontrado com “${text}”.` : 'Digite mais uma letra.'}</Typography>
            <Typography variant="body2" color="text.secondary">Procure uma tela, uma ação, um número ou um nome.</Typography>
          </>
        )}
      </Box>
    </>
  );
};
