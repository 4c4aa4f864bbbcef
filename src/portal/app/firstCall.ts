/**
 * The first list's question, asked before anything is drawn: drawing the shell for the first time takes longer than the answer.
 * It has the list's own key, so that the list finds it on its way and does not ask a second time.
 */
import type {QueryClient} from '@tanstack/react-query';
import type {DataProvider, GetListResult} from 'ra-core';
import {may} from '../../schema/access.ts';
import type {Config} from '../../schema/config/config.ts';
import {screens} from '../../schema/paths.ts';
import type {Session} from '../../schema/session.ts';
import {listParamsAt, listOpening} from '../list/address/opening.ts';
import {justAnswered} from '../wire/known.ts';
import type {Row} from '../wire/providers/dialects.ts';

interface At {
  pathname: string;
  search: string;
}

/** Asks for the list at an address; for nothing where no list is. */
export const askAhead = (
  config: Config, session: Session, {queryClient, dataProvider}: {queryClient: QueryClient; dataProvider: DataProvider},
  {pathname, search}: At,
): void => {
  const [name, resource] = Object.entries(config.resources).find(([, one]) => screens(config, one).list === pathname) ?? [];
  if (name === undefined || resource === undefined || !may(resource, 'list', session.perfil)) return;
  const params = listParamsAt(resource, search, listOpening(config, resource, session));
  // Told by the list, which then asks itself.
  queryClient.query({
    queryKey: [name, 'getList', params],
    retry: false,
    queryFn: async ({signal}) => {
      const page = await dataProvider.getList(name, {...params, signal}) as GetListResult<Row>;
      justAnswered(page);
      return page;
    },
  }).catch(() => undefined);
};
