/**
 * A day, typed as dd/mm/aaaa or chosen from the browser's calendar. Not a visible `type=date`, because that one shows the browser's
 * language whatever the page's.
 */
import {useRef, type ClipboardEvent} from 'react';
import {styled} from '@mui/material/styles';
import CalendarIcon from '@mui/icons-material/CalendarTodayOutlined';
import {parseDay} from '../../../schema/fields/dates.ts';
import {applyDayMask, type ApplyMask} from '../../../schema/fields/masks.ts';
import {removeInvisible} from '../../../schema/fields/text.ts';
import type {ControlProps} from './control.ts';
import {EndButton, MaskedInput} from './ControlInput.tsx';
import {maskedText} from './useMask.ts';

interface DateNotation {
  applyMask: ApplyMask;
  /** Parses the API's notation or the masked one; undefined while incomplete, when the text itself is the value. */
  parse: (shown: string) => string | undefined;
  placeholder: string;
  /** The browser's picker, and the value in its notation. */
  type: 'date' | 'datetime-local';
  toPickerValue: (shown: string) => string | undefined;
}

const day: DateNotation = {
  applyMask: applyDayMask,
  parse: parseDay,
  placeholder: 'dd/mm/aaaa',
  type: 'date',
  toPickerValue: parseDay,
};

/** Hidden input behind the button, which provides the calendar. */
const Calendar = styled('input')({
  position: 'absolute', right: 0, bottom: 0, width: '100%', height: '100%', opacity: 0, pointerEvents: 'none',
});

export const DayControl = ({as = day, ...props}: ControlProps<unknown> & {as?: DateNotation}) => {
  const {value, onChange, disabled} = props;
  const {applyMask, parse, placeholder, type, toPickerValue} = as;
  const mask = {apply: applyMask, toValue: (text: string) => parse(text) ?? text};
  const parseAnyNotation = (text: string): string | undefined => parse(text) ?? parse(applyMask(text) ?? '');
  const calendar = useRef<HTMLInputElement>(null);
  // A pasted day replaces the value; other text is inserted.
  const paste = (event: ClipboardEvent) => {
    const pasted = parseAnyNotation(removeInvisible(event.clipboardData.getData('text')));
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
      value={toPickerValue(maskedText(mask, value)) ?? ''}
      onChange={({target: {value: chosen}}) => onChange(parseAnyNotation(chosen) ?? chosen)}
    />
  );
  return (
    <MaskedInput
      control={props}
      mask={mask}
      onPaste={paste}
      placeholder={placeholder}
      inputProps={{inputMode: 'numeric', autoComplete: 'off'}}
      endAdornment={
        <EndButton disabled={disabled} aria-label="Abrir calendário" onClick={() => calendar.current?.showPicker()} hiddenSibling={picker}>
          <CalendarIcon fontSize="small" />
        </EndButton>
      }
    />
  );
};
