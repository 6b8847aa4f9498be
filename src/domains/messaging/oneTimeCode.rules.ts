/*
 * A one-time code is as good as a password. A queued, stored or displayed message therefore has dots in its place. The
 * code is created when the message is handed to a channel, and only its hash is stored.
 */

/** Replaces the code in a message's params and stored text. */
export const hiddenCode = '••••••'

/** The param that holds the session that asked for a code. */
export const codeSessionParam = 'session'

/** The param that holds the id of a code by which a guardian signs in with the phone. */
export const guardianCodeParam = 'guardianCode'
