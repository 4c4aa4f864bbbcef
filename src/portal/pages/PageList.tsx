/** Lists of the handwritten pages: items with title, facts, and buttons beside them or, in a narrow column, below. */
import {Children, useEffect, useRef, useState, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {rowAttribute} from '../navigation/focus.ts';

const MAX_COLLAPSED_ITEMS = 5;

export const ExpandableList = ({children}: {children: ReactNode}) => {
  const [isExpanded, setExpanded] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const items = Children.toArray(children);
  const hiddenCount = isExpanded ? 0 : items.length - MAX_COLLAPSED_ITEMS;
  // The button disappears, so the first of the new items gets the focus.
  useEffect(() => {
    const first = isExpanded ? list.current?.children[MAX_COLLAPSED_ITEMS] : undefined;
    (first?.querySelector<HTMLElement>('a') ?? first as HTMLElement | undefined)?.focus();
  }, [isExpanded]);
  return (
    <>
      <Box ref={list} component="ul" sx={{listStyle: 'none', m: 0, p: 0}}>
        {hiddenCount > 0 ? items.slice(0, MAX_COLLAPSED_ITEMS) : items}
      </Box>
      {hiddenCount > 0 && <Button size="small" onClick={() => setExpanded(true)}>Mostrar mais (restam {hiddenCount})</Button>}
    </>
  );
};

interface ItemProps {
  name: string;
  id: number;
  title: ReactNode;
  aside: ReactNode;
  children: ReactNode;
}

export const PageListItem = ({name: of, id, title, aside, children}: ItemProps) => (
  <Box
    component="li"
    {...rowAttribute({id}, of)}
    tabIndex={-1}
    sx={{
      display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2, rowGap: 0.5, py: 1,
      overflowWrap: 'anywhere', '& + &': {borderTop: 1, borderColor: 'divider'},
    }}
  >
    <Box sx={{minWidth: 0, flex: '1 1 280px'}}>
      {title}
      <Typography component="div" variant="body2" color="text.secondary">{children}</Typography>
    </Box>
    <Box sx={{display: 'flex', gap: 1}}>{aside}</Box>
  </Box>
);
