import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { leaveTask, startTestWorker } from '#tests/backgroundTasks.ts'
import { eventually } from '#tests/eventually.ts'
import { fromNow } from '#tests/moments.ts'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { action, notAuthorized } from '../action.ts'
import { command } from '../command.ts'
import { Database } from '../database/connect.ts'
import { checkData } from '../dataChecks.ts'
import { fileUrl } from '../files/files.ts'
import { registerFiles } from '../files/routes.ts'
import { sweepUploads } from '../files/sweepUploads.ts'
import { type Mailer, startMailer } from '../mail/mail.ts'
import type { PdfRenderer } from '../pdf/renderer.ts'
import { Refusal } from '../refusal.ts'
import { invalidateViewer } from '../viewer.ts'
import { cancelDocument, findDocument, listDocuments, mailDocument, openDocumentLink } from './documentJobs.commands.ts'
import type { DocumentJob } from './documentJobs.sql.ts'
import { expireDocuments } from './expireDocuments.ts'
import { linkSeconds, linkToken } from './mailLink.ts'
import { type DocumentTaskParts, documentTask } from './documentTask.ts'
import { documentMailTask } from './mailTask.ts'
import type { DocumentMaker, MakerContext } from './makers.ts'
import { orderDocument } from './orderDocument.ts'

const params = z.object({ words: z.string() })
type Params = z.output<typeof params>

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

let world: TestWorld
let config: Awaited<ReturnType<typeof world.call>>['services']['config']
let owner: pg.Client
let mailServer: SMTPServer
let mailer: Mailer
const mails: Email[] = []
/** What the mail server does with the next mail. */
let onMail: (() => Promise<Error | null>) | undefined
const tended: { stop(): Promise<void> }[] = []
/** What the maker does; how often it was asked. */
let make: (making: MakerContext<Params>) => Promise<string>
let made = 0

beforeAll(async () => {
  world = await testWorld()
  config = (await world.call('admin')).services.config
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      void buffer(stream).then(async (raw) => {
        const error = (await onMail?.()) ?? null
        if (!error) mails.push(await PostalMime.parse(raw))
        done(error)
      })
    },
  })
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve))
  const { port } = mailServer.server.address() as AddressInfo
  mailer = startMailer({ mailFrom: config.mailFrom, smtpUrl: `smtp://127.0.0.1:${port}` }, silent)
})

afterAll(async () => {
  await mailer.stop()
  await new Promise<void>((resolve) => mailServer.close(resolve))
  await owner.end()
  await world.close()
})

beforeEach(() => {
  made = 0
  mails.length = 0
  onMail = undefined
  make = async ({ params: { words } }) => words
})

afterEach(async () => {
  for (const one of tended.splice(0)) await one.stop()
  await owner.query('delete from background_tasks')
  await owner.query(
    "update document_jobs set state = 'CANCELLED', run = null, finished_at = now() where state in ('QUEUED', 'RUNNING')",
  )
  // Nobody orders so much so fast.
  await owner.query("update document_jobs set created_at = now() - interval '10 minutes 1 second'")
  await owner.query("delete from auth.request_counts where key like 'document-mail %'")
})

const maker: DocumentMaker<Params> = {
  kind: 'REPORT',
  params,
  make: async (making) => {
    made += 1
    const words = await make(making)
    return [
      { format: 'JSON', name: 'report.json', bytes: Buffer.from(JSON.stringify({ words, by: making.call.viewer?.name })) },
      { format: 'CSV', name: 'हजेरी 7-B.csv', bytes: Buffer.from(words) },
    ]
  },
}

const renderer = { render: async () => Buffer.from('%PDF-'), stop: async () => {} }

/** Another process, as far as the database can tell. */
async function tend(given: Partial<DocumentTaskParts> = {}) {
  const { services } = await world.call('admin')
  const parts = { database: world.database, services, renderer, log: silent, makers: [maker], ...given }
  const { database, log } = parts
  const mailing = documentMailTask({ database, config, sendMail: mailer.sendMail })
  const one = startTestWorker(database, [documentTask(parts), mailing], log)
  tended.push(one)
  return one
}

