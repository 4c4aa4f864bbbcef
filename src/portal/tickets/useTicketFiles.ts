/** Files that wait to be added to a ticket: a type each, and the branch (§5). */
import {useState} from 'react';
import {refusedOnSave} from '../parts/files/rules.ts';
import {useFileChoice, type FileChoice} from '../parts/files/useFileChoice.ts';
import {useConfig} from '../session/ConfigContext.tsx';
import {useToasts} from '../toasts/index.ts';
import type {TypedFile} from '../wire/payload.ts';
import type {Ticket} from './ticket.ts';

export interface TicketFilesChoice {
  choice: FileChoice;
  /** 0: none is chosen. */
  idFilial: number;
  noBranch: boolean;
  setIdFilial: (id: number) => void;
  /** The chosen files, ready to be sent; undefined when something is missing or refused, which is said. */
  ready: () => Promise<readonly TypedFile[] | undefined>;
}

export const useTicketFiles = (ticket: Ticket): TicketFilesChoice => {
  const config = useConfig();
  const toasts = useToasts();
  const choice = useFileChoice(false);
  const [idFilial, setBranch] = useState<number>(ticket.idFilial);
  const [noBranch, setNoBranch] = useState(false);
  return {
    choice, idFilial, noBranch,
    setIdFilial: id => {
      setBranch(id);
      setNoBranch(false);
    },
    ready: async () => {
      const files = await choice.collect();
      const lacking = files !== undefined && files.length > 0 && idFilial === 0;
      setNoBranch(lacking);
      if (files === undefined || lacking) return undefined;
      const refused = refusedOnSave(config, files);
      if (refused !== undefined) toasts.warning(refused);
      return refused === undefined ? files : undefined;
    },
  };
};
