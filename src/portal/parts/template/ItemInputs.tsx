/**
 * The items of a frozen form, drawn as any other field: masks, lists and sentences come from the declaration (rules: Items 1, 2, 3).
 */
import {useEffect} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import {useFormContext} from 'react-hook-form';
import {itemField, prefilled} from '../../../schema/fields/items.ts';
import {itemWords} from '../../../schema/words/messages.ts';
import {FieldInput} from '../../kinds/FieldInput.tsx';
import {useConfig} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {Columns} from '../../ui/Section.tsx';
import {sourceOf, type FormItem} from './form.ts';

export const ItemInputs = ({items, disabled = false}: {items: readonly FormItem[]; disabled?: boolean}) => (
  <Columns>{items.map(item => <ItemInput key={item.id} item={item} disabled={disabled} />)}</Columns>
);

const ItemInput = ({item, disabled}: {item: FormItem; disabled: boolean}) => {
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
        disabled={disabled}
        fixed={prefill !== undefined}
      />
      {item.aviso && <Alert severity="warning" variant="outlined" sx={{mt: 0.5, py: 0}}>{item.aviso}</Alert>}
    </Box>
  );
};
