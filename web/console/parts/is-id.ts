const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a word may be the id of an object. */
export const isId = (word: string): boolean => ID.test(word);
