/**
 * The dynamic fields of a ticket, drawn as any other field: masks, lists and sentences come from the declaration (rules: Items 1, 2, 3).
 */
import {useEffect} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {useFormContext} from 'react-hook-form';
import {itemField, prefilled} from '../../../schema/items.ts';
import {itemWords} from '../../../schema/messages.ts';
import {FieldInput} from '../../kinds/FieldInput.tsx';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {Columns} from '../../ui/Section.tsx';
import {sourceOf, type TicketItem} from './items.ts';

export const TicketItems = ({items, disabled = false}: {items: readonly TicketItem[]; disabled?: boolean}) => (
  <Columns>{items.map(item => <ItemInput key={item.id} item={item} disabled={disabled} />)}</Columns>
);

const ItemInput = ({item, disabled}: {item: TicketItem; disabled: boolean}) => {
  const config = useConfig();
  const prefill = prefilled(config, item, useSession());
  const fixed = prefill?.value;
  const {setValue} = useFormContext();
  const source = sourceOf(item);
  useEffect(() => {
    if (fixed && !disabled) setValue(source, fixed);
  }, [fixed, disabled, source, setValue]);
  // Who has no value of their own learns whom to ask, also where one is required.
  const missing = prefill?.value === '' && !disabled ? prefill.missing : undefined;
  return (
    <Box>
      <FieldInput
        field={itemField(config, item)}
        source={source}
        words={missing === undefined ? itemWords : {...itemWords, required: missing}}
        helperText={missing}
        disabled={disabled || prefill !== undefined}
      />
      {item.aviso && <Alert severity="warning" variant="outlined" sx={{mt: 0.5, py: 0}}>{item.aviso}</Alert>}
    </Box>
  );
};
