/** The generated list of a resource: filters, table or cards, pages. Its state lives in the address. */
import {useCallback, useContext, useMemo, type ReactNode} from 'react';
import {ListBase, ResourceContextProvider, RouterProviderContext, reactRouterProvider} from 'ra-core';
import {Navigate, UNSAFE_DataRouterContext, useLocation} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {hasDetails} from '../../schema/parts.ts';
import {CHILDREN, DETAILS} from '../../schema/paths.ts';
import {CreateButton} from '../list/CreateButton.tsx';
import {ListRows} from '../list/ListRows.tsx';
import type {Leads} from '../list/address/leads.ts';
import {listOpening, sortAt} from '../list/address/opening.ts';
import {useOverList} from '../list/address/overList.ts';
import {TypedFilters} from '../list/filters/typedFilters.tsx';
import {withOpeningFilters} from '../list/address/listQuery.ts';
import {useAbout} from '../session/context.ts';
import {later} from '../ui/later.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {unlessKnown} from '../wire/known.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {useClockDifference} from '../wire/serverClock.ts';
import {OverRows} from './OverRows.tsx';
import {RowActions} from './RowActions.tsx';

/**
 * react-admin writes what a list is filtered by into the address a moment later than it was said. Who left meanwhile, also to a screen
 * that is still being drawn, is not fetched back to the list for it.
 */
const useOwnNavigate: typeof reactRouterProvider.useNavigate = () => {
  const navigate = reactRouterProvider.useNavigate();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const {pathname} = useLocation();
  return useCallback<typeof navigate>((to, options) => {
    // Another query alone is meant for the list it was said in.
    const isOwn = typeof to === 'object' && to.pathname === undefined;
    if (!isOwn || router === undefined || router.state.location.pathname === pathname) navigate(to, options);
  }, [navigate, router, pathname]);
};
const provider = {...reactRouterProvider, useNavigate: useOwnNavigate};

/** Around a list. */
const OwnSteps = ({children}: {children: ReactNode}) => (
  <RouterProviderContext value={provider}>{children}</RouterProviderContext>
);

const Refused = later(async () => (await import('../ui/WayOut.tsx')).Refused, 'screen');
const ChildFromAddress = later(async () => (await import('../children/ChildFromAddress.tsx')).ChildFromAddress);
const RecordDetails = later(async () => (await import('./RecordDetails.tsx')).RecordDetails);

interface ResourceListProps {
  /** The resource's name in the config. */
  name: string;
}

/** Opened anew where this computer's clock was found wrong: its period is the server's. */
export const ResourceList = (props: ResourceListProps) => <OpenedList key={useClockDifference()} {...props} />;

const OpenedList = ({name}: ResourceListProps) => {
  const {config, resource, session} = useAbout(name);
  const {search, state} = useLocation() as {search: string; state: unknown};
  const over = useOverList(name, DETAILS);
  const shown = hasDetails(resource) && /^\d+$/.test(over.value ?? '') ? Number(over.value) : undefined;
  // The period is counted from the day the list is opened, not from the last render.
  const opening = useMemo(() => listOpening(config, resource, session), [config, resource, session]);
  if (!may(resource, 'list', session.perfil)) return <Refused tab={resource.pageTitle} />;
  const full = withOpeningFilters(search, opening.filterDefaultValues);
  if (full !== undefined) return <Navigate replace to={{search: full}} state={state} />;
  const tab = shown === undefined ? resource.pageTitle : `${resource.label.one} ${shown}`;
  return (
    <ResourceContextProvider value={name}>
      <OwnSteps>
        <ListBase
          key={name}
          disableAuthentication
          {...opening}
          sort={sortAt(resource, search)}
          // Kept in the address alone: a stored period would stay the day it was stored.
          storeKey={false}
          queryOptions={{onError: () => undefined, refetchOnMount: unlessKnown}}
          exporter={false}
        >
          <PageTitle tab={tab} heading={resource.label.many}><CreateButton name={name} keyed /></PageTitle>
          <TypedFilters><Rows name={name} /></TypedFilters>
        </ListBase>
      </OwnSteps>
      {shown !== undefined && <RecordDetails name={name} id={shown} onClose={over.close} />}
    </ResourceContextProvider>
  );
};

/** The list itself, with what its rows offer and the modal of their children. */
const Rows = ({name}: ResourceListProps) => {
  const children = useOverList(name, CHILDREN);
  const actions = useCallback((record: Row, leads: Leads) => <RowActions resource={name} record={record} leads={leads} />, [name]);
  return (
    <OverRows name={name}>
      <ListRows name={name} rowActions={actions} />
      {children.value !== undefined && <ChildFromAddress parentName={name} />}
    </OverRows>
  );
};
