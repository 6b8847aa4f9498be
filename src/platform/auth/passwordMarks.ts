/**
 * Stands in an account's password column, followed by the account's id, until a password was set: the phone number of the
 * record is the password then. Hashing it beforehand would take minutes for an import of thousands.
 */
export const phoneMark = 'phone:'
/** Stands before the hash of a password that an admin set and knows. */
export const adminMark = 'admin:'
