const TICKET_FIELD = 'ticket';

/**
 * Takes the single-use ticket out of the address bar and returns it, so that it stays in no history, no bookmark and no
 * screenshot; the rest of the fragment (a route, a purpose) is left as it was.
 */
export function takeTicket(location: Location, history: History): string | undefined {
  const fields = new URLSearchParams(location.hash.slice(1));
  const ticket = fields.get(TICKET_FIELD);
  if (ticket === null || ticket === '') return undefined;
  fields.delete(TICKET_FIELD);
  const rest = fields.toString();
  history.replaceState(history.state, '', `${location.pathname}${location.search}${rest === '' ? '' : `#${rest}`}`);
  return ticket;
}
