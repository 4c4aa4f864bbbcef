/** A row's value: the switch, the row's link in its first column, whom the record waits for, or the formatted value. */
import {Fragment, type ReactElement, type ReactNode} from 'react';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import {Link as RouterLink} from 'react-router-dom';
import {formatInstant} from '../../../schema/fields/dates.ts';
import {columnLabel} from '../../../schema/lists/columns.ts';
import {TURN_HOLDER_KEY} from '../../../schema/statuses/responseKeys.ts';
import {resolveToggle, type ResolvedToggle as Switched} from '../../../schema/lifeCycle/toggle.ts';
import {formatAttendant, formatTurnHolder} from '../../../schema/lifeCycle/turnTexts.ts';
import {EMPTY_VALUE} from '../../../schema/words/messages.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {useActionRunner} from '../../actions/ActionDialogHost.tsx';
import {useVerdict} from '../../actions/useActions.ts';
import {FieldValue} from '../../fields/FieldValue.tsx';
import {useResourceAndSession, useResource} from '../../session/context.ts';
import {TOUCH_SCREEN} from '../../theme/tokens.ts';
import {useIsPhone} from '../../theme/useIsPhone.ts';
import {Age, formatAge, formatAgeWithTime} from '../../ui/Age.tsx';
import {clampLines, useTextOverflow} from '../../ui/useTextOverflow.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import type {LinkTarget} from '../address/listLinks.ts';
import {columnField, isDateColumn, isProseColumn} from '../columns/declaredColumns.ts';
import {isLongInStatus} from './pendingWork.ts';

/** The switch of a row: confirms, then runs one of its two actions (rules: Lists 7). */
const ToggleSwitch = ({resource: name, record}: {resource: string; record: Row}) => {
  const toggle = resolveToggle(useResource(name));
  return toggle === undefined ? null : <Toggle name={name} record={record} toggle={toggle} />;
};

const Toggle = ({name, record, toggle}: {name: string; record: Row; toggle: Switched}) => {
  const resource = useResource(name);
  const on = record[toggle.field] === toggle.on;
  const action = on ? toggle.disable : toggle.enable;
  const verdict = useVerdict(name, action, record);
  const run = useActionRunner(name);
  const phone = useIsPhone();
  // The switch shows its field: for a field such as 'Arquivado', it is on when the record is off.
  const saysOff = toggle.on === false;
  const label = saysOff ? resource.fields[toggle.field]?.label : on ? 'Ativo' : 'Inativo';
  const control = (
    <Switch
      size="small"
      checked={on !== saysOff}
      disabled={!verdict.allowed}
      onChange={() => void run(action, record)}
      slotProps={{input: {role: 'switch', 'aria-label': `${label}: ${recordTitle(resource, record)}`}}}
    />
  );
  const shown = verdict.allowed ? control : <Tooltip title={verdict.reason}><span>{control}</span></Tooltip>;
  // A card has no column heading, so 'on' needs its label.
  if (!phone || !saysOff) return shown;
  return <Box sx={{display: 'flex', alignItems: 'center', typography: 'caption', color: 'text.secondary'}}>{label}{shown}</Box>;
};

interface ClampedProps {
  children: ReactNode;
  /** Wraps the text in a link, which then takes the focus with an unclipped ring. */
  linked: ((text: ReactNode) => ReactElement) | undefined;
  lines: number;
}

/** A long text clamped to some lines; a tooltip on hover or focus shows all of it. Screen readers read all of it anyway. */
const Clamped = ({children, linked, lines}: ClampedProps) => {
  const {ref, cut} = useTextOverflow(lines);
  const text = (
    <Box
      component="span"
      ref={ref}
      data-linhas
      tabIndex={cut && linked === undefined ? 0 : undefined}
      sx={{...clampLines(lines), lineHeight: 1.35}}
    >
      {children}
    </Box>
  );
  const shown = linked?.(text) ?? text;
  // An element and not a string, because a string would become the accessible name.
  return cut ? <Tooltip describeChild title={<span>{children}</span>}>{shown}</Tooltip> : shown;
};

interface CellProps {
  resource: string;
  record: Row;
}

const lateStyle = {color: 'warning.main', fontWeight: 600};

/**
 * Shows whom a record waits for, for how long if that is long, and its attendant.
 * @param onPaper printed: without 'you' and without ages
 */
export const TurnHolderCell = ({resource: name, record, onPaper = false}: CellProps & {onPaper?: boolean}) => {
  const {config, resource, session} = useResourceAndSession(name);
  const reader = onPaper ? undefined : session;
  const waiter = formatTurnHolder(config, resource, record, reader);
  if (waiter === undefined) return EMPTY_VALUE;
  const attendant = formatAttendant(config, resource, record, reader);
  const since = record[resource.since ?? ''];
  const isLate = reader && typeof since === 'string' && isLongInStatus(resource, record, reader);
  return (
    <>
      {isLate ? <Box component="span" title={formatInstant(since)} sx={lateStyle}>{waiter} {formatAge(since)}</Box> : <span>{waiter}</span>}
      {attendant !== undefined && (
        <Box component="span" data-segunda title={attendant} sx={{color: 'text.secondary'}}> com {attendant}</Box>
      )}
    </>
  );
};

/** A single digit is too small a touch target. */
const touchTarget = {[TOUCH_SCREEN]: {display: 'inline-flex', alignItems: 'center', minWidth: 44, minHeight: 44}};

const markStyle = {typography: 'caption', fontWeight: 400, color: 'warning.main', whiteSpace: 'nowrap'};

interface ListCellProps extends CellProps {
  column: string;
  link?: LinkTarget | undefined;
  /** Lines that a long text is clamped to; absent: all of it. */
  lines?: number;
}

export const ListCell = ({resource: name, record, column, link, lines}: ListCellProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  if (resource.toggle?.field === column) return <ToggleSwitch resource={name} record={record} />;
  if (column === TURN_HOLDER_KEY) return <TurnHolderCell resource={name} record={record} />;
  const sinceValue = record[resource.since ?? ''];
  const since = typeof sinceValue === 'string' && sinceValue !== '' ? sinceValue : undefined;
  if (column === resource.since && since !== undefined) {
    return <Box component="span" sx={isLongInStatus(resource, record, session) ? lateStyle : {}}><Age instant={since} /></Box>;
  }
  const field = columnField(config, resource, column);
  const shown = {value: record[column], record, linked: link !== undefined};
  const value = field === undefined ? record.id : <FieldValue field={field} {...shown} />;
  if (column === resource.status && since !== undefined) {
    const title = `${columnLabel(resource, resource.since ?? '')}: ${formatInstant(since)} (${formatAgeWithTime(since)})`;
    return <span title={title}>{value}</span>;
  }
  const isLong = lines !== undefined && (isProseColumn(config, resource, column) || isDateColumn(config, resource, column));
  const linked = link && ((text: ReactNode) => (
    <Link component={RouterLink} {...link} data-principal sx={{...(isLong ? {display: 'block'} : {}), ...touchTarget}}>{text}</Link>
  ));
  const cell = isLong ? <Clamped linked={linked} lines={lines}>{value}</Clamped> : linked?.(value) ?? value;
  const marks = link === undefined ? [] : resource.list.marks?.filter(mark => record[mark] === true) ?? [];
  if (marks.length === 0) return cell;
  return (
    <>
      {cell}
      {marks.map(mark => <Fragment key={mark}> <Box component="span" sx={markStyle}>{columnLabel(resource, mark)}</Box></Fragment>)}
    </>
  );
};
