/** The dialogs of the ticked rows: what is asked for, and what is still to be said of an earlier time. */
import {LeftRun} from '../actions/bulk/LeftRun.tsx';
import type {Row} from '../wire/providers/dialects.ts';
import type {BulkAction} from './bulkActions.ts';
import {BulkDialog} from './BulkDialog.tsx';

interface BulkOverProps {
  resource: string;
  asked: BulkAction | undefined;
  /** @param done the rows that need not stay ticked */
  onClose: (done: readonly Row[]) => void;
}

export const BulkOver = ({asked, ...rest}: BulkOverProps) => (asked ? <BulkDialog asked={asked} {...rest} /> : <LeftRun />);
