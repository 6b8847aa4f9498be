import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../logging.ts'
import { startMailStandIn } from '#development/standIns/mailServer.ts'
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

function mailerTo(smtpUrl: string, times?: { deadline: number }): Mailer {
  const mailer = startMailer({ smtpUrl, mailFrom }, log, times)
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
  const mailServer = await startMailStandIn(join(dataDir, 'mail'))
  stops.push(() => mailServer.stop())
  const { sendMail } = mailerTo(mailServer.url)
  await sendMail(mail)
  const [name = ''] = readdirSync(join(dataDir, 'mail'))
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT.*-asha@school\.test\.eml$/)
  const kept = await PostalMime.parse(readFileSync(join(dataDir, 'mail', name)))
  expect(kept.subject).toBe('नमस्ते')
  expect(kept.from?.address).toBe('no-reply@shala.test')
  expect(kept.html).toContain('<p>Hello</p>')
})

test('an address that is a path stays inside the folder', async () => {
  const mailServer = await startMailStandIn(join(dataDir, 'mail'))
  stops.push(() => mailServer.stop())
  const { sendMail } = mailerTo(mailServer.url)
  await sendMail({ ...mail, to: 'a/b@school.test' })
  expect(readdirSync(dataDir)).toEqual(['mail'])
})

test.each([
  ['is not there', async () => 'smtp://127.0.0.1:1'],
  ['refuses everything', () => server((socket) => socket.end('554 no service\r\n'))],
  ['hangs up', () => server((socket) => socket.destroy())],
])('a mail server that %s is told in one sentence', async (_, make) => {
  const { sendMail } = mailerTo(await make())
  await expect(sendMail(mail)).rejects.toMatchObject({
    name: 'Refusal',
    code: 'CONFLICT',
    message: 'The mail could not be sent: the mail server did not take it. Please try again later.',
  })
})

test('a silent mail server blocks nobody for longer than a mail may take', async () => {
  const { sendMail } = mailerTo(await server(() => undefined), { deadline: 300 })
  await expect(sendMail(mail)).rejects.toMatchObject({ name: 'Refusal' })
})

/** A mail server that answers as told: to the command, or to the end of the mail (`END`); null hangs up. */
function scripted(answers: Record<string, string | null>): Promise<string> {
  return server((socket) => {
    let [rest, inData] = ['', false]
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      const lines = (rest + part.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (inData && line !== '.') continue
        const word = inData ? 'END' : (line.split(' ')[0] ?? '').toUpperCase()
        const answer = answers[word]
        inData = word === 'DATA' && answer === undefined
        if (answer === null) return void socket.destroy()
        socket.write(answer ?? (inData ? '354 go on\r\n' : '250 fine\r\n'))
      }
    })
    socket.write(answers.greeting ?? '220 hello\r\n')
  })
}

test.each([
  ['takes it', {}, 'ACCEPTED', ''],
  ['has no such box', { RCPT: '550 unknown\r\n' }, 'REFUSED', 'The mail server refused this address (550).'],
  ['is greylisting', { RCPT: '450 later\r\n' }, 'LATER', 'The mail server does not take it now (450).'],
  ['does not want this sender', { MAIL: '550 who?\r\n' }, 'LATER', 'The mail server does not take it now (550).'],
  ['calls it spam', { END: '554 spam\r\n' }, 'REFUSED', 'The mail server refused the mail (554).'],
  ['is full', { END: '452 full\r\n' }, 'LATER', 'The mail server does not take it now (452).'],
  ['is closed', { greeting: '421 closed\r\n' }, 'LATER', 'The mail server does not take it now (421).'],
  ['hangs up at the greeting', { EHLO: null }, 'LATER', 'The mail server cannot be reached.'],
  ['hangs up at the end', { END: null }, 'UNCLEAR', 'The connection to the mail server broke before'],
] as const)('of a mail server that %s it is known what it took', async (_, answers, outcome, reason) => {
  const { handMail } = mailerTo(await scripted(answers))
  const sent = await handMail({ ...mail, messageId: '<1-2-0@school.test>' })
  expect(sent.outcome).toBe(outcome)
  expect('reason' in sent ? sent.reason : '').toContain(reason)
  if (sent.outcome === 'ACCEPTED') expect(sent.ref).toBe('<1-2-0@school.test>')
})

test('an invalid address is refused, and an unreachable server is retried', async () => {
  const { handMail } = mailerTo(await scripted({}))
  expect(await handMail({ ...mail, to: 'nobody' })).toMatchObject({ outcome: 'REFUSED' })
  expect(await mailerTo('smtp://127.0.0.1:1').handMail(mail)).toMatchObject({ outcome: 'LATER' })
})
