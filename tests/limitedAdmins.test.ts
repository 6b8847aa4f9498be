import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addClass, deleteClass, listClasses } from '#domains/classes/server/classes.commands.ts'
import { importSections } from '#domains/classes/server/importSections.commands.ts'
import { listSections } from '#domains/classes/server/sections.commands.ts'
import { undoSectionsImport } from '#domains/classes/server/undoSectionsImport.commands.ts'
import { promoteSections } from '#domains/promotion/server/promotion.commands.ts'
import { findPromotion } from '#domains/promotion/server/promotionContext.queries.ts'
import { reversePromotion } from '#domains/promotion/server/reversal.commands.ts'
import { promotionTask } from '#domains/promotion/server/promotionTask.ts'
import { updateUser, viewUser } from '#domains/users/server/users.commands.ts'
import { invalidateViewer, viewerOf } from '#platform/viewer.ts'
import { possibleOwners } from '#domains/attention/server/cases.sql.ts'
import { notifyApprovers } from '#domains/fees/server/discountNotifications.ts'
import { listCorrectors } from '#domains/fees/server/entries.queries.ts'
import { schoolById } from '#platform/school.ts'
import { startTestWorker } from './backgroundTasks.ts'
import { eventually } from './eventually.ts'
import { refusal } from './refusals.ts'
import { userForm } from './userForms.ts'
import { addClass as addClassRow } from './world/rows.ts'
import { type TestWorld, testWorld } from './world/testWorld.ts'
import { startNextTerm } from './world/yearEnd.ts'

let world: TestWorld
let owner: pg.Client
let newTermId: number

beforeAll(async () => {
  world = await testWorld()
  ;({ newTermId } = await startNextTerm(world, world.own))
  owner = new pg.Client({ connectionString: world.ownerUrl })
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await world.close()
})

const schoolId = () => world.own.id
const subject = () => world.own.subjects.limitedAdmin ?? ''

/** Edits the limited admin as the head of the school does. */
async function editTo(limitedToClasses: boolean, classIds: number[]) {
  const call = await world.call('admin')
  const user = await viewUser(call, schoolId(), { id: world.own.users.limitedAdmin })
  return updateUser(call, schoolId(), userForm(user, { limitedToClasses, classIds }))
}

/** Returns the classes that the limited admin may see; null means all. */
async function classesSeen() {
  invalidateViewer(world.database, subject())
  return (await viewerOf(world.database, subject()))?.classIds
}

async function expectNothingSeen() {
  expect(await classesSeen()).toEqual([])
  const call = await world.call('limitedAdmin')
  for (const termId of [world.own.termId, newTermId]) {
    expect(await listClasses(call, schoolId(), { termId })).toEqual([])
    expect(await listSections(call, schoolId(), { termId })).toEqual([])
  }
}

beforeEach(() => editTo(true, [world.own.class7]))

test('an admin who is limited to a class that a promotion made sees no class after the reversal', async () => {
  const order = {
    key: randomUUID(),
    termId: world.own.termId,
    toTermId: newTermId,
    sections: [{ sectionId: world.own.section7A, className: '7', sectionName: 'A', teacherIds: [] }],
    subjects: false,
    books: false,
    smsNames: false,
    feeCategoryIds: [],
  }
  const { id } = await promoteSections(await world.call('admin'), schoolId(), order)
  const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const worker = startTestWorker(world.database, [promotionTask({ database: world.database, log })])
  try {
    await eventually(async () =>
      expect(await findPromotion(await world.call('admin'), schoolId(), { id })).toMatchObject({ state: 'DONE' }),
    )
  } finally {
    await worker.stop()
  }
  const { rows } = await owner.query<{ id: string }>('select id from classes where school_id = $1 and term_id = $2', [
    schoolId(),
    newTermId,
  ])
  const newClass = Number(rows[0]?.id)
  expect(await classesSeen()).toEqual(expect.arrayContaining([world.own.class7, newClass]))
  await editTo(true, [newClass])
  await reversePromotion(await world.call('superadmin'), schoolId(), { id })
  await expectNothingSeen()
})

test('the only class of a limited admin is not deleted, and one of two is deleted without a wider view', async () => {
  const call = await world.call('admin')
  const [one, two] = [
    await addClass(call, schoolId(), { termId: world.own.termId, name: 'One' }),
    await addClass(call, schoolId(), { termId: world.own.termId, name: 'Two' }),
  ]
  await editTo(true, [one.id, two.id])
  await deleteClass(call, schoolId(), { id: one.id })
  expect(await classesSeen()).toEqual([two.id])
  expect(await refusal(deleteClass(call, schoolId(), { id: two.id }))).toMatchObject({ code: 'CONFLICT' })
  await editTo(true, [world.own.class7])
  await deleteClass(call, schoolId(), { id: two.id })
})

