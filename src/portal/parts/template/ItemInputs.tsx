/** Inputs of form items, rendered as ordinary fields with the masks, lists and messages of their kinds (rules: Items 1, 2, 3). */
import {useEffect, useId, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {useFormContext, useWatch} from 'react-hook-form';
import {itemField} from '../../../schema/fields/items.ts';
import {initialItemValue, storedItemValue, prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {CONFIRMED_LABEL} from '../../../schema/queue.ts';
import {itemMessages} from '../../../schema/words/messages.ts';
import {FieldInput} from '../../fields/FieldInput.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {focusRobotMark, ROBOT_MARK_ATTRIBUTES} from '../../ui/Refusal.tsx';
import {Columns} from '../../ui/Section.tsx';
import {itemSource, type RecordFormItem} from './templateForm.ts';

interface InputsProps {
  items: readonly RecordFormItem[];
  disabled?: boolean;
  /** Confirms the value of an item that a robot marked; resolves true on success. Absent: the caller may not confirm. */
  onConfirm?: ((item: number) => Promise<boolean>) | undefined;
}

export const ItemInputs = ({items, ...rest}: InputsProps) => (
  <Columns>{items.map(item => <ItemInput key={item.id} {...rest} item={item} />)}</Columns>
);

const ItemInput = ({item, disabled = false, onConfirm}: Omit<InputsProps, 'items'> & {item: RecordFormItem}) => {
  const config = useConfig();
  const session = useSession();
  const prefill = prefillFromSession(config, item, session);
  const initialValue = initialItemValue(config, item, session);
  const prefilledValue = prefill?.value;
  const {setValue} = useFormContext();
  const source = itemSource(item);
  useEffect(() => {
    if (prefilledValue && !disabled) setValue(source, prefilledValue);
  }, [prefilledValue, disabled, source, setValue]);
  const markId = useId();
  // The mark applies only to the value that the robot rejected.
  const isMarked = storedItemValue(config, item, useWatch({name: source}) as unknown) === item.valor && Boolean(item.aviso);
  // The message names whom to ask, also in place of the 'required' message.
  const missingMessage = prefill?.value === '' && !disabled ? prefill.missing : undefined;
  return (
    <Box>
      <FieldInput
        field={itemField(config, item)}
        source={source}
        initialValue={initialValue || null}
        messages={missingMessage === undefined ? itemMessages : {...itemMessages, required: missingMessage}}
        helperText={missingMessage}
        disabled={disabled}
        fixed={prefill !== undefined}
        describedBy={isMarked ? markId : undefined}
      />
      {isMarked && <RobotMark id={markId} item={item} onConfirm={onConfirm} />}
    </Box>
  );
};

/** A robot's objection to a value, shown until the value changes or somebody confirms it. */
const RobotMark = (
  {id, item: {item, aviso, descricao}, onConfirm}: Pick<InputsProps, 'onConfirm'> & {id: string; item: RecordFormItem},
) => {
  const markRef = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async (itemId: number): Promise<void> => {
    setBusy(true);
    const isConfirmed = await onConfirm?.(itemId);
    setBusy(false);
    // The pressed button disappears: the next mark gets the focus, else the input.
    if (isConfirmed !== true || focusRobotMark(markRef.current)) return;
    document.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(id)}"]`)?.focus();
  };
  return (
    <Alert {...ROBOT_MARK_ATTRIBUTES} ref={markRef} id={id} severity="warning" variant="outlined" sx={{mt: 0.5, py: 0}}>
      {aviso}
      {onConfirm !== undefined && typeof item === 'number' && (
        <Box sx={{displayPrint: 'none'}}>
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            disabled={busy}
            aria-label={`${CONFIRMED_LABEL}: ${descricao}`}
            onClick={() => void confirm(item)}
            sx={{my: 0.5}}
          >
            {CONFIRMED_LABEL}
          </Button>
        </Box>
      )}
    </Alert>
  );
};
