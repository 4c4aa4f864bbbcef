/** A status in colour, icon and words, because colour alone must not carry the meaning (rules: Fields 8). */
import Box from '@mui/material/Box';
import {useTheme} from '@mui/material/styles';
import type {FieldChoice, Tone} from '../../schema/shapes/fields.ts';
import {Icon} from '../theme/Icon.tsx';

type Colours = readonly [text: string, background: string];
const TONES: Readonly<Record<Tone, {light: Colours; dark: Colours}>> = {
  azul: {light: ['#0B4F9E', '#E3F0FF'], dark: ['#9CCBFF', '#12304F']},
  roxo: {light: ['#5B2AA6', '#F0E8FF'], dark: ['#CDB4FF', '#32224F']},
  verdeAgua: {light: ['#0A5C50', '#DDF5F1'], dark: ['#7FE0CF', '#0F3B35']},
  cinza: {light: ['#36465A', '#E8ECF1'], dark: ['#B9C6D6', '#2A333F']},
  indigo: {light: ['#2F3AA8', '#E5E8FF'], dark: ['#B3BBFF', '#252B57']},
  ambar: {light: ['#7A4B00', '#FFF1D6'], dark: ['#FFD27A', '#43300A']},
  verde: {light: ['#17602A', '#E1F5E3'], dark: ['#8FE0A0', '#163B20']},
  vermelho: {light: ['#8C1D1D', '#FBE6E6'], dark: ['#FFB0B0', '#471D1D']},
};

export const useToneColours = (choice: Pick<FieldChoice, 'tone'>): Colours => {
  const {mode} = useTheme().palette;
  return choice.tone === undefined ? ['inherit', 'transparent'] : TONES[choice.tone][mode];
};

export const StatusBadge = ({choice}: {choice: FieldChoice}) => {
  const [text, background] = useToneColours(choice);
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex', alignItems: 'center', gap: 0.75, px: 1, height: 24, borderRadius: 1,
        color: text, backgroundColor: background, fontSize: '0.8125rem', fontWeight: 600, whiteSpace: 'nowrap',
      }}
    >
      {choice.icon && <Icon name={choice.icon} sx={{fontSize: 16}} />}
      {choice.name}
    </Box>
  );
};