const order = command({
  action: action<undefined>('test.order', { roles: ['SUPERADMIN', 'ADMIN'] }),
  input: z.object({ words: z.string(), email: z.string().nullable().default(null), fails: z.boolean().default(false) }),
  run: async ({ input: { fails, email, ...rest }, ...running }) => {
    const job = await orderDocument(running, { kind: 'REPORT', title: 'Attendance of 7-B', params: rest, email })
    if (fails) throw new Refusal('CONFLICT', 'Not after all.')
    return { result: job, ids: [job.id] }
  },
})

async function ordered(words: string, more: { email?: string; who?: Who; fails?: boolean } = {}): Promise<number> {
  const { who = 'admin', ...input } = more
  return (await order(await world.call(who), world.own.id, { words, ...input })).id
}

async function jobOf(id: number, who: Who = 'admin'): Promise<DocumentJob> {
  return findDocument(await world.call(who), world.own.id, { id })
}

function until(id: number, state: DocumentJob['state'], more: Partial<DocumentJob> = {}): Promise<DocumentJob> {
  return eventually(async () => {
    const job = await jobOf(id)
    expect(job).toMatchObject({ state, ...more })
    return job
  })
}

async function inQueue(): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>('select item_id as id from background_tasks order by 1')
  return rows.map((row) => Number(row.id))
}

/** Leaves a job as another process leaves it that has it, or that was killed. */
const left = (id: number, of: { starts: number; isDead: boolean }) =>
  leaveTask(world.ownerUrl, { kind: 'DOCUMENT', id, table: 'document_jobs' }, of)

test('the documents of one person are made in turn with those of others', async () => {
  const begun: string[] = []
  make = async ({ params: { words } }) => {
    begun.push(words)
    return words
  }
  for (const words of ['first', 'second', 'third']) await ordered(words)
  await ordered('of somebody else', { who: 'superadmin' })
  await tend()
  await eventually(async () => expect(await inQueue()).toEqual([]))
  // Of two that are begun together either may be the first.
  expect([begun.slice(0, 2).toSorted(), begun.slice(2).toSorted()]).toEqual([
    ['first', 'of somebody else'],
    ['second', 'third'],
  ])
})

