/**
 * The page at the address: a handwritten page of the product, or an own page (docs/own.md); any other address is not found. Home is apart,
 * because it is the first screen.
 */
import {lazy, type ComponentType} from 'react';
import {useLocation} from 'react-router-dom';
import type {PagePath} from '../../schema/pages.ts';
import {useConfig, useSession} from '../session/context.ts';
import {useOwnScreens} from '../session/ownScreens.ts';
import {AccessDenied, NotFound} from '../ui/ErrorScreens.tsx';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {OwnComponent} from '../ui/OwnComponent.tsx';
import {PageTitle} from '../ui/PageTitle.tsx';
import {ALTERAR_SENHA, ENTREGAS, ROBOS, type HOME} from './pagePaths.ts';

const pages: Readonly<Record<Exclude<PagePath, typeof HOME>, ComponentType>> = {
  [ALTERAR_SENHA]: lazy(async () => ({default: (await import('./password/ChangePasswordPage.tsx')).ChangePasswordPage})),
  [ENTREGAS]: lazy(async () => ({default: (await import('./adminPages.ts')).DeliveriesPage})),
  [ROBOS]: lazy(async () => ({default: (await import('./adminPages.ts')).RobotsPage})),
};

const OwnPage = ({path}: {path: string}) => {
  const {perfil} = useSession();
  const {screens, isLoading, error} = useOwnScreens();
  if (error !== null) throw error;
  if (isLoading) return <FormSkeleton inputs={4} />;
  const page = Object.hasOwn(screens.pages, path) ? screens.pages[path] : undefined;
  if (page === undefined) return <NotFound />;
  if (!page.profiles.includes(perfil)) return <AccessDenied tab={page.title} />;
  return <><PageTitle tab={page.title} heading={page.title} /><OwnComponent load={page.load} /></>;
};

export const PageByPath = () => {
  const {pathname} = useLocation();
  const path = pathname.slice(useConfig().product.basename.length + 1).replace(/\/$/, '');
  const Page = Object.hasOwn(pages, path) ? pages[path as keyof typeof pages] : undefined;
  return Page === undefined ? <OwnPage key={path} path={path} /> : <Page key={path} />;
};
