import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../logging.ts'
import { type Mailer, startMailer } from './mail.ts'

const log = createLog('silent')
const mailFrom = 'Shala <no-reply@shala.test>'
const mail = { to: 'asha@school.test', subject: 'नमस्ते', text: 'Hello', html: '<p>Hello</p>' }
const stops: (() => unknown)[] = []
let dataDir = ''

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shala-mail-'))
})

afterAll(async () => {
  for (const stop of stops) await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function mailerTo(smtpUrl: string | undefined): Promise<Mailer> {
  const mailer = await startMailer({ smtpUrl, mailFrom, dataDir }, log)
  stops.push(() => mailer.stop())
  return mailer
}

/** A server that does with a connection as told; its address. */
async function server(onConnection: (socket: Socket) => void): Promise<string> {
  const listening = createServer(onConnection)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  stops.push(() => listening.close())
  return `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
}

test('without a mail server every mail is kept as a file, whole', async () => {
  const { sendMail, folder } = await mailerTo(undefined)
  await sendMail(mail)
  expect(folder).toBe(join(dataDir, 'mail'))
  const [name = ''] = readdirSync(join(dataDir, 'mail'))
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT.*-asha@school\.test\.eml$/)
  const kept = await PostalMime.parse(readFileSync(join(dataDir, 'mail', name)))
  expect(kept.subject).toBe('नमस्ते')
  expect(kept.from?.address).toBe('no-reply@shala.test')
  expect(kept.html).toContain('<p>Hello</p>')
})

test('an address that is a path stays inside the folder', async () => {
  const { sendMail } = await mailerTo(undefined)
  await sendMail({ ...mail, to: 'a/b@school.test' })
  expect(readdirSync(dataDir)).toEqual(['mail'])
})

test.each([
  ['is not there', async () => 'smtp://127.0.0.1:1'],
  ['refuses everything', () => server((socket) => socket.end('554 no service\r\n'))],
  ['hangs up', () => server((socket) => socket.destroy())],
])('a mail server that %s is told in one sentence', async (_, make) => {
  const { sendMail } = await mailerTo(await make())
  await expect(sendMail(mail)).rejects.toMatchObject({
    name: 'Refusal',
    code: 'CONFLICT',
    message: 'The mail could not be sent: the mail server did not take it. Please try again later.',
  })
})

test('a mail server that says nothing does not hold anybody up', { timeout: 25_000 }, async () => {
  const { sendMail } = await mailerTo(await server(() => undefined))
  const before = Date.now()
  await expect(sendMail(mail)).rejects.toMatchObject({ name: 'Refusal' })
  expect(Date.now() - before).toBeLessThan(15_000)
})
