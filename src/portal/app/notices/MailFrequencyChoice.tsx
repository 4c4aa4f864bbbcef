/** The frequency of notice e-mails, below the list of notices; each choice is saved immediately (rules: Screens 22). */
import {useId, useState} from 'react';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {READ_MAIL_FREQUENCY_CALL, NOTICE_MAILS, type NoticeMail} from '../../../schema/words/notices.ts';
import {RetryLoadButton} from '../../fields/FieldFrame.tsx';
import {useSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {fetchMailFrequency, saveMailFrequency} from './noticeCalls.ts';

const FREQUENCY_TEXTS: Readonly<Record<NoticeMail, {name: string; description: string}>> = {
  imediato: {name: 'Na hora', description: 'O primeiro aviso chega na hora; os seguintes chegam juntos.'},
  resumo: {name: 'Um resumo por dia', description: 'De manhã, com o que você ainda não leu.'},
  nunca: {name: 'Nunca', description: 'Nenhum e-mail: os avisos ficam só aqui.'},
};

const QUERY_KEY = [READ_MAIL_FREQUENCY_CALL];

const useMailFrequency = () => {
  const {id} = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const query = useQuery({queryKey: QUERY_KEY, queryFn: ({signal}) => fetchMailFrequency(id, signal), retry: false});
  const choose = useMutation({
    // Serialised, because arrow keys change the choice in quick succession.
    scope: {id: READ_MAIL_FREQUENCY_CALL},
    mutationFn: (email: NoticeMail) => saveMailFrequency(id, email),
    onMutate: async email => {
      await queryClient.cancelQueries({queryKey: QUERY_KEY});
      const previous = queryClient.getQueryData(QUERY_KEY);
      queryClient.setQueryData(QUERY_KEY, email);
      return previous;
    },
    onError: (error, _email, previous) => {
      toasts.failed(error);
      queryClient.setQueryData(QUERY_KEY, previous);
      return queryClient.invalidateQueries({queryKey: QUERY_KEY});
    },
  });
  return {...query, choose};
};

const FrequencyChoices = ({label}: {label: string}) => {
  const id = useId();
  const {data, error, refetch, choose} = useMailFrequency();
  if (data === undefined) {
    return error ? <RetryLoadButton id={id} retry={() => void refetch()} /> : <Skeleton variant="rounded" height={120} />;
  }
  return (
    <>
      <RadioGroup aria-label={label} value={data} onChange={(_event, chosen) => choose.mutate(chosen as NoticeMail)}>
        {NOTICE_MAILS.map(frequency => (
          <FormControlLabel
            key={frequency}
            value={frequency}
            control={<Radio size="small" slotProps={{input: {'aria-describedby': `${id}-${frequency}`}}} />}
            label={(
              <>
                <Typography component="span" variant="body2" sx={{display: 'block'}}>{FREQUENCY_TEXTS[frequency].name}</Typography>
                <Typography component="span" id={`${id}-${frequency}`} aria-hidden variant="caption" color="text.secondary">
                  {FREQUENCY_TEXTS[frequency].description}
                </Typography>
              </>
            )}
            sx={{minHeight: 44, py: 0.5, alignItems: 'start', '& .MuiRadio-root': {py: 0.25}}}
          />
        ))}
      </RadioGroup>
      <Typography role="status" variant="caption" color="text.secondary" sx={{display: 'block', minHeight: 20}}>
        {choose.isSuccess && 'Escolha salva.'}
      </Typography>
    </>
  );
};

export const MailFrequencyChoice = () => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const label = 'E-mails de avisos';
  return (
    <Box sx={{borderTop: 1, borderColor: 'divider', flexShrink: 0}}>
      <Button
        fullWidth
        aria-expanded={open}
        aria-controls={id}
        endIcon={<ExpandMore sx={{transform: open ? 'rotate(180deg)' : 'none'}} />}
        onClick={() => setOpen(!open)}
        sx={{justifyContent: 'space-between', borderRadius: 0, px: 2.5}}
      >
        {label}
      </Button>
      <Box id={id} hidden={!open} sx={{px: 2.5, pb: 1}}>{open && <FrequencyChoices label={label} />}</Box>
    </Box>
  );
};
