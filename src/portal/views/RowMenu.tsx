/** The Ação menu of a row: its children, the actions declared for the menu, refused ones with the reason, and deleting (§2). */
import {useState} from 'react';
import ExpandMore from '@mui/icons-material/ExpandMore';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import {may} from '../../schema/access.ts';
import type {Resource} from '../../schema/config.ts';
import {useActionRunner} from '../actions/useActionRunner.ts';
import {childrenFor} from '../children/children.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {recordTitle} from '../../schema/recordTitle.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {actionsAt, verdictOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import {useExtras} from './extras/useExtras.tsx';
import {later} from '../ui/later.tsx';

const DeleteDialog = later(async () => (await import('../actions/DeleteDialog.tsx')).DeleteDialog);

/** What is inactive already is offered the way back. */
const turned = (resource: Resource, record: ActionRecord, name: string): string => {
  const {toggle} = resource;
  return toggle !== undefined && name === toggle.disable && record[toggle.field] !== toggle.on ? toggle.enable : name;
};

const useMenuActions = (name: string, record: ActionRecord): JudgedAction[] => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  return actionsAt(config, resource, 'menu', record, session).flatMap(one => {
    const now = turned(resource, record, one.name);
    const action = resource.actions?.[now];
    return action === undefined ? [] : [{name: now, action, verdict: verdictOf(config, resource, now, record, session)}];
  });
};

export interface RowMenuProps {
  resource: string;
  record: Row;
  onChild: (child: string) => void;
}

export const RowMenu = ({resource: name, record, onChild}: RowMenuProps) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const run = useActionRunner(name);
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [leaving, setLeaving] = useState(false);
  const children = childrenFor(config, resource, session.perfil);
  const actions = useMenuActions(name, record);
  const extras = useExtras(name, record);
  const deletable = may(resource, 'delete', session.perfil);
  if (children.length === 0 && actions.length === 0 && extras.entries.length === 0 && !deletable) return null;
  const close = (then?: () => void) => () => {
    setAnchor(undefined);
    then?.();
  };
  return (
    <>
      <Button
        size="small"
        endIcon={<ExpandMore />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={`Ação: ${recordTitle(resource, record)}`}
        onClick={event => setAnchor(event.currentTarget)}
      >
        Ação
      </Button>
      <Menu open={anchor !== undefined} anchorEl={anchor} onClose={close()} slotProps={{paper: {'aria-label': 'Ação'}}}>
        {children.map(([child, {label}]) => <MenuItem key={child} onClick={close(() => onChild(child))}>{label}</MenuItem>)}
        {extras.entries.map(({label, open}) => <MenuItem key={label} onClick={close(open)}>{label}</MenuItem>)}
        {actions.map(one => {
          const reason = one.verdict.allowed ? undefined : one.verdict.reason;
          return (
            <MenuItem
              key={one.name}
              disabled={reason !== undefined}
              onClick={close(() => void run(one.name, record))}
              sx={one.action.tone === 'danger' ? {color: 'error.main'} : {}}
            >
              <ListItemText secondary={reason}>{one.action.label}</ListItemText>
            </MenuItem>
          );
        })}
        {deletable && <MenuItem onClick={close(() => setLeaving(true))} sx={{color: 'error.main'}}>Excluir</MenuItem>}
      </Menu>
      {extras.dialog}
      {leaving && <DeleteDialog name={name} record={record} onClose={() => setLeaving(false)} />}
    </>
  );
};
