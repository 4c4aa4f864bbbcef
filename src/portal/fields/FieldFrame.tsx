/** Frame of every input: label, character count near the limit, help and error. */
import type {ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import {styled} from '@mui/material/styles';
import {Refusal} from '../ui/Refusal.tsx';

interface FieldFrameProps {
  id: string;
  label: string;
  /** Absent: above the control. */
  labelPlace?: 'beside' | 'legend' | undefined;
  required?: boolean;
  disabled: boolean;
  error?: string | undefined;
  help?: ReactNode;
  count?: {used: number; limit: number} | undefined;
  children: ReactNode;
}

const labelIdOf = (id: string): string => `${id}-nome`;
export const errorId = (id: string): string => `${id}-erro`;
export const helpId = (id: string): string => `${id}-ajuda`;

/** The required mark is silent, because the input has `aria-required`. */
const Label = styled(FormLabel)(({theme}) => ({
  ...theme.typography.body2,
  fontWeight: 500,
  color: theme.vars?.palette.text.primary ?? theme.palette.text.primary,
  '&[data-required]::after': {content: '" *" / ""', color: theme.palette.error.main},
})) as typeof FormLabel;

const isNearLimit = ({used, limit}: {used: number; limit: number}): boolean => limit - used <= Math.max(5, limit * 0.1);

export const FieldFrame = ({id, label, labelPlace, required, disabled, error, help, count, children}: FieldFrameProps) => {
  const labelId = labelIdOf(id);
  const labelElement = (
    <Label
      id={labelId}
      {...(labelPlace === 'legend' ? {component: 'div' as const} : {htmlFor: id})}
      disabled={disabled}
      error={error !== undefined}
      data-required={required || undefined}
    >
      {label}
    </Label>
  );
  return (
    <Box
      {...(labelPlace === 'legend' ? {role: 'group', 'aria-labelledby': labelId} : {})}
      sx={{display: 'flex', flexDirection: 'column', gap: 0.5, minWidth: 0}}
    >
      {labelPlace === 'beside'
        ? <Box sx={{display: 'flex', alignItems: 'center', gap: 1, minHeight: 40, pt: {sm: 2.5}}}>{children}{labelElement}</Box>
        : <>{labelElement}{children}</>}
      <Box sx={{display: 'flex', gap: 1, justifyContent: 'space-between'}}>
        <Box aria-live="polite">
          {error !== undefined && (labelPlace === 'legend'
            ? <Refusal id={errorId(id)}>{error}</Refusal>
            : <FormHelperText id={errorId(id)} error sx={{m: 0}}>{error}</FormHelperText>)}
          {error === undefined && help && <FormHelperText id={helpId(id)} sx={{m: 0}}>{help}</FormHelperText>}
        </Box>
        {count && isNearLimit(count) && (
          <FormHelperText component="span" sx={{m: 0, whiteSpace: 'nowrap'}} error={count.used > count.limit}>
            {count.used}/{count.limit}
          </FormHelperText>
        )}
      </Box>
    </Box>
  );
};

export const RetryLoadButton = ({id, retry}: {id: string; retry: () => void}) => (
  // The name includes the button's text, because the control's label would otherwise replace it.
  <Button id={id} aria-labelledby={`${labelIdOf(id)} ${id}-de-novo`} color="error" variant="outlined" size="small" onClick={retry}>
    <span id={`${id}-de-novo`}>Não foi possível carregar. Tentar de novo</span>
  </Button>
);
