/** Props of controls and rows of the table of kinds. A control draws the input; label, limit and error belong to the frame. */
import type {ComponentType, Ref} from 'react';
import type {Field} from '../../../schema/shapes/fields.ts';

export interface ControlProps<F> {
  field: F;
  /** The displayed field, where it is another. */
  displayedField?: Field | undefined;
  id: string;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Focused by the form when this value is refused. */
  inputRef: Ref<HTMLElement>;
  disabled: boolean;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  /** Form value of the field that narrows this one (`within`). */
  parent: unknown;
  emptyLabel: string | undefined;
  /** Label of an option for records without a reference. */
  noneLabel?: string | undefined;
}

export interface KindInput<F> {
  Control: ComponentType<ControlProps<F>>;
  /** Place of the label: beside a switch, or as the legend of a group. Absent: above the control. */
  labelPlace?: 'beside' | 'legend' | undefined;
  /** Maximum length, counted near its end. Absent: not worth showing. */
  maxLength?: ((field: F) => number) | undefined;
  isWide?: (field: F) => boolean;
  /** The disabled input shows the value by itself. */
  showsOwnValue?: true;
  ReadOnly?: ComponentType<ControlProps<F>>;
  /** Hint about a valid value of the given length. */
  warning?: (field: F, used: number) => string | undefined;
}

export type AnyKindInput = KindInput<Field>;

export const inputAttributes = ({id, name, required, invalid, describedBy}: Omit<ControlProps<unknown>, 'emptyLabel'>) => ({
  id,
  name,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
});
