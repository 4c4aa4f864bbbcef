/** What a button opens is fetched when it is first asked for, and kept. */
import {useState, type ComponentType} from 'react';
import {useToasts} from '../toasts/useToasts.ts';
import {HttpError} from '../wire/httpError.ts';

interface Fetched<Props> {
  /** undefined: nobody asked for it yet, or it is on its way. */
  Opened: ComponentType<Props> | undefined;
  /** A fetch that fails is told. @param failed what then is to be closed again */
  fetchIt: (failed: () => void) => void;
}

export interface Opened<Props> extends Pick<Fetched<Props>, 'Opened'> {
  open: boolean;
  /** A fetch that fails is told, and it is closed again. */
  show: () => void;
  close: () => void;
}

/** For what is open elsewhere than here: in the address, say. */
export const useFetched = <Props extends object>(load: () => Promise<ComponentType<Props>>): Fetched<Props> => {
  const toasts = useToasts();
  const [Opened, setOpened] = useState<ComponentType<Props>>();
  const fetchIt = (failed: () => void) => {
    if (Opened !== undefined) return;
    load().then(
      loaded => setOpened(() => loaded),
      () => {
        failed();
        toasts.failed(new HttpError('', 0, {}));
      },
    );
  };
  return {Opened, fetchIt};
};

export const useOpened = <Props extends object>(load: () => Promise<ComponentType<Props>>): Opened<Props> => {
  const {Opened, fetchIt} = useFetched(load);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = () => {
    setOpen(true);
    fetchIt(close);
  };
  return {Opened, open, show, close};
};
