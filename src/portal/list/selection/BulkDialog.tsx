/** One question for all the ticked rows, with what the action asks, then what becomes of each. */
import {useEffect, useMemo, useState} from 'react';
import DialogContentText from '@mui/material/DialogContentText';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import type {Resource} from '../../../schema/config/config.ts';
import type {Consequence} from '../../../schema/wire.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {AskDialog} from '../../actions/AskDialog.tsx';
import {isDone} from '../../actions/bulk/batch.ts';
import {BulkRunDialog} from '../../actions/bulk/BulkRunDialog.tsx';
import {useBulk} from '../../actions/bulk/useBulk.ts';
import {useHandOverOfEach, type OfRecord} from '../../actions/bulk/useHandOver.tsx';
import {askConsequences, useConsequences} from '../../actions/Consequences.tsx';
import {useConfig, useResource, useSession} from '../../session/context.ts';
import {counted} from '../../ui/counted.ts';
import {DialogButtons, useConfirming} from '../../ui/ConfirmDialog.tsx';
import {isIdle, keepFocus} from '../../ui/place/focus.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import type {Answers} from '../../wire/payload.ts';
import type {ActionRecord} from '../../wire/verdict.ts';
import {dropRun, readRun, type KeptRun} from '../../actions/bulk/keptRun.ts';
import {reasonsOf, type BulkAction} from './bulkActions.ts';

/** How many hang on them for which something is offered. */
const offered = (told: readonly Consequence[]): number =>
  told.reduce((sum, {registros, total}) => sum + (registros === undefined ? 0 : total), 0);

/**
 * What follows for each of several records alone, where something is offered for what hangs on one of them.
 * Asked of one after the other, until as many are found as were counted together; of a single one nothing is asked again. Empty until
 * all is known: nobody is kept from going on.
 *
 * @param together what follows for all of them
 */
const useEach = (name: string, ids: readonly number[], before: string, together: readonly Consequence[]): readonly OfRecord[] => {
  const resource = useResource(name);
  const [first] = ids;
  const {data = []} = useQuery({
    // Not below the resource's: what is done to them is reported, and asks for none of this again.
    queryKey: ['consequencias de cada', name, before, ids],
    enabled: ids.length > 1 && offered(together) > 0,
    gcTime: 0,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const each: OfRecord[] = [];
      for (let next = 0, found = 0; next < ids.length && found < offered(together); next += 1) {
        const id = ids[next] ?? 0;
        const told = (await askConsequences(name, resource, {id, before}, signal)).filter(({registros = []}) => registros.length > 0);
        found += offered(told);
        if (told.length > 0) each.push({id, told});
      }
      return each;
    },
  });
  return ids.length === 1 && first !== undefined ? [{id: first, told: together}] : data;
};

/** Titles named before the rest is only counted. */
const NAMED = 5;

const namesOf = (resource: Resource, rows: readonly Row[]): string => {
  const titles = rows.slice(0, NAMED).map(row => recordTitle(resource, row)).join(', ');
  const rest = rows.length - NAMED;
  return rest > 0 ? `${titles} e mais ${rest.toLocaleString('pt-BR')}` : titles;
};

/** What all of them say alike: as much of a record as an action's questions may depend on. */
const common = ([first, ...others]: readonly Row[]): ActionRecord => {
  const alike = Object.entries(first ?? {}).filter(([name, value]) =>
    others.every(row => JSON.stringify(row[name]) === JSON.stringify(value)));
  return {...Object.fromEntries(alike), id: first?.id ?? 0};
};

interface BulkDialogProps {
  resource: string;
  asked: BulkAction;
  /** @param done the rows that need not stay ticked */
  onClose: (done?: readonly Row[]) => void;
}

