/**
 * How long anything waits for a new connection to PostgreSQL, in milliseconds: what PostgreSQL's own clients call
 * PGCONNECT_TIMEOUT (in seconds), or five seconds. A server that is full or away is said to be so, instead of a page
 * that does not come.
 */
export const connectionTimeoutMillis = Number(process.env.PGCONNECT_TIMEOUT ?? 5) * 1000
