/** The inputs of what an action asks, with what the rules between fields say of the record as the action would leave it. */
import {Fragment} from 'react';
import {currentInstant} from '../../schema/fields/clock.ts';
import {setBy} from '../../schema/lifeCycle/answers.ts';
import {asksOf} from '../../schema/lifeCycle/asks.ts';
import {MISSING} from '../../schema/lifeCycle/incomplete.ts';
import {stampsOf, statusByKey} from '../../schema/statuses/statuses.ts';
import {targetsOf} from '../../schema/lifeCycle/workflow.ts';
import type {Action, Resource} from '../../schema/config/config.ts';
import {readersWords} from '../../schema/words/audience.ts';
import {AskedAgain, leftEmpty, useRules} from '../form/rules.tsx';
import {HeldWhenOff} from '../kinds/HeldWhenOff.tsx';
import {useAbout} from '../session/context.ts';
import type {ActionRecord} from '../wire/verdict.ts';
import {AskedInput} from './replies/AskedInput.tsx';
import {useSendHint} from './Typed.tsx';

/** The status that it leads to, and the instants that it writes; of two, what becomes of them only the server knows. */
const statusAfter = (resource: Resource, action: Action): Readonly<Record<string, unknown>> => {
  const ways = targetsOf(action).flatMap(key => {
    const status = {[resource.status ?? '']: statusByKey(resource, key)?.id};
    return Object.entries({...status, ...stampsOf(resource, status, currentInstant())});
  });
  return Object.fromEntries(ways.map(([name, value]) => [name, typeof action.to === 'string' ? value : undefined]));
};

interface Props {
  /** The resource's name. */
  name: string;
  action: Action;
  /** Of several each is judged by the server alone. */
  record: ActionRecord | undefined;
}

export const AskInputs = ({name, action, record}: Props) => {
  const {config, resource, session} = useAbout(name);
  const asks = asksOf(resource, action);
  const fields = {...resource.fields, ...asks};
  const hint = useSendHint();
  const rulesOf = useRules(name, {
    stored: {...record, [MISSING]: undefined}, sets: {...setBy(resource, action, session), ...statusAfter(resource, action)},
    inputs: Object.keys(asks),
  });
  return Object.entries(asks).map(([ask, field]) => {
    const see = action.asks?.[ask]?.see;
    // Before it is written, because somebody writes otherwise to the team than to everybody.
    const audience = see === undefined ? undefined : `${readersWords(config, see)}.`;
    const ruled = record === undefined ? undefined : rulesOf(ask);
    return (
      <Fragment key={ask}>
        <AskedInput
          about={{name, record}}
          field={field}
          source={ask}
          fields={fields}
          helperText={[audience, 'multiline' in field ? hint : leftEmpty(fields, field)].filter(Boolean).join(' ') || undefined}
          {...ruled && {judge: ruled.judge}}
        />
        <HeldWhenOff field={field} source={ask} resource={{fields}} />
        {ruled && <AskedAgain source={ask} looksAt={ruled.looksAt} />}
      </Fragment>
    );
  });
};
