/** Where PostgreSQL tells listeners the id of an organisation whose log has grown. */
export const EVENTS_CHANNEL = 'postrider_events';
