/** Merges a freshly read page into the shown one: values change in place, and moves wait for the person. */
import type {Row} from '../../api/providers/listDialects.ts';

export interface ListPage {
  data: readonly Row[];
  total: number;
}

interface Merged {
  /** The shown rows in their places with fresh values, without `lost`. */
  page: ListPage;
  missingIds: readonly Row['id'][];
  news: number;
  differs: boolean;
}

/**
 * @param page 1-based
 * @param lost ids of rows that the caller may no longer see
 */
export const mergePage = (
  shown: ListPage, fresh: ListPage, {page, perPage}: {page: number; perPage: number}, lost: ReadonlySet<unknown> = new Set(),
): Merged => {
  const remaining = shown.data.filter(({id}) => !lost.has(id));
  if (remaining.length === 0) return {page: fresh, missingIds: [], news: 0, differs: false};
  const freshById = new Map(fresh.data.map(row => [row.id, row]));
  const shownIds = new Set(shown.data.map(({id}) => id));
  const staying = fresh.data.filter(({id}) => shownIds.has(id));
  const gone = remaining.filter(({id}) => !freshById.has(id)).map(({id}) => id);
  // On a full page, fresh rows after the last staying one moved up from the next page.
  const end = shown.data.length < perPage ? fresh.data.length : fresh.data.findLastIndex(({id}) => shownIds.has(id));
  const newCount = fresh.data.slice(0, Math.max(0, end)).filter(({id}) => !shownIds.has(id)).length;
  const growth = fresh.total - shown.total;
  const isInOrder = remaining.filter(({id}) => freshById.has(id)).every(({id}, index) => staying[index]?.id === id);
  return {
    page: {
      data: remaining.map(row => freshById.get(row.id) ?? row),
      total: Math.max(fresh.total, (page - 1) * perPage + remaining.length),
    },
    missingIds: gone,
    // New rows on page 1 push rows onto later pages, so only page 1 counts them.
    news: page > 1 ? 0 : staying.length === 0 ? Math.max(0, growth) : newCount,
    differs: gone.length > 0 || newCount > 0 || !isInOrder,
  };
};
