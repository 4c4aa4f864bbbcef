/** A browser's Web Locks, as far as the portal uses them. */
import {expect, onTestFinished, vi} from 'vitest';

type Granted = (lock: object | null) => unknown;

/** Until the test is over, which waits for what this tab releases. */
export const browserLocks = () => {
  const own = new Set<string>();
  const others = new Set<string>();
  const isHeld = (name: string): boolean => own.has(name) || others.has(name);
  const request = async (name: string, {ifAvailable, signal}: LockOptions, granted: Granted): Promise<void> => {
    if (isHeld(name) && ifAvailable === true) return void await granted(null);
    await vi.waitUntil(() => signal?.aborted === true || !isHeld(name));
    signal?.throwIfAborted();
    own.add(name);
    await granted({name});
    own.delete(name);
  };
  const query = async () => ({held: [...own, ...others].map(name => ({name})), pending: []});
  /** This tab has no form open any more. */
  const closed = (): Promise<void> => vi.waitFor(() => expect([...own]).toEqual([]));
  Object.defineProperty(navigator, 'locks', {value: {request, query}, configurable: true});
  onTestFinished(async () => {
    await closed();
    Reflect.deleteProperty(navigator, 'locks');
  });
  return {
    closed,
    /** Another tab takes a lock, and says so to who asks; the answer releases it. */
    take: (name: string) => {
      others.add(name);
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({data}) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
        if (data === 'isOpen?') channel.postMessage('isOpen');
      };
      const release = () => {
        others.delete(name);
        channel.close();
      };
      onTestFinished(release);
      return release;
    },
  };
};
