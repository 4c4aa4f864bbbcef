/** The dialog of a bulk action: its question and asks, then the outcome of each row. */
import {useEffect, useMemo, useState} from 'react';
import DialogContentText from '@mui/material/DialogContentText';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import type {Resource} from '../../../schema/shapes/config.ts';
import type {Consequence} from '../../../schema/apiShapes.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {AskDialog} from '../../actions/AskDialog.tsx';
import {isDoneOutcome} from '../../actions/bulk/bulkBatch.ts';
import {BulkRunDialog} from '../../actions/bulk/BulkRunDialog.tsx';
import {useBulkRun} from '../../actions/bulk/useBulkRun.ts';
import {useBulkDependentsHandOver, type RecordConsequences} from '../../actions/bulk/useDependentsHandOver.tsx';
import {fetchConsequences, useConsequences} from '../../actions/Consequences.tsx';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {DialogButtons, useConfirmOnce} from '../../ui/ConfirmDialog.tsx';
import {isFocusLost, restoreFocus} from '../../navigation/focus.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import type {Answers} from '../../api/payload.ts';
import type {ActionRecord} from '../../api/actionVerdicts.ts';
import {clearInterruptedRun, readInterruptedRun, type InterruptedRun} from '../../actions/bulk/interruptedRun.ts';
import {groupByReason, type BulkAction} from './bulkActions.ts';

const countOffered = (consequences: readonly Consequence[]): number =>
  consequences.reduce((sum, {registros, total}) => sum + (registros === undefined ? 0 : total), 0);

/**
 * The consequences of each record alone, if dependents of any have offered actions.
 * Records are asked one by one until the counted dependents are found; a single record is not asked again. Empty while loading, because
 * consequences never block an action.
 *
 * @param consequencesOfAll consequences of all records
 */
const useConsequencesOfEach = (
  name: string, ids: readonly number[], before: string, consequencesOfAll: readonly Consequence[],
): readonly RecordConsequences[] => {
  const resource = useResource(name);
  const [first] = ids;
  const {data = []} = useQuery({
    // Outside the resource's query key, because changes to the resource must not refetch it.
    queryKey: ['consequencias de cada', name, before, ids],
    enabled: ids.length > 1 && countOffered(consequencesOfAll) > 0,
    gcTime: 0,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const each: RecordConsequences[] = [];
      for (let next = 0, foundCount = 0; next < ids.length && foundCount < countOffered(consequencesOfAll); next += 1) {
        const id = ids[next] ?? 0;
        const consequences = (await fetchConsequences(name, resource, {id, before}, signal))
          .filter(({registros = []}) => registros.length > 0);
        foundCount += countOffered(consequences);
        if (consequences.length > 0) each.push({id, consequences});
      }
      return each;
    },
  });
  return ids.length === 1 && first !== undefined ? [{id: first, consequences: consequencesOfAll}] : data;
};

const MAX_NAMED_TITLES = 5;

const listTitles = (resource: Resource, rows: readonly Row[]): string => {
  const titles = rows.slice(0, MAX_NAMED_TITLES).map(row => recordTitle(resource, row)).join(', ');
  const unnamedCount = rows.length - MAX_NAMED_TITLES;
  return unnamedCount > 0 ? `${titles} e mais ${unnamedCount.toLocaleString('pt-BR')}` : titles;
};

/** Values that all rows share, which the conditions of asks are evaluated on. */
const commonValues = ([first, ...others]: readonly Row[]): ActionRecord => {
  const commonEntries = Object.entries(first ?? {}).filter(([name, value]) =>
    others.every(row => JSON.stringify(row[name]) === JSON.stringify(value)));
  return {...Object.fromEntries(commonEntries), id: first?.id ?? 0};
};

interface BulkDialogProps {
  resource: string;
  bulkAction: BulkAction;
  onClose: (done?: readonly Row[]) => void;
}

