/** Shows an invitation's link for delivery by hand, on a server without e-mail (rules: Session 10). */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {formatInstant} from '../../../schema/fields/dates.ts';
import type {InvitationLink} from '../../../schema/apiShapes.ts';
import type {Invitation} from '../../fields/invitationLink.ts';
import {CopyField} from '../../fields/CopyField.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {LoadError} from '../../ui/LoadError.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {request} from '../../api/http.ts';

interface Props {
  invitation: Invitation;
  onClose: () => void;
}

export const InvitationDialog = ({invitation: {call, id, name}, onClose}: Props) => {
  const {data, error, refetch} = useQuery({
    queryKey: ['convite', call, id], staleTime: Infinity, gcTime: 0, retry: false,
    queryFn: async ({signal}) => (await request<InvitationLink>(call, {params: {id}, signal})).body,
  });
  return (
    <Modal title={`Convite: ${name}`} onClose={onClose}>
      <DialogContent sx={{display: 'grid', alignContent: 'start', gap: 2}}>
        <Alert severity="warning" variant="outlined">
          Este servidor não envia e-mails. Entregue o link abaixo à pessoa: com ele, ela cria a própria senha.
        </Alert>
        {data === undefined
          ? error ? <LoadError error={error} retry={() => void refetch()} /> : <RowsSkeleton rows={1} label="Carregando o link" />
          : (
            <Box>
              <CopyField label="Link do convite" value={data.link} button="Copiar o link do convite" copied="Link copiado!" />
              <Typography variant="body2" color="text.secondary" sx={{mt: 1}}>
                Vale até {formatInstant(data.ate)} e só pode ser usado uma vez.
              </Typography>
            </Box>
          )}
      </DialogContent>
    </Modal>
  );
};
