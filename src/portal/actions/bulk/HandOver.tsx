/** What hangs on a record that is about to go: left as it is, or first handed over by one of the actions that are offered for it. */
import {useId, useImperativeHandle, useRef, useState, type Ref} from 'react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {useQuery} from '@tanstack/react-query';
import {Form, useDataProvider} from 'ra-core';
import {useFormContext} from 'react-hook-form';
import {askedDefaults, optionsCall} from '../../../schema/lifeCycle/answers.ts';
import {asksOf} from '../../../schema/lifeCycle/asks.ts';
import {BULK_MOST} from '../../../schema/words/bulk.ts';
import type {Action, Resource} from '../../../schema/config/config.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {leaves} from '../../../schema/lifeCycle/workflow.ts';
import {DraftKeeper} from '../../form/drafts/DraftKeeper.tsx';
import {forgetDraft} from '../../form/drafts/store.ts';
import {useDraftPlace} from '../../form/drafts/useDraftPlace.ts';
import {OptionsContext, type OptionsOfAction} from '../../kinds/references.ts';
import {useAbout, useResource} from '../../session/context.ts';
import {declaredSort, type Row} from '../../wire/providers/dialects.ts';
import {counted} from '../../ui/counted.ts';
import {readPages} from '../../wire/pages.ts';
import {verdictOf} from '../../wire/verdict.ts';
import {AskedInput} from '../replies/AskedInput.tsx';
import {isDone} from './batch.ts';
import {BulkProgress, BulkReport} from './BulkReport.tsx';
import {AgainButtons} from './BulkRunDialog.tsx';
import {useBulk} from './useBulk.ts';

/** The records that hang on one, read by their own list: those that the server counted. */
interface Hanging {
  /** The resource they are of, and its field that names the record. */
  of: string;
  by: string;
  /** The record they hang on. */
  id: number | string;
  /** Which were counted. */
  ids: readonly number[];
  /** What is offered for them: names of actions. */
  offers: readonly string[];
}

/** The statuses out of which any of these actions leads; undefined: they do not look at it. */
const statusesOf = (resource: Resource, offers: readonly string[]): unknown[] | undefined => {
  const actions = offers.flatMap(name => resource.actions?.[name] ?? []);
  if (resource.status === undefined || actions.some(({from}) => from === undefined)) return undefined;
  const keys = new Set(actions.flatMap(action => leaves(resource, action)));
  return [...keys].map(key => statusByKey(resource, key)?.id);
};

/** Nothing until they are here: nobody is kept from going on. */
const useHanging = ({of, by, id, ids, offers}: Hanging): readonly Row[] => {
  const resource = useResource(of);
  const dataProvider = useDataProvider();
  const {data = []} = useQuery({
    // Not below the resource's: what is done to them is reported, and asks for none of them again.
    queryKey: ['pendurados', of, by, id, ids],
    staleTime: Infinity,
    gcTime: 0,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const wanted = new Set(ids);
      const statuses = statusesOf(resource, offers);
      const asked = statuses === undefined || resource.status === undefined
        ? [{[by]: id}] : statuses.map(status => ({[by]: id, [resource.status ?? '']: status}));
      const rows: Row[] = [];
      for (const filter of asked) {
        rows.push(...await readPages(dataProvider, of, {sort: declaredSort(resource), filter, signal, most: Infinity}));
      }
      return rows.filter(row => wanted.has(row.id));
    },
  });
  return data;
};

type Values = Readonly<Record<string, unknown>>;

export interface HandOverHandle {
  /** Does what was chosen. @returns whether to go on: nothing was chosen, all of it is done, or its report was seen */
  settle(): Promise<boolean>;
}

interface HandOverProps extends Hanging {
  /** The name of the draft of what is typed. */
  form: string;
  /** What hangs on the record, where it is one of several. */
  about: string | undefined;
  /** Who is not offered, whatever is asked. */
  but: OptionsOfAction['but'];
  handle: Ref<HandOverHandle>;
  /** Not all of it was done: going on leaves the rest as it is. */
  onUndone: (undone: boolean) => void;
}

interface Offered {
  name: string;
  action: Action;
  rows: readonly Row[];
}

const useOffered = ({of, offers}: Hanging, rows: readonly Row[]): Offered[] => {
  const {config, resource, session} = useAbout(of);
  return offers.flatMap(name => {
    const action = resource.actions?.[name];
    const possible = rows.filter(row => verdictOf(config, resource, name, row, session).allowed);
    return action === undefined || possible.length === 0 ? [] : [{name, action, rows: possible}];
  });
};

const AS_IT_IS = '';

