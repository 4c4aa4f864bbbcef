/** How long ago something was; the instant itself for who points at it, and for who listens. */
import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {formatInstant} from '../../schema/fields/dates.ts';
import {momentOf} from './age.ts';

/** @param instant ISO 8601 */
export const Age = ({instant}: {instant: string}) => {
  const exact = formatInstant(instant);
  return (
    <time dateTime={instant} title={exact}>
      {momentOf(instant)}<Box component="span" sx={visuallyHidden}> ({exact})</Box>
    </time>
  );
};
