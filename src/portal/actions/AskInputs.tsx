/** The inputs of an action's asks, with the rules between fields, evaluated on the record as the action would leave it. */
import {Fragment} from 'react';
import {currentInstant} from '../../schema/fields/clock.ts';
import {valuesSetBy} from '../../schema/lifeCycle/answers.ts';
import {askedFields} from '../../schema/lifeCycle/asks.ts';
import {MISSING_FIELDS_KEY} from '../../schema/lifeCycle/incomplete.ts';
import {statusStamps, statusByKey} from '../../schema/statuses/statuses.ts';
import {listTargetStatuses} from '../../schema/lifeCycle/workflow.ts';
import {recordFieldIn} from '../../schema/lifeCycle/writtenValues.ts';
import type {Action, Resource} from '../../schema/shapes/config.ts';
import {formatReaders} from '../../schema/words/audience.ts';
import {RevalidateOnChange, lookedUpDefaultHint, useFieldRules} from '../form/formRules.tsx';
import {ResetWhenOff} from '../fields/ResetWhenOff.tsx';
import {useResourceAndSession} from '../session/context.ts';
import type {ActionRecord} from '../api/actionVerdicts.ts';
import {AskInput} from './replies/AskInput.tsx';
import {useSendHint} from './DirtyReporter.tsx';

/** The status and timestamps that an action sets; undefined for several targets, because only the server knows which applies. */
const statusAfter = (resource: Resource, action: Action): Readonly<Record<string, unknown>> => {
  const entries = listTargetStatuses(action).flatMap(key => {
    const status = {[resource.status ?? '']: statusByKey(resource, key)?.id};
    return Object.entries({...status, ...statusStamps(resource, status, currentInstant())});
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, typeof action.to === 'string' ? value : undefined]));
};

interface Props {
  name: string;
  action: Action;
  /** Undefined for several records, which only the server validates. */
  record: ActionRecord | undefined;
}

export const AskInputs = ({name, action, record}: Props) => {
  const {config, resource, session} = useResourceAndSession(name);
  const asks = askedFields(resource, action);
  const fields = {...resource.fields, ...asks};
  const hint = useSendHint();
  const rulesOf = useFieldRules(name, {
    stored: {...record, [MISSING_FIELDS_KEY]: undefined},
    setsOn: answered => ({...valuesSetBy(resource, action, session, answered), ...statusAfter(resource, action)}),
    sources: Object.fromEntries(Object.entries(action.sets ?? {}).flatMap(([field, value]) => {
      const source = recordFieldIn(value);
      return source === undefined ? [] : [[field, source]];
    })),
    inputs: Object.keys(asks),
  });
  return Object.entries(asks).map(([ask, field]) => {
    const readers = action.asks?.[ask]?.see;
    // Readers are named before the text is written, because a text for the team is worded differently.
    const audience = readers === undefined ? undefined : `${formatReaders(config, readers)}.`;
    const askRules = record === undefined ? undefined : rulesOf(ask);
    return (
      <Fragment key={ask}>
        <AskInput
          about={{name, record}}
          field={field}
          source={ask}
          fields={fields}
          helperText={[audience, 'multiline' in field ? hint : lookedUpDefaultHint(fields, field)].filter(Boolean).join(' ') || undefined}
          {...askRules && {checkRules: askRules.checkRules}}
        />
        <ResetWhenOff field={field} source={ask} resource={{fields}} />
        {askRules && <RevalidateOnChange source={ask} readFields={askRules.readFields} />}
      </Fragment>
    );
  });
};
