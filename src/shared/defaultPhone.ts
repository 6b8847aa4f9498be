// A separate module, because the sign-in page needs this constant without the schemas of `phones.ts`.

/** Placeholder for an unknown phone. Nobody is called or messaged on it, and it gets no pay link. */
export const defaultPhone = '1234567890'
