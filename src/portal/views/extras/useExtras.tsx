/** What a record offers besides saving and its actions, where the config declares it: a copy, a look at its form and at its versions. */
import {useState, type ReactNode} from 'react';
import {Navigate} from 'react-router-dom';
import {may} from '../../../schema/access.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {versionedItems} from '../../../schema/versions.ts';
import {useConfig, useResource} from '../../session/ConfigContext.tsx';
import {useSession} from '../../session/useSession.ts';
import {makingAddress, makingsOf} from '../../form/makings.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {later} from '../../ui/later.tsx';
import {useReach} from '../../ui/place/useReach.ts';

const PreviewDialog = later(async () => (await import('./PreviewDialog.tsx')).PreviewDialog);

const DuplicateDialog = later(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog);

const VersionsDialog = later(async () => (await import('../../parts/template/VersionsDialog.tsx')).VersionsDialog);

const DUPLICATE = 'Duplicar';

/** The children to look at, what to make after it, or the versions; none: a copy. */
export interface AskedExtra {
  child?: string;
  making?: ReturnType<typeof makingsOf>[number];
  versions?: true;
}
interface ExtraEntry {
  label: string;
  asked: AskedExtra;
}

/** What this person is offered of a resource's records. */
export const useExtraEntries = (name: string): readonly ExtraEntry[] => {
  const config = useConfig();
  const {resources} = config;
  const resource = useResource(name);
  const {perfil} = useSession();
  const allowed = (child: string, operation: 'list' | 'create'): boolean => {
    const declared = resources[child];
    return declared !== undefined && may(declared, operation, perfil);
  };
  const {duplicate, children = {}} = resource;
  const previews = Object.entries(children).flatMap(([child, {preview}]) =>
    (preview === undefined || !allowed(child, 'list') ? [] : [{label: preview, asked: {child}}]));
  const copied = duplicate !== undefined && may(resource, 'create', perfil)
    && Object.keys(children).every(child => allowed(child, 'create'));
  const hasVersions = versionedItems(config).some(({of}) => of === name) && may(resource, 'read', perfil);
  return [
    ...makingsOf(config, resource, perfil).map(making => ({label: making[1].label, asked: {making}})),
    ...previews, ...(hasVersions ? [{label: 'Ver Versões', asked: {versions: true as const}}] : []),
    ...(copied ? [{label: DUPLICATE, asked: {}}] : []),
  ];
};

interface ExtraDialogProps {
  name: string;
  record: Row;
  asked: AskedExtra;
  onClose: () => void;
}

export const ExtraDialog = ({asked: {child, versions, making}, ...props}: ExtraDialogProps) => {
  const {name, record, onClose} = props;
  const config = useConfig();
  const resource = useResource(name);
  const {state} = useReach();
  if (making) return <Navigate to={makingAddress(config, resource, record, making)} state={state} />;
  if (versions) return <VersionsDialog name={name} id={record.id} title={recordTitle(resource, record)} onClose={onClose} />;
  return child === undefined ? <DuplicateDialog {...props} label={DUPLICATE} /> : <PreviewDialog {...props} child={child} />;
};

export interface Extras {
  entries: readonly {label: string; open: () => void}[];
  /** Drawn where the entries are. */
  dialog: ReactNode;
}

/** The same on the record's own screen. @param record undefined: there is none yet */
export const useExtras = (name: string, record: Row | undefined): Extras => {
  const entries = useExtraEntries(name);
  const [asked, setAsked] = useState<AskedExtra>();
  if (record === undefined) return {entries: [], dialog: null};
  return {
    entries: entries.map(entry => ({label: entry.label, open: () => setAsked(entry.asked)})),
    dialog: asked && <ExtraDialog name={name} record={record} asked={asked} onClose={() => setAsked(undefined)} />,
  };
};
