/**
 * react-admin writes what a list is filtered by into the address a moment later than it was said. Who left meanwhile, also to a screen
 * that is still being drawn, is not fetched back to the list for it.
 */
import {useCallback, useContext, type ReactNode} from 'react';
import {reactRouterProvider, RouterProviderContext} from 'ra-core';
import {UNSAFE_DataRouterContext, useLocation} from 'react-router-dom';

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
export const OwnSteps = ({children}: {children: ReactNode}) => (
  <RouterProviderContext value={provider}>{children}</RouterProviderContext>
);
