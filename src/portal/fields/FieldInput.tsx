/**
 * Input of a declared field: a frame around the control of its kind, validated as on the server (rules: Forms 3). Forms, filters, action
 * dialogs and a ticket's items use it.
 */
import {memo} from 'react';
import {useInput, useRecordContext, useResourceContext} from 'ra-core';
import type {Field, Fields} from '../../schema/shapes/fields.ts';
import {formMessages, type ValidationMessages} from '../../schema/words/messages.ts';
import {resolveShownField} from '../../schema/lists/columns.ts';
import {validateValue, type RecordValues} from '../../schema/fields/validate.ts';
import {useConfig} from '../session/context.ts';
import {FieldFrame, errorId, helpId} from './FieldFrame.tsx';
import type {ControlProps} from './controls/control.ts';
import {useRenderedInput} from './renderedInputs.ts';
import {useFieldState, useFixedValue} from './fieldState.ts';
import {kindInputOf, readOnlyInputOf} from './kindInputs.tsx';

interface FieldInputProps {
  field: Field;
  source: string;
  /** The resource whose fields the conditions name, by default the one in context. */
  resource?: string;
  /** The fields, where they belong to no resource. */
  fields?: Fields;
  disabled?: boolean;
  /** The person may not change it, so that it is shown as text. */
  fixed?: boolean;
  helperText?: string | undefined;
  describedBy?: string | undefined;
  initialValue?: unknown;
  /** Validation messages; a ticket's items have their own (rules: Items 2). */
  messages?: ValidationMessages;
  checkRules?: (values: RecordValues) => string | undefined;
  emptyLabel?: string | undefined;
  /** Label of the option for records without a reference, in filters. */
  noneLabel?: string | undefined;
}

const ENCODED_PREFIX = '@@react-admin@@';
/** react-admin encodes a validator's message; the server's messages arrive plain. */
const decodeMessage = (message: string | undefined): string | undefined =>
  message?.startsWith(ENCODED_PREFIX) ? (JSON.parse(message.slice(ENCODED_PREFIX.length)) as string) : message;

const valueOrNull = (value: unknown): unknown => value ?? null;

export const FieldInput = (props: FieldInputProps) => {
  const {field, source, messages = formMessages, emptyLabel, noneLabel} = props;
  const config = useConfig();
  const resourceName = useResourceContext(props);
  const resource = config.resources[resourceName ?? ''];
  const fields = props.fields ?? resource?.fields ?? {};
  const state = useFieldState(field, {...resource, fields});
  const editing = useRecordContext()?.id !== undefined;
  const required = state.required;
  const fixed = useFixedValue(field);
  const {id, field: input, fieldState} = useInput({
    source,
    format: valueOrNull,
    parse: valueOrNull,
    defaultValue: fixed ?? props.initialValue ?? null,
    // A field that the person cannot change is not validated, except a calculated one, which its operands correct.
    validate: (value: unknown, values: RecordValues) => {
      if (field.kind === 'calculo') return props.checkRules?.(values);
      return state.disabled ? undefined : validateValue(field, value, required, messages) ?? props.checkRules?.(values);
    },
  });
  const change = input.onChange as (value: unknown) => void;
  if (state.hidden) return null;

  const isFixed = state.fixed || props.fixed === true || fixed !== undefined;
  const configuredHelp = typeof field.help === 'object' ? field.help[editing ? 'update' : 'create'] : field.help;
  return (
    <MemoFramedControl
      field={field}
      displayedField={resolveShownField(config, fields, field)}
      id={id}
      name={input.name}
      value={input.value}
      onChange={change}
      onBlur={input.onBlur}
      inputRef={input.ref}
      disabled={isFixed || state.disabled || props.disabled === true}
      isFixed={isFixed}
      required={required}
      error={decodeMessage(fieldState.error?.message)}
      help={props.helperText ?? configuredHelp}
      describedBy={props.describedBy}
      parent={state.parent}
      emptyLabel={emptyLabel}
      noneLabel={noneLabel}
    />
  );
};

interface FramedProps extends Omit<ControlProps<Field>, 'invalid'> {
  isFixed: boolean;
  error: string | undefined;
  help: string | undefined;
}

const FramedControl = ({isFixed, error, help: fieldHelp, describedBy, ...control}: FramedProps) => {
  const {id, name, field, value, required, disabled} = control;
  useRenderedInput(name);
  const {Control, labelPlace, maxLength, warning} = isFixed ? readOnlyInputOf(field) : kindInputOf(field);
  const used = typeof value === 'string' ? value.length : 0;
  const help = warning?.(field, used) ?? fieldHelp;
  return (
    <FieldFrame
      id={id}
      label={field.label}
      labelPlace={labelPlace}
      required={required && !isFixed}
      disabled={disabled && !isFixed}
      error={error}
      help={help}
      count={maxLength && !disabled ? {used, limit: maxLength(field)} : undefined}
    >
      <Control
        {...control}
        invalid={error !== undefined}
        describedBy={[error ? errorId(id) : help ? helpId(id) : '', describedBy].filter(Boolean).join(' ') || undefined}
      />
    </FieldFrame>
  );
};
/** Memoised, because a form renders all its inputs on each change. */
const MemoFramedControl = memo(FramedControl);
