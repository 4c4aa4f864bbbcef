/** The actions of a list row: details, edit, menu and frequent actions, each in a fixed position. */
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
import {mayAccess} from '../../schema/access.ts';
import {fillPlaceholders} from '../../schema/words/messages.ts';
import type {Resource} from '../../schema/shapes/config.ts';
import {resolveToggle} from '../../schema/lifeCycle/toggle.ts';
import {hasDetails} from '../../schema/parts.ts';
import {PRINT_PATH} from '../../schema/paths.ts';
import {nounOf} from '../../schema/words/nouns.ts';
import {recordTitle} from '../../schema/fields/recordTitle.ts';
import {ActionButton} from '../actions/ActionButton.tsx';
import {useActionRunner} from '../actions/ActionDialogHost.tsx';
import {actionPlaces} from '../actions/actionPlaces.ts';
import {useActions} from '../actions/useActions.ts';
import {listVisibleChildren} from '../children/children.ts';
import type {ListLinks} from '../list/address/listLinks.ts';
import {useResourceAndSession, useResource} from '../session/context.ts';
import {TOUCH_SCREEN} from '../theme/tokens.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import type {Row} from '../api/providers/listDialects.ts';
import {actionsInPlace, deletionVerdict, judgeAction, type ActionRecord, type JudgedAction} from '../api/actionVerdicts.ts';
import {useRowOverlays} from './RowOverlays.tsx';
import type {RowMenuEntry} from './RowMenuEntries.tsx';
import {useExtraEntries} from './extras/extraEntries.ts';

const RowEntries = lazyComponent(async () => (await import('./RowMenuEntries.tsx')).RowMenuEntries);

/** Offers `enable` in place of `disable` for a record that is off. */
const toggledAction = (resource: Resource, record: ActionRecord, name: string): string => {
  const toggle = resolveToggle(resource);
  return toggle !== undefined && name === toggle.disable && record[toggle.field] !== toggle.on ? toggle.enable : name;
};

const useMenuActions = (name: string, record: ActionRecord): JudgedAction[] => {
  const {config, resource, session} = useResourceAndSession(name);
  return actionsInPlace('menu', config, resource, record, session).flatMap(judged => {
    const currentName = toggledAction(resource, record, judged.name);
    const action = resource.actions?.[currentName];
    return action === undefined ? [] : [{name: currentName, action, verdict: judgeAction(config, resource, currentName, record, session)}];
  }).filter(judged => actionPlaces.menu.draws(judged, resource));
};

interface RowActionsProps {
  resource: string;
  record: Row;
  links: ListLinks;
}

interface MenuProps extends RowActionsProps, Pick<ReturnType<typeof useRowOverlays>, 'openMenu' | 'ask'> {
  open: boolean;
}

const Menu = ({resource: name, record, links: leads, open, openMenu, ask}: MenuProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const run = useActionRunner(name);
  const id = useId();
  const children = listVisibleChildren(config, resource, session.perfil);
  const actions = useMenuActions(name, record);
  const extras = useExtraEntries(name);
  const deletable = mayAccess(resource, 'delete', session.perfil);
  const deletion = deletionVerdict(config, resource, record, session);
  const close = () => openMenu(undefined);
  // A row with details has no room for labels.
  const isCompact = hasDetails(resource);
  const entries: RowMenuEntry[] = [
    ...children.map(([child, {label}]) =>
      ({key: child, label: fillPlaceholders(label, record), run: () => leads.openChildren(child, record)})),
    ...extras.map(({label, request}) => ({key: label, label, run: () => ask({record, deleting: false, extra: request})})),
    ...actions.map(judged => ({key: judged.name, action: judged, run: () => void run(judged.name, record)})),
    ...(isCompact && mayAccess(resource, 'read', session.perfil)
      ? [{key: PRINT_PATH, label: 'Imprimir', run: () => leads.print(record)}]
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
      {isCompact
        ? <IconButton {...trigger} size="small" aria-label={`Mais ações: ${title}`}><MoreIcon fontSize="small" /></IconButton>
        : <Button {...trigger} size="small" endIcon={<ExpandMore />} aria-label={`Ação: ${title}`}>Ação</Button>}
      {open && <RowEntries labelledBy={id} label={isCompact ? 'Mais ações' : 'Ação'} dense={isCompact} entries={entries} onClose={close} />}
    </>
  );
};
/** Memoised, because another row's menu would redraw it. */
const MemoizedMenu = memo(Menu);

/** A row's menu: children, declared actions (refused ones with the reason), and delete (rules: Lists 8). */
export const RowMenu = (props: RowActionsProps) => {
  const {menu, ...over} = useRowOverlays();
  return <MemoizedMenu {...props} {...over} open={menu === props.record.id} />;
};

/** A fixed slot per icon keeps the icons of all rows aligned. */
const ICON_SLOT = {minWidth: 30, [TOUCH_SCREEN]: {minWidth: 44}};

export const RowActions = ({resource: name, record, links: leads}: RowActionsProps) => {
  const resource = useResource(name);
  const run = useActionRunner(name);
  const actions = useActions(name, record, 'row');
  const slotStyle = hasDetails(resource) ? ICON_SLOT : null;
  const menu = <Box key="menu" sx={slotStyle}><RowMenu resource={name} record={record} links={leads} /></Box>;
  const links = ([
    ['Detalhes', leads.details(record), `Detalhes ${nounOf(resource).of} ${record.id}`, EyeIcon],
    ['Editar', leads.edit(record), `Editar ${recordTitle(resource, record)}`, EditIcon],
  ] as const).map(([tooltip, link, label, Icon]) => (
    <Box key={tooltip} sx={slotStyle}>
      {link && (
        <Tooltip title={tooltip}>
          <IconButton size="small" component={Link} {...link} aria-label={label}><Icon fontSize="small" /></IconButton>
        </Tooltip>
      )}
    </Box>
  ));
  const actionButtons = actions.map(judged => (
    <ActionButton key={judged.name} judgedAction={judged} small onClick={() => void run(judged.name, record)} />
  ));
  const start = resource.list.actionsAt === 'start';
  // Elements of varying width stand at the outer end, so that icons stay aligned; on a card, at the other end.
  const icons = start ? [...links, menu] : [menu, ...links];
  const groups = [icons, actionButtons].map((group, gap) => <Box key={gap} sx={{display: 'flex', alignItems: 'center', gap}}>{group}</Box>);
  return (
    <Box sx={{display: 'flex', flexGrow: 1, justifyContent: {xs: 'space-between', sm: start ? 'flex-start' : 'flex-end'}}}>
      {start ? groups : groups.toReversed()}
    </Box>
  );
};
