import {useState} from 'react';
import Typography from '@mui/material/Typography';
import {currentInstant} from '../../../schema/fields/clock.ts';
import {formatInstant} from '../../../schema/fields/dates.ts';

export const ClockNotice = () => {
  const [[localTime, serverTime]] = useState(() => [new Date().toISOString(), currentInstant()] as const);
  return (
    <section aria-label="Relógio">
      <Typography role="status" variant="body2" color="text.secondary" sx={{px: 2, py: 0.5, textAlign: 'center', displayPrint: 'none'}}>
        O relógio deste computador está errado: mostra {formatInstant(localTime)}, e são {formatInstant(serverTime)}.
        {' '}As datas do portal são as do servidor.
      </Typography>
    </section>
  );
};
