import { execute, parse } from 'graphql'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { refusal } from '#tests/refusals.ts'
import { limitToClass } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { schema } from '#app/schema.ts'
import { action } from '../action.ts'
import { command } from '../command.ts'
import { Database } from '../database/connect.ts'
import { invalidateViewer } from '../viewer.ts'
import { cancelDocument, mailDocument, openDocumentLink } from './documentJobs.commands.ts'
import { fewerClasses, seesItsClasses } from './documentJobs.permissions.ts'
import { expireDocuments } from './expireDocuments.ts'
import { linkToken } from './mailLink.ts'
import { orderDocument } from './orderDocument.ts'

let world: TestWorld
let owner: pg.Client

beforeAll(async () => {
  world = await testWorld()
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

afterEach(async () => {
  await owner.query('delete from document_queue')
  await owner.query('delete from document_job_files')
  await owner.query('delete from document_jobs')
  await owner.query("delete from auth.request_counts where key like 'document-mail %'")
})

const order = command({
  action: action<undefined>('test.order', { roles: ['SUPERADMIN', 'ADMIN'] }),
  input: z.object({ email: z.string().nullable().default(null) }),
  run: async ({ input: { email }, ...running }) => {
    const job = await orderDocument(running, { kind: 'REPORT', title: 'Report', params: {}, email })
    return { result: job, ids: [job.id] }
  },
})

async function ordered(who: Who = 'admin', email: string | null = null) {
  return order(await world.call(who), world.own.id, { email })
}

/** As if it had been made. */
async function done(who: Who, classIds: number[] | null, more = ''): Promise<number> {
  const { id } = await ordered(who)
  await owner.query(
    `update document_jobs set state = 'DONE', finished_at = now(), expires_at = now() + interval '30 days', class_ids = $2 ${more} where id = $1`,
    [id, classIds],
  )
  return id
}

const mail = async (id: number, email: string, who: Who = 'admin') =>
  mailDocument(await world.call(who), world.own.id, { id, email })

/** Nothing sends mails here: as if the last one had gone out. */
const sent = () => owner.query("update document_jobs set mail_state = 'SENT' where mail_state is not null")

describe('orders of one person', () => {
  test('are counted one after another when concurrent', async () => {
    const wide = new Database(world.appUrl, { onError: () => {}, connections: 12 })
    try {
      const call = { ...(await world.call('admin')), database: wide }
      const outcomes = await Promise.allSettled(Array.from({ length: 24 }, () => order(call, world.own.id, {})))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
      const { rows } = await owner.query('select count(*)::int as n from document_jobs')
      expect(rows).toEqual([{ n: 10 }])
    } finally {
      await wide.close()
    }
  })

  test('count also when cancelled: thirty in ten minutes', async () => {
    for (let n = 0; n < 30; n += 1) await cancelDocument(await world.call('admin'), world.own.id, { id: (await ordered()).id })
    expect(await refusal(ordered())).toMatchObject({
      code: 'RATE_LIMITED',
      message: 'You have ordered 30 documents within 10 minutes. Please wait a few minutes.',
    })
    await expect(ordered('superadmin')).resolves.toBeDefined()
    await owner.query("update document_jobs set created_at = now() - interval '10 minutes 1 second'")
    await expect(ordered()).resolves.toBeDefined()
  })
})

describe('mails', () => {
  test('go to another address at most five times an hour, whoever sends them, with an order or by hand', async () => {
    const id = await done('admin', null)
    for (let n = 0; n < 4; n += 1) {
      await mail(id, 'trustee@own.test')
      await sent()
    }
    await ordered('superadmin', 'Trustee@own.test')
    const message = '5 mails have gone to this address within an hour. Please try again later.'
    const refused = { code: 'RATE_LIMITED', message, problems: [{ path: 'email', message }] }
    expect(await refusal(mail(id, 'TRUSTEE@own.test'))).toEqual(refused)
    expect(await refusal(ordered('admin', 'trustee@own.test'))).toEqual(refused)
    await mail(id, 'other@own.test')
    await owner.query("update auth.request_counts set window_start = window_start - interval '1 hour'")
    await sent()
    await expect(mail(id, 'trustee@own.test')).resolves.toMatchObject({ mailState: 'WAITING' })
  })

  test('are limited to twenty an hour per person, to oneself too; refused and rolled back ones are not counted', async () => {
    const id = await done('admin', null)
    expect((await refusal(mail(id, 'nobody'))).code).toBe('BAD_INPUT')
    for (let n = 0; n < 20; n += 1) {
      await mail(id, 'admin@own.test')
      expect((await refusal(mail(id, 'admin@own.test'))).code).toBe('FORBIDDEN')
      await sent()
    }
    expect(await refusal(mail(id, 'admin@own.test'))).toMatchObject({
      code: 'RATE_LIMITED',
      problems: [{ path: 'email', message: expect.stringContaining('20 mails within an hour') }],
    })
    expect((await refusal(ordered('admin', 'new@own.test'))).code).toBe('RATE_LIMITED')
    await expect(ordered()).resolves.toMatchObject({ email: null })
    await expect(ordered('superadmin', 'new@own.test')).resolves.toBeDefined()
  })

  test('leave no address behind: it is cleared with the files, and for orders without files after the same time', async () => {
    const { config } = (await world.call('admin')).services
    const mailed = "email = 'a@b.test', mail_state = 'SENT'"
    const [kept, old] = [await done('admin', null, `, ${mailed}`), await done('admin', null, `, ${mailed}`)]
    const [failed, sending] = [await ordered(), await done('admin', null, ", email = 'a@b.test', mail_state = 'SENDING'")]
    await owner.query(
      `update document_jobs set state = 'FAILED', failure = 'x', email = 'a@b.test', mail_state = 'FAILED',
         finished_at = now() - interval '31 days' where id = $1`,
      [failed.id],
    )
    await owner.query("update document_jobs set expires_at = now() - interval '1 second' where id = any($1)", [[old, sending]])
    await expireDocuments(world.database, config)
    const { rows } = await owner.query('select id, email, mail_state from document_jobs order by id')
    expect(rows.map((row) => [Number(row.id), row.email, row.mail_state])).toEqual([
      [kept, 'a@b.test', 'SENT'],
      [old, null, null],
      [failed.id, null, null],
      [sending, 'a@b.test', 'SENDING'],
    ])
  })
})

describe('a person who is limited to classes afterwards', () => {
  /** The admin of the class 7, as nobody limits her now and as she is then. */
  async function limited(limits: boolean): Promise<void> {
    const [userId, subject] = [world.own.users.limitedAdmin, world.own.subjects.limitedAdmin ?? '']
    if (limits) await limitToClass(world, world.own, userId, world.own.class7)
    else {
      await owner.query('delete from class_admins where school_id = $1 and user_id = $2', [world.own.id, userId])
      await owner.query('update users set limited_to_classes = false where school_id = $1 and id = $2', [world.own.id, userId])
    }
    invalidateViewer(world.database, subject)
  }

  test('neither opens nor mails documents of the whole school, and can order them again', async () => {
    await limited(false)
    const whole = await done('limitedAdmin', null)
    await limited(true)
    const { id: own, classIds } = await ordered('limitedAdmin')
    expect(classIds).toEqual([world.own.class7])
    const call = await world.call('limitedAdmin')
    const token = linkToken(call.services.config.secretKey, { schoolId: world.own.id, id: whole })
    expect(await refusal(openDocumentLink(call, { token }))).toMatchObject({ code: 'FORBIDDEN', message: fewerClasses() })
    expect(await refusal(mail(whole, 'a@b.test', 'limitedAdmin'))).toMatchObject({ code: 'FORBIDDEN', message: fewerClasses() })
    const { rows } = await owner.query<{ id: string }>(
      `insert into files (school_id, purpose, content_type, size, created_by, attached)
       values ($1, 'document', 'application/pdf', 1, $2, true), ($1, 'document', 'application/pdf', 1, $2, true) returning id`,
      [world.own.id, world.own.subjects.limitedAdmin],
    )
    await owner.query(
      `insert into document_job_files (school_id, job_id, format, file_id, name)
       values ($1, $2, 'PDF', $4, 'a.pdf'), ($1, $3, 'PDF', $5, 'b.pdf')`,
      [world.own.id, whole, own, ...rows.map((row) => row.id)],
    )
    await owner.query("update document_jobs set state = 'DONE', finished_at = now() where id = $1", [own])
    const document = parse(`query ($school: ID!) { documentJobs(schoolId: $school, input: { kind: REPORT }) {
      id files { name } viewerCan { read { allowed reason } mail { allowed } } } }`)
    const answer = await execute({ schema, document, contextValue: call, variableValues: { school: world.own.id } })
    expect(JSON.parse(JSON.stringify(answer)).data.documentJobs).toEqual([
      {
        id: String(own),
        files: [{ name: 'b.pdf' }],
        viewerCan: { read: { allowed: true, reason: null }, mail: { allowed: true } },
      },
      {
        id: String(whole),
        files: [],
        viewerCan: { read: { allowed: false, reason: fewerClasses() }, mail: { allowed: false } },
      },
    ])
    // The whole school's admin may.
    expect(await openDocumentLink(await world.call('admin'), { token })).toMatchObject({ id: whole })
  })

  test.each([
    [null, null, true],
    [null, [1], true],
    [[1], null, false],
    [[1], [1, 2], false],
    [[1, 2], [2], true],
  ])('%j of now and %j of then: %s', (now, then, sees) => {
    expect(seesItsClasses({ classIds: now }, { classIds: then })).toBe(sees)
  })
})