describe('an order', () => {
  test('is made as the person who ordered, stored with its files, and mailed with a link that opens it', async () => {
    await tend()
    const id = await ordered('ready', { email: 'head@own.test' })
    const job = await until(id, 'DONE', { mailState: 'SENT' })
    expect(job).toMatchObject({
      title: 'Attendance of 7-B',
      params: { words: 'ready' },
      done: 1,
      total: 1,
      starts: 1,
      failure: null,
    })
    expect(await inQueue()).toEqual([])

    const app = Fastify()
    await registerFiles(app, { config, database: world.database })
    const url = (fileId: string | undefined) =>
      fileUrl({ services: { config } } as never, world.own.id, fileId ?? null, 'document')
    const [csv, json] = job.files
    const answer = await app.inject({ url: url(csv?.fileId) ?? '' })
    expect([answer.statusCode, answer.body, csv?.size]).toEqual([200, 'ready', 5])
    const disposition = `attachment; filename="-7-B.csv"; filename*=UTF-8''${encodeURIComponent('हजेरी 7-B.csv')}`
    expect(answer.headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': disposition })
    const data = await app.inject({ url: url(json?.fileId) ?? '' })
    expect(data.headers['content-type']).toBe('application/json')
    expect(data.json()).toEqual({ words: 'ready', by: 'admin of Own School' })
    await app.close()

    const [mail] = mails
    expect(mails).toHaveLength(1)
    expect(mail).toMatchObject({ subject: 'Attendance of 7-B – Own School', to: [{ address: 'head@own.test' }] })
    expect(mail?.messageId).toBe(`<document-${world.own.id}-${id}-1@localhost>`)
    const link = /\/reports\?link=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const token = decodeURIComponent(link)
    expect(await openDocumentLink(await world.call('admin'), { token })).toMatchObject({ id, files: [{}, {}] })
    expect(await openDocumentLink(await world.call('superadmin'), { token })).toMatchObject({ id })
    expect(await refusal(openDocumentLink(await world.call('limitedAdmin'), { token }))).toMatchObject({
      code: 'FORBIDDEN',
      message: notAuthorized(),
    })
    expect((await refusal(openDocumentLink(await world.call('teacher'), { token }))).code).toBe('FORBIDDEN')
    expect((await refusal(openDocumentLink(await world.call('admin', world.other), { token }))).code).toBe('NOT_FOUND')
    expect((await refusal(openDocumentLink(await world.call('anonymous'), { token }))).code).toBe('SIGNED_OUT')
    const { rows } = await owner.query('select action from audit_log where row_ids @> array[$1::bigint] order by id', [id])
    expect(rows.map((row) => row.action)).toEqual(['test.order', 'document.openLink', 'document.openLink'])
  })

  test('is never made after a rollback; more than ten at once are refused; others cannot see it', async () => {
    await refusal(ordered('no', { fails: true }))
    for (let n = 0; n < 10; n += 1) await ordered(`one of ten ${n}`)
    expect((await refusal(ordered('one more'))).code).toBe('RATE_LIMITED')
    const theirs = await ordered('theirs', { who: 'superadmin' })
    expect((await refusal(jobOf(theirs))).code).toBe('NOT_FOUND')
    const listed = await listDocuments(await world.call('admin'), world.own.id, { kind: 'REPORT' })
    expect(listed.slice(0, 2).map((job) => job.params)).toEqual([{ words: 'one of ten 9' }, { words: 'one of ten 8' }])
    await tend()
    await eventually(async () => expect(await inQueue()).toEqual([]))
    expect(made).toBe(11)
  })

  test('fails with a message: the maker’s, a neutral one for an unexpected error, and one when the person may no longer sign in', async () => {
    const log = { ...silent, error: vi.fn<(fields: unknown, message: string) => void>() }
    await tend({ log })
    make = () => Promise.reject(new Refusal('BAD_INPUT', 'There is no section 9-Z.'))
    expect(await until(await ordered('a', { email: 'a@b.test' }), 'FAILED')).toMatchObject({
      failure: 'There is no section 9-Z.',
      mailState: 'FAILED',
      starts: 1,
      files: [],
    })
    expect(log.error).not.toHaveBeenCalled()
    make = () => Promise.reject(new Error('a secret'))
    const { failure } = await until(await ordered('b'), 'FAILED')
    const errorId = /number ([0-9a-f]{8})\.$/.exec(failure ?? '')?.[1]
    expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ errorId }), expect.any(String))
    expect(mails).toEqual([])

    const subject = world.own.subjects.limitedAdmin ?? ''
    await Promise.all(tended.splice(0).map((one) => one.stop()))
    const id = await ordered('c', { who: 'limitedAdmin' })
    const disable = (disabled: boolean) => owner.query('update users set disabled = $1 where subject = $2', [disabled, subject])
    await disable(true)
    invalidateViewer(world.database, subject)
    await tend()
    await eventually(async () =>
      expect((await owner.query('select failure from document_jobs where id = $1', [id])).rows).toEqual([
        { failure: 'The account that ordered this may not sign in any more.' },
      ]),
    )
    await disable(false)
  })

  test('is retried when it cannot be made now, and given up with a message after three starts', async () => {
    make = async () => {
      if (made < 3) throw new Refusal('UNAVAILABLE', 'The browser died.')
      return 'at last'
    }
    await tend()
    expect(await until(await ordered('a'), 'DONE')).toMatchObject({ starts: 3 })
    made = -10
    expect(await until(await ordered('b'), 'FAILED')).toMatchObject({ starts: 3, failure: 'The browser died.' })
  })

  test('is stored only where the storage is the one of the database', async () => {
    await owner.query('insert into installation_storage (mark) values (gen_random_uuid())')
    make = async () => {
      if (made === 2) await owner.query('delete from installation_storage')
      return 'where everybody finds it'
    }
    await tend()
    expect(await until(await ordered('a'), 'DONE')).toMatchObject({ starts: 2 })
  })

  test.each([
    Object.assign(new pg.DatabaseError('cached plan must not change result type', 1, 'error'), {
      code: '0A000',
      routine: 'RevalidateCachedQuery',
    }),
    Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' }),
  ])('is made again when the version changed under it: $message', async (error) => {
    make = async () => {
      if (made < 2) throw error
      return 'by the new version'
    }
    await tend()
    expect(await until(await ordered('a'), 'DONE')).toMatchObject({ starts: 2 })
  })

  test('can be cancelled: the run is aborted, and nothing of it is stored', async () => {
    const began = Promise.withResolvers<AbortSignal>()
    const goesOn = Promise.withResolvers<string>()
    make = ({ signal }) => {
      began.resolve(signal)
      return goesOn.promise
    }
    await tend()
    const id = await ordered('long')
    const signal = await began.promise
    expect((await refusal(cancelDocument(await world.call('superadmin'), world.own.id, { id }))).code).toBe('NOT_FOUND')
    expect(await cancelDocument(await world.call('admin'), world.own.id, { id })).toMatchObject({ state: 'CANCELLED', files: [] })
    expect(signal.aborted).toBe(true)
    goesOn.resolve('too late')
    await Promise.all(tended.splice(0).map((one) => one.stop()))
    expect(await jobOf(id)).toMatchObject({ state: 'CANCELLED', files: [] })
    expect((await refusal(cancelDocument(await world.call('admin'), world.own.id, { id }))).code).toBe('FORBIDDEN')
  })

  test('occupies its slot until nothing of it is active, also after a cancellation', async () => {
    const begun: string[] = []
    const ends = Promise.withResolvers<string>()
    make = ({ params: { words } }) => {
      begun.push(words)
      return words === 'next' ? Promise.resolve(words) : ends.promise
    }
    await tend()
    const ids = [await ordered('a'), await ordered('b')]
    await eventually(() => expect(begun.toSorted()).toEqual(['a', 'b']))
    for (const id of ids) await cancelDocument(await world.call('admin'), world.own.id, { id })
    const next = await ordered('next')
    await sleep(250)
    expect(begun).toHaveLength(2)
    ends.resolve('of no use any more')
    await until(next, 'DONE')
  })

  test('closes the page of a cancelled PDF, and starts no other part', async () => {
    const render = vi.fn<PdfRenderer['render']>(
      (_, rendering) =>
        new Promise((_resolve, reject) => {
          rendering?.signal?.addEventListener('abort', () => reject(rendering.signal?.reason as Error))
        }),
    )
    const content = { title: 'Part', page: 'A4', css: '', body: '<p>' }
    make = async ({ pdf }) => String(await pdf([content, content, content, content]))
    await tend({ renderer: { ...renderer, render } })
    const id = await ordered('parts')
    await eventually(() => expect(render).toHaveBeenCalledTimes(2))
    await cancelDocument(await world.call('admin'), world.own.id, { id })
    make = async () => 'at once'
    await until(await ordered('next'), 'DONE')
    expect(render.mock.calls.map(([, rendering]) => rendering?.signal?.aborted)).toEqual([true, true])
  })

  test('shows its progress, and a PDF of several parts reports it by itself', async () => {
    const goesOn = Promise.withResolvers<undefined>()
    const render = vi.fn<PdfRenderer['render']>(async () => {
      if (render.mock.calls.length > 2) await goesOn.promise
      return onePage()
    })
    make = async ({ pdf }) => {
      const content = { title: 'Part', page: 'A4', css: '', body: '<p>' }
      const parts = [content, async () => content, content, content]
      return String((await pdf(parts, { pageNumbers: true })).subarray(0, 5))
    }
    await tend({ renderer: { ...renderer, render } })
    const id = await ordered('parts')
    await until(id, 'RUNNING', { done: 1, total: 4 })
    expect(render).toHaveBeenCalledWith(
      expect.stringContaining('<title>Part</title>'),
      expect.objectContaining({ urgency: 'BACKGROUND' }),
    )
    goesOn.resolve(undefined)
    expect(await until(id, 'DONE')).toMatchObject({ done: 4, total: 4 })
  })
})

