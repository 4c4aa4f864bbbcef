import {useId, useState} from 'react';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import type {JudgedAction} from '../api/actionVerdicts.ts';
import {ActionItem} from './ActionItem.tsx';

interface Props {
  actions: readonly JudgedAction[];
  small?: boolean;
  onStart: (name: string) => void;
}

export const MoreActions = ({actions, small = false, onStart}: Props) => {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const id = useId();
  return (
    <>
      <Button
        id={id}
        size={small ? 'small' : 'medium'}
        variant="outlined"
        color="inherit"
        sx={{flexShrink: 0}}
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={event => setAnchor(event.currentTarget)}
      >
        Mais
      </Button>
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        slotProps={{paper: {'aria-label': 'Mais ações'}, list: {'aria-labelledby': id, disabledItemsFocusable: true}}}
      >
        {actions.map(judged => (
          <ActionItem
            key={judged.name}
            judgedAction={judged}
            onClick={() => {
              setAnchor(undefined);
              onStart(judged.name);
            }}
          />
        ))}
      </Menu>
    </>
  );
};
