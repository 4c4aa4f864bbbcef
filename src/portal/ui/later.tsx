/** What few screens need at first sight is a chunk of its own. */
import {
  createContext, lazy, Suspense, useContext, useEffect, useEffectEvent, useRef, useState, type ComponentType, type FunctionComponent,
  type LazyExoticComponent, type ReactNode,
} from 'react';
import {useToasts} from '../toasts/useToasts.ts';

type Load = () => Promise<unknown>;
const waiting: Load[] = [];

/** Milliseconds after a page was opened in which it has all of the line. */
const FIRST = 5000;
/** Milliseconds after which a part of a screen that did not come is asked for again. */
const AGAIN = 30_000;
const NOT_FETCHED = 'Esta parte do portal não pôde ser carregada. Tente de novo ou recarregue a página.';

let begin: () => void = () => undefined;
const begun = new Promise<void>(resolve => {
  begin = resolve;
});
/** Somebody is at work, or has been reading for a while. */
const atRest = (): Promise<void> => {
  setTimeout(begin, Math.max(0, FIRST - performance.now()));
  return begun;
};

/** A browser keeps the failure of what it once fetched in vain: without a line nothing is asked for. */
const fetched = async <Made,>(load: () => Promise<Made>): Promise<Made> => {
  if (!navigator.onLine) throw new TypeError('offline');
  return load();
};

/**
 * Fetches all that `later` has waiting: a dialog should open also for who lost the line since. What does not come is asked for
 * again when it is drawn; where the first does not, none of the others is asked for.
 */
export const fetchAhead = (): void => {
  begin();
  const [first, ...others] = waiting.splice(0);
  if (first !== undefined) fetched(first).then(() => Promise.all(others.map(fetched))).catch(() => undefined);
};

/** As {@link fetchAhead}, once somebody has been reading for a while: what a first key opens is there before it is pressed. */
export const fetchAtRest = async (over: AbortSignal): Promise<void> => {
  await atRest();
  if (!over.aborted) fetchAhead();
};

/** Asks once more for what stands in this place. */
const AgainContext = createContext<() => void>(() => undefined);

/** What is opened says whether it is, where it stays when it is closed. */
interface Openable {
  open?: boolean;
  onClose?: () => void;
}

/** In the place of what was opened and is on its way: the keys are its own already (`shortcuts/listen.ts`). */
const OPENING = <span hidden aria-busy data-abrindo />;

/**
 * In the place of what could not be fetched. What can be closed is, which is told; opened once more it is fetched again. A part of a
 * screen is when the line is back, and after a while.
 */
const missing = (meanwhile: ReactNode) => ({open = true, onClose}: Openable) => {
  const again = useContext(AgainContext);
  const toasts = useToasts();
  const isTold = useRef(false);
  const arrive = useEffectEvent(() => {
    if (isTold.current) return again();
    isTold.current = true;
    toasts.error(NOT_FETCHED);
    return onClose?.();
  });
  const isPart = onClose === undefined;
  useEffect(() => {
    if (!isPart) return void (open && arrive());
    const timer = setTimeout(again, AGAIN);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [isPart, open, again]);
  return isPart ? meanwhile : null;
};

/**
 * A component that is fetched when it is first drawn, or once somebody is at work: a dialog, something behind a button. What has an
 * `onClose` is closed where it cannot be fetched, and says so; anything else is asked for again by itself.
 *
 * @param when `rest`: not before what the first screen needs, though it is drawn with it; `screen`: a whole one, which its boundary says
 *   cannot be had
 * @param meanwhile what is drawn in its place until then: of a whole screen, or of what has room of its own, something, lest the page be
 *  blank and move; else a mark that is not seen, so that a screen that is not all there can be told from one that is
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>, when?: 'rest' | 'screen',
  meanwhile: ReactNode = when === 'rest' ? null : <span hidden aria-busy />,
): FunctionComponent<Props> => {
  waiting.push(load);
  const next = (): LazyExoticComponent<ComponentType<object>> => lazy(async () => {
    if (when === 'rest') await atRest();
    try {
      return {default: (await fetched(load)) as ComponentType<object>};
    } catch (error) {
      newest = next();
      if (when === 'screen') throw error;
      // Each time another: what the last one told is over.
      return {default: missing(meanwhile)};
    }
  });
  let newest = next();
  return props => {
    const [Part, setPart] = useState(() => newest);
    const [again] = useState(() => () => setPart(() => newest));
    const {open = true, onClose} = props as Openable;
    const fallback = onClose && open ? OPENING : meanwhile;
    return <AgainContext value={again}><Suspense fallback={fallback}><Part {...props} /></Suspense></AgainContext>;
  };
};
