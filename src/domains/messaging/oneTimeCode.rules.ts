/*
 * A one-time code is as good as a password. So a message is queued, kept and shown with dots in its place: the code is made when the
 * message is handed to a channel, and only its hash is stored.
 */

/** Stands in the params and in the kept text of a message in the place of its code. */
export const hiddenCode = '••••••'

/** The name by which a message's params hold the session that has asked for a code. */
export const codeSessionParam = 'session'
