/** Which version of its template a record was opened with, and the way to what that asked. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {mayAccess} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {useAbout} from '../../session/context.ts';
import {later} from '../../ui/later.tsx';

const VersionsDialog = later(async () => (await import('./VersionsDialog.tsx')).VersionsDialog);

/** What the record keeps of its template's name, else what its list calls the reference. */
const titleOf = ({resources}: Config, {template, fields}: Resource, record: RecordValues): string => {
  const reference = fields[template?.by ?? ''];
  const title = reference?.kind === 'referencia' ? resources[reference.to]?.title : undefined;
  const [kept = ''] = Object.entries(template?.keep ?? {}).find(([, theirs]) => theirs === title) ?? [];
  const value = record[kept];
  return typeof value === 'string' && value !== '' ? value : (reference?.label ?? '');
};

/** @param name the record's resource; nothing is drawn where its version is not known: of an older record, or by another server */
export const VersionOf = ({name, record}: {name: string; record: RecordValues | undefined}) => {
  const {config, resource, session: {perfil}} = useAbout(name);
  const [open, setOpen] = useState(false);
  const {template, fields} = resource;
  const version = record?.[template?.version ?? ''];
  const reference = fields[template?.by ?? ''];
  const id = Number(record?.[template?.by ?? ''] ?? 0);
  if (record === undefined || typeof version !== 'number' || reference?.kind !== 'referencia') return null;
  const target = config.resources[reference.to];
  const mayLook = id > 0 && target !== undefined && mayAccess(target, 'read', perfil);
  return (
    <Box sx={{display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap'}}>
      <Typography variant="body2" color="text.secondary">Aberto com a versão {version} do formulário</Typography>
      {mayLook && <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>Ver versões</Button>}
      {open && (
        <VersionsDialog
          name={reference.to}
          id={id}
          title={titleOf(config, resource, record)}
          version={version}
          onClose={() => setOpen(false)}
        />
      )}
    </Box>
  );
};
