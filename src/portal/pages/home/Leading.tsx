/** What leads to the list of exactly what it counts; mere text where the list cannot be filtered so. */
import type {ReactNode} from 'react';
import Link from '@mui/material/Link';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {useConfig} from '../../session/context.ts';
import {listAddress, type Whose} from './addresses.ts';

/** How the rows of a block look: a link, and what is said of it at the end. */
export const lines = {listStyle: 'none', m: 0, p: 0, display: 'grid'} as const;
export const line = {
  display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: {xs: 44, sm: 36}, py: 0.5,
  fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums',
} as const;

export interface About {
  dashboard: Dashboard;
  resource: Resource;
  /** The company and branch that were counted. */
  whose: Whose;
}

interface LeadingProps extends About {
  /** Of the list, besides company and branch; undefined: there is none that counts the same. */
  filter: Readonly<Record<string, unknown>> | undefined;
  /** What it is called, where its text does not say it. */
  label?: string;
  sx?: Readonly<Record<string, string | number>>;
  children: ReactNode;
}

export const Leading = ({resource, whose, filter, label, sx = {}, children}: LeadingProps) => {
  const to = listAddress(useConfig(), resource, whose, filter);
  return to === undefined ? children : (
    <Link component={RouterLink} to={to} aria-label={label} sx={{overflowWrap: 'anywhere', ...sx}}>{children}</Link>
  );
};
