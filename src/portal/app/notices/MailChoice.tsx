/** Which mails somebody gets of their notices: chosen where they are read, and saved at once (rules: Screens 22). */
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
import {LoadAgain} from '../../kinds/FieldFrame.tsx';
import {useSession} from '../../session/context.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {askNoticeMail, chooseNoticeMail} from './calls.ts';

const WORDS: Readonly<Record<NoticeMail, {name: string; does: string}>> = {
  imediato: {name: 'Na hora', does: 'O primeiro aviso chega na hora; os seguintes chegam juntos.'},
  resumo: {name: 'Um resumo por dia', does: 'De manhã, com o que você ainda não leu.'},
  nunca: {name: 'Nunca', does: 'Nenhum e-mail: os avisos ficam só aqui.'},
};

const KEY = [READ_MAIL_FREQUENCY_CALL];

const useChoice = () => {
  const {id} = useSession();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const asked = useQuery({queryKey: KEY, queryFn: ({signal}) => askNoticeMail(id, signal), retry: false});
  const choose = useMutation({
    // One after the other: the arrows go from one choice to the next.
    scope: {id: READ_MAIL_FREQUENCY_CALL},
    mutationFn: (email: NoticeMail) => chooseNoticeMail(id, email),
    onMutate: async email => {
      await queryClient.cancelQueries({queryKey: KEY});
      const before = queryClient.getQueryData(KEY);
      queryClient.setQueryData(KEY, email);
      return before;
    },
    onError: (error, _email, before) => {
      toasts.failed(error);
      queryClient.setQueryData(KEY, before);
      return queryClient.invalidateQueries({queryKey: KEY});
    },
  });
  return {...asked, choose};
};

const Choices = ({label}: {label: string}) => {
  const id = useId();
  const {data, error, refetch, choose} = useChoice();
  if (data === undefined) return error ? <LoadAgain id={id} retry={() => void refetch()} /> : <Skeleton variant="rounded" height={120} />;
  return (
    <>
      <RadioGroup aria-label={label} value={data} onChange={(_event, chosen) => choose.mutate(chosen as NoticeMail)}>
        {NOTICE_MAILS.map(one => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio size="small" slotProps={{input: {'aria-describedby': `${id}-${one}`}}} />}
            label={(
              <>
                <Typography component="span" variant="body2" sx={{display: 'block'}}>{WORDS[one].name}</Typography>
                <Typography component="span" id={`${id}-${one}`} aria-hidden variant="caption" color="text.secondary">
                  {WORDS[one].does}
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

export const MailChoice = () => {
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
      <Box id={id} hidden={!open} sx={{px: 2.5, pb: 1}}>{open && <Choices label={label} />}</Box>
    </Box>
  );
};
