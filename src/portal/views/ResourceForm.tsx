/** The generated form of a resource: an id loads the record and saves as an edit, none saves as new (§4, 'Forms'). */
import Paper from '@mui/material/Paper';
import {Form, ResourceContextProvider, useGetOne, type RaRecord} from 'ra-core';
import {useNavigate, useParams} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {screens} from '../../schema/paths.ts';
import type {Values} from '../../schema/validate.ts';
import {useConfig, useResource} from '../ConfigContext.tsx';
import {statusOfError} from '../errors.ts';
import {NotFound} from '../pages/NotFound.tsx';
import {Refused} from '../pages/Refused.tsx';
import {useSession} from '../useSession.ts';
import {FirstError} from './FirstError.tsx';
import {FormBar} from './FormBar.tsx';
import {FormSections} from './FormSections.tsx';
import {FormSkeleton} from './FormSkeleton.tsx';
import {LoadError} from './LoadError.tsx';
import {PageTitle} from './PageTitle.tsx';
import {UnsavedGuard} from './UnsavedGuard.tsx';
import {useSave} from './useSave.ts';

export interface ResourceFormProps {
  /** The resource's name in the config. */
  name: string;
}

export const ResourceForm = ({name}: ResourceFormProps) => {
  const {id} = useParams();
  const resource = useResource(name);
  const {perfil} = useSession();
  if (!may(resource, id === undefined ? 'create' : 'update', perfil)) return <Refused tab={resource.pageTitle} />;
  if (id === undefined) return <Sheet name={name} record={undefined} />;
  return /^\d+$/.test(id) ? <Loaded key={id} name={name} id={Number(id)} /> : <NotFound />;
};

const Loaded = ({name, id}: {name: string; id: number}) => {
  const {form} = useResource(name);
  // A refetch in the middle of typing would be of no use: the version decides when it is saved.
  const {data, error, refetch} = useGetOne<RaRecord>(name, {id}, {retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 0});
  const status = statusOfError(error);
  if (status === 404) return <NotFound />;
  const inputs = form.reduce((sum, section) => sum + section.fields.length, 0);
  return (
    <Sheet name={name} record={data}>
      {error ? <LoadError error={error} retry={() => void refetch()} /> : data === undefined && <FormSkeleton inputs={inputs} />}
    </Sheet>
  );
};

interface SheetProps {
  name: string;
  record: RaRecord | undefined;
  /** Stands in the place of the inputs until there is a record. */
  children?: React.ReactNode;
}

const Sheet = ({name, record, children}: SheetProps) => {
  const config = useConfig();
  const resource = useResource(name);
  const navigate = useNavigate();
  const {list} = screens(config, resource);
  const save = useSave(name, () => void navigate(list));
  const submit = (values: Values) => save(values, record);
  return (
    <ResourceContextProvider value={name}>
      <PageTitle tab={resource.pageTitle} heading={resource.formTitle ?? resource.label.one} />
      <Paper variant="outlined" sx={{maxWidth: 960, p: {xs: 2, sm: 3}, pb: '0 !important', borderRadius: 1.5}}>
        {children || (
          <Form key={record?.id ?? 'novo'} onSubmit={submit as never} {...(record ? {record} : {})} noValidate disableInvalidFormNotification>
            <FormSections resource={name} />
            <FirstError />
            <FormBar back={list} />
            <UnsavedGuard />
          </Form>
        )}
      </Paper>
    </ResourceContextProvider>
  );
};
