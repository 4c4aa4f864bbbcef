/** The generated list of a resource: filters, table or cards, pages. Its state lives in the address. */
import {useMemo, type ReactNode} from 'react';
import {ListBase, ResourceContextProvider} from 'ra-core';
import {Navigate, useLocation} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {CHILDREN, childAddress} from '../../schema/paths.ts';
import {pageSizeOf} from '../../schema/query.ts';
import {ChildFromAddress} from '../children/ChildFromAddress.tsx';
import {CreateButton} from '../list/CreateButton.tsx';
import {openingFilters} from '../list/filterFields.ts';
import {ListRows} from '../list/ListRows.tsx';
import {useOverList} from '../list/overList.ts';
import {TypedFilters} from '../list/typedFilters.tsx';
import {wholeAddress} from '../list/wholeAddress.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import {PageTitle} from '../ui/PageTitle.tsx';
import {Refused} from '../ui/Refused.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import {useRowLink} from './rowAccess.ts';
import {RowActions} from './RowActions.tsx';

export interface ResourceListProps {
  /** The resource's name in the config. */
  name: string;
  /** The row's actions; generated (edit, Ação menu) when not given. */
  rowActions?: (record: Row) => ReactNode;
  /** Where the row's first column leads; its edit screen, where it may be edited, when not given. */
  rowLink?: (record: Row) => string | undefined;
  /** `document.title`, while it is about more than the list. */
  tab?: string | undefined;
  /** Beside the heading, before the button that creates. */
  headerActions?: ReactNode;
}

export const ResourceList = (props: ResourceListProps) => {
  const {name, tab, headerActions} = props;
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const {search, state} = useLocation() as {search: string; state: unknown};
  // The period is counted from the day the list is opened, not from the last render.
  const opening = useMemo(() => openingFilters(config, resource, session), [config, resource, session]);
  if (!may(resource, 'list', session.perfil)) return <Refused tab={resource.pageTitle} />;
  const whole = wholeAddress(search, opening);
  if (whole !== undefined) return <Navigate replace to={{search: whole}} state={state} />;
  const [field, order] = resource.list.sort;
  return (
    <ResourceContextProvider value={name}>
      <ListBase
        key={name}
        disableAuthentication
        perPage={pageSizeOf(resource)}
        sort={{field, order: order === 'desc' ? 'DESC' : 'ASC'}}
        filterDefaultValues={opening}
        // Kept in the address alone: a stored period would stay the day it was stored.
        storeKey={false}
        queryOptions={{onError: () => undefined}}
        exporter={false}
      >
        <PageTitle tab={tab ?? resource.pageTitle} heading={resource.label.many}>{headerActions}<CreateButton name={name} /></PageTitle>
        <TypedFilters><Rows {...props} /></TypedFilters>
      </ListBase>
    </ResourceContextProvider>
  );
};

/** The list itself, with what its rows offer and the modal of their children. */
const Rows = ({name, rowActions, rowLink}: ResourceListProps) => {
  const ownLink = useRowLink(name);
  const children = useOverList(name, CHILDREN);
  const ownActions = (record: Row) => (
    <RowActions resource={name} record={record} onChild={(child, parent) => children.open(childAddress(child, parent.id))} />
  );
  return (
    <>
      <ListRows name={name} rowActions={rowActions ?? ownActions} rowLink={rowLink ?? ownLink} />
      <ChildFromAddress parentName={name} />
    </>
  );
};