test('an undone import keeps the class to which an admin was limited', async () => {
  const call = await world.call('admin')
  const rows = [{ class: 'Imported', section: 'A', sr: 1, notificationTime: '', teachers: 'teacher@own.test', fbId: '' }]
  const { id } = await importSections(call, schoolId(), { termId: world.own.termId, rows })
  const imported = (await listClasses(call, schoolId(), { termId: world.own.termId })).find(({ name }) => name === 'Imported')
  await editTo(true, [imported?.id ?? 0])
  expect(await undoSectionsImport(call, schoolId(), { id })).toEqual({ sections: 1, classes: 0 })
  expect(await classesSeen()).toEqual([imported?.id])
})

test('a class that goes by any statement leaves its admin limited', async () => {
  const classId = await addClassRow(world, world.own, 'Going')
  await editTo(true, [classId])
  await owner.query('delete from classes where school_id = $1 and id = $2', [schoolId(), classId])
  await expectNothingSeen()
})

test('the head may limit an admin before there are classes, and take the limit away', async () => {
  expect(await editTo(true, [])).toMatchObject({ limitedToClasses: true, classes: [] })
  await expectNothingSeen()
  expect(await editTo(false, [])).toMatchObject({ limitedToClasses: false, classes: [] })
  expect(await classesSeen()).toBeNull()
  // Classes always limit, so that nothing which chooses them gives access to all.
  expect(await editTo(false, [world.own.class7])).toMatchObject({ limitedToClasses: true, classes: [{}] })
})

test('the database keeps classes for limited admins alone, and a limit for an ADMIN alone', async () => {
  const { limitedAdmin, teacher } = world.own.users
  const limit = 'insert into class_admins (school_id, user_id, class_id) values ($1, $2, $3)'
  await expect(owner.query(limit, [schoolId(), teacher, world.own.class7])).rejects.toThrow('class_admins_are_limited')
  await expect(
    owner.query('update users set limited_to_classes = false where school_id = $1 and id = $2', [schoolId(), limitedAdmin]),
  ).rejects.toThrow('class_admins_are_limited')
  await expect(
    owner.query('update users set limited_to_classes = true where school_id = $1 and id = $2', [schoolId(), teacher]),
  ).rejects.toThrow('users_limited_admins')
})

test('whoever asks whether an admin is limited goes by the fact, and not by the classes', async () => {
  await editTo(true, [])
  const { limitedAdmin } = world.own.users
  expect(await listCorrectors(await world.call('fees'), schoolId(), {})).toEqual(['admin of Own School'])
  await owner.query('insert into device_tokens (subject, endpoint, p256dh, auth) values ($1, $2, $3, $4)', [
    subject(),
    'https://push.test/limited',
    'k'.repeat(87),
    'a'.repeat(22),
  ])
  const { student7A, termId } = world.own
  const { rows } = await owner.query<{ id: string }>(
    `insert into attention_cases (school_id, term_id, student_id, concern, opened_on) values ($1, $2, $3, 'FEES', now()::date)
     returning id`,
    [schoolId(), termId, student7A],
  )
  /** Whether the admin is asked for a discount of a student of class 7, and may have a case of one. */
  const isOfClass7 = async (requestId: number) => {
    await world.database.transaction(schoolId(), async (db) => {
      const [school, { viewer }] = [await schoolById(world.database, schoolId()), await world.call('fees')]
      if (!school || !viewer) throw new Error('The school or its clerk is gone.')
      const payer = { id: student7A, termId } as Parameters<typeof notifyApprovers>[1]['payer']
      await notifyApprovers({ db, school, schoolId: schoolId(), viewer }, { id: requestId, payer, amount: 100 })
    })
    const { rowCount: told } = await owner.query("select from messages where kind = 'APPROVAL' and subject = $1", [subject()])
    const [owners] = await world.database.read(schoolId(), [
      possibleOwners(world.database.kysely, schoolId(), Number(rows[0]?.id)),
    ] as const)
    return { told, isOwner: owners.some(({ id }) => id === limitedAdmin) }
  }
  expect(await isOfClass7(1)).toEqual({ told: 0, isOwner: false })
  await editTo(true, [world.own.class7])
  expect(await isOfClass7(2)).toEqual({ told: 1, isOwner: true })
})

test('only adding and editing a user writes whether an admin is limited', () => {
  const sources = globSync('src/**/*.ts', { exclude: ['**/*.test.ts', '**/schema.types.ts'] })
  const writers = sources.filter((file) => {
    const text = readFileSync(file, 'utf8')
    const writesUsers = /(insertInto|updateTable)\('users'\)|\b(insert into|update) users\b/.test(text)
    return writesUsers && /limitedToClasses|limited_to_classes/.test(text)
  })
  expect(writers).toEqual(['src/domains/users/server/users.commands.ts'])
})
