/** By which PostgreSQL shows the connections of a server. Commands have neither. */
export const LISTENER_NAME = 'postrider listener';
export const QUEUE_NAME = 'postrider-queue';
