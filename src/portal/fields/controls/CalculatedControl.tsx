/** A calculated number: of the operands typed in the form, else as it is stored. */
import {useResourceContext} from 'ra-core';
import {useWatch} from 'react-hook-form';
import {calculateField, listOperands} from '../../../schema/fields/calculation.ts';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {kindRuleOf} from '../../../schema/fields/kinds.ts';
import {useResource} from '../../session/context.ts';
import type {ControlProps} from './control.ts';
import {ReadOnlyControl} from './ReadOnlyControl.tsx';

export const CalculatedControl = (props: ControlProps<FieldOf<'calculo'>>) => {
  const {name, value} = props;
  const {fields} = useResource(useResourceContext() ?? '');
  const names = listOperands(fields, name);
  const typed = useWatch({name: [...names]}) as unknown[];
  const operandValue = (operand: string): unknown => {
    const field = fields[operand];
    const current = operand === name ? value : typed[names.indexOf(operand)];
    return field === undefined ? null : kindRuleOf(field).bare(current, field);
  };
  return <ReadOnlyControl {...props} value={calculateField(fields, name, operandValue)} />;
};
