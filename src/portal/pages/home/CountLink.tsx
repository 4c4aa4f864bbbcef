/** A count as a link to the list of exactly the counted records; plain text if the list has no such filter. */
import type {ReactNode} from 'react';
import Link from '@mui/material/Link';
import {Link as RouterLink} from 'react-router-dom';
import type {Dashboard, Resource} from '../../../schema/shapes/config.ts';
import {useConfig} from '../../session/context.ts';
import {listAddressForOwners, type OwnerIds} from './dashboardLinks.ts';

export const dashboardListStyle = {listStyle: 'none', m: 0, p: 0, display: 'grid'} as const;
export const dashboardRowStyle = {
  display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: {xs: 44, sm: 36}, py: 0.5,
  fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums',
} as const;

export interface DashboardSectionProps {
  dashboard: Dashboard;
  resource: Resource;
  ownerIds: OwnerIds;
}

interface LeadingProps extends DashboardSectionProps {
  /** List filter besides company and branch; undefined: no filter matches the count. */
  filter: Readonly<Record<string, unknown>> | undefined;
  /** Accessible name; absent: the text. */
  label?: string;
  sx?: Readonly<Record<string, string | number>>;
  children: ReactNode;
}

export const CountLink = ({resource, ownerIds, filter, label, sx = {}, children}: LeadingProps) => {
  const to = listAddressForOwners(useConfig(), resource, ownerIds, filter);
  return to === undefined ? children : (
    <Link component={RouterLink} to={to} aria-label={label} sx={{overflowWrap: 'anywhere', ...sx}}>{children}</Link>
  );
};
