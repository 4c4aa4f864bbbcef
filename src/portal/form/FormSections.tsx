/** The declared sections of a form: two columns that become one. A section none of whose inputs is shown is not shown either. */
import {memo, type ComponentProps, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useRecordContext} from 'ra-core';
import type {Fields} from '../../schema/shapes/fields.ts';
import {aggregateOf} from '../../schema/fields/calculation.ts';
import {FieldInput} from '../kinds/FieldInput.tsx';
import {HeldWhenOff} from '../kinds/HeldWhenOff.tsx';
import {inputOf} from '../kinds/kindInputs.tsx';
import {useResource} from '../session/context.ts';
import {AskedAgain, leftEmpty, useAsked, useRules} from './rules.tsx';

/** As it will be kept; what is typed stays as it is, and so does the caret. */
const CAPITALS = {'& :is(input, textarea)': {textTransform: 'uppercase'}};

interface FormSectionsProps {
  resource: string;
  /** Fields the place already answers (a child's parent). */
  without?: readonly string[];
  /** What is said of a section's fields before its inputs. */
  told?: (names: readonly string[]) => ReactNode;
}

export const FormSections = ({resource: name, without = [], told}: FormSectionsProps) => {
  const resource = useResource(name);
  const {fields, form} = resource;
  const rulesOf = useRules(name);
  const isNew = !useRecordContext()?.id;
  return Object.entries(form).map(([title, names]) => (
    <Box key={title} component="section" sx={{'& + &': {mt: 3}, '&:not(:has(label, [role=group], dt))': {display: 'none'}}}>
      {title && <Typography variant="h3" component="h2" sx={{mb: 1.5}}>{title}</Typography>}
      {told?.(names)}
      <Box sx={{display: 'grid', gridTemplateColumns: {xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))'}, columnGap: 3, rowGap: 1.5}}>
        {names.filter(one => !without.includes(one)).map(one => {
          const field = fields[one];
          // What only the server writes is nothing yet.
          if (field === undefined || (isNew && (field.readOnly === true || aggregateOf(field) !== undefined))) return null;
          const left = isNew ? leftEmpty(fields, field) : undefined;
          const ruled = rulesOf(one);
          const width = inputOf(field).isWide?.(field) ? {gridColumn: '1 / -1'} : {};
          return (
            <Box key={one} sx={{minWidth: 0, '&:empty': {display: 'none'}, ...width, ...'case' in field && CAPITALS}}>
              <Asked
                {...{fields, field, isNew}}
                source={one}
                resource={name}
                {...ruled && {judge: ruled.judge}}
                {...left && {helperText: left}}
              />
              <HeldWhenOff field={field} source={one} resource={resource} />
              {ruled && <AskedAgain source={one} looksAt={ruled.looksAt} />}
            </Box>
          );
        })}
      </Box>
    </Box>
  ));
};

type AskedProps = ComponentProps<typeof FieldInput> & {fields: Fields; isNew: boolean};
const AskedField = ({isNew, ...props}: AskedProps) => <FieldInput {...props} field={useAsked(props.fields, props.field, isNew)} />;
/** Drawn anew by its own value and those it depends on: not with everything around it. */
const Asked = memo(AskedField);
