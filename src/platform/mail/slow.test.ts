import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { createLog } from '../logging.ts'
import { maxConcurrentMails, type Mailer, startMailer } from './mail.ts'

const log = createLog('silent')
/** The subjects of the mails that the server took, whole. */
const taken: string[] = []
const connections = new Set<Socket>()
/** How long it thinks over a command, or over a mail that is at its end (`END`). */
let pauses: Record<string, number> = {}
/** Commands that contain this text are answered only once `release` is called. */
let held: { text: string; until: Promise<void> } | undefined
let most = 0
/** Number of answers that it still thinks over. */
let thinking = 0

const server = createServer((socket) => {
  connections.add(socket)
  most = Math.max(most, connections.size)
  let [rest, mail, inData] = ['', '', false]
  let turn = Promise.resolve()
  const say = (words: string, pause = 0, until?: Promise<void>) => {
    thinking += 1
    turn = turn
      .then(() => until)
      .then(() => sleep(pause))
      .then(() => {
        thinking -= 1
        socket.write(`${words}\r\n`)
      })
  }
  socket.on('error', () => undefined)
  socket.on('close', () => connections.delete(socket))
  socket.on('data', (part: Buffer) => {
    const lines = (rest + part.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (inData && line !== '.') mail += `${line}\n`
      else if (inData) {
        taken.push(/^Subject: (.*)$/m.exec(mail)?.[1] ?? '')
        ;[mail, inData] = ['', false]
        say('250 taken', pauses.END)
      } else {
        const word = (line.split(' ')[0] ?? '').toUpperCase()
        inData = word === 'DATA'
        const until = held !== undefined && line.includes(held.text) ? held.until : undefined
        say(inData ? '354 go on' : '250 fine', pauses[word] ?? pauses.any, until)
      }
    }
  })
  say('220 hello')
})

let url = ''
const mailers: Mailer[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  for (const mailer of mailers) await mailer.stop()
  for (const socket of connections) socket.destroy()
  server.close()
})

function mailerWith(deadline: number): Mailer {
  const mailer = startMailer({ smtpUrl: url, mailFrom: 'no-reply@shala.test' }, log, { deadline })
  mailers.push(mailer)
  taken.length = 0
  most = 0
  return mailer
}

/** From now on commands with this text wait. @returns a function that ends the wait */
function hold(text: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = { text, until: promise }
  return () => {
    held = undefined
    resolve()
  }
}

const mail = (subject: string, to = 'asha@school.test') => ({ to, subject, text: 'Hello' })

test('a mail that has not reached a slow server in time is never handed over', async () => {
  // Five answers of a mail take 3 s.
  pauses = { any: 600, END: 600 }
  const { handMail } = mailerWith(2000)
  const names = Array.from({ length: maxConcurrentMails * 3 }, (_, nth) => `mail ${nth}`)
  const sent = await Promise.all(names.map((name) => handMail(mail(name))))
  // The server has answered all that it was ever told of.
  await eventually(() => expect(thinking).toBe(0))
  const later = names.filter((_, nth) => sent[nth]?.outcome === 'LATER')
  expect(later.length).toBeGreaterThanOrEqual(maxConcurrentMails * 2)
  expect(taken.filter((name) => later.includes(name))).toEqual([])
  expect(sent.find(({ outcome }) => outcome === 'LATER')).toMatchObject({ reason: 'The mail server took too long.' })
  expect(most).toBe(maxConcurrentMails)
  // What follows goes by new connections.
  pauses = {}
  expect(await handMail(mail('next'))).toMatchObject({ outcome: 'ACCEPTED' })
  expect(taken.filter((name) => later.includes(name))).toEqual([])
})

test('a mail handed over without an answer in time is UNCLEAR', async () => {
  pauses = { END: 20_000 }
  const { handMail } = mailerWith(3000)
  expect(await handMail(mail('whole'))).toEqual({
    outcome: 'UNCLEAR',
    reason: 'The mail server did not say in time whether it took the mail.',
  })
  expect(taken).toEqual(['whole'])
})

test('a person told to try again later gets no mail twice, and message mails do not delay it', async () => {
  pauses = {}
  const { handMail, sendMail } = mailerWith(5000)
  const answerAll = hold('RCPT')
  const messages = Array.from({ length: maxConcurrentMails * 2 }, (_, nth) => handMail(mail(`message ${nth}`)))
  await expect(sendMail(mail('document'))).rejects.toMatchObject({ code: 'CONFLICT' })
  await Promise.all(messages)
  answerAll()
  await sleep(1200)
  expect(taken).toEqual([])

  // Every connection for messages is busy until her document has gone.
  const answerFamilies = hold('family@school.test')
  const more = Array.from({ length: maxConcurrentMails * 2 }, (_, nth) => handMail(mail(`more ${nth}`, 'family@school.test')))
  await sendMail(mail('document'))
  expect(taken).toEqual(['document'])
  answerFamilies()
  await Promise.all(more)
  expect(taken.filter((name) => name === 'document')).toEqual(['document'])
})
