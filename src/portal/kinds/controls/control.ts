/** What the input of one kind is given. It draws the control only; label, limit and error are the frame's. */
import type {ComponentType, Ref} from 'react';
import type {Field} from '../../../schema/shapes/fields.ts';

export interface ControlProps<F> {
  field: F;
  /** The field whose values it shows, where that is another. */
  shown?: Field | undefined;
  id: string;
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Where the form puts the focus when this value is refused. */
  inputRef: Ref<HTMLElement>;
  disabled: boolean;
  required: boolean;
  invalid: boolean;
  /** The ids of error and help. */
  describedBy: string | undefined;
  /** The form's value of the field that narrows this one (`within`). */
  parent: unknown;
  /** What the empty choice is called. */
  all: string | undefined;
  /** What no record at all is called, where that is a choice of its own. */
  none?: string | undefined;
}

export interface KindInput<F> {
  Control: ComponentType<ControlProps<F>>;
  /** Where the label stands: above, beside a switch, or as the legend of a group. */
  label: 'above' | 'beside' | 'legend';
  /** The most characters the control takes, counted near the end; undefined: no limit worth telling. */
  limit: ((field: F) => number) | undefined;
  /** Whether it takes the form's whole width. */
  isWide?: (field: F) => boolean;
  /** The input alone can show its value: whoever may not change it sees it locked. */
  keeps?: true;
  /** What stands there for who may not change it, where the value is no words by itself. */
  Text?: ComponentType<ControlProps<F>>;
  /** What is no mistake and yet worth saying of a value of so many characters. */
  warning?: (field: F, used: number) => string | undefined;
}

/** A row of the table, for any field. */
export type AnyKindInput = KindInput<Field>;

/** The attributes every native input of a control carries. */
export const inputAttributes = ({id, name, required, invalid, describedBy}: Omit<ControlProps<unknown>, 'all'>) => ({
  id,
  name,
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
});
