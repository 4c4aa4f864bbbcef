/** The screens of a resource under its own route (rules: Screens 1); react-admin's `/create` and `/:id` are not used. */
import {Route, Routes} from 'react-router-dom';
import {EDIT_PATH, CREATE_PATH, PRINT_PATH, STATUS_PATH} from '../../schema/paths.ts';
import {useResource} from '../session/context.ts';
import {FormSkeleton} from '../ui/FormSkeleton.tsx';
import {lazyComponent} from '../ui/lazyComponent.tsx';
import {ResourceList} from './ResourceList.tsx';

const ByStatus = lazyComponent(async () => (await import('./StatusRedirect.tsx')).StatusRedirect, 'screen');

const NotFound = lazyComponent(async () => (await import('../ui/ErrorScreens.tsx')).NotFound, 'screen');

const PaperView = lazyComponent(async () => (await import('./print/PrintView.tsx')).PrintView, 'screen');

const ResourceForm = lazyComponent(async () => (await import('./ResourceForm.tsx')).ResourceForm, 'screen', <FormSkeleton inputs={6} />);

export const ResourceRoutes = ({name}: {name: string}) => {
  const {status, editRoute = EDIT_PATH} = useResource(name);
  return (
    <Routes>
      <Route index element={<ResourceList name={name} />} />
      {status !== undefined && <Route path={`${STATUS_PATH}/:idStatus?`} element={<ByStatus name={name} />} />}
      <Route path={CREATE_PATH} element={<ResourceForm name={name} />} />
      <Route path={`${editRoute}/:id`} element={<ResourceForm name={name} />} />
      <Route path={`${PRINT_PATH}/:id?`} element={<PaperView name={name} />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
};