describe('processes that die', () => {
  test('two processes make each job once', async () => {
    const other = new Database(world.appUrl, { onError: () => {}, connections: 2 })
    const { services } = await world.call('admin')
    make = async ({ params: { words } }) => {
      await sleep(50)
      return words
    }
    await Promise.all([tend(), tend({ database: other, services })])
    for (let n = 0; n < 8; n += 1) await ordered(String(n), { email: 'admin@own.test' })
    await eventually(async () => expect(await inQueue()).toEqual([]))
    expect([made, mails.length]).toEqual([8, 8])
    await Promise.all(tended.splice(0).map((one) => one.stop()))
    await other.close()
  })

  test('a silent run is started again, a live one is left alone, and the third silent run is the last', async () => {
    const [dead, living, last] = [await ordered('dead'), await ordered('living'), await ordered('last', { email: 'a@b.test' })]
    await left(dead, { starts: 1, isDead: true })
    await left(living, { starts: 1, isDead: false })
    await left(last, { starts: 3, isDead: true })
    await tend()
    expect(await until(dead, 'DONE')).toMatchObject({ starts: 2 })
    const failure = 'This could not be finished: it was interrupted three times. Please order it again, or a smaller part of it.'
    expect(await until(last, 'FAILED')).toMatchObject({ failure, mailState: 'FAILED' })
    expect(await jobOf(living)).toMatchObject({ state: 'RUNNING' })
    expect([made, mails.length]).toEqual([1, 0])
  })

  test('a live run that counted as dead stores nothing, and sends nothing', async () => {
    const began = Promise.withResolvers<undefined>()
    const goesOn = Promise.withResolvers<string>()
    make = () => {
      began.resolve(undefined)
      return goesOn.promise
    }
    await tend()
    const id = await ordered('once', { email: 'head@own.test' })
    await began.promise
    // As another process does it, for which this one was silent too long.
    await left(id, { starts: 2, isDead: false })
    const { rows: before } = await owner.query('select run from document_jobs where id = $1', [id])
    goesOn.resolve('of the first run')
    await Promise.all(tended.splice(0).map((one) => one.stop()))
    const { rows } = await owner.query('select run, state from document_jobs where id = $1', [id])
    expect(rows).toEqual([{ ...before[0], state: 'RUNNING' }])
    expect([await storedOf(id), mails.length]).toEqual([0, 0])
  })

  test('a stopping server releases its runs at once, and they do not count', async () => {
    const began = Promise.withResolvers<undefined>()
    make = () => {
      began.resolve(undefined)
      return new Promise(() => {})
    }
    const server = await tend()
    const id = await ordered('interrupted')
    await began.promise
    await server.stop()
    expect(await jobOf(id)).toMatchObject({ state: 'QUEUED', starts: 0 })
    make = async () => 'finished'
    await tend()
    expect(await until(id, 'DONE')).toMatchObject({ starts: 1 })
  })

  test('a mail in progress when the process died is never resent automatically, and by hand as a new mail', async () => {
    await tend()
    const id = await ordered('mailed', { email: 'head@own.test' })
    await until(id, 'DONE', { mailState: 'SENT' })
    await owner.query("update document_jobs set mail_state = 'SENDING' where id = $1", [id])
    await owner.query("insert into background_tasks (kind, school_id, item_id) values ('DOCUMENT_MAIL', $1, $2)", [
      world.own.id,
      id,
    ])
    await until(id, 'DONE', { mailState: 'FAILED' })
    expect(mails).toHaveLength(1)
    expect(await refusal(mailDocument(await world.call('admin'), world.own.id, { id, email: 'nobody' }))).toMatchObject({
      problems: [{ path: 'email', message: 'Email Is Required' }],
    })
    await mailDocument(await world.call('admin'), world.own.id, { id, email: 'Trustee@own.test' })
    await until(id, 'DONE', { mailState: 'SENT', email: 'Trustee@own.test' })
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(2)
    expect((await refusal(mailDocument(await world.call('superadmin'), world.own.id, { id, email: 'a@b.test' }))).code).toBe(
      'NOT_FOUND',
    )
  })

  test('a mail refused by the mail server is reported, and the document stays', async () => {
    onMail = async () => new Error('552 too much')
    await tend()
    const job = await until(await ordered('kept', { email: 'head@own.test' }), 'DONE', { mailState: 'FAILED' })
    expect([job.files.length, mails.length]).toEqual([2, 0])
    expect(await inQueue()).toEqual([])
  })
})

