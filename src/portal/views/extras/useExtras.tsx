import {useState, type ReactNode} from 'react';
import {Navigate} from 'react-router-dom';
import {listRobotKitProfiles, robotTemplates} from '../../../schema/queue.ts';
import {recordTitle} from '../../../schema/fields/recordTitle.ts';
import {useResourceAndSession, useConfig, useSession} from '../../session/context.ts';
import {followUpAddress} from '../../form/followUpAddress.ts';
import type {Row} from '../../api/providers/listDialects.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';
import {useScreenNavigation} from '../../navigation/useScreenNavigation.ts';
import {DUPLICATE_LABEL, useExtraEntries, type ExtraRequest} from './extraEntries.ts';

const PreviewDialog = lazyComponent(async () => (await import('./PreviewDialog.tsx')).PreviewDialog);

const DuplicateDialog = lazyComponent(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog);

const KitDialog = lazyComponent(async () => (await import('./KitDialog.tsx')).KitDialog);

const VersionsDialog = lazyComponent(async () => (await import('../../parts/template/VersionsDialog.tsx')).VersionsDialog);

interface ExtraDialogProps {
  name: string;
  record: Row;
  request: ExtraRequest;
  onClose: () => void;
}

export const ExtraDialog = ({request: {child, versions, followUp}, ...props}: ExtraDialogProps) => {
  const {name, record, onClose} = props;
  const {config, resource, session} = useResourceAndSession(name);
  const {state} = useScreenNavigation();
  if (followUp) return <Navigate to={followUpAddress(config, resource, record, session, followUp)} state={state} />;
  if (versions) return <VersionsDialog name={name} id={record.id} title={recordTitle(resource, record)} onClose={onClose} />;
  return child === undefined ? <DuplicateDialog {...props} label={DUPLICATE_LABEL} /> : <PreviewDialog {...props} child={child} />;
};

export interface RecordExtraCommands {
  entries: readonly {label: string; open: () => void}[];
  dialog: ReactNode;
}

const KIT = 'Kit do robô';

/** The extra operations on the record's own screen, with the robot kit of a template. */
export const useExtras = (name: string, record: Row | undefined): RecordExtraCommands => {
  const config = useConfig();
  const {perfil} = useSession();
  const entries = useExtraEntries(name);
  const [request, setRequest] = useState<ExtraRequest | typeof KIT>();
  if (record === undefined) return {entries: [], dialog: null};
  const robots = robotTemplates(config).find(({of}) => of === name);
  const hasKit = robots !== undefined && Boolean(record[robots.workflow]) && listRobotKitProfiles(config, robots).includes(perfil);
  const onClose = () => setRequest(undefined);
  return {
    entries: [
      ...entries.map(entry => ({label: entry.label, open: () => setRequest(entry.request)})),
      ...(hasKit ? [{label: KIT, open: () => setRequest(KIT)}] : []),
    ],
    dialog: request && (request === KIT
      ? <KitDialog name={name} record={record} label={KIT} onClose={onClose} />
      : <ExtraDialog name={name} record={record} request={request} onClose={onClose} />),
  };
};
