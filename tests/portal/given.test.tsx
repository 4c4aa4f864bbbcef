// Every value of the table typed sign by sign, and pasted, into the input of its kind: what the form would send, and what it says.
import {useState, type ComponentType} from 'react';
import {cleanup, createEvent, fireEvent, render} from '@testing-library/react';
import {expect, it} from 'vitest';
import type {Field, Kind} from '../../src/schema/shapes/fields.ts';
import {kindRuleOf} from '../../src/schema/fields/kinds.ts';
import {validateValue} from '../../src/schema/fields/validate.ts';
import type {ControlProps} from '../../src/portal/fields/controls/control.ts';
import {DecimalControl} from '../../src/portal/fields/controls/DecimalControl.tsx';
import {InstantControl} from '../../src/portal/fields/controls/InstantControl.tsx';
import {kindInputOf} from '../../src/portal/fields/kindInputs.tsx';
import {givenFields, givenTexts, REFUSED, type Given} from '../support/givenValues.ts';

/** Those that forms load when they are first drawn. */
const LATER: Partial<Record<Kind, unknown>> = {decimal: DecimalControl, moeda: DecimalControl, dataHora: InstantControl};
const controlOf = (field: Field) => (LATER[field.kind] ?? kindInputOf(field).Control) as ComponentType<ControlProps<Field>>;

const Input = ({field, Control, onHeld}: {
  field: Field; Control: ComponentType<ControlProps<Field>>; onHeld: (value: unknown) => void;
}) => {
  const [value, setValue] = useState<unknown>(null);
  const change = (next: unknown): void => {
    setValue(next);
    onHeld(next);
  };
  return (
    <Control
      field={field} id="campo" name="campo" value={value} onChange={change} onBlur={() => {}} inputRef={null} disabled={false}
      required={false} invalid={false} describedBy={undefined} parent={undefined} emptyLabel={undefined}
    />
  );
};

const input = (): HTMLInputElement => document.querySelector<HTMLInputElement>('#campo')!;
const ways: Record<'typed' | 'pasted', (text: string) => void> = {
  typed: text => {
    for (const sign of text) fireEvent.change(input(), {target: {value: input().value + sign}});
  },
  pasted: text => {
    const event = createEvent.paste(input(), {clipboardData: {getData: () => text}});
    if (fireEvent(input(), event)) fireEvent.change(input(), {target: {value: text}});
  },
};

const mistakesOf = ({kind, value, ...of}: Given, way: keyof typeof ways): string[] => {
  const {field, says}: {field: Field; says: readonly string[]} = givenFields[kind];
  let held: unknown = null;
  render(<Input field={field} Control={controlOf(field)} onHeld={value => void (held = value)} />);
  ways[way](value);
  const said = validateValue(field, held, false);
  const kept = said === undefined ? kindRuleOf(field).bare(held, field) : REFUSED;
  const shown = input().value;
  cleanup();
  const what = `${kind} ${JSON.stringify(value)} ${way}`;
  return [
    ...(kept === of[way] ? [] : [`${what}: kept as ${JSON.stringify(kept)}, not ${JSON.stringify(of[way])}`]),
    ...(said === undefined || says.includes(said) ? [] : [`${what}: says ${said}`]),
    // Nothing is cut and nothing is invented: every digit is still there, but for an instant, which is shown by the clock.
    ...(kept !== REFUSED || value.includes('T') || digitsOf(shown) === digitsOf(value) ? [] : [`${what}: shows ${shown}`]),
  ];
};
const digitsOf = (text: string): string => Array.from(text.replace(/\D/g, '')).toSorted().join('');

it.each(Object.keys(givenFields) as Given['kind'][])('%s: typed or pasted, it is read as it is meant or refused', kind => {
  const ofKind = givenTexts.filter(given => given.kind === kind);
  expect(ofKind.flatMap(given => [...mistakesOf(given, 'typed'), ...mistakesOf(given, 'pasted')])).toEqual([]);
});
