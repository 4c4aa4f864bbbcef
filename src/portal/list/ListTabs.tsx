/**
 * The tabs of a list with their counts (rules: Lists 14, 22). Pressing the chosen tab leaves it. Tabs that overflow fade out under an
 * arrow.
 */
import {useEffect, useRef, useState} from 'react';
import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import {INCOMPLETE_TAB_NAME, MAX_INCOMPLETE_COUNTED} from '../../schema/lifeCycle/incomplete.ts';
import {watchHorizontalOverflow} from '../ui/watchHorizontalOverflow.ts';
import type {ListTabsState} from './useListTabs.ts';

/** Width of an arrow, and the distance from the edge at which tabs are opaque again. Focused tabs never lie under an arrow. */
const [ARROW_PX, FADE_END_PX] = [26, 44];
type Edge = [number, number];

const scrollIntoSight = (button: HTMLElement | null): void => button?.scrollIntoView?.({block: 'nearest', inline: 'nearest'});

export const ListTabs = ({tabs, chosen, totalOf, choose}: ListTabsState) => {
  const ref = useRef<HTMLDivElement>(null);
  const [before, setBefore] = useState(false);
  const [after, setAfter] = useState(false);
  useEffect(() => {
    const place = ref.current;
    return place === null ? undefined : watchHorizontalOverflow(place, (hidden, beyond) => {
      setBefore(hidden > 1);
      setAfter(beyond > 1);
    });
  }, []);
  const scrollByPage = (direction: number) => ref.current?.scrollBy({left: direction * (ref.current.clientWidth - 3 * FADE_END_PX)});
  const [[left, opaque], [right, end]] = [before, after].map(more => (more ? [ARROW_PX, FADE_END_PX] : [0, 0])) as [Edge, Edge];
  const fade = `transparent ${left}px, #000 ${opaque}px calc(100% - ${end}px), transparent calc(100% - ${right}px)`;
  return (
    <Box sx={{position: 'relative', minWidth: 0}}>
      <Box
        ref={ref}
        role="group"
        aria-label="Abas"
        // Browsers do not scroll a partly visible tab on focus. A mouse press is excluded, because its release would hit another tab.
        onFocus={({target}) => target.matches(':focus-visible') && scrollIntoSight(target)}
        sx={{
          display: 'flex', gap: 0.5, overflowX: 'auto', scrollbarWidth: 'none', scrollPaddingInline: `${FADE_END_PX}px`,
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
              ref={pressed ? scrollIntoSight : null}
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
                  {total.toLocaleString('pt-BR')}{name === INCOMPLETE_TAB_NAME && total === MAX_INCOMPLETE_COUNTED && '+'}
                </Box>
              )}
            </Button>
          );
        })}
      </Box>
      {before && <Arrow label="Abas anteriores" side="left" Drawn={ChevronLeft} onPress={() => scrollByPage(-1)} />}
      {after && <Arrow label="Mais abas" side="right" Drawn={ChevronRight} onPress={() => scrollByPage(1)} />}
    </Box>
  );
};

interface ArrowProps {
  label: string;
  side: 'left' | 'right';
  Drawn: typeof ChevronLeft;
  onPress: () => void;
}

/** For mouse and touch; the keyboard moves from tab to tab. */
const Arrow = ({label, side, Drawn, onPress}: ArrowProps) => (
  <IconButton
    size="small"
    tabIndex={-1}
    aria-label={label}
    // The focus stays on its tab, because the arrow disappears with the last press.
    onMouseDown={event => event.preventDefault()}
    onClick={onPress}
    sx={{position: 'absolute', top: 0, bottom: 0, [side]: 0, width: ARROW_PX, p: 0, justifyContent: side}}
  >
    <Drawn fontSize="small" />
  </IconButton>
);
