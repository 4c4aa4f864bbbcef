/** The generated list of a resource: filters, table or cards, pages. Its state is in the address. */
import {useCallback, useContext, useMemo, type ReactNode} from 'react';
import {ListBase, ResourceContextProvider, RouterProviderContext, reactRouterProvider} from 'ra-core';
import {Navigate, UNSAFE_DataRouterContext, useLocation} from 'react-router-dom';
import {mayAccess} from '../../schema/access.ts';
import {hasDetails} from '../../schema/parts.ts';
import {CHILDREN_PARAM, DETAILS_PARAM} from '../../schema/paths.ts';
import {CreateButton} from '../list/CreateButton.tsx';
import {ListContent} from '../list/ListContent.tsx';
import type {ListLinks} from '../list/address/listLinks.ts';
import {defaultListProps, defaultSortForAddress} from '../list/address/defaultListParams.ts';
import {useListOverlay} from '../list/address/overlay.ts';
import {FilterResetProvider} from '../list/filters/filterReset.tsx';
import {withDefaultFilters} from '../list/address/listSearch.ts';
import {useResourceAndSession} from '../session/context.ts';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {refetchUnlessFresh} from '../api/queryFreshness.ts';
import type {Row} from '../api/providers/listDialects.ts';
import {useClockDifference} from '../api/serverClock.ts';
import {RowOverlays} from './RowOverlays.tsx';
import {RowActions} from './RowActions.tsx';

/**
 * Drops late navigations of react-admin, which writes filters into the address with a delay and would return a person who has left the
 * list.
 */
const useGuardedNavigate: typeof reactRouterProvider.useNavigate = () => {
  const navigate = reactRouterProvider.useNavigate();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const {pathname} = useLocation();
  return useCallback<typeof navigate>((to, options) => {
    // A target without a pathname belongs to the list.
    const isQueryOnly = typeof to === 'object' && to.pathname === undefined;
    if (!isQueryOnly || router === undefined || router.state.location.pathname === pathname) navigate(to, options);
  }, [navigate, router, pathname]);
};
const guardedRouterProvider = {...reactRouterProvider, useNavigate: useGuardedNavigate};

const GuardedNavigation = ({children}: {children: ReactNode}) => (
  <RouterProviderContext value={guardedRouterProvider}>{children}</RouterProviderContext>
);

const Refused = lazyComponent(async () => (await import('../ui/ErrorScreens.tsx')).AccessDenied, 'screen');
const ChildFromAddress = lazyComponent(async () => (await import('../children/ChildOverlay.tsx')).ChildOverlay);
const RecordDetails = lazyComponent(async () => (await import('./RecordDetails.tsx')).RecordDetails);

interface ResourceListProps {
  name: string;
}

/** Remounted when the clock difference to the server changes, because the default period depends on it. */
export const ResourceList = (props: ResourceListProps) => <OpenedList key={useClockDifference()} {...props} />;

const OpenedList = ({name}: ResourceListProps) => {
  const {config, resource, session} = useResourceAndSession(name);
  const {search, state} = useLocation() as {search: string; state: unknown};
  const detailsOverlay = useListOverlay(name, DETAILS_PARAM);
  const shown = hasDetails(resource) && /^\d+$/.test(detailsOverlay.value ?? '') ? Number(detailsOverlay.value) : undefined;
  // Memoised: the period starts on the day the list is opened.
  const opening = useMemo(() => defaultListProps(config, resource, session), [config, resource, session]);
  if (!mayAccess(resource, 'list', session.perfil)) return <Refused tab={resource.pageTitle} />;
  const fullSearch = withDefaultFilters(search, opening.filterDefaultValues);
  if (fullSearch !== undefined) return <Navigate replace to={{search: fullSearch}} state={state} />;
  const tab = shown === undefined ? resource.pageTitle : `${resource.label.one} ${shown}`;
  return (
    <ResourceContextProvider value={name}>
      <GuardedNavigation>
        <ListBase
          key={name}
          disableAuthentication
          {...opening}
          sort={defaultSortForAddress(resource, search)}
          // Not stored, because a stored period would keep its old dates.
          storeKey={false}
          queryOptions={{onError: () => undefined, refetchOnMount: refetchUnlessFresh}}
          exporter={false}
        >
          <PageTitle tab={tab} heading={resource.label.many}><CreateButton name={name} keyed /></PageTitle>
          <FilterResetProvider><Rows name={name} /></FilterResetProvider>
        </ListBase>
      </GuardedNavigation>
      {shown !== undefined && <RecordDetails name={name} id={shown} onClose={detailsOverlay.close} />}
    </ResourceContextProvider>
  );
};

const Rows = ({name}: ResourceListProps) => {
  const childOverlay = useListOverlay(name, CHILDREN_PARAM);
  const actions = useCallback((record: Row, links: ListLinks) => <RowActions resource={name} record={record} links={links} />, [name]);
  return (
    <RowOverlays name={name}>
      <ListContent name={name} rowActions={actions} />
      {childOverlay.value !== undefined && <ChildFromAddress parentName={name} />}
    </RowOverlays>
  );
};
