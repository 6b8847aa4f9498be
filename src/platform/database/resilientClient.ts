import pg from 'pg'

/**
 * A connection that can break without ending the process. The pool does not listen for errors on a connection that is
 * checked out, and Node throws an error event without a listener. The running query is rejected all the same, and the
 * pool discards the connection.
 */
export class ResilientClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
