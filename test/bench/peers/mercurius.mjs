import { fastify } from 'fastify';
import mercurius from 'mercurius';
import { host, port, readMessages, SDL } from './read-page.mjs';

const app = fastify();
app.register(mercurius, { schema: SDL, resolvers: { Query: { messages: (_, page) => readMessages(page) } }, jit: 1 });
await app.listen({ host, port });
