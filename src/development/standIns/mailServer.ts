import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

const largest = 30 * 1024 * 1024

/**
 * Starts an SMTP server on 127.0.0.1 for an installation without one. It stores each mail as a file and sends nothing.
 */
export async function startMailStandIn(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largest,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.once('error', done)
      stream.once('end', () => {
        const time = new Date().toISOString().replace(/[:.]/g, '-')
        const to = session.envelope.rcptTo.map(({ address }) => address.replace(/[^\w.@+-]/g, '_')).join(',')
        try {
          writeFileSync(join(folder, `${time}-${to.slice(0, 150)}.eml`), Buffer.concat(parts), { mode: 0o600 })
          done()
        } catch (error) {
          done(error as Error)
        }
      })
    },
  })
  // A client's broken connection must not end the process.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
}
