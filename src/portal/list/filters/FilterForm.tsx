/**
 * The form around a list's filters: each is sent once it can be meant, and what was typed stays where it is. Not
 * react-admin's own, which holds every filter back for one that is wrong, and forgets to take off what was never sent.
 */
import {useEffect, useEffectEvent, useRef, type ReactNode, type SyntheticEvent} from 'react';
import {FormGroupsProvider, SourceContextProvider, useDebouncedEvent, useListFilterContext} from 'ra-core';
import {FormProvider, get, set, useForm, type ResolverError} from 'react-hook-form';
import {useLocation} from 'react-router-dom';
import type {Values} from '../../../schema/fields/validate.ts';
import {useResource} from '../../session/context.ts';
import {filterInputs, filterMistakes, filtersWithInput, isUnfinished, valueAt, type FilterInput} from './filterFields.ts';
import {useTypedFilters} from './typedFilters.tsx';
import {isCovered} from '../address/listQuery.ts';

/** Milliseconds of silence before what was typed is looked at. */
const SILENCE = 500;
/** Values or errors by their place among the filters. */
const nested = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const values = {};
  for (const [source, value] of entries) set(values, source, value);
  return values;
};
const context = {getSource: (source: string) => source, getLabel: (source: string) => source};

interface FilterFormProps {
  /** The resource's name in the config. */
  name: string;
  /** The list was asked for by Enter or a button, and nothing was wrong. */
  onAsked?: () => void;
  children: ReactNode;
}

export const FilterForm = ({name, onAsked, children}: FilterFormProps) => {
  const resource = useResource(name);
  const {filterValues, setFilters} = useListFilterContext() as {filterValues: Values; setFilters: (values: Values) => void};
  const inputs = filterInputs(resource);
  const form = useForm<Record<string, unknown>>({
    mode: 'onBlur',
    defaultValues: nested(inputs.map(input => [input.source, valueAt(resource, filterValues, input) ?? null])),
    resolver: (typed): ResolverError<Record<string, unknown>> => ({
      values: {},
      errors: nested(Object.entries(filterMistakes(resource, typed))
        .map(([source, message]) => [source, {type: 'filtro', message}])) as ResolverError['errors'],
    }),
  });
  const said = (values: Values): string => JSON.stringify(inputs.map(input => valueAt(resource, values, input) ?? ''));

  /** What was sent and did not come back yet as what the list is filtered by. */
  const sent = useRef<string[]>([]);
  const send = (): boolean => {
    const typed = form.getValues();
    const mistakes = filterMistakes(resource, typed);
    const refused = new Set(inputs.filter(({source}) => source in mistakes).map(input => input.name));
    const next = {
      ...filterValues,
      ...Object.fromEntries(filtersWithInput(resource).filter(one => !refused.has(one.name)).map(one => [one.name, typed[one.name]])),
    };
    if (said(next) !== said(filterValues)) {
      sent.current.push(said(next));
      setFilters(next);
    }
    return refused.size === 0;
  };
  const covered = isCovered(useLocation().search);
  /** Something was typed that the list was not asked for yet: what stands over it would go with its address. */
  const waiting = useRef(false);
  const look = useDebouncedEvent(() => {
    waiting.current = covered;
    if (covered) return;
    const typed = form.getValues();
    // Half a day is no mistake while somebody is at it; once they leave the input it is one.
    void form.trigger(inputs.filter(input => !isUnfinished(input, get(typed, input.source))).map(({source}) => source));
    send();
  }, SILENCE);
  const uncovered = useEffectEvent(() => {
    if (!waiting.current) return;
    waiting.current = false;
    send();
  });
  useEffect(() => {
    if (!covered) uncovered();
  }, [covered]);
  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void form.trigger(undefined, {shouldFocus: true});
    if (send()) onAsked?.();
  };

  const changed = useEffectEvent((source: string) => {
    const [filter] = source.split('.');
    form.clearErrors(inputs.filter(input => input.name === filter).map(input => input.source));
    look();
  });
  const {subscribe} = form;
  useEffect(() => subscribe({formState: {values: true}, callback: ({name: source, type}) => {
    if (source !== undefined && type === 'change') changed(source);
  }}), [subscribe]);

  const show = (some: readonly FilterInput[]): void => {
    for (const input of some) form.setValue(input.source, valueAt(resource, filterValues, input) ?? null);
    void form.trigger(some.map(({source}) => source));
  };
  const before = useRef<{values: Values; turn?: number}>({values: filterValues});
  /**
   * Filtered by something else: by what was typed here, or by the way back, a chip taken off, a saved filter. Everything
   * is shown anew when what was typed is given up, and when the form is drawn: an address may carry what is no filter.
   */
  const filtered = useEffectEvent((now: string, turn: number) => {
    const mine = sent.current.indexOf(now);
    sent.current.splice(0, mine + 1);
    const {values, turn: last} = before.current;
    before.current = {values: filterValues, turn};
    if (turn !== last) show(inputs);
    else if (mine === -1) show(inputs.filter(input => valueAt(resource, values, input) !== valueAt(resource, filterValues, input)));
  });
  const text = said(filterValues);
  const {turn} = useTypedFilters();
  useEffect(() => filtered(text, turn), [text, turn]);

  return (
    <FormProvider {...form}>
      <FormGroupsProvider>
        <SourceContextProvider value={context}>
          {/* A form of several inputs hears Enter only where it has such a button. */}
          <form noValidate onSubmit={ask}>{children}<input type="submit" hidden /></form>
        </SourceContextProvider>
      </FormGroupsProvider>
    </FormProvider>
  );
};
