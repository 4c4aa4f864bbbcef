/** The own page at the address; any other address is not found (docs/own.md). */
import {useLocation} from 'react-router-dom';
import {useConfig, useSession} from '../session/context.ts';
import {useOwnScreens} from '../session/ownScreens.ts';
import {AccessDenied, NotFound} from '../ui/ErrorScreens.tsx';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {OwnComponent} from '../ui/OwnComponent.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';

export const OwnPage = () => {
  const {pathname} = useLocation();
  const {product: {basename}} = useConfig();
  const {perfil} = useSession();
  const {screens, isLoading, error} = useOwnScreens();
  if (error !== null) throw error;
  if (isLoading) return <FormSkeleton inputs={4} />;
  const path = pathname.slice(basename.length + 1).replace(/\/$/, '');
  const page = screens.pages[path];
  if (page === undefined) return <NotFound />;
  if (!page.profiles.includes(perfil)) return <AccessDenied tab={page.title} />;
  return <><PageTitle tab={page.title} heading={page.title} /><OwnComponent key={path} load={page.load} /></>;
};
