/**
 * Prefix of the password column, followed by the account's id, until a password is set. The password is then the phone
 * number of the record. Hashing the numbers in advance would take minutes for an import of thousands.
 */
export const phonePrefix = 'phone:'
/** Prefix of the hash of a password that an admin set and knows. */
export const adminPrefix = 'admin:'
