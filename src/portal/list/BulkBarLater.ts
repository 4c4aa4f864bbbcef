import {later} from '../ui/later.tsx';

/** Fetched once something is ticked: in the line of tools, and on a phone at the foot of the list. */
export const BulkBar = later(async () => (await import('./BulkBar.tsx')).BulkBar);
