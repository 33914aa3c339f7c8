export { statementsOf, type AcceptanceStatement, type Ticket, type TicketId } from "./ticket.ts";
