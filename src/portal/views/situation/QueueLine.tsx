/** What a robot does with a record, or when the next one may: which attempt, how far it is, and until when (rules: Robots 6). */
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import {queueKey} from '../../../schema/parts.ts';
import {attemptWords, mostAttempts, queueOf, stillWords} from '../../../schema/queue.ts';
import {capital} from '../../../schema/words/nouns.ts';
import type {QueueState} from '../../../schema/wire.ts';
import {useResource} from '../../session/context.ts';
import {momentOf} from '../../ui/Age.tsx';
import type {Row} from '../../wire/providers/dialects.ts';

const saidOf = ({tentativa, robo, leaseAte, adiadoAte}: NonNullable<QueueState>, most: number): string => {
  if (leaseAte !== null) return attemptWords(tentativa, most, robo);
  if (tentativa === 0) return '';
  const attempt = attemptWords(tentativa, most, '');
  return adiadoAte === null ? `${attempt} não terminou` : `${attempt} falhou; a próxima vem ${momentOf(adiadoAte)}`;
};

export const QueueLine = ({name, record}: {name: string; record: Row}) => {
  const resource = useResource(name);
  const state = record[queueKey(resource)] as QueueState | undefined;
  if (resource.queue === undefined || !state) return null;
  const {leaseAte, limiteAte, progresso, porcento} = state;
  const said = saidOf(state, mostAttempts({queue: queueOf(name, resource)}));
  if (said === '') return null;
  const isWorked = leaseAte !== null;
  const doing = [progresso, stillWords(state.semProgressoSegundos ?? null)].filter(Boolean).join(', ');
  return (
    <Box sx={{display: 'grid', gap: 0.5}}>
      <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>{said}</Typography>
      {isWorked && doing !== '' && <Typography variant="body2" sx={{overflowWrap: 'anywhere'}}>{capital(doing)}</Typography>}
      {isWorked && porcento !== null && (
        <Box sx={{display: 'flex', alignItems: 'center', gap: 1}}>
          <LinearProgress variant="determinate" value={porcento} aria-label="Progresso do robô" sx={{flexGrow: 1, borderRadius: 1}} />
          <Typography aria-hidden variant="caption" color="text.secondary">{porcento} %</Typography>
        </Box>
      )}
      {isWorked && limiteAte !== null && (
        <Typography variant="caption" color="text.secondary">
          Responde até {momentOf(leaseAte)}; a tentativa vai até {momentOf(limiteAte)}
        </Typography>
      )}
    </Box>
  );
};
