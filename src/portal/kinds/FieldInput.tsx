/**
 * The input of any declared field: one frame around the control of its kind, validated by the same function as on the
 * server (rules: Forms 3). Used by forms, filters, action dialogs and a ticket's own items.
 */
import {memo} from 'react';
import {useInput, useRecordContext, useResourceContext} from 'ra-core';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {formMessages, type ValidationMessages} from '../../schema/words/messages.ts';
import {shownField} from '../../schema/lists/columns.ts';
import {validateValue, type RecordValues} from '../../schema/fields/validate.ts';
import {useConfig} from '../session/context.ts';
import {FieldFrame, errorId, helpId} from './FieldFrame.tsx';
import type {ControlProps} from './controls/control.ts';
import {useDrawn} from './drawn.ts';
import {useFieldState, useFixedValue} from './fieldState.ts';
import {inputOf, textOf} from './kindInputs.tsx';

interface FieldInputProps {
  field: Field;
  /** The value's place in the form. */
  source: string;
  /** Whose fields the conditions name; the resource in context when it is not given. */
  resource?: string;
  /** Those fields themselves, where they belong to no resource. */
  fields?: Fields;
  disabled?: boolean;
  /** It is not for this person to change: shown as text. */
  fixed?: boolean;
  helperText?: string | undefined;
  /** The id of what else is said of it beside it. */
  describedBy?: string | undefined;
  /** What it begins with, where the form around it does not say. */
  begins?: unknown;
  /** The sentences of validation; a ticket's items have their own (rules: Items 2). */
  words?: ValidationMessages;
  /** What else is wrong with it, by all that is typed. */
  judge?: (values: RecordValues) => string | undefined;
  /** What the empty choice is called. */
  all?: string | undefined;
  /** What no record at all is called, where a filter asks for those without one. */
  none?: string | undefined;
}

const ENCODED = '@@react-admin@@';
/** react-admin wraps what a validator says; the server's sentences arrive as they are. */
const sentence = (message: string | undefined): string | undefined =>
  message?.startsWith(ENCODED) ? (JSON.parse(message.slice(ENCODED.length)) as string) : message;

const same = (value: unknown): unknown => value ?? null;

export const FieldInput = (props: FieldInputProps) => {
  const {field, source, words = formMessages, all, none} = props;
  const config = useConfig();
  const inContext = useResourceContext(props);
  const of = config.resources[inContext ?? ''];
  const fields = props.fields ?? of?.fields ?? {};
  const state = useFieldState(field, {...of, fields});
  const editing = useRecordContext()?.id !== undefined;
  const required = state.required;
  const fixed = useFixedValue(field);
  const {id, field: input, fieldState} = useInput({
    source,
    format: same,
    parse: same,
    defaultValue: fixed ?? props.begins ?? null,
    // What this person cannot change here cannot be corrected here either; what is calculated is, by the others.
    validate: (value: unknown, values: RecordValues) => {
      if (field.kind === 'calculo') return props.judge?.(values);
      return state.disabled ? undefined : validateValue(field, value, required, words) ?? props.judge?.(values);
    },
  });
  const change = input.onChange as (value: unknown) => void;
  if (state.hidden) return null;

  const isFixed = state.fixed || props.fixed === true || fixed !== undefined;
  const declared = typeof field.help === 'object' ? field.help[editing ? 'update' : 'create'] : field.help;
  return (
    <Drawn
      field={field}
      shown={shownField(config, fields, field)}
      id={id}
      name={input.name}
      value={input.value}
      onChange={change}
      onBlur={input.onBlur}
      inputRef={input.ref}
      disabled={isFixed || state.disabled || props.disabled === true}
      isFixed={isFixed}
      required={required}
      error={sentence(fieldState.error?.message)}
      help={props.helperText ?? declared}
      describedBy={props.describedBy}
      parent={state.parent}
      all={all}
      none={none}
    />
  );
};

interface FramedProps extends Omit<ControlProps<Field>, 'invalid'> {
  /** It is not for this person to change. */
  isFixed: boolean;
  error: string | undefined;
  help: string | undefined;
}

/** What is seen of it. */
const Framed = ({isFixed, error, help: told, describedBy, ...control}: FramedProps) => {
  const {id, name, field, value, required, disabled} = control;
  useDrawn(name);
  const {Control, label, limit, warning} = isFixed ? textOf(field) : inputOf(field);
  const used = typeof value === 'string' ? value.length : 0;
  const help = warning?.(field, used) ?? told;
  return (
    <FieldFrame
      id={id}
      label={field.label}
      place={label}
      // Where there is nothing to fill in, nothing is missing either.
      required={required && !isFixed}
      disabled={disabled && !isFixed}
      error={error}
      help={help}
      count={limit && !disabled ? {used, limit: limit(field)} : undefined}
    >
      <Control
        {...control}
        invalid={error !== undefined}
        describedBy={[error ? errorId(id) : help ? helpId(id) : '', describedBy].filter(Boolean).join(' ') || undefined}
      />
    </FieldFrame>
  );
};
/** A form tells all its inputs of whatever becomes of one: drawn anew is what says something else now. */
const Drawn = memo(Framed);