export const HandOver = ({form, about, but, handle, onUndone, ...hanging}: HandOverProps) => {
  const {of, ids} = hanging;
  const resource = useResource(of);
  const id = useId();
  const offered = useOffered(hanging, useHanging(hanging));
  const [chosen, setChosen] = useState(AS_IT_IS);
  const one = offered.find(({name}) => name === chosen);
  const place = useDraftPlace(`${form}.${chosen}`);
  const asked = useRef<AnswersHandle>(null);
  const bulk = useBulk();
  const {batch, outcomes, running, stop, run} = bulk;
  useImperativeHandle(handle, () => ({
    settle: async () => {
      // What was refused is being tried again.
      if (running) return false;
      if (one === undefined || batch !== undefined) return true;
      const values = one.action.asks === undefined ? {} : await asked.current?.read();
      if (values === undefined) return false;
      const done = await run({resource: of, action: one.name, rows: one.rows, values});
      // From here on the batch keeps what was typed.
      forgetDraft(place);
      if (!done) onUndone(true);
      return done;
    },
  }));
  if (offered.length === 0) return null;
  const said = about !== undefined && <Typography id={`${id}-de`} sx={{fontWeight: 600}}>{about}</Typography>;
  if (batch !== undefined && running) {
    return (
      <Stack spacing={1} sx={{mt: 2}}>
        {said}
        <BulkProgress title={one?.action.many ?? one?.action.label ?? ''} done={outcomes.length} of={batch.rows.length} />
        <Box><Button autoFocus size="small" onClick={stop}>Parar</Button></Box>
      </Stack>
    );
  }
  if (batch !== undefined) {
    const rest = outcomes.length < batch.rows.length || !outcomes.every(isDone);
    return (
      <Stack spacing={1} sx={{mt: 2}}>
        {said}
        {rest && <Typography>Nem tudo foi feito. Quem seguir mesmo assim deixa o que falta como está.</Typography>}
        <BulkReport batch={batch} outcomes={outcomes} />
        <Stack direction="row" spacing={1}><AgainButtons bulk={bulk} onDone={() => onUndone(false)} /></Stack>
      </Stack>
    );
  }
  return (
    <Box sx={{mt: about === undefined ? 1 : 2}}>
      {said}
      <FormLabel id={`${id}-antes`} sx={{display: 'block'}}>Antes disso</FormLabel>
      <RadioGroup
        aria-labelledby={about === undefined ? `${id}-antes` : `${id}-de ${id}-antes`}
        value={one === undefined ? AS_IT_IS : chosen}
        onChange={(_event, value) => setChosen(value)}
      >
        <FormControlLabel value={AS_IT_IS} control={<Radio size="small" />} label="Deixar como está" />
        {offered.map(({name, action, rows}) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={`${wordsOf(action)} (${counted(rows.length, resource.label.one, resource.label.many)})`}
          />
        ))}
      </RadioGroup>
      {ids.length === BULK_MOST && (
        <Alert severity="info" sx={{mt: 1}}>{`Estes são os primeiros ${BULK_MOST}. Para os demais, repita depois.`}</Alert>
      )}
      {one?.action.asks !== undefined && <Asked key={one.name} of={of} one={one} form={`${form}.${chosen}`} but={but} handle={asked} />}
    </Box>
  );
};

/** Its words; dots say that it asks something more. */
const wordsOf = ({many, label, asks}: Action): string => `${many ?? label}${asks === undefined ? '' : '…'}`;

interface AnswersHandle {
  /** undefined: what is missing or wrong is told beside it. */
  read(): Promise<Values | undefined>;
}

interface AskedProps extends Pick<HandOverProps, 'of' | 'form' | 'but'> {
  one: Offered;
  handle: Ref<AnswersHandle>;
}

/** What the action asks, once for all of them. */
const Asked = ({of, one: {action, rows}, form, but, handle}: AskedProps) => {
  const {resource, session} = useAbout(of);
  const asks = asksOf(resource, action);
  const fields = {...resource.fields, ...asks};
  const [record] = useState({id: rows[0]?.id ?? 0, ...askedDefaults(resource, asks, {}, session)});
  const options = {call: optionsCall(action), id: rows[0]?.id ?? 0, also: rows.slice(1).map(({id}) => id), but};
  return (
    <Form record={record} onSubmit={() => undefined} disableInvalidFormNotification noValidate>
      <Stack spacing={2} sx={{mt: 1.5}}>
        <DraftKeeper form={form} fields={fields} />
        <OptionsContext value={options}>
          {Object.entries(asks).map(([ask, field]) => (
            <AskedInput key={ask} about={{name: of, record: undefined}} field={field} source={ask} fields={fields} />
          ))}
        </OptionsContext>
      </Stack>
      <Reader handle={handle} />
    </Form>
  );
};

const Reader = ({handle}: {handle: Ref<AnswersHandle>}) => {
  const {trigger, getValues} = useFormContext<Record<string, unknown>>();
  useImperativeHandle(handle, () => ({
    read: async () => (await trigger(undefined, {shouldFocus: true}) ? getValues() : undefined),
  }));
  return null;
};
