/** By which PostgreSQL shows the connections of a server. Commands have none of them. */
export const LISTENER_NAME = 'postrider listener';
export const QUEUE_NAME = 'postrider-queue';
export const SERVER_NAME = 'postrider server';
