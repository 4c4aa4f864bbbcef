/** What can be done to a row of a list: look at it, edit, the menu, and its frequent actions, each under the same place in every row. */
import {memo, useId} from 'react';
import EditIcon from '@mui/icons-material/EditOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import MoreIcon from '@mui/icons-material/MoreVert';
import EyeIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import {Link} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import type {Resource} from '../../schema/config/config.ts';
import {switchOf} from '../../schema/lifeCycle/toggle.ts';
import {hasDetails} from '../../schema/parts.ts';
import {PRINT} from '../../schema/paths.ts';
import {nounOf} from '../../schema/words/nouns.ts';
import {recordTitle} from '../../schema/words/recordTitle.ts';
import {ActionButton} from '../actions/ActionButton.tsx';
import {useActionRunner} from '../actions/ActionDialogHost.tsx';
import {places} from '../actions/places.ts';
import {useActions} from '../actions/useActions.ts';
import {childrenFor} from '../children/children.ts';
import type {Leads} from '../list/address/leads.ts';
import {useAbout, useResource} from '../session/context.ts';
import {COARSE} from '../theme/tokens.ts';
import {later} from '../ui/later.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {actionsAt, deletionVerdict, verdictOf, type ActionRecord, type JudgedAction} from '../wire/verdict.ts';
import {useOverRows} from './OverRows.tsx';
import type {Entry} from './RowEntries.tsx';
import {useExtraEntries} from './extras/entries.ts';

const RowEntries = later(async () => (await import('./RowEntries.tsx')).RowEntries);

/** What is inactive already is offered the way back. */
const turned = (resource: Resource, record: ActionRecord, name: string): string => {
  const toggle = switchOf(resource);
  return toggle !== undefined && name === toggle.disable && record[toggle.field] !== toggle.on ? toggle.enable : name;
};

const useMenuActions = (name: string, record: ActionRecord): JudgedAction[] => {
  const {config, resource, session} = useAbout(name);
  return actionsAt('menu', config, resource, record, session).flatMap(one => {
    const now = turned(resource, record, one.name);
    const action = resource.actions?.[now];
    return action === undefined ? [] : [{name: now, action, verdict: verdictOf(config, resource, now, record, session)}];
  }).filter(one => places.menu.draws(one, resource));
};

interface RowActionsProps {
  resource: string;
  record: Row;
  leads: Leads;
}

interface MenuProps extends RowActionsProps, Pick<ReturnType<typeof useOverRows>, 'openMenu' | 'ask'> {
  open: boolean;
}

const Menu = ({resource: name, record, leads, open, openMenu, ask}: MenuProps) => {
  const {config, resource, session} = useAbout(name);
  const run = useActionRunner(name);
  const id = useId();
  const children = childrenFor(config, resource, session.perfil);
  const actions = useMenuActions(name, record);
  const extras = useExtraEntries(name);
  const deletable = may(resource, 'delete', session.perfil);
  const deletion = deletionVerdict(config, resource, record, session);
  const close = () => openMenu(undefined);
  // A row that offers more than this menu has no room for words.
  const short = hasDetails(resource);
  const entries: Entry[] = [
    ...children.map(([child, {label}]) => ({key: child, label, run: () => leads.openChildren(child, record)})),
    ...extras.map(({label, asked}) => ({key: label, label, run: () => ask({record, deleting: false, extra: asked})})),
    ...actions.map(one => ({key: one.name, action: one, run: () => void run(one.name, record)})),
    ...(short && may(resource, 'read', session.perfil)
      ? [{key: PRINT, label: 'Imprimir', run: () => leads.print(record)}]
      : []),
    ...(deletable ? [{key: 'excluir', label: 'Excluir', danger: true, verdict: deletion, run: () => ask({record, deleting: true})}] : []),
  ];
  if (entries.length === 0) return null;
  const title = recordTitle(resource, record);
  const trigger = {
    id, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: () => openMenu(record.id),
  } as const;
  return (
    <>
      {short
        ? <IconButton {...trigger} size="small" aria-label={`Mais ações: ${title}`}><MoreIcon fontSize="small" /></IconButton>
        : <Button {...trigger} size="small" endIcon={<ExpandMore />} aria-label={`Ação: ${title}`}>Ação</Button>}
      {open && <RowEntries labelledBy={id} label={short ? 'Mais ações' : 'Ação'} dense={short} entries={entries} onClose={close} />}
    </>
  );
};
/** Not drawn anew for another row's. */
const OwnMenu = memo(Menu);

/** The menu of a row: its children, the actions declared for it, refused ones with the reason, and deleting (rules: Lists 8). */
export const RowMenu = (props: RowActionsProps) => {
  const {menu, ...over} = useOverRows();
  return <OwnMenu {...props} {...over} open={menu === props.record.id} />;
};

/** An icon's own place in the row: what a record does not have leaves it empty, and nothing else moves there. */
const PLACE = {minWidth: 30, [COARSE]: {minWidth: 44}};

export const RowActions = ({resource: name, record, leads}: RowActionsProps) => {
  const resource = useResource(name);
  const run = useActionRunner(name);
  const actions = useActions(name, record, 'row');
  const [edit, details] = [leads.edit(record), leads.details(record)];
  const place = hasDetails(resource) ? PLACE : null;
  const menu = <Box key="menu" sx={place}><RowMenu resource={name} record={record} leads={leads} /></Box>;
  const ways = [
    <Box key="details" sx={place}>
      {details && (
        <Tooltip title="Detalhes">
          <IconButton size="small" component={Link} {...details} aria-label={`Detalhes ${nounOf(resource).of} ${record.id}`}>
            <EyeIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>,
    <Box key="edit" sx={place}>
      {edit && (
        <Tooltip title="Editar">
          <IconButton size="small" component={Link} {...edit} aria-label={`Editar ${recordTitle(resource, record)}`}>
            <EditIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>,
  ];
  const words = actions.map(one => <ActionButton key={one.name} one={one} small onClick={() => void run(one.name, record)} />);
  const start = resource.list.actionsAt === 'start';
  // What is as wide as its word, or not in every row, stands where nothing comes after it; on a card at the other end.
  const icons = start ? [...ways, menu] : [menu, ...ways];
  const groups = [icons, words].map((group, gap) => <Box key={gap} sx={{display: 'flex', alignItems: 'center', gap}}>{group}</Box>);
  return (
    <Box sx={{display: 'flex', flexGrow: 1, justifyContent: {xs: 'space-between', sm: start ? 'flex-start' : 'flex-end'}}}>
      {start ? groups : groups.toReversed()}
    </Box>
  );
};
