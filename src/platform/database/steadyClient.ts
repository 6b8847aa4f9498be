import pg from 'pg'

/**
 * A connection whose end does not end the process: while somebody holds it, the pool does not listen to it, and an error that nobody
 * listens to is thrown. Whoever has asked something over it is told by the answer, and the pool does not take it back.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
