/** The ticket screens under the resource's route (§2). */
import {Route, Routes} from 'react-router-dom';
import {NotFound} from '../ui/NotFound.tsx';
import {TicketCreate} from './TicketCreate.tsx';
import {TicketEdit} from './TicketEdit.tsx';
import {TicketList, TicketsByStatus} from './TicketList.tsx';

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
