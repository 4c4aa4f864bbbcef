import {useId, useState, type SubmitEvent} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import {useQuery, useQueryClient} from '@tanstack/react-query';
import {MAX_API_KEY_NAME_LENGTH, API_KEY_CALLS} from '../../../schema/queue.ts';
import type {RobotState} from '../../../schema/queuePanel.ts';
import {CopyField} from '../../fields/CopyField.tsx';
import {errorId, FieldFrame} from '../../fields/FieldFrame.tsx';
import {useToasts} from '../../toasts/useToasts.ts';
import {formatAgeWithTime} from '../../ui/Age.tsx';
import {ConfirmDialog} from '../../ui/ConfirmDialog.tsx';
import {RowsSkeleton} from '../../ui/Facts.tsx';
import {inputErrorMessage, LoadError} from '../../ui/LoadError.tsx';
import {Modal} from '../../ui/Modal.tsx';
import {request} from '../../api/http.ts';
import {ROBOTS_QUERY_KEY} from './robotsQueries.ts';

interface ApiKey {
  id: number;
  nome: string;
  dataCriacao: string;
  ultimoUso: string | null;
}

const CreatedKey = ({chave}: {chave: string}) => (
  <Alert severity="success" variant="outlined" sx={{'& .MuiAlert-message': {flexGrow: 1}}}>
    Guarde a chave agora: ela não será mostrada de novo.
    <Box sx={{mt: 1}}><CopyField label="Chave" value={chave} button="Copiar" copied="Chave copiada!" /></Box>
  </Alert>
);

export const ApiKeysDialog = ({robot: {id, nome}, onClose}: {robot: RobotState; onClose: () => void}) => {
  const inputId = useId();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [keyName, setKeyName] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [chave, setChave] = useState('');
  const [revoking, setRevoking] = useState<ApiKey>();
  const {data, error, refetch} = useQuery({
    queryKey: [...ROBOTS_QUERY_KEY, 'chaves', id],
    queryFn: async ({signal}) => (await request<ApiKey[]>(API_KEY_CALLS.list, {params: {id}, signal})).body,
  });
  const refreshPanels = () => void queryClient.invalidateQueries({queryKey: ROBOTS_QUERY_KEY});
  const createKey = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    try {
      const {body} = await request<{chave: string}>(API_KEY_CALLS.create, {params: {id}, body: {nome: keyName}});
      setChave(body.chave);
      setKeyName('');
      setRefusal(undefined);
      refreshPanels();
    } catch (createError) {
      toasts.failed(createError);
      setRefusal(inputErrorMessage('nome', createError));
    }
  };
  const revokeKey = async (key: ApiKey): Promise<void> => {
    await request(API_KEY_CALLS.revoke, {params: {id, idChave: key.id}});
    refreshPanels();
    toasts.success('Chave Revogada!');
    setRevoking(undefined);
  };
  return (
    <Modal title={`Chaves de ${nome}`} onClose={onClose}>
      <DialogContent sx={{display: 'grid', gap: 2, alignContent: 'start'}}>
        {chave !== '' && <CreatedKey key={chave} chave={chave} />}
        {data === undefined && (error
          ? <LoadError error={error} retry={() => void refetch()} /> : <RowsSkeleton rows={2} label="Carregando as chaves" />)}
        {data?.length === 0 && (
          <Typography color="text.secondary">Nenhuma chave ainda. Dê um nome à máquina e crie a primeira.</Typography>
        )}
        {data?.map(key => (
          <Box key={key.id} sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1}}>
            <Box sx={{overflowWrap: 'anywhere'}}>
              {key.nome}
              <Typography variant="body2" color="text.secondary">
                {key.ultimoUso === null ? 'Nunca usada' : `Usada ${formatAgeWithTime(key.ultimoUso)}`}
              </Typography>
            </Box>
            <Button color="error" variant="outlined" size="small" aria-label={`Revogar ${key.nome}`} onClick={() => setRevoking(key)}>
              Revogar
            </Button>
          </Box>
        ))}
        <Box
          component="form"
          onSubmit={event => void createKey(event)}
          sx={{display: 'flex', flexWrap: 'wrap', alignItems: 'start', gap: 1}}
        >
          <Box sx={{flex: '1 1 220px'}}>
            <FieldFrame id={inputId} label="Nome da chave" disabled={false} required error={refusal}>
              <OutlinedInput
                id={inputId} name="nome" size="small" fullWidth value={keyName} error={refusal !== undefined}
                onChange={event => {
                  setKeyName(event.target.value);
                  setRefusal(undefined);
                }}
                inputProps={{
                  maxLength: MAX_API_KEY_NAME_LENGTH, autoComplete: 'off', 'aria-required': true, 'aria-invalid': refusal !== undefined,
                  'aria-describedby': refusal === undefined ? undefined : errorId(inputId),
                }}
              />
            </FieldFrame>
          </Box>
          {/* Aligned with the input, also while an error is shown below it. */}
          <Button type="submit" variant="contained" disabled={keyName.trim() === ''} sx={{mt: {sm: 3}}}>Criar chave</Button>
        </Box>
      </DialogContent>
      {revoking !== undefined && (
        <ConfirmDialog
          open title={`Chave ${revoking.nome}`} question="Deseja Revogar a Chave ? O robô que a usa não entrará mais."
          confirm="Revogar" tone="danger" onConfirm={() => revokeKey(revoking)} onClose={() => setRevoking(undefined)}
        />
      )}
    </Modal>
  );
};
