/**
 * A day, typed as dd/mm/aaaa or chosen from the browser's calendar. Not a visible `type=date`: that one shows in the
 * browser's own language, whatever the page's.
 */
import {useRef, type ClipboardEvent} from 'react';
import {styled} from '@mui/material/styles';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import {formatDay, parseDay} from '../../../schema/fields/dates.ts';
import type {ControlProps} from './control.ts';
import {EndButton, MaskedInput} from './ControlInput.tsx';
import type {Mask} from './useMask.ts';

const digits = (text: string): string => text.replace(/\D/g, '').slice(0, 8);
export const laidDay = (text: string): string => [text.slice(0, 2), text.slice(2, 4), text.slice(4)].filter(Boolean).join('/');

/** How a moment is typed and chosen. */
interface Dated {
  /** The value kept is the moment once it is one, until then what was typed. */
  mask: Mask;
  /** Shown while it is empty. */
  place: string;
  /** A whole moment in any notation: as the API writes it, as Brazil does, or bare. */
  whole: (text: string) => string | undefined;
  /** The browser's own input, and the value in its notation. */
  type: 'date' | 'datetime-local';
  picked: (shown: string) => string | undefined;
}

const day: Dated = {
  mask: {
    show: value => (typeof value === 'string' ? laidDay(digits(formatDay(value))) : ''),
    bare: digits,
    keep: shown => parseDay(shown) ?? shown,
  },
  place: 'dd/mm/aaaa',
  whole: text => parseDay(/^\d{8}$/.test(text.trim()) ? laidDay(text.trim()) : text),
  type: 'date',
  picked: parseDay,
};

/** Behind the button: it lends the calendar and is never seen or reached by itself. */
const Calendar = styled('input')({
  position: 'absolute', right: 0, bottom: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none',
});

export const DayControl = ({as = day, ...props}: ControlProps<unknown> & {as?: Dated}) => {
  const {value, onChange, disabled} = props;
  const {mask, place, whole, type, picked} = as;
  const calendar = useRef<HTMLInputElement>(null);
  // A pasted day takes the place of what was there; any other text is typed.
  const paste = (event: ClipboardEvent) => {
    const pasted = whole(event.clipboardData.getData('text'));
    if (pasted === undefined || disabled) return;
    event.preventDefault();
    onChange(pasted);
  };
  const picker = (
    <Calendar
      ref={calendar}
      type={type}
      tabIndex={-1}
      aria-hidden
      value={picked(mask.show(value)) ?? ''}
      onChange={({target: {value: chosen}}) => onChange(whole(chosen) ?? chosen)}
    />
  );
  return (
    <MaskedInput
      of={props}
      mask={mask}
      onPaste={paste}
      placeholder={place}
      inputProps={{inputMode: 'numeric', autoComplete: 'off'}}
      endAdornment={
        <EndButton disabled={disabled} aria-label="Abrir calendário" onClick={() => calendar.current?.showPicker()} beside={picker}>
          <CalendarIcon fontSize="small" />
        </EndButton>
      }
    />
  );
};
