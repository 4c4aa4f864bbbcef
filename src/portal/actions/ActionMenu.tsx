/** The less frequent actions of a row, behind one button. */
import {useId, useState} from 'react';
import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import {useResource} from '../session/ConfigContext.tsx';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {ActionRecord} from '../wire/verdict.ts';
import {ActionItem} from './ActionItem.tsx';
import {useActionRunner} from './useActionRunner.ts';
import {useActions} from './useActions.ts';

export const ActionMenu = ({resource: name, record}: {resource: string; record: ActionRecord}) => {
  const resource = useResource(name);
  const actions = useActions(name, record, 'menu');
  const run = useActionRunner(name);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const id = useId();
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        id={id}
        aria-label={`Mais ações: ${recordTitle(resource, record)}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={() => setAnchor(undefined)} slotProps={{paper: {'aria-label': 'Mais ações'}, list: {'aria-labelledby': id, dense: true}}}>
        {actions.map(one => (
          <ActionItem
            key={one.name}
            one={one}
            onClick={() => {
              setAnchor(undefined);
              void run(one.name, record);
            }}
          />
        ))}
      </Menu>
    </>
  );
};
