import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { host, port, readMessages, SDL } from './read-page.mjs';

const schema = createSchema({ typeDefs: SDL, resolvers: { Query: { messages: (_, page) => readMessages(page) } } });
createServer(createYoga({ schema, logging: false, graphiql: false })).listen(port, host);
