/** A number with a decimal comma: as it is typed while focused, then formatted. */
import {useState} from 'react';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {formatDecimal, decimalsOf, parseDecimal} from '../../../schema/fields/decimals.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import type {ControlProps} from './control.ts';
import {ControlInput} from './ControlInput.tsx';

const PREFIXES = {decimal: undefined, moeda: 'R$\u00A0'} as const;

export const DecimalControl = (props: ControlProps<FieldOf<'decimal'> | FieldOf<'moeda'>>) => {
  const {field, value, onChange, onBlur} = props;
  const [typed, setTyped] = useState<string>();
  const bare = kindRuleOf(field).bare(value, field);
  const formatted = typeof bare === 'string' ? bare : formatDecimal(bare, decimalsOf(field));
  // A value that changed elsewhere, as by a reload, replaces the typed text.
  const isTyped = typed !== undefined && (parseDecimal(typed.trim(), true) ?? typed) === (value ?? '');
  return (
    <ControlInput
      control={props}
      type="text"
      value={isTyped ? typed : formatted}
      onChange={({target: {value: text}}) => {
        setTyped(text);
        onChange(parseDecimal(text.trim(), true) ?? text);
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
      startAdornment={PREFIXES[field.kind]}
      inputProps={{inputMode: 'decimal', autoComplete: 'off'}}
    />
  );
};
