/** The ticket screens under the resource's route (§2). */
import {Route, Routes} from 'react-router-dom';
import {NotFound} from '../ui/NotFound.tsx';
import {TicketList, TicketsByStatus} from './TicketList.tsx';
import {later} from '../ui/later.tsx';

const TicketEdit = later(async () => (await import('./TicketEdit.tsx')).TicketEdit);

const TicketCreate = later(async () => (await import('./TicketCreate.tsx')).TicketCreate);

/** Mounted at `{route}/*`. */
export const TicketRoutes = () => (
  <Routes>
    <Route index element={<TicketList />} />
    <Route path="status/:idStatus?" element={<TicketsByStatus />} />
    <Route path="salvar" element={<TicketCreate />} />
    <Route path="editar/:id" element={<TicketEdit />} />
    <Route path="*" element={<NotFound />} />
  </Routes>
);
