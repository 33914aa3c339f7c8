export { ACCEPTANCE_LIMITS } from "./acceptance.ts";
export {
  parseTicketFile,
  parseTicketId,
  parseTicketJson,
  parseTypedTicket,
  TICKET_LIMITS,
  type TypedFields,
} from "./parse-ticket.ts";
export { compilePattern } from "./pattern.ts";
export type { TicketError } from "./ticket-error.ts";
export { statementsOf, type AcceptanceStatement, type Ticket, type TicketId } from "./ticket.ts";
