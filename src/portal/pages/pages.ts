/** The handwritten pages, loaded lazily. `name` is the page's path segment below /adm. */
import {lazy, type ComponentType} from 'react';
import type {PagePath} from '../../schema/pages.ts';
import {ALTERAR_SENHA, ENTREGAS, HOME, ROBOS} from './pagePaths.ts';

export const pages: Readonly<Record<PagePath, ComponentType<{name: string}>>> = {
  [HOME]: lazy(async () => ({default: (await import('./home/HomePage.tsx')).HomePage})),
  [ALTERAR_SENHA]: lazy(async () => ({default: (await import('./password/ChangePasswordPage.tsx')).ChangePasswordPage})),
  [ENTREGAS]: lazy(async () => ({default: (await import('./adminPages.ts')).DeliveriesPage})),
  [ROBOS]: lazy(async () => ({default: (await import('./adminPages.ts')).RobotsPage})),
};
