/** Around a table that may be wider than its place: it scrolls by itself, and says where there is more (`--mais`, 0 or 1). */
import {useEffect, useRef, type ReactNode} from 'react';
import TableContainer from '@mui/material/TableContainer';
import {watchEdges} from '../../ui/watchEdges.ts';

/** @param start whether what stays in sight stands at the table's beginning: more is then what went under it */
export const WideTable = ({start, children}: {start: boolean; children: ReactNode}) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current;
    return place === null ? undefined : watchEdges(place, (before, after) => {
      place.style.setProperty('--mais', (start ? before : after) > 1 ? '1' : '0');
    });
  }, [start]);
  // Reached by the keyboard where it scrolls: its links and buttons scroll it when they get the focus.
  return <TableContainer ref={ref} sx={{scrollPaddingInline: '160px', containerType: 'inline-size'}}>{children}</TableContainer>;
};
