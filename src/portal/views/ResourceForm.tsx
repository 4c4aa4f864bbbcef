/** The form screen of a resource: with an id it edits, without it creates (rules: Forms 1). */
import {ResourceContextProvider} from 'ra-core';
import {useParams} from 'react-router-dom';
import {mayAccess} from '../../schema/access.ts';
import {hasParts} from '../../schema/parts.ts';
import {useResourceAndSession} from '../session/context.ts';
import {NotFound, AccessDenied} from '../ui/ErrorScreens.tsx';
import {RecordScreen} from './RecordScreen.tsx';

interface ResourceFormProps {
  name: string;
}

export const ResourceForm = ({name}: ResourceFormProps) => {
  const {id} = useParams();
  const {resource, session: {perfil}} = useResourceAndSession(name);
  // With parts, a record can be viewed when it may no longer be saved.
  const operation = id === undefined ? 'create' : hasParts(resource) ? 'read' : 'update';
  if (!mayAccess(resource, operation, perfil)) return <AccessDenied tab={resource.pageTitle} />;
  if (id !== undefined && !/^\d+$/.test(id)) return <NotFound />;
  return (
    <ResourceContextProvider value={name}>
      <RecordScreen name={name} id={id === undefined ? undefined : Number(id)} />
    </ResourceContextProvider>
  );
};
