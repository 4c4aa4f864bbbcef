/** Password input with a button that shows the text. */
import {useState} from 'react';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Typography from '@mui/material/Typography';
import {useRecordContext, useResourceContext} from 'ra-core';
import {useWatch} from 'react-hook-form';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {isInvited} from '../../../schema/invitation.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {useSendsNoMail} from '../serverLimits.ts';
import type {ControlProps} from './control.ts';
import {ControlInput, EndButton} from './ControlInput.tsx';

/** Notice that the link for a person without a password has to be handed over, where no e-mail is sent. */
const InvitationNotice = () => {
  const {resource, session} = useResourceAndSession(useResourceContext() ?? '');
  const record = useWatch() as RecordValues;
  const isNew = useRecordContext<{id?: unknown}>()?.id === undefined;
  const sendsNoMail = useSendsNoMail(isNew);
  return sendsNoMail && isNew && isInvited({resource, record, session}) && (
    <Typography role="status" variant="body2" sx={{color: 'warning.main', mt: 0.5}}>
      Este servidor não envia e-mails: depois de salvar, copie o link do convite e entregue-o à pessoa.
    </Typography>
  );
};

export const PasswordControl = (props: ControlProps<FieldOf<'senha'>>) => {
  const {field, value, onChange, disabled} = props;
  const [isShown, setShown] = useState(false);
  return (
    <>
      <ControlInput
        control={props}
        type={isShown ? 'text' : 'password'}
        value={typeof value === 'string' ? value : ''}
        onChange={event => onChange(event.target.value)}
        inputProps={{autoComplete: 'new-password'}}
        endAdornment={
          <EndButton disabled={disabled} aria-pressed={isShown} aria-label="Mostrar senha" onClick={() => setShown(!isShown)}>
            {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
          </EndButton>
        }
      />
      {field.invites !== undefined && !value && <InvitationNotice />}
    </>
  );
};
