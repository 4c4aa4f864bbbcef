/** A status in colour, icon and words, so that colour alone never carries the meaning (rules: Fields 8). */
import Box from '@mui/material/Box';
import {useTheme} from '@mui/material/styles';
import type {Choice} from '../../schema/fields.ts';
import {Icon} from '../theme/Icon.tsx';

/** Text and ground of a status in the theme in use. */
export const useTone = (choice: Choice): readonly [string, string] => {
  const {mode} = useTheme().palette;
  return choice.tone?.[mode] ?? ['inherit', 'transparent'];
};

export const StatusBadge = ({choice}: {choice: Choice}) => {
  const [text, ground] = useTone(choice);
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex', alignItems: 'center', gap: 0.75, px: 1, height: 24, borderRadius: 1,
        color: text, backgroundColor: ground, fontSize: '0.8125rem', fontWeight: 600, whiteSpace: 'nowrap',
      }}
    >
      {choice.icon && <Icon name={choice.icon} sx={{fontSize: 16}} />}
      {choice.name}
    </Box>
  );
};
