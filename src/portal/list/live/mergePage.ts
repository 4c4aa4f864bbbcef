/** A page as it is shown and as it would be read now: what changes in place, and what waits until somebody asks for it. */
import type {Row} from '../../wire/providers/dialects.ts';

export interface Page {
  data: readonly Row[];
  total: number;
}

interface Merged {
  /** The rows that are shown, where they are, as they are now; without those that are lost. */
  page: Page;
  /** Those of them that would not be on the page any more. */
  gone: readonly Row['id'][];
  /** How many would come in. */
  news: number;
  /** Whether other rows would be shown, or in another order. */
  differs: boolean;
}

/**
 * @param page counts from 1
 * @param lost rows of which nothing is to be seen any more
 */
export const mergePage = (
  shown: Page, fresh: Page, {page, perPage}: {page: number; perPage: number}, lost: ReadonlySet<unknown> = new Set(),
): Merged => {
  const left = shown.data.filter(({id}) => !lost.has(id));
  // Nothing is shown that could move.
  if (left.length === 0) return {page: fresh, gone: [], news: 0, differs: false};
  const now = new Map(fresh.data.map(row => [row.id, row]));
  const before = new Set(shown.data.map(({id}) => id));
  const stay = fresh.data.filter(({id}) => before.has(id));
  const gone = left.filter(({id}) => !now.has(id)).map(({id}) => id);
  // On a full page, what comes after the last that stays moved up from the next one.
  const end = shown.data.length < perPage ? fresh.data.length : fresh.data.findLastIndex(({id}) => before.has(id));
  const came = fresh.data.slice(0, Math.max(0, end)).filter(({id}) => !before.has(id)).length;
  const grew = fresh.total - shown.total;
  const inOrder = left.filter(({id}) => now.has(id)).every(({id}, index) => stay[index]?.id === id);
  return {
    page: {
      data: left.map(row => now.get(row.id) ?? row),
      // Never fewer than are seen.
      total: Math.max(fresh.total, (page - 1) * perPage + left.length),
    },
    gone,
    // Further pages are pushed on by what comes in on the first.
    news: page > 1 ? 0 : stay.length === 0 ? Math.max(0, grew) : came,
    differs: gone.length > 0 || came > 0 || !inOrder,
  };
};
