/** One child of a record: a new one, or one to be changed, with its history under it (rules: Screens 9). */
import {useEffect, useEffectEvent, useRef, useState} from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {Form} from 'ra-core';
import type {Location} from 'react-router-dom';
import type {Values} from '../../schema/validate.ts';
import {DraftKeeper, useDraftPlace} from '../form/drafts/DraftKeeper.tsx';
import {dropDraft} from '../form/drafts/store.ts';
import {FirstError} from '../form/FirstError.tsx';
import {FormSections} from '../form/FormSections.tsx';
import {RecordHistory} from '../form/history/RecordHistory.tsx';
import {openingValues} from '../form/openingValues.ts';
import {StaleDialog} from '../form/stale/StaleDialog.tsx';
import {UnsavedGuard, useUnsaved} from '../form/UnsavedGuard.tsx';
import {useSave} from '../form/useSave.ts';
import {useConfig, useResource} from '../session/ConfigContext.tsx';
import {useSession} from '../session/useSession.ts';
import type {Row} from '../wire/providers/dialects.ts';
import {leavesChildren} from './children.ts';

export interface ChildFormProps {
  name: string;
  by: string;
  parent: Row;
  /** undefined: a new one. */
  record: Row | undefined;
  /** Saved, or given up. */
  onDone: () => void;
  /** What somebody else saved is taken instead. */
  onReload: (stored: Row) => void;
  /** The form is drawn. */
  onShown: (form: HTMLElement, editing: boolean) => void;
}

const leaves = (from: Location, to: Location): boolean => from.pathname !== to.pathname || leavesChildren(from.search, to.search);

export const ChildForm = ({name, by, parent, record, onDone, onReload, onShown}: ChildFormProps) => {
  const config = useConfig();
  const resource = useResource(name);
  const session = useSession();
  const [stale, setStale] = useState<string>();
  const form = `${name}.${parent.id}.${record?.id ?? 'novo'}`;
  const place = useDraftPlace(form);
  const forget = () => dropDraft(place);
  const done = () => {
    forget();
    onDone();
  };
  const reload = (stored: Row) => {
    forget();
    onReload(stored);
  };
  const save = useSave(name, done, setStale);
  const submit = (values: Values) => save({...values, [by]: parent.id}, record);
  const opening = record ? {record} : {defaultValues: {...openingValues(config, resource, session), [by]: parent.id}};
  return (
    <Box sx={{mb: 3}}>
      <Form onSubmit={submit as never} {...opening} noValidate disableInvalidFormNotification>
        <Typography variant="h3" component="h3" sx={{mb: 1}}>
          {record === undefined ? `Cadastrar ${resource.label.one}` : `Editar ${resource.label.one}`}
        </Typography>
        <DraftKeeper form={form} fields={resource.fields} />
        <FormSections resource={name} without={[by]} />
        <FirstError />
        <Buttons editing={record !== undefined} onCancel={done} />
        <UnsavedGuard leaves={leaves} onLeave={forget} />
        <Shown run={element => onShown(element, record !== undefined)} />
        {stale !== undefined && record && (
          <StaleDialog
            name={name}
            message={stale}
            mine={record}
            by={by}
            onReload={stored => reload(stored as Row)}
            onClose={() => setStale(undefined)}
          />
        )}
      </Form>
      {record && <RecordHistory name={name} id={record.id} heading="h3" />}
    </Box>
  );
};

const Buttons = ({editing, onCancel}: {editing: boolean; onCancel: () => void}) => {
  const {unsaved, isSubmitting} = useUnsaved();
  return (
    <Box sx={{display: 'flex', gap: 1, mt: 2}}>
      <Button type="submit" variant="contained" loading={isSubmitting}>Salvar</Button>
      <Button variant="outlined" disabled={!editing && !unsaved} onClick={onCancel}>{editing ? 'Cancelar edição' : 'Limpar'}</Button>
    </Box>
  );
};

const Shown = ({run}: {run: (form: HTMLElement) => void}) => {
  const mark = useRef<HTMLSpanElement>(null);
  const shown = useEffectEvent(() => {
    const form = mark.current?.closest('form');
    if (form) run(form);
  });
  useEffect(() => shown(), []);
  return <span ref={mark} hidden />;
};
