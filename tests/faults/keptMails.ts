import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface KeptMail {
  id: string
  text: string
}

/** Starts a mail server that delays each mail, so that its sender can die meanwhile, and stores accepted mails. */
export async function keepMails(): Promise<{ url: string; mails: readonly KeptMail[]; stop(): Promise<void> }> {
  const mails: KeptMail[] = []
  const taken = async (stream: Readable) => {
    const { messageId = '', text = '' } = await PostalMime.parse(await buffer(stream))
    // Stored even when nobody listens to the answer any more.
    mails.push({ id: messageId, text })
    await sleep(150)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      // A sender that dies in the middle has sent nothing.
      taken(stream).then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
