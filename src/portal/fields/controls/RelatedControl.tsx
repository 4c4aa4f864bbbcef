/** A value of a referenced record, formatted as that record's field. */
import Box from '@mui/material/Box';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {FieldValue, hasOwnComponent} from '../FieldValue.tsx';
import type {ControlProps} from './control.ts';
import {ReadOnlyControl} from './ReadOnlyControl.tsx';

export const RelatedControl = ({displayedField: shownField, ...props}: ControlProps<FieldOf<'relacionado'>>) => {
  const field = shownField ?? props.field;
  if (!hasOwnComponent(field)) return <ReadOnlyControl {...props} field={field} />;
  return (
    // An `output`, because a label can name it.
    <Box component="output" id={props.id} sx={{minHeight: 40, display: 'flex', alignItems: 'center', overflowWrap: 'anywhere'}}>
      <FieldValue field={field} value={props.value} />
    </Box>
  );
};
