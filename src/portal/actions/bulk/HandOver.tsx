/** Dependents of a record that is about to go: left as they are, or first handed over by one of the offered actions. */
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
import {initialAnswers, optionsCall} from '../../../schema/lifeCycle/answers.ts';
import {askedFields} from '../../../schema/lifeCycle/asks.ts';
import {MAX_BULK_RECORDS} from '../../../schema/words/bulk.ts';
import type {Action, Resource} from '../../../schema/shapes/config.ts';
import {statusByKey} from '../../../schema/statuses/statuses.ts';
import {listSourceStatuses} from '../../../schema/lifeCycle/workflow.ts';
import {DraftKeeper} from '../../form/drafts/DraftKeeper.tsx';
import {removeDraftAndKey} from '../../form/drafts/draftStore.ts';
import {useDraftPlace} from '../../form/drafts/useDraftPlace.ts';
import {ActionOptionsContext, type ActionOptions} from '../../fields/references.ts';
import {useResourceAndSession, useResource} from '../../session/context.ts';
import {toReactAdminSort, type Row} from '../../api/providers/listDialects.ts';
import {formatCountWithNoun} from '../../ui/formatCountWithNoun.ts';
import {readPages} from '../../api/readPages.ts';
import {judgeAction} from '../../api/actionVerdicts.ts';
import {AskInput} from '../replies/AskInput.tsx';
import {isDoneOutcome} from './bulkBatch.ts';
import {BulkProgress, BulkReport} from './BulkReport.tsx';
import {RetryButtons} from './BulkRunDialog.tsx';
import {useBulkRun} from './useBulkRun.ts';

interface Dependents {
  /** Their resource, and its field that references the record. */
  of: string;
  by: string;
  id: number | string;
  ids: readonly number[];
  offers: readonly string[];
}

/** Ids of the statuses that the actions start from; undefined if any of them starts from every status. */
const startStatuses = (resource: Resource, offers: readonly string[]): unknown[] | undefined => {
  const actions = offers.flatMap(name => resource.actions?.[name] ?? []);
  if (resource.status === undefined || actions.some(({from}) => from === undefined)) return undefined;
  const keys = new Set(actions.flatMap(action => listSourceStatuses(resource, action)));
  return [...keys].map(key => statusByKey(resource, key)?.id);
};

/** Empty while loading, because dependents never block an operation. */
const useDependentRows = ({of, by, id, ids, offers}: Dependents): readonly Row[] => {
  const resource = useResource(of);
  const dataProvider = useDataProvider();
  const {data = []} = useQuery({
    // Outside the resource's query key, because the hand-over itself must not refetch them.
    queryKey: ['pendurados', of, by, id, ids],
    staleTime: Infinity,
    gcTime: 0,
    meta: {optional: true},
    queryFn: async ({signal}) => {
      const countedIds = new Set(ids);
      const statuses = startStatuses(resource, offers);
      const filters = statuses === undefined || resource.status === undefined
        ? [{[by]: id}] : statuses.map(status => ({[by]: id, [resource.status ?? '']: status}));
      const rows: Row[] = [];
      for (const filter of filters) {
        rows.push(...await readPages(dataProvider, of, {sort: toReactAdminSort(resource), filter, signal, maxRows: Infinity}));
      }
      return rows.filter(row => countedIds.has(row.id));
    },
  });
  return data;
};

type Values = Readonly<Record<string, unknown>>;

export interface HandOverHandle {
  /** Runs the chosen action. @returns whether to go on: nothing was chosen, all is done, or the report was seen */
  settle(): Promise<boolean>;
}

interface HandOverProps extends Dependents {
  form: string;
  /** Text of the consequence, if there are several records. */
  about: string | undefined;
  /** Options left out of the asks, e.g. the persons who are being deleted. */
  but: ActionOptions['excluded'];
  handle: Ref<HandOverHandle>;
  /** `true`: some are not done, and going on leaves them as they are. */
  onUndone: (undone: boolean) => void;
}

interface OfferedAction {
  name: string;
  action: Action;
  rows: readonly Row[];
}

const useOfferedActions = ({of, offers}: Dependents, rows: readonly Row[]): OfferedAction[] => {
  const {config, resource, session} = useResourceAndSession(of);
  return offers.flatMap(name => {
    const action = resource.actions?.[name];
    const allowedRows = rows.filter(row => judgeAction(config, resource, name, row, session).allowed);
    return action === undefined || allowedRows.length === 0 ? [] : [{name, action, rows: allowedRows}];
  });
};

const AS_IT_IS = '';

