/** What a button opens is fetched when it is first asked for, and kept. */
import {useState, type ComponentType} from 'react';
import {useToasts} from '../toasts/index.ts';
import {HttpError} from '../wire/httpError.ts';

export interface Opened<Props> {
  /** undefined: nobody asked for it yet, or it is on its way. */
  Opened: ComponentType<Props> | undefined;
  open: boolean;
  /** A fetch that fails is told, and it is closed again. */
  show: () => void;
  close: () => void;
}

export const useOpened = <Props extends object>(load: () => Promise<ComponentType<Props>>): Opened<Props> => {
  const toasts = useToasts();
  const [Opened, setOpened] = useState<ComponentType<Props>>();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = () => {
    setOpen(true);
    if (Opened !== undefined) return;
    load().then(
      loaded => setOpened(() => loaded),
      () => {
        close();
        toasts.failed(new HttpError('', 0, {}));
      },
    );
  };
  return {Opened, open, show, close};
};
