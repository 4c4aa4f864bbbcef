import {useState, type ReactNode} from 'react';
import {Navigate} from 'react-router-dom';
import {listRobotKitProfiles, robotTemplates} from '../../../schema/queue.ts';
import {recordTitle} from '../../../schema/words/recordTitle.ts';
import {useAbout, useConfig, useSession} from '../../session/context.ts';
import {makingAddress} from '../../form/makings.ts';
import type {Row} from '../../wire/providers/dialects.ts';
import {later} from '../../ui/later.tsx';
import {useReach} from '../../navigation/useReach.ts';
import {DUPLICATE_LABEL, useExtraEntries, type ExtraRequest} from './extraEntries.ts';

const PreviewDialog = later(async () => (await import('./PreviewDialog.tsx')).PreviewDialog);

const DuplicateDialog = later(async () => (await import('./DuplicateDialog.tsx')).DuplicateDialog);

const KitDialog = later(async () => (await import('./KitDialog.tsx')).KitDialog);

const VersionsDialog = later(async () => (await import('../../parts/template/VersionsDialog.tsx')).VersionsDialog);

interface ExtraDialogProps {
  name: string;
  record: Row;
  asked: ExtraRequest;
  onClose: () => void;
}

export const ExtraDialog = ({asked: {child, versions, making}, ...props}: ExtraDialogProps) => {
  const {name, record, onClose} = props;
  const {config, resource} = useAbout(name);
  const {state} = useReach();
  if (making) return <Navigate to={makingAddress(config, resource, record, making)} state={state} />;
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
      ...entries.map(entry => ({label: entry.label, open: () => setRequest(entry.asked)})),
      ...(hasKit ? [{label: KIT, open: () => setRequest(KIT)}] : []),
    ],
    dialog: request && (request === KIT
      ? <KitDialog name={name} record={record} label={KIT} onClose={onClose} />
      : <ExtraDialog name={name} record={record} asked={request} onClose={onClose} />),
  };
};
