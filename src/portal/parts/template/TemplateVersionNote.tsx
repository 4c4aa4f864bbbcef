/** The template version of a record, with a button to the versions dialog. */
import {useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {mayAccess} from '../../../schema/access.ts';
import type {Config, Resource} from '../../../schema/shapes/config.ts';
import {titleField} from '../../../schema/fields/recordTitle.ts';
import type {RecordValues} from '../../../schema/fields/validate.ts';
import {useResourceAndSession} from '../../session/context.ts';
import {lazyComponent} from '../../ui/lazyComponent.tsx';

const VersionsDialog = lazyComponent(async () => (await import('./VersionsDialog.tsx')).VersionsDialog);

/** The template's name as copied to the record, else the reference's label. */
const titleOf = ({resources}: Config, {template, fields}: Resource, record: RecordValues): string => {
  const reference = fields[template?.by ?? ''];
  const target = reference?.kind === 'referencia' ? resources[reference.to] : undefined;
  const title = target && titleField(target);
  const [copiedField = ''] = Object.entries(template?.keep ?? {}).find(([, templateField]) => templateField === title) ?? [];
  const value = record[copiedField];
  return typeof value === 'string' && value !== '' ? value : (reference?.label ?? '');
};

/** Absent for records without a version: older ones, and those of another server. @param name the record's resource */
export const TemplateVersionNote = ({name, record}: {name: string; record: RecordValues | undefined}) => {
  const {config, resource, session: {perfil}} = useResourceAndSession(name);
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
