/** One's own value or the stored one, field by field. */
import type {ReactNode} from 'react';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {ruleOf} from '../../../schema/fields/kinds.ts';
import {FieldValue} from '../../kinds/FieldValue.tsx';
import type {Choice, Difference} from './differences.ts';

interface Props {
  list: readonly Difference[];
  chosen: Readonly<Record<string, Choice>>;
  onChoose: (name: string, choice: Choice) => void;
}

const WHOSE: readonly {choice: Choice; words: string}[] = [{choice: 'mine', words: 'Seu'}, {choice: 'stored', words: 'Gravado'}];

export const Choices = ({list, chosen, onChoose}: Props) => {
  if (list.length === 0) return <Typography>O que está gravado é igual ao que você digitou.</Typography>;
  const valueOf = ({field, typed, stored}: Difference, choice: Choice): ReactNode =>
    <FieldValue field={field} value={ruleOf(field).bare(choice === 'mine' ? typed : stored, field)} />;
  return (
    <Stack spacing={2}>
      {list.map((one, index) => {
        const current = chosen[one.name] ?? one.suggested;
        return (
          <FormControl key={one.name} component="fieldset">
            <FormLabel component="legend">{one.field.label}</FormLabel>
            <RadioGroup name={`escolha-${one.name}`} value={current} onChange={(_event, choice) => onChoose(one.name, choice as Choice)}>
              {WHOSE.map(({choice, words}) => (
                <FormControlLabel
                  key={choice}
                  value={choice}
                  // The button that asked for the comparison is gone: the focus goes to what it brought.
                  control={<Radio size="small" autoFocus={index === 0 && choice === current} />}
                  label={<>{words}: <b>{valueOf(one, choice)}</b></>}
                  sx={{'& b': {overflowWrap: 'anywhere'}}}
                />
              ))}
            </RadioGroup>
          </FormControl>
        );
      })}
    </Stack>
  );
};
