import { registerHooks } from 'node:module';

// npm puts @hey-api beside the TypeScript 7 of this repository, which has no JavaScript API: it gets the one of this folder.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
});
