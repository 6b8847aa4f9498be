// A module of its own, because the sign-in page needs it and not the schemas of `phones.ts`.

/** What stands where no phone is known; nobody is called, written to or given a pay-link on it. */
export const defaultPhone = '1234567890'