export const BulkDialog = ({resource: name, bulkAction, onClose}: BulkDialogProps) => {
  const {name: actionName, allowedRows: rows} = bulkAction;
  // Files belong to one record.
  const action = {...bulkAction.action, files: undefined};
  const resource = useResource(name);
  const bulk = useBulkRun();
  const close = () => onClose(bulk.outcomes.filter(isDoneOutcome).map(({row}) => row));
  const start = ({values}: Pick<Answers, 'values'>) => void bulk.run({resource: name, action: actionName, rows, values});
  const title = action.many ?? action.label;
  const ids = useMemo(() => rows.map(({id}) => id), [rows]);
  const otherIds = useMemo(() => ids.slice(1), [ids]);
  const consequences = useConsequences({name, id: ids[0] ?? 0, also: otherIds, before: actionName});
  const handOver = useBulkDependentsHandOver(name, ids, consequences, useConsequencesOfEach(name, ids, actionName, consequences));
  const {busy, confirm} = useConfirmOnce(async () => {
    if (await handOver.settle()) start({values: {}});
    return false;
  });
  const notice = (
    <>
      <DialogContentText variant="body2" component="div">{listTitles(resource, rows)}</DialogContentText>
      <RefusedRows resource={resource} asked={bulkAction} />
      {handOver.content}
    </>
  );
  useFocusReturn(name, ids);
  if (action.asks !== undefined && bulk.batch === undefined) {
    return (
      <AskDialog
        open
        title={`${title}: ${formatCountWithNoun(rows.length, resource.label.one, resource.label.many)}`}
        name={name}
        form={`${name}.lote.${actionName}`}
        action={action}
        record={commonValues(rows)}
        also={otherIds}
        note={<Box sx={{mb: 2}}>{notice}</Box>}
        onSend={async answers => start(answers)}
        onClose={close}
        onClosed={() => undefined}
      />
    );
  }
  return (
    <BulkRunDialog
      title={title}
      bulk={bulk}
      busy={busy}
      question={{
        text: <><DialogContentText color="text.primary">{action.confirm}</DialogContentText>{notice}</>,
        buttons: (
          <DialogButtons
            confirm={handOver.confirmLabel(title)}
            tone={action.tone}
            busy={busy}
            onConfirm={confirm}
            onBack={close}
          />
        ),
      }}
      onClose={close}
    />
  );
};

/** Returns the focus to the opener, or to the row. A second dialog's opener is in the first, so it is idle by then. */
const useFocusReturn = (name: string, ids: readonly number[]): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => {
    // After the last dialog has closed.
    requestAnimationFrame(() => {
      if (isFocusLost() && opener instanceof HTMLElement) opener.focus();
      restoreFocus(String(ids[0]), name);
    });
  }, [opener, name, ids]);
};

/** The dialog of the requested action, or the report of an interrupted run. */
export const BulkDialogHost = ({bulkAction, ...rest}: Omit<BulkDialogProps, 'bulkAction'> & {bulkAction: BulkAction | undefined}) =>
  (bulkAction ? <BulkDialog bulkAction={bulkAction} {...rest} /> : <InterruptedBulk />);

const RefusedRows = ({resource, asked}: {resource: Resource; asked: BulkAction}) => {
  const {refused} = asked;
  if (refused.length === 0) return null;
  return (
    <Box sx={{mt: 1.5}}>
      <Typography variant="body2" sx={{fontWeight: 600}}>
        {formatCountWithNoun(refused.length, 'fica de fora', 'ficam de fora')}:
      </Typography>
      <Box component="ul" sx={{m: 0, pl: 2.5, overflowWrap: 'anywhere'}}>
        {groupByReason(asked).map(({reason, rows}) => (
          <Typography key={reason} component="li" variant="body2">{`${listTitles(resource, rows)}: ${reason}`}</Typography>
        ))}
      </Box>
    </Box>
  );
};

const InterruptedBulk = () => {
  const {id} = useSession();
  const [run] = useState(() => readInterruptedRun(id));
  return run && <InterruptedBulkDialog kept={run} user={id} />;
};

const InterruptedBulkDialog = ({kept, user}: {kept: InterruptedRun; user: number}) => {
  const {resource: name, action: actionName} = kept.batch;
  const action = useConfig().resources[name]?.actions?.[actionName];
  const bulk = useBulkRun(kept);
  const [open, setOpen] = useState(true);
  if (action === undefined || !open) return null;
  return (
    <BulkRunDialog
      title={action.many ?? action.label}
      bulk={bulk}
      note={<Typography sx={{mb: 2}}>O envio parou no meio, porque a sessão terminou ou a tela foi deixada. Até ali:</Typography>}
      onClose={() => {
        clearInterruptedRun(user);
        setOpen(false);
      }}
    />
  );
};