test('a link is valid for 24 hours, for one document, and only as it was signed', async () => {
  await tend()
  const id = await ordered('linked')
  await until(id, 'DONE')
  const call = await world.call('admin')
  const token = linkToken(config.secretKey, { schoolId: world.own.id, id }, fromNow(-(linkSeconds - 5) * 1000).getTime())
  expect(await openDocumentLink(call, { token })).toMatchObject({ id })
  const [body = '', signature] = token.split('.')
  const wrong = [
    linkToken(config.secretKey, { schoolId: world.own.id, id }, fromNow(-(linkSeconds + 1) * 1000).getTime()),
    linkToken(`${config.secretKey}.`, { schoolId: world.own.id, id }),
    `${body.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))}.${signature}`,
    `${body}.${createHash('sha256').update(body).digest('base64url')}`,
    '',
    '.',
    body,
    `${token}=`,
    'x'.repeat(200),
  ]
  for (const one of wrong) expect(await refusal(openDocumentLink(call, { token: one })), one).toMatchObject({ code: 'NOT_FOUND' })
  const elsewhere = linkToken(config.secretKey, { schoolId: world.other.id, id })
  expect((await refusal(openDocumentLink(call, { token: elsewhere }))).code).toBe('NOT_FOUND')
})

test('the files are removed after 30 days, the order stays; announced files of a killed process go with unused uploads', async () => {
  await tend()
  const id = await ordered('old')
  const [file] = (await until(id, 'DONE')).files
  const { rows } = await owner.query('select expires_at - finished_at as kept from document_jobs where id = $1', [id])
  expect(rows[0].kept).toMatchObject({ days: 30 })
  await owner.query("update document_jobs set expires_at = now() + interval '1 hour' where expires_at is not null")
  expect(await expireDocuments(world.database, config)).toBe(0)
  await owner.query("update document_jobs set expires_at = now() - interval '1 second' where id = $1", [id])
  const path = join(config.dataDir, 'files', String(world.own.id), file?.fileId ?? '')
  expect(existsSync(path)).toBe(true)
  expect(await expireDocuments(world.database, config)).toBe(2)
  expect(existsSync(path)).toBe(false)
  expect(await jobOf(id)).toMatchObject({ state: 'DONE', files: [] })
  expect((await refusal(mailDocument(await world.call('admin'), world.own.id, { id, email: 'a@b.test' }))).code).toBe('FORBIDDEN')
  expect(await sweepUploads(world.database, config, fromNow(2 * 86_400_000))).toBeGreaterThanOrEqual(0)
  expect((await checkData(world.database)).findings).toEqual([])
})

async function storedOf(id: number): Promise<number> {
  const { rowCount } = await owner.query('select from document_job_files where job_id = $1', [id])
  return rowCount ?? 0
}

async function onePage(): Promise<Buffer> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.create()
  document.addPage()
  return Buffer.from(await document.save())
}
