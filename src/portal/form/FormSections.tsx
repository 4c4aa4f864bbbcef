/** Form sections of the config in two columns, or one on phones. A section without visible inputs is hidden. */
import {memo, type ComponentProps, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useRecordContext} from 'ra-core';
import type {Fields} from '../../schema/shapes/fields.ts';
import {aggregateOf} from '../../schema/fields/calculation.ts';
import {FieldInput} from '../fields/FieldInput.tsx';
import {ResetWhenOff} from '../fields/ResetWhenOff.tsx';
import {kindInputOf} from '../fields/kindInputs.tsx';
import {useResource} from '../session/context.ts';
import {RevalidateOnChange, lookedUpDefaultHint, useOptionalWhenLookedUp, useFieldRules} from './formRules.tsx';

/** Capitals by CSS only, because changing the typed value would move the caret. */
const CAPITALS = {'& :is(input, textarea)': {textTransform: 'uppercase'}};

interface FormSectionsProps {
  resource: string;
  /** Fields that the context already fills, such as a child's parent. */
  excludedFields?: readonly string[];
  /** Notes before the inputs of a section. */
  renderNotes?: (names: readonly string[]) => ReactNode;
}

export const FormSections = ({resource: name, excludedFields = [], renderNotes}: FormSectionsProps) => {
  const resource = useResource(name);
  const {fields, form} = resource;
  const rulesOf = useFieldRules(name);
  const isNew = !useRecordContext()?.id;
  return Object.entries(form).map(([title, names]) => (
    <Box key={title} component="section" sx={{'& + &': {mt: 3}, '&:not(:has(label, [role=group], dt))': {display: 'none'}}}>
      {title && <Typography variant="h3" component="h2" sx={{mb: 1.5}}>{title}</Typography>}
      {renderNotes?.(names)}
      <Box sx={{display: 'grid', gridTemplateColumns: {xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))'}, columnGap: 3, rowGap: 1.5}}>
        {names.filter(fieldName => !excludedFields.includes(fieldName)).map(fieldName => {
          const field = fields[fieldName];
          if (field === undefined || (isNew && (field.readOnly === true || aggregateOf(field) !== undefined))) return null;
          const defaultHint = isNew ? lookedUpDefaultHint(fields, field) : undefined;
          const fieldRules = rulesOf(fieldName);
          const width = kindInputOf(field).isWide?.(field) ? {gridColumn: '1 / -1'} : {};
          return (
            <Box key={fieldName} sx={{minWidth: 0, '&:empty': {display: 'none'}, ...width, ...'case' in field && CAPITALS}}>
              <MemoSectionField
                {...{fields, field, isNew}}
                source={fieldName}
                resource={name}
                {...fieldRules && {checkRules: fieldRules.checkRules}}
                {...defaultHint && {helperText: defaultHint}}
              />
              <ResetWhenOff field={field} source={fieldName} resource={resource} />
              {fieldRules && <RevalidateOnChange source={fieldName} readFields={fieldRules.readFields} />}
            </Box>
          );
        })}
      </Box>
    </Box>
  ));
};

type SectionFieldProps = ComponentProps<typeof FieldInput> & {fields: Fields; isNew: boolean};
const SectionField = ({isNew, ...props}: SectionFieldProps) =>
  <FieldInput {...props} field={useOptionalWhenLookedUp(props.fields, props.field, isNew)} />;
/** Memoised, so that a change of one input does not render all others. */
const MemoSectionField = memo(SectionField);
