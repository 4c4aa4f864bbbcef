/** The inputs of what an action asks, with what the rules between fields say of the record as the action would leave it. */
import {Fragment} from 'react';
import {setBy} from '../../schema/lifeCycle/answers.ts';
import {asksOf} from '../../schema/lifeCycle/asks.ts';
import {MISSING} from '../../schema/lifeCycle/incomplete.ts';
import {statusByKey} from '../../schema/lifeCycle/statuses.ts';
import type {Action, Resource} from '../../schema/config/config.ts';
import {AskedAgain, leftEmpty, useRules} from '../form/rules.tsx';
import {FieldInput} from '../kinds/FieldInput.tsx';
import {HeldWhenOff} from '../kinds/HeldWhenOff.tsx';
import {useAbout} from '../session/context.ts';
import type {ActionRecord} from '../wire/verdict.ts';
import {useSendHint} from './Typed.tsx';

/** The status that it leads to; which of two, only the server knows. */
const statusAfter = (resource: Resource, {to}: Action): Readonly<Record<string, unknown>> =>
  (resource.status === undefined || to === undefined ? {}
    : {[resource.status]: typeof to === 'string' ? statusByKey(resource, to)?.id : undefined});

interface Props {
  /** The resource's name. */
  name: string;
  action: Action;
  /** Of several each is judged by the server alone. */
  record: ActionRecord | undefined;
}

export const AskInputs = ({name, action, record}: Props) => {
  const {resource, session} = useAbout(name);
  const asks = asksOf(resource, action);
  const fields = {...resource.fields, ...asks};
  const hint = useSendHint();
  const rulesOf = useRules(name, {
    stored: {...record, [MISSING]: undefined}, sets: {...setBy(resource, action, session), ...statusAfter(resource, action)},
    inputs: Object.keys(asks),
  });
  return Object.entries(asks).map(([ask, field]) => {
    const ruled = record === undefined ? undefined : rulesOf(ask);
    return (
      <Fragment key={ask}>
        <FieldInput
          field={field}
          source={ask}
          fields={fields}
          helperText={'multiline' in field ? hint : leftEmpty(fields, field)}
          {...ruled && {judge: ruled.judge}}
        />
        <HeldWhenOff field={field} source={ask} resource={{fields}} />
        {ruled && <AskedAgain source={ask} looksAt={ruled.looksAt} />}
      </Fragment>
    );
  });
};
