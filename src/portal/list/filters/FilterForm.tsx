/**
 * The form around a list's filters: each valid filter is applied on its own, and invalid input stays. Not react-admin's form, which holds
 * all filters back for an invalid one, and cannot remove filters that were never applied.
 */
import {useEffect, useEffectEvent, useRef, type ReactNode, type SyntheticEvent} from 'react';
import {FormGroupsProvider, SourceContextProvider, useDebouncedEvent, useListFilterContext} from 'ra-core';
import {FormProvider, get, set, useForm, type ResolverError} from 'react-hook-form';
import {useLocation} from 'react-router-dom';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {useResource} from '../../session/context.ts';
import {filterInputs, validateFilters, filtersWithInput, isUnfinishedValue, filterInputValue, type FilterInput} from './filterInputs.ts';
import {useFilterReset} from './filterReset.tsx';
import {hasOverlayParams} from '../address/listSearch.ts';

/** Debounce of typing. */
const TYPING_DEBOUNCE_MS = 500;
/** Nests values or errors by their dotted source. */
const nestBySource = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> => {
  const values = {};
  for (const [source, value] of entries) set(values, source, value);
  return values;
};
const context = {getSource: (source: string) => source, getLabel: (source: string) => source};

interface FilterFormProps {
  name: string;
  onSubmit?: () => void;
  children: ReactNode;
}

export const FilterForm = ({name, onSubmit: onAsked, children}: FilterFormProps) => {
  const resource = useResource(name);
  const {filterValues, setFilters} = useListFilterContext() as {filterValues: RecordValues; setFilters: (values: RecordValues) => void};
  const inputs = filterInputs(resource);
  const form = useForm<Record<string, unknown>>({
    mode: 'onBlur',
    defaultValues: nestBySource(inputs.map(input => [input.source, filterInputValue(resource, filterValues, input) ?? null])),
    resolver: (typed): ResolverError<Record<string, unknown>> => ({
      values: {},
      errors: nestBySource(Object.entries(validateFilters(resource, typed))
        .map(([source, message]) => [source, {type: 'filtro', message}])) as ResolverError['errors'],
    }),
  });
  const serializeFilters = (values: RecordValues): string =>
    JSON.stringify(inputs.map(input => filterInputValue(resource, values, input) ?? ''));

  /** Serialized filters that were applied and are not in the list's state yet. */
  const pendingFilters = useRef<string[]>([]);
  const applyFilters = (): boolean => {
    const typed = form.getValues();
    const mistakes = validateFilters(resource, typed);
    const invalidNames = new Set(inputs.filter(({source}) => source in mistakes).map(input => input.name));
    const next = {
      ...filterValues,
      ...Object.fromEntries(filtersWithInput(resource).filter(({name: filter}) => !invalidNames.has(filter))
        .map(({name: filter}) => [filter, typed[filter]])),
    };
    if (serializeFilters(next) !== serializeFilters(filterValues)) {
      pendingFilters.current.push(serializeFilters(next));
      setFilters(next);
    }
    return invalidNames.size === 0;
  };
  const hasOverlay = hasOverlayParams(useLocation().search);
  /** Input typed under an overlay is applied later, because changing the address now would close the overlay. */
  const isDeferred = useRef(false);
  const validateAndApply = useDebouncedEvent(() => {
    isDeferred.current = hasOverlay;
    if (hasOverlay) return;
    const typed = form.getValues();
    // A half-typed date is an error only on blur.
    void form.trigger(inputs.filter(input => !isUnfinishedValue(input, get(typed, input.source))).map(({source}) => source));
    applyFilters();
  }, TYPING_DEBOUNCE_MS);
  const applyDeferred = useEffectEvent(() => {
    if (!isDeferred.current) return;
    isDeferred.current = false;
    applyFilters();
  });
  useEffect(() => {
    if (!hasOverlay) applyDeferred();
  }, [hasOverlay]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void form.trigger(undefined, {shouldFocus: true});
    if (applyFilters()) onAsked?.();
  };

  const onInputChange = useEffectEvent((source: string) => {
    const [filter] = source.split('.');
    form.clearErrors(inputs.filter(input => input.name === filter).map(input => input.source));
    validateAndApply();
  });
  const {subscribe} = form;
  useEffect(() => subscribe({formState: {values: true}, callback: ({name: source, type}) => {
    if (source !== undefined && type === 'change') onInputChange(source);
  }}), [subscribe]);

  const showValues = (shownInputs: readonly FilterInput[]): void => {
    for (const input of shownInputs) form.setValue(input.source, filterInputValue(resource, filterValues, input) ?? null);
    void form.trigger(shownInputs.map(({source}) => source));
  };
  const previous = useRef<{values: RecordValues; turn?: number}>({values: filterValues});
  /**
   * Runs when the list's filters change: by typing here, navigation, a removed chip or a saved filter. All inputs are shown anew on a reset
   * and on mount, because an address may carry invalid values.
   */
  const onFiltersChange = useEffectEvent((current: string, turn: number) => {
    const pendingIndex = pendingFilters.current.indexOf(current);
    pendingFilters.current.splice(0, pendingIndex + 1);
    const {values, turn: lastTurn} = previous.current;
    previous.current = {values: filterValues, turn};
    if (turn !== lastTurn) showValues(inputs);
    else if (pendingIndex === -1) {
      showValues(inputs.filter(input => filterInputValue(resource, values, input) !== filterInputValue(resource, filterValues, input)));
    }
  });
  const serialized = serializeFilters(filterValues);
  const {resetCount} = useFilterReset();
  useEffect(() => onFiltersChange(serialized, resetCount), [serialized, resetCount]);

  return (
    <FormProvider {...form}>
      <FormGroupsProvider>
        <SourceContextProvider value={context}>
          {/* Browsers submit a form of several inputs on Enter only if it has a submit button. */}
          <form noValidate onSubmit={submit}>{children}<input type="submit" hidden /></form>
        </SourceContextProvider>
      </FormGroupsProvider>
    </FormProvider>
  );
};
