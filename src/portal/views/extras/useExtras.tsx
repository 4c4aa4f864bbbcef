/** What a record offers besides saving and its actions, where the config declares it: a copy, and a look at its form. */
import {useState, type ReactNode} from 'react';
import {may} from '../../../schema/access.ts';
import {useConfig, useResource} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {later} from '../../ui/later.tsx';

const PreviewDialog = later(async () => (await import('./PreviewDialog.tsx')).PreviewDialog);

const DuplicateDialog = later(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog);

export interface Extra {
  label: string;
  open: () => void;
}

export interface Extras {
  entries: readonly Extra[];
  /** Drawn where the entries are. */
  dialog: ReactNode;
}

export const useExtras = (name: string, record: Row | undefined): Extras => {
  const {resources} = useConfig();
  const resource = useResource(name);
  const {perfil} = useSession();
  const [asked, setAsked] = useState<{child?: string}>();
  if (record === undefined) return {entries: [], dialog: null};

  const allowed = (child: string, operation: 'list' | 'create'): boolean => {
    const declared = resources[child];
    return declared !== undefined && may(declared, operation, perfil);
  };
  const previews = Object.entries(resource.children ?? {}).flatMap(([child, {preview}]) =>
    (preview === undefined || !allowed(child, 'list') ? [] : [{label: preview, open: () => setAsked({child})}]));
  const {duplicate} = resource;
  const copied = duplicate !== undefined && may(resource, 'create', perfil)
    && (duplicate.children ?? []).every(child => allowed(child, 'create'));
  const copies = copied
    ? [{label: duplicate.label, open: () => setAsked({})}] : [];

  const close = () => setAsked(undefined);
  const dialog = asked && (asked.child === undefined
    ? <DuplicateDialog name={name} record={record} onClose={close} />
    : <PreviewDialog name={name} child={asked.child} record={record} onClose={close} />);
  return {entries: [...previews, ...copies], dialog};
};
