/** The form of a resource: an id loads the record and saves as an edit, none saves as new (rules: Forms 1). */
import {ResourceContextProvider} from 'ra-core';
import {useParams} from 'react-router-dom';
import {may} from '../../schema/access.ts';
import {hasParts} from '../../schema/parts.ts';
import {useAbout} from '../session/context.ts';
import {NotFound, Refused} from '../ui/WayOut.tsx';
import {RecordScreen} from './RecordScreen.tsx';

export interface ResourceFormProps {
  /** The resource's name in the config. */
  name: string;
}

export const ResourceForm = ({name}: ResourceFormProps) => {
  const {id} = useParams();
  const {resource, session: {perfil}} = useAbout(name);
  // A record that has a life can be looked at where it can no longer be saved.
  const operation = id === undefined ? 'create' : hasParts(resource) ? 'read' : 'update';
  if (!may(resource, operation, perfil)) return <Refused tab={resource.pageTitle} />;
  if (id !== undefined && !/^\d+$/.test(id)) return <NotFound />;
  return (
    <ResourceContextProvider value={name}>
      <RecordScreen name={name} id={id === undefined ? undefined : Number(id)} />
    </ResourceContextProvider>
  );
};
