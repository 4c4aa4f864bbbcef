import {
  createContext, lazy, Suspense, useContext, useEffect, useEffectEvent, useRef, useState, type ComponentType, type FunctionComponent,
  type LazyExoticComponent, type ReactNode,
} from 'react';
import {useToasts} from '../toasts/useToasts.ts';

type LoadPart = () => Promise<unknown>;
const pendingLoads: LoadPart[] = [];

/** Milliseconds after the page load in which nothing is preloaded. */
const FIRST_SCREEN_MS = 5000;
/** Milliseconds before a failed part of a screen is fetched again. */
const RETRY_MS = 30_000;
const LOAD_FAILED = 'Esta parte do portal não pôde ser carregada. Tente de novo ou recarregue a página.';

let startLoading: () => void = () => undefined;
const loadingStarted = new Promise<void>(resolve => {
  startLoading = resolve;
});
/** Resolves at the first action of the person, or once the first screen has had its time. */
const whenIdle = (): Promise<void> => {
  setTimeout(startLoading, Math.max(0, FIRST_SCREEN_MS - performance.now()));
  return loadingStarted;
};

/** Fails without a fetch while offline, because browsers remember a module that failed to load. */
const fetchOnline = async <Module,>(load: () => Promise<Module>): Promise<Module> => {
  if (!navigator.onLine) throw new TypeError('offline');
  return load();
};

/** Preloads all lazy components, so that dialogs open offline too. Where the first fails, the others are not requested. */
export const preloadLazyComponents = (): void => {
  startLoading();
  const [firstLoad, ...otherLoads] = pendingLoads.splice(0);
  if (firstLoad !== undefined) fetchOnline(firstLoad).then(() => Promise.all(otherLoads.map(fetchOnline))).catch(() => undefined);
};

/** Calls {@link preloadLazyComponents} once the page is idle, so that the dialog of a first shortcut is already loaded. */
export const preloadWhenIdle = async (abortSignal: AbortSignal): Promise<void> => {
  await whenIdle();
  if (!abortSignal.aborted) preloadLazyComponents();
};

const RetryContext = createContext<() => void>(() => undefined);

/** Props of a component that is opened; one without `open` is open while mounted. */
interface Openable {
  open?: boolean;
  onClose?: () => void;
}

/** Stands for a dialog that is being loaded, which already owns the keys (`shortcuts/listen.ts`). */
const OPENING_MARK = <span hidden aria-busy data-abrindo />;

/**
 * Replaces a component that failed to load. A dialog is closed with a toast and retried when it is reopened; a part of a screen is
 * retried after a delay, and when the browser is online again.
 */
const createMissingPart = (meanwhile: ReactNode) => ({open = true, onClose}: Openable) => {
  const retry = useContext(RetryContext);
  const toasts = useToasts();
  const isReported = useRef(false);
  const reportOnce = useEffectEvent(() => {
    if (isReported.current) return retry();
    isReported.current = true;
    toasts.error(LOAD_FAILED);
    return onClose?.();
  });
  const isPart = onClose === undefined;
  useEffect(() => {
    if (!isPart) return void (open && reportOnce());
    const timer = setTimeout(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [isPart, open, retry]);
  return isPart ? meanwhile : null;
};

/**
 * A component that is loaded when it is first drawn, or preloaded. After a failure a dialog closes with a toast, any other part retries.
 *
 * @param when `rest`: not before the first screen is loaded; `screen`: a whole screen, whose failure its error boundary shows
 * @param meanwhile the placeholder; by default an invisible `aria-busy` mark, by which tests know an incomplete screen
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>, when?: 'rest' | 'screen',
  meanwhile: ReactNode = when === 'rest' ? null : <span hidden aria-busy />,
): FunctionComponent<Props> => {
  pendingLoads.push(load);
  const createLazy = (): LazyExoticComponent<ComponentType<object>> => lazy(async () => {
    if (when === 'rest') await whenIdle();
    try {
      return {default: (await fetchOnline(load)) as ComponentType<object>};
    } catch (error) {
      latestLazy = createLazy();
      if (when === 'screen') throw error;
      // A new component each time, because the last one has already reported its failure.
      return {default: createMissingPart(meanwhile)};
    }
  });
  let latestLazy = createLazy();
  return props => {
    const [Part, setPart] = useState(() => latestLazy);
    const [retry] = useState(() => () => setPart(() => latestLazy));
    const {open = true, onClose} = props as Openable;
    const fallback = onClose && open ? OPENING_MARK : meanwhile;
    return <RetryContext value={retry}><Suspense fallback={fallback}><Part {...props} /></Suspense></RetryContext>;
  };
};
