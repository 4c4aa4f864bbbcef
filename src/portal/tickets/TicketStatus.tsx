/** A ticket's status as its badge. */
import {FieldValue} from '../kinds/FieldValue.tsx';
import {useResource} from '../session/ConfigContext.tsx';
import {TICKETS, type Ticket} from './ticket.ts';

export const TicketStatus = ({ticket}: {ticket: Ticket}) => {
  const {fields, status} = useResource(TICKETS);
  const field = status === undefined ? undefined : fields[status];
  return field && status !== undefined ? <FieldValue field={field} value={ticket[status]} record={ticket} /> : null;
};
