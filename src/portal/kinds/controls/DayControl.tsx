/**
 * A day, typed as dd/mm/aaaa or chosen from the browser's calendar. Not a visible `type=date`: that one shows in the
 * browser's own language, whatever the page's.
 */
import {useRef, type ClipboardEvent} from 'react';
import {styled} from '@mui/material/styles';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import {formatDay, parseDay} from '../../../schema/fields/dates.ts';
import type {FieldOf} from '../../../schema/fields/fields.ts';
import type {ControlProps} from './control.ts';
import {EndButton, MaskedInput} from './ControlInput.tsx';
import type {Mask} from './useMask.ts';

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 8);
const laid = (text: string): string => [text.slice(0, 2), text.slice(2, 4), text.slice(4)].filter(Boolean).join('/');

/** The value kept is `yyyy-mm-dd` once it is a day, until then what was typed. */
const mask: Mask = {
  show: value => (typeof value === 'string' ? laid(digits(formatDay(value))) : ''),
  bare: digits,
  keep: shown => parseDay(shown) ?? shown,
};

/** A whole day in any notation: as the API writes it, as Brazil does, or bare. */
const wholeDay = (text: string): string | undefined => parseDay(/^\d{8}$/.test(text.trim()) ? laid(text.trim()) : text);

/** Behind the button: it lends the calendar and is never seen or reached by itself. */
const Calendar = styled('input')({
  position: 'absolute', right: 0, bottom: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none',
});

export const DayControl = (props: ControlProps<FieldOf<'data'>>) => {
  const {value, onChange, disabled} = props;
  const calendar = useRef<HTMLInputElement>(null);
  // A pasted day takes the place of what was there; any other text is typed.
  const paste = (event: ClipboardEvent) => {
    const day = wholeDay(event.clipboardData.getData('text'));
    if (day === undefined || disabled) return;
    event.preventDefault();
    onChange(day);
  };
  const picker = (
    <Calendar
      ref={calendar}
      type="date"
      tabIndex={-1}
      aria-hidden
      value={parseDay(mask.show(value)) ?? ''}
      onChange={event => onChange(event.target.value)}
    />
  );
  return (
    <MaskedInput
      of={props}
      mask={mask}
      onPaste={paste}
      placeholder="dd/mm/aaaa"
      inputProps={{inputMode: 'numeric', autoComplete: 'off'}}
      endAdornment={
        <EndButton disabled={disabled} aria-label="Abrir calendário" onClick={() => calendar.current?.showPicker()} beside={picker}>
          <CalendarIcon fontSize="small" />
        </EndButton>
      }
    />
  );
};
