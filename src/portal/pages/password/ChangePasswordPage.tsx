/** /adm/alterar-senha: the caller's name and e-mail, read-only, and a new password (rules: Session 11, 13). */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import {useFormState, useWatch} from 'react-hook-form';
import type {FieldOf, Fields} from '../../../schema/shapes/fields.ts';
import {passwordField} from '../../../schema/shapes/publicConfig.ts';
import {validateValue, type RecordValues} from '../../../schema/fields/validate.ts';
import type {PasswordChanged} from '../../../schema/apiShapes.ts';
import {CheckedForm} from '../../form/CheckedForm.tsx';
import {SubmitStatus} from '../../form/SubmitStatus.tsx';
import {singleFieldErrors, useSubmitOnce, type SaveErrors} from '../../form/useSubmitOnce.ts';
import {FieldInput} from '../../fields/FieldInput.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {claims, renewToken} from '../../session/claims.ts';
import {GUTTER} from '../../theme/tokens.ts';
import {useToasts} from '../../toasts/useToasts.ts';
import {PageTitle} from '../../ui/PageTitle.tsx';
import {request} from '../../api/http.ts';
import {passwordStrength} from './passwordStrength.ts';

const fieldsOf = (password: FieldOf<'senha'>) => {
  const {minLength, maxLength} = password;
  return {
    nome: {kind: 'texto', label: 'Nome', maxLength: 100, readOnly: true},
    email: {kind: 'texto', label: 'E-mail', maxLength: 100, readOnly: true},
    senha: {kind: 'senha', label: 'Nova Senha', required: true, minLength, maxLength},
  } as const satisfies Fields;
};

const useTypedPassword = (): string => (useWatch({name: 'senha'}) as string | null) ?? '';

const Strength = ({minLength}: {minLength: number}) => (
  <Typography variant="body2" color="text.secondary" aria-live="polite">
    Força da senha: {passwordStrength(useTypedPassword(), minLength)}
  </Typography>
);

const Submit = ({field}: {field: FieldOf<'senha'>}) => {
  const {isSubmitting} = useFormState();
  const isValid = validateValue(field, useTypedPassword(), true) === undefined;
  return <Box><Button type="submit" variant="contained" loading={isSubmitting} disabled={!isValid}>Alterar</Button></Box>;
};

const PasswordForm = ({onChanged}: {onChanged: () => void}) => {
  const config = useConfig();
  const {id} = useSession();
  const toasts = useToasts();
  const person = claims();
  const fields = fieldsOf(passwordField(config));
  const change = useSubmitOnce(async (values: RecordValues): Promise<SaveErrors | undefined> => {
    try {
      const {body} = await request<PasswordChanged | undefined>('PUT usuarios/:id', {params: {id}, body: {senha: values['senha']}});
      // The change ends the person's other sessions; this one continues with a new token (rules: Session 13).
      if (body?.token) renewToken(body.token);
      toasts.success(config.messages.passwordChanged);
      onChanged();
      return undefined;
    } catch (error) {
      toasts.failed(error);
      return singleFieldErrors('senha', error);
    }
  });
  return (
    <CheckedForm record={{nome: person?.unique_name ?? '', email: person?.email ?? ''}} onSubmit={change}>
      <Box sx={{display: 'grid', gap: 1.5}}>
        {Object.entries(fields).map(([name, field]) => <FieldInput key={name} field={field} source={name} fields={fields} />)}
        <Strength minLength={fields.senha.minLength} />
        <SubmitStatus />
        <Submit field={fields.senha} />
      </Box>
    </CheckedForm>
  );
};

export const ChangePasswordPage = () => {
  const {product} = useConfig();
  const [formKey, setFormKey] = useState(0);
  return (
    <>
      <PageTitle tab={product.pageTitle} heading="Alterar Senha" />
      <Paper variant="outlined" sx={{maxWidth: 480, p: GUTTER, borderRadius: 1.5}}>
        <PasswordForm key={formKey} onChanged={() => setFormKey(formKey + 1)} />
      </Paper>
    </>
  );
};
