/** A value of the record that a reference names, as that record shows it. */
import Box from '@mui/material/Box';
import type {FieldOf} from '../../../schema/shapes/fields.ts';
import {FieldValue, isDrawn} from '../FieldValue.tsx';
import type {ControlProps} from './control.ts';
import {ReadOnlyControl} from './ReadOnlyControl.tsx';

export const RelatedControl = ({shown, ...props}: ControlProps<FieldOf<'relacionado'>>) => {
  const field = shown ?? props.field;
  if (!isDrawn(field)) return <ReadOnlyControl {...props} field={field} />;
  return (
    // An element that its label names.
    <Box component="output" id={props.id} sx={{minHeight: 40, display: 'flex', alignItems: 'center', overflowWrap: 'anywhere'}}>
      <FieldValue field={field} value={props.value} />
    </Box>
  );
};