export const BulkDialog = ({resource: name, asked, onClose}: BulkDialogProps) => {
  const {name: actionName, rows} = asked;
  // Files are one record's.
  const action = {...asked.action, files: undefined};
  const resource = useResource(name);
  const bulk = useBulk();
  const close = () => onClose(bulk.outcomes.filter(isDone).map(({row}) => row));
  const start = ({values}: Pick<Answers, 'values'>) => void bulk.run({resource: name, action: actionName, rows, values});
  const title = action.many ?? action.label;
  const ids = useMemo(() => rows.map(({id}) => id), [rows]);
  const others = useMemo(() => ids.slice(1), [ids]);
  const consequences = useConsequences({name, id: ids[0] ?? 0, also: others, before: actionName});
  const handing = useHandOverOfEach(name, ids, consequences, useEach(name, ids, actionName, consequences));
  const {busy, confirm} = useConfirming(async () => {
    if (await handing.settle()) start({values: {}});
    return false;
  });
  const told = (
    <>
      <DialogContentText variant="body2" component="div">{namesOf(resource, rows)}</DialogContentText>
      <LeftOut resource={resource} asked={asked} />
      {handing.told}
    </>
  );
  useFocusBack(name, ids);
  if (action.asks !== undefined && bulk.batch === undefined) {
    return (
      <AskDialog
        open
        title={`${title}: ${counted(rows.length, resource.label.one, resource.label.many)}`}
        name={name}
        form={`${name}.lote.${actionName}`}
        action={action}
        record={common(rows)}
        also={others}
        told={<Box sx={{mb: 2}}>{told}</Box>}
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
        text: <><DialogContentText color="text.primary">{action.confirm}</DialogContentText>{told}</>,
        buttons: (
          <DialogButtons
            confirm={handing.confirm(title)}
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

/** To what it was opened from, or what stands for that: of two dialogs in turn the second finds it in the first. */
const useFocusBack = (name: string, ids: readonly number[]): void => {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => {
    // Once the last of them is gone.
    requestAnimationFrame(() => {
      if (isIdle() && opener instanceof HTMLElement) opener.focus();
      keepFocus(String(ids[0]), name);
    });
  }, [opener, name, ids]);
};

/** The dialog of what is asked for, or what is still to be said of an earlier time. */
export const BulkOver = ({asked, ...rest}: Omit<BulkDialogProps, 'asked'> & {asked: BulkAction | undefined}) =>
  (asked ? <BulkDialog asked={asked} {...rest} /> : <LeftRun />);

/** Of the ticked, those it cannot be done to, by the reason. */
const LeftOut = ({resource, asked}: {resource: Resource; asked: BulkAction}) => {
  const {refused} = asked;
  if (refused.length === 0) return null;
  return (
    <Box sx={{mt: 1.5}}>
      <Typography variant="body2" sx={{fontWeight: 600}}>{counted(refused.length, 'fica de fora', 'ficam de fora')}:</Typography>
      <Box component="ul" sx={{m: 0, pl: 2.5, overflowWrap: 'anywhere'}}>
        {reasonsOf(asked).map(({reason, rows}) => (
          <Typography key={reason} component="li" variant="body2">{`${namesOf(resource, rows)}: ${reason}`}</Typography>
        ))}
      </Box>
    </Box>
  );
};

/** What was done before the page went in the middle of it, said to whoever comes back; nothing where there is nothing to say. */
const LeftRun = () => {
  const {id} = useSession();
  const [kept] = useState(() => readRun(id));
  return kept && <Left kept={kept} user={id} />;
};

const Left = ({kept, user}: {kept: KeptRun; user: number}) => {
  const {resource: name, action: actionName} = kept.batch;
  const action = useConfig().resources[name]?.actions?.[actionName];
  const bulk = useBulk(kept);
  const [open, setOpen] = useState(true);
  if (action === undefined || !open) return null;
  return (
    <BulkRunDialog
      title={action.many ?? action.label}
      bulk={bulk}
      note={<Typography sx={{mb: 2}}>O envio parou no meio, porque a sessão terminou ou a tela foi deixada. Até ali:</Typography>}
      onClose={() => {
        dropRun(user);
        setOpen(false);
      }}
    />
  );
};
