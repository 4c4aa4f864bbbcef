/** Numbers with a comma: as they are typed while somebody is at it, then as they are read. */
import {useState} from 'react';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {formatDecimal, decimalsOf, parseDecimal} from '../../../schema/fields/decimals.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import type {ControlProps} from './control.ts';
import {ControlInput} from './ControlInput.tsx';

/** What stands before the number. */
const SIGNS = {decimal: undefined, moeda: 'R$\u00A0'} as const;

export const DecimalControl = (props: ControlProps<FieldOf<'decimal'> | FieldOf<'moeda'>>) => {
  const {field, value, onChange, onBlur} = props;
  const [typed, setTyped] = useState<string>();
  const bare = kindRuleOf(field).bare(value, field);
  const read = typeof bare === 'string' ? bare : formatDecimal(bare, decimalsOf(field));
  // What came from elsewhere meanwhile, a record that was read again say, takes the place of what was typed.
  const isTyped = typed !== undefined && (parseDecimal(typed.trim(), true) ?? typed) === (value ?? '');
  return (
    <ControlInput
      of={props}
      type="text"
      value={isTyped ? typed : read}
      onChange={({target: {value: text}}) => {
        setTyped(text);
        onChange(parseDecimal(text.trim(), true) ?? text);
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
      startAdornment={SIGNS[field.kind]}
      inputProps={{inputMode: 'decimal', autoComplete: 'off'}}
    />
  );
};
