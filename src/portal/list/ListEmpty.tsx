/** No rows to show: because the filters hide what there is, or because there is nothing yet; each with its way forward. */
import Button from '@mui/material/Button';
import {useGetList, useListContext} from 'ra-core';
import {useConfig, useResource, useSession} from '../session/context.ts';
import {Message} from '../ui/Message.tsx';
import {declaredSort} from '../wire/providers/dialects.ts';
import {CreateButton} from './CreateButton.tsx';
import {fixedFilters} from './filters/filterFields.ts';
import type {Tabs} from './tabs.ts';
import {useFilters} from './filters/useFilters.ts';
import {useOpeningPeriod} from './filters/useOpeningPeriod.ts';

/** Whether there is any record at all outside the filters somebody chose; undefined: not known (yet). */
const useAny = (name: string, enabled: boolean): boolean | undefined => {
  const resource = useResource(name);
  const filter = fixedFilters(useConfig(), resource, useSession());
  const {total, error} = useGetList(
    name,
    {pagination: {page: 1, perPage: 5}, sort: declaredSort(resource), filter},
    {enabled, retry: false, meta: {optional: true}},
  );
  return total === undefined || error ? undefined : total > 0;
};

export const ListEmpty = ({name, tabs}: {name: string; tabs: Tabs}) => {
  const resource = useResource(name);
  const {chosen, clear} = useFilters(name);
  const {total = 0} = useListContext();
  const period = useOpeningPeriod(name);
  const any = useAny(name, total === 0 && chosen.length > 0);
  const tab = tabs.tabs.find(([one]) => one === tabs.chosen);
  // A page past the last: react-admin goes to the first by itself.
  if (total > 0) return null;
  if (tab !== undefined && chosen.length === 0) {
    const [own, {label}] = tab;
    return (
      <Message
        icon="inbox"
        title={resource.messages.empty}
        action={<Button variant="outlined" onClick={() => tabs.choose(own)}>Sair da aba</Button>}
      >
        A aba “{label}” está vazia.
      </Message>
    );
  }
  if (chosen.length === 0 || any === false) {
    return (
      <Message icon={resource.icon} title={resource.messages.empty} action={<CreateButton name={name} keyed />}>
        Ainda não há nada aqui.
      </Message>
    );
  }
  const actions = (
    <>
      {period && <Button variant="outlined" onClick={period.widen}>Ver de todos os dias</Button>}
      <Button variant="outlined" onClick={clear}>Limpar filtros</Button>
    </>
  );
  return (
    <Message icon="inbox" title={resource.messages.empty} action={actions}>
      {period && `Esta lista mostra só os ${period.words}. `}
      {any === true && 'Os filtros escondem o resto. Mude-os ou limpe-os para ver mais.'}
    </Message>
  );
};
