/**
 * The tabs of a list with how many records each has (rules: Lists 14, 22). None is chosen at first; the chosen one again is left. Where
 * they are wider than their place they fade out at its edge, under an arrow that leads on.
 */
import {useEffect, useRef, useState} from 'react';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {INCOMPLETE, MOST_COUNTED} from '../../schema/lifeCycle/incomplete.ts';
import {watchEdges} from '../ui/watchEdges.ts';
import type {Tabs} from './tabs.ts';

/** Pixels of an arrow, and of the edge where the tabs are whole again: what has the focus is never under one. */
const [ARROW, WHOLE] = [26, 44];
type Edge = [number, number];

const inSight = (button: HTMLElement | null): void => button?.scrollIntoView?.({block: 'nearest', inline: 'nearest'});

export const ListTabs = ({tabs, chosen, totalOf, choose}: Tabs) => {
  const ref = useRef<HTMLDivElement>(null);
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const place = ref.current;
    return place === null ? undefined : watchEdges(place, (hidden, beyond) => {
      setBefore(hidden > 1);
      setAfter(beyond > 1);
    });
  }, []);
  // What was at one edge is at the other then.
  const move = (way: number) => ref.current?.scrollBy({left: way * (ref.current.clientWidth - 3 * WHOLE)});
  const [[left, whole], [right, end]] = [before, after].map(more => (more ? [ARROW, WHOLE] : [0, 0])) as [Edge, Edge];
  const fade = `transparent ${left}px, #000 ${whole}px calc(100% - ${end}px), transparent calc(100% - ${right}px)`;
  return (
    <Box sx={{position: 'relative', minWidth: 0}}>
      <Box
        ref={ref}
        role="group"
        aria-label="Abas"
        // Browsers leave one that is in sight in part where it is. Not for a mouse: its press would end on another.
        onFocus={({target}) => target.matches(':focus-visible') && inSight(target)}
        sx={{
          display: 'flex', gap: 0.5, overflowX: 'auto', scrollbarWidth: 'none', scrollPaddingInline: `${WHOLE}px`,
          maskImage: before || after ? `linear-gradient(90deg, ${fade})` : 'none',
        }}
      >
        {tabs.map(([name, {label}]) => {
          const pressed = name === chosen;
          const total = totalOf(name);
          return (
            <Button
              key={name}
              size="small"
              ref={pressed ? inSight : null}
              aria-pressed={pressed}
              onClick={() => choose(name)}
              sx={{
                flexShrink: 0, whiteSpace: 'nowrap', gap: 0.75, px: 1, color: pressed ? 'primary.main' : 'text.secondary',
                ...(pressed ? {backgroundColor: 'action.selected', fontWeight: 650} : {}),
              }}
            >
              {label}
              {total !== undefined && (
                <Box component="span" sx={{fontVariantNumeric: 'tabular-nums'}}>
                  {total.toLocaleString('pt-BR')}{name === INCOMPLETE && total === MOST_COUNTED && '+'}
                </Box>
              )}
            </Button>
          );
        })}
      </Box>
      {before && <Arrow label="Abas anteriores" side="left" Drawn={ChevronLeft} onPress={() => move(-1)} />}
      {after && <Arrow label="Mais abas" side="right" Drawn={ChevronRight} onPress={() => move(1)} />}
    </Box>
  );
};

interface ArrowProps {
  label: string;
  side: 'left' | 'right';
  Drawn: typeof ChevronLeft;
  onPress: () => void;
}

/** For a mouse and a finger: the keyboard goes from tab to tab, and each comes in sight. */
const Arrow = ({label, side, Drawn, onPress}: ArrowProps) => (
  <IconButton
    size="small"
    tabIndex={-1}
    aria-label={label}
    // The focus stays where it is: the last press takes the arrow away.
    onMouseDown={event => event.preventDefault()}
    onClick={onPress}
    sx={{position: 'absolute', top: 0, bottom: 0, [side]: 0, width: ARROW, p: 0, justifyContent: side}}
  >
    <Drawn fontSize="small" />
  </IconButton>
);
