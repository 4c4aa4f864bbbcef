/** The rows of a list as cards on a phone, low enough for three on a screen. */
import {memo} from 'react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import {columnLabel} from '../../../schema/lists/columns.ts';
import type {Resource} from '../../../schema/shapes/config.ts';
import {TURN_HOLDER_KEY} from '../../../schema/statuses/responseKeys.ts';
import {isSwitchedOff} from '../../../schema/lifeCycle/toggle.ts';
import {formatTurnHolder} from '../../../schema/lifeCycle/turnTexts.ts';
import {useResourceAndSession, useResource} from '../../session/context.ts';
import {rowAttribute} from '../../navigation/focus.ts';
import {clampLines} from '../../ui/useTextOverflow.ts';
import {followMainLinkOnClick} from '../address/listLinks.ts';
import {isDateColumn, useDeclaredColumns} from '../columns/declaredColumns.ts';
import {RowCheckbox} from '../selection/checkboxes.tsx';
import {ListCell} from './ListCell.tsx';
import {CardSkeletons, switchedOffStyle, type ListRowsViewProps, type ListRowProps} from './ListTable.tsx';
import {commentAwaitingReply} from './pendingWork.ts';

export const currentCardStyle = {'&[aria-current="true"]': {borderColor: 'primary.main', backgroundColor: 'action.selected'}};

/** Columns shown without a label: names of other records, and values that name themselves. */
const isSelfExplanatory = ({fields, template}: Resource, column: string): boolean =>
  fields[column]?.kind === 'relacionado' || column === template?.summary || Object.keys(template?.keep ?? {}).includes(column);

const CardOfFacts = ({resource: name, record, columns, rowActions, rowLead, chosen, tick, ticked, isCurrent}: ListRowProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const {status, since, template, toggle} = resource;
  const [main, ...others] = columns.filter(column => column !== toggle?.field);
  // With a status, its date is the only one shown, unless the person chose columns.
  const isFact = (column: string): boolean => chosen !== undefined || status === undefined || !isDateColumn(config, resource, column);
  const facts = others.filter(column => column !== status && isFact(column));
  const isWaiting = formatTurnHolder(config, resource, record, session) !== undefined;
  const shownFacts = facts.filter(column => column !== TURN_HOLDER_KEY || isWaiting);
  const request = commentAwaitingReply(resource, record, session);
  const waiterIndex = request === undefined ? -1 : shownFacts.indexOf(TURN_HOLDER_KEY);
  return (
    <Paper
      component="li"
      variant="outlined"
      tabIndex={-1}
      {...rowAttribute(record)}
      aria-current={isCurrent || undefined}
      sx={{px: 1.5, py: 0.5, ...currentCardStyle, ...(isSwitchedOff(resource, record) ? switchedOffStyle : {})}}
    >
      <Box sx={{display: 'flex', alignItems: 'center', columnGap: 0.5, minHeight: 36, '& > label': {ml: -1.5, flexShrink: 0}}}>
        {tick && <RowCheckbox resource={name} record={record} ticked={ticked === true} tick={tick} />}
        <Typography
          component="div"
          sx={{flexGrow: 1, fontWeight: 600, overflowWrap: 'anywhere', minWidth: status === undefined ? 0 : 'auto'}}
        >
          {main && <ListCell resource={name} record={record} column={main} link={rowLead(record)} />}
        </Typography>
        {status !== undefined && others.includes(status) && (
          <>
            {/* Two lines, so that a long status and touch targets fit. */}
            <Typography variant="body2" component="span" sx={{color: 'text.secondary', textAlign: 'right', lineHeight: 1.25}}>
              {since !== undefined && <ListCell resource={name} record={record} column={since} />}
            </Typography>
            <ListCell resource={name} record={record} column={status} />
          </>
        )}
        {toggle && <ListCell resource={name} record={record} column={toggle.field} />}
      </Box>
      <Box
        sx={{
          display: 'flex', flexWrap: 'wrap', columnGap: 1.5, typography: 'body2',
          '& > *': {minWidth: 0, overflowWrap: 'anywhere'},
        }}
      >
        {(waiterIndex === -1 ? shownFacts : shownFacts.slice(0, waiterIndex)).map(column => (
          <Box key={column} sx={{display: 'flex', columnGap: 1, flex: column === template?.summary ? '1 1 120px' : '0 1 auto'}}>
            <Box component="span" sx={isSelfExplanatory(resource, column) ? visuallyHidden : {color: 'text.secondary', flexShrink: 0}}>
              {columnLabel(resource, column)}
            </Box>
            <ListCell resource={name} record={record} column={column} lines={column === template?.summary ? 1 : 2} />
          </Box>
        ))}
        {/* The pending request replaces the facts after the waiter. */}
        {waiterIndex !== -1 && request && (
          <Box sx={{...clampLines(2), flexBasis: '100%'}}>
            <Box component="span" sx={{fontWeight: 600}}>{request.nome}:</Box> {request.texto}
          </Box>
        )}
      </Box>
      {rowActions && <Box sx={{display: 'flex', justifyContent: 'flex-end', mx: -0.5}}>{rowActions(record)}</Box>}
    </Paper>
  );
};
const Card = memo(CardOfFacts);

export const ListCards = ({rows, within, selection, current, ...shared}: ListRowsViewProps) => {
  const {resource: name, chosen} = shared;
  const declared = useDeclaredColumns(name, 'card', within);
  const {label} = useResource(name);
  if (rows === undefined) return <CardSkeletons />;
  return (
    <Box
      component="ul"
      aria-label={label.many}
      onClick={followMainLinkOnClick}
      sx={{display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1, m: 0, p: 0, listStyle: 'none'}}
    >
      {rows.map(record => (
        <Card
          key={record.id}
          {...shared}
          record={record}
          columns={chosen ?? declared}
          tick={selection?.tick}
          ticked={selection?.has(record.id)}
          isCurrent={record.id === current}
        />
      ))}
    </Box>
  );
};
