/** A list without rows: filters hide them, or no record exists yet. Both cases offer a next step. */
import Button from '@mui/material/Button';
import {useGetList, useListContext} from 'ra-core';
import {useConfig, useResource, useSession} from '../session/context.ts';
import {Message} from '../ui/Message.tsx';
import {toReactAdminSort} from '../api/providers/listDialects.ts';
import {CreateButton} from './CreateButton.tsx';
import {fixedFilters} from './filters/filterInputs.ts';
import type {ListTabsState} from './useListTabs.ts';
import {useFilters} from './filters/useFilters.ts';
import {useDefaultPeriod} from './filters/useDefaultPeriod.ts';

/** Tells whether records exist outside the chosen filters; undefined until the answer arrives or after an error. */
const useHasRecords = (name: string, enabled: boolean): boolean | undefined => {
  const resource = useResource(name);
  const filter = fixedFilters(useConfig(), resource, useSession());
  const {total, error} = useGetList(
    name,
    {pagination: {page: 1, perPage: 5}, sort: toReactAdminSort(resource), filter},
    {enabled, retry: false, meta: {optional: true}},
  );
  return total === undefined || error ? undefined : total > 0;
};

export const ListEmpty = ({name, tabs}: {name: string; tabs: ListTabsState}) => {
  const resource = useResource(name);
  const {chosen, clear} = useFilters(name);
  const {total = 0} = useListContext();
  const period = useDefaultPeriod(name);
  const hasRecords = useHasRecords(name, total === 0 && chosen.length > 0);
  const tab = tabs.tabs.find(([tabName]) => tabName === tabs.chosen);
  // On a page past the last, react-admin moves to the first by itself.
  if (total > 0) return null;
  if (tab !== undefined && chosen.length === 0) {
    const [tabName, {label}] = tab;
    return (
      <Message
        icon="inbox"
        title={resource.messages.empty}
        action={<Button variant="outlined" onClick={() => tabs.choose(tabName)}>Sair da aba</Button>}
      >
        A aba “{label}” está vazia.
      </Message>
    );
  }
  if (chosen.length === 0 || hasRecords === false) {
    return (
      <Message icon={resource.icon} title={resource.messages.empty} action={<CreateButton name={name} keyed />}>
        Ainda não há nada aqui.
      </Message>
    );
  }
  const actions = (
    <>
      {period && <Button variant="outlined" onClick={period.removePeriod}>Ver de todos os dias</Button>}
      <Button variant="outlined" onClick={clear}>Limpar filtros</Button>
    </>
  );
  return (
    <Message icon="inbox" title={resource.messages.empty} action={actions}>
      {period && `Esta lista mostra só os ${period.label}. `}
      {hasRecords === true && 'Os filtros escondem o resto. Mude-os ou limpe-os para ver mais.'}
    </Message>
  );
};
