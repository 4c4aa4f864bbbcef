/** Keeps the list as it stands under a name; the same name again replaces it. */
import {useId, useState, type SyntheticEvent} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import {formWords} from '../../../schema/words/messages.ts';
import {normalised} from '../../../schema/fields/text.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {bodyOfError} from '../../wire/errors.ts';

interface SaveFilterFormProps {
  /** Those taken. */
  names: readonly string[];
  save: (name: string) => Promise<unknown>;
  busy: boolean;
}

export const SaveFilterForm = ({names, save, busy}: SaveFilterFormProps) => {
  const id = useId();
  const toasts = useToasts();
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const replaces = names.some(one => normalised(one) === normalised(name));
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() === '') return setRefusal(formWords.required);
    try {
      await save(name);
      setName('');
      toasts.success('Filtro salvo!');
    } catch (error) {
      const said = bodyOfError(error).campos?.find(({campo}) => campo === 'nome')?.mensagem;
      if (said === undefined) toasts.failed(error);
      else setRefusal(said);
    }
    return undefined;
  };
  const help = refusal ?? (replaces ? 'Já existe um filtro com este nome: ele será substituído.' : undefined);
  return (
    <Box component="form" noValidate onSubmit={event => void submit(event)}>
      <InputLabel htmlFor={id} sx={{fontSize: '0.8125rem', color: 'text.primary', mb: 0.5, whiteSpace: 'normal'}}>
        Salvar os filtros, a ordem e as colunas atuais como
      </InputLabel>
      <Box sx={{display: 'flex', gap: 1}}>
        <OutlinedInput
          id={id}
          size="small"
          fullWidth
          value={name}
          error={refusal !== undefined}
          placeholder="Nome do filtro"
          inputProps={{
            autoComplete: 'off', 'aria-invalid': refusal !== undefined, 'aria-describedby': help === undefined ? undefined : `${id}-ajuda`,
          }}
          onChange={event => {
            setName(event.target.value);
            setRefusal(undefined);
          }}
        />
        <Button type="submit" variant="contained" loading={busy}>Salvar</Button>
      </Box>
      {help && <FormHelperText id={`${id}-ajuda`} error={refusal !== undefined}>{help}</FormHelperText>}
    </Box>
  );
};
