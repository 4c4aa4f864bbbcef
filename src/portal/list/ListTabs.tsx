/** The tabs of a list with how many records each has (rules: Lists 14). None is chosen at first; the chosen one again is left. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type {Tabs} from './tabs.ts';

/** On a phone they scroll sideways. */
const inSight = (button: HTMLElement | null): void => button?.scrollIntoView?.({block: 'nearest', inline: 'nearest'});

export const ListTabs = ({tabs, chosen, totalOf, choose}: Tabs) => {
  return (
    <Box role="group" aria-label="Abas" sx={{display: 'flex', gap: 0.5, minWidth: 0, overflowX: 'auto', scrollbarWidth: 'none'}}>
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
              <Box component="span" sx={{fontVariantNumeric: 'tabular-nums'}}>{total.toLocaleString('pt-BR')}</Box>
            )}
          </Button>
        );
      })}
    </Box>
  );
};