export const HandOver = ({form, about, but, handle, onUndone, ...dependents}: HandOverProps) => {
  const {of, ids} = dependents;
  const resource = useResource(of);
  const id = useId();
  const offered = useOfferedActions(dependents, useDependentRows(dependents));
  const [chosen, setChosen] = useState(AS_IT_IS);
  const chosenAction = offered.find(({name}) => name === chosen);
  const draftPlace = useDraftPlace(`${form}.${chosen}`);
  const answersRef = useRef<AnswersHandle>(null);
  const bulk = useBulkRun();
  const {batch, outcomes, running, stop, run} = bulk;
  useImperativeHandle(handle, () => ({
    settle: async () => {
      if (running) return false;
      if (chosenAction === undefined || batch !== undefined) return true;
      const values = chosenAction.action.asks === undefined ? {} : await answersRef.current?.read();
      if (values === undefined) return false;
      const done = await run({resource: of, action: chosenAction.name, rows: chosenAction.rows, values});
      // From here on, the batch holds the answers.
      removeDraftAndKey(draftPlace);
      if (!done) onUndone(true);
      return done;
    },
  }));
  if (offered.length === 0) return null;
  const heading = about !== undefined && <Typography id={`${id}-de`} sx={{fontWeight: 600}}>{about}</Typography>;
  if (batch !== undefined && running) {
    return (
      <Stack spacing={1} sx={{mt: 2}}>
        {heading}
        <BulkProgress title={chosenAction?.action.many ?? chosenAction?.action.label ?? ''} done={outcomes.length} of={batch.rows.length} />
        <Box><Button autoFocus size="small" onClick={stop}>Parar</Button></Box>
      </Stack>
    );
  }
  if (batch !== undefined) {
    const isIncomplete = outcomes.length < batch.rows.length || !outcomes.every(isDoneOutcome);
    return (
      <Stack spacing={1} sx={{mt: 2}}>
        {heading}
        {isIncomplete && <Typography>Nem tudo foi feito. Quem seguir mesmo assim deixa o que falta como está.</Typography>}
        <BulkReport batch={batch} outcomes={outcomes} />
        <Stack direction="row" spacing={1}><RetryButtons bulk={bulk} onDone={() => onUndone(false)} /></Stack>
      </Stack>
    );
  }
  return (
    <Box sx={{mt: about === undefined ? 1 : 2}}>
      {heading}
      <FormLabel id={`${id}-antes`} sx={{display: 'block'}}>Antes disso</FormLabel>
      <RadioGroup
        aria-labelledby={about === undefined ? `${id}-antes` : `${id}-de ${id}-antes`}
        value={chosenAction === undefined ? AS_IT_IS : chosen}
        onChange={(_event, value) => setChosen(value)}
      >
        <FormControlLabel value={AS_IT_IS} control={<Radio size="small" />} label="Deixar como está" />
        {offered.map(({name, action, rows}) => (
          <FormControlLabel
            key={name}
            value={name}
            control={<Radio size="small" />}
            label={`${optionLabel(action)} (${formatCountWithNoun(rows.length, resource.label.one, resource.label.many)})`}
          />
        ))}
      </RadioGroup>
      {ids.length === MAX_BULK_RECORDS && (
        <Alert severity="info" sx={{mt: 1}}>{`Estes são os primeiros ${MAX_BULK_RECORDS}. Para os demais, repita depois.`}</Alert>
      )}
      {chosenAction?.action.asks !== undefined && (
        <AnswersForm key={chosenAction.name} of={of} offer={chosenAction} form={`${form}.${chosen}`} but={but} handle={answersRef} />
      )}
    </Box>
  );
};

const optionLabel = ({many: bulkLabel, label, asks}: Action): string => `${bulkLabel ?? label}${asks === undefined ? '' : '…'}`;

interface AnswersHandle {
  /** Resolves undefined for invalid answers, whose messages are shown. */
  read(): Promise<Values | undefined>;
}

interface AnswersFormProps extends Pick<HandOverProps, 'of' | 'form' | 'but'> {
  offer: OfferedAction;
  handle: Ref<AnswersHandle>;
}

/** The asks of the chosen action, answered once for all dependents. */
const AnswersForm = ({of, offer: {action, rows}, form, but, handle}: AnswersFormProps) => {
  const {resource, session} = useResourceAndSession(of);
  const asks = askedFields(resource, action);
  const fields = {...resource.fields, ...asks};
  const [record] = useState({id: rows[0]?.id ?? 0, ...initialAnswers(resource, asks, {}, session)});
  const options = {call: optionsCall(action), id: rows[0]?.id ?? 0, otherIds: rows.slice(1).map(({id}) => id), excluded: but};
  return (
    <Form record={record} onSubmit={() => undefined} disableInvalidFormNotification noValidate>
      <Stack spacing={2} sx={{mt: 1.5}}>
        <DraftKeeper form={form} fields={fields} />
        <ActionOptionsContext value={options}>
          {Object.entries(asks).map(([ask, field]) => (
            <AskInput key={ask} about={{name: of, record: undefined}} field={field} source={ask} fields={fields} />
          ))}
        </ActionOptionsContext>
      </Stack>
      <AnswersReader handle={handle} />
    </Form>
  );
};

const AnswersReader = ({handle}: {handle: Ref<AnswersHandle>}) => {
  const {trigger, getValues} = useFormContext<Record<string, unknown>>();
  useImperativeHandle(handle, () => ({
    read: async () => (await trigger(undefined, {shouldFocus: true}) ? getValues() : undefined),
  }));
  return null;
};
