import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux), one of which may take a port at any
 * time.
 */
const ports = { first: 20_000, count: 12_000 }
/** Each process begins at its own part, so that two that ask at once get two ports. */
const perProcess = 40

let next = process.pid * perProcess

/** Returns a port of 127.0.0.1 on which nobody listens. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < ports.count; tried += 1) {
    const port = ports.first + (next++ % ports.count)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${ports.first} to ${ports.first + ports.count - 1} is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
