/**
 * A day, typed as dd/mm/aaaa or chosen from the browser's calendar. Not a visible `type=date`: that one shows in the
 * browser's own language, whatever the page's.
 */
import {useRef, type ClipboardEvent} from 'react';
import {styled} from '@mui/material/styles';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import {parseDay} from '../../../schema/fields/dates.ts';
import {applyDayMask, type ApplyMask} from '../../../schema/fields/masks.ts';
import {removeInvisible} from '../../../schema/fields/text.ts';
import type {ControlProps} from './control.ts';
import {EndButton, MaskedInput} from './ControlInput.tsx';
import {shownIn} from './useMask.ts';

/** How a moment is typed and chosen. */
interface Dated {
  lay: ApplyMask;
  /** The value of a moment, as the API writes it or under the mask; until it is one, what was typed is kept. */
  parse: (shown: string) => string | undefined;
  /** Shown while it is empty. */
  place: string;
  /** The browser's own input, and the value in its notation. */
  type: 'date' | 'datetime-local';
  picked: (shown: string) => string | undefined;
}

const day: Dated = {
  lay: applyDayMask,
  parse: parseDay,
  place: 'dd/mm/aaaa',
  type: 'date',
  picked: parseDay,
};

/** Behind the button: it lends the calendar and is never seen or reached by itself. */
const Calendar = styled('input')({
  position: 'absolute', right: 0, bottom: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none',
});

export const DayControl = ({as = day, ...props}: ControlProps<unknown> & {as?: Dated}) => {
  const {value, onChange, disabled} = props;
  const {lay, parse, place, type, picked} = as;
  const mask = {lay, keep: (shown: string) => parse(shown) ?? shown};
  /** A whole moment in any notation: as the API writes it, as Brazil does, or bare. */
  const whole = (text: string): string | undefined => parse(text) ?? parse(lay(text) ?? '');
  const calendar = useRef<HTMLInputElement>(null);
  // A pasted day takes the place of what was there; any other text is typed.
  const paste = (event: ClipboardEvent) => {
    const pasted = whole(removeInvisible(event.clipboardData.getData('text')));
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
      value={picked(shownIn(mask, value)) ?? ''}
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
