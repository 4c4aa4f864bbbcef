/**
 * The items of a frozen form, drawn as any other field: masks, lists and sentences come from the declaration (rules: Items 1, 2, 3).
 */
import {useEffect, useId, useRef, useState} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import {useFormContext, useWatch} from 'react-hook-form';
import {itemField} from '../../../schema/fields/items.ts';
import {initialItemValue, storedItemValue, prefillFromSession} from '../../../schema/lifeCycle/answers.ts';
import {CONFIRMED_LABEL} from '../../../schema/queue.ts';
import {itemMessages} from '../../../schema/words/messages.ts';
import {FieldInput} from '../../kinds/FieldInput.tsx';
import {useConfig, useSession} from '../../session/context.ts';
import {focusMark, MARK} from '../../ui/Refusal.tsx';
import {Columns} from '../../ui/Section.tsx';
import {sourceOf, type FormItem} from './form.ts';

interface InputsProps {
  items: readonly FormItem[];
  disabled?: boolean;
  /** Says of an item that a robot marked that it is right as it is; resolves whether that was taken. Absent: not this person's to say. */
  onConfirm?: ((item: number) => Promise<boolean>) | undefined;
}

export const ItemInputs = ({items, ...rest}: InputsProps) => (
  <Columns>{items.map(item => <ItemInput key={item.id} {...rest} item={item} />)}</Columns>
);

const ItemInput = ({item, disabled = false, onConfirm}: Omit<InputsProps, 'items'> & {item: FormItem}) => {
  const config = useConfig();
  const session = useSession();
  const prefill = prefillFromSession(config, item, session);
  const begins = initialItemValue(config, item, session);
  const fixed = prefill?.value;
  const {setValue} = useFormContext();
  const source = sourceOf(item);
  useEffect(() => {
    if (fixed && !disabled) setValue(source, fixed);
  }, [fixed, disabled, source, setValue]);
  const id = useId();
  // Another value is not what the robot found wrong.
  const isMarked = storedItemValue(config, item, useWatch({name: source}) as unknown) === item.valor && Boolean(item.aviso);
  // Who has no value of their own learns whom to ask, also where one is required.
  const missing = prefill?.value === '' && !disabled ? prefill.missing : undefined;
  return (
    <Box>
      <FieldInput
        field={itemField(config, item)}
        source={source}
        begins={begins || null}
        words={missing === undefined ? itemMessages : {...itemMessages, required: missing}}
        helperText={missing}
        disabled={disabled}
        fixed={prefill !== undefined}
        describedBy={isMarked ? id : undefined}
      />
      {isMarked && <Mark id={id} item={item} onConfirm={onConfirm} />}
    </Box>
  );
};

/** What a robot found wrong with a value, until that is another one or somebody says that it is right. */
const Mark = ({id, item: {item, aviso, descricao}, onConfirm}: Pick<InputsProps, 'onConfirm'> & {id: string; item: FormItem}) => {
  const own = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  const confirm = async (of: number): Promise<void> => {
    setBusy(true);
    const isTaken = await onConfirm?.(of);
    setBusy(false);
    // On to what is left, else to the input; the button that was pressed goes with its mark.
    if (isTaken !== true || focusMark(own.current)) return;
    document.querySelector<HTMLElement>(`[aria-describedby~="${CSS.escape(id)}"]`)?.focus();
  };
  return (
    <Alert {...MARK} ref={own} id={id} severity="warning" variant="outlined" sx={{mt: 0.5, py: 0}}>
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
