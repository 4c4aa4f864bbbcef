/** The pages written by hand, each fetched by who opens it; the shell draws a skeleton meanwhile. Given their step of the address. */
import {lazy, type ComponentType} from 'react';
import type {PagePath} from '../../schema/pages.ts';
import {ALTERAR_SENHA, HOME, ROBOS} from './addresses.ts';

export const pages: Readonly<Record<PagePath, ComponentType<{name: string}>>> = {
  [HOME]: lazy(async () => ({default: (await import('./home/HomePage.tsx')).HomePage})),
  [ALTERAR_SENHA]: lazy(async () => ({default: (await import('./password/ChangePasswordPage.tsx')).ChangePasswordPage})),
  [ROBOS]: lazy(async () => ({default: (await import('./robots/RobotsPage.tsx')).RobotsPage})),
};
