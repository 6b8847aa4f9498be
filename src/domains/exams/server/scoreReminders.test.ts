import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addSectionTeacher, addStudents, addSubject, addUser, giveAccount } from '#tests/world/rows.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { notFound } from '#platform/refusal.ts'
import { addDays, schoolDay } from '#shared/dates.ts'
import { marksDue } from './today.exports.ts'
import { lockScores } from './scoreBoard.commands.ts'
import { remindOfScores, viewScoreReminder } from './scoreReminders.commands.ts'
import { assessClass, copyScheme } from './schemes.commands.ts'
import { enterScores } from './scores.commands.ts'

/*
 * Science of class 7 is taught by Meera in 7-A, who has a device, and Hindi by Ravi, who has none. The world's teacher
 * is the class teacher of 7-A.
 */

let world: TestWorld
let own: TestSchool
let science: number
let hindi: number
let meera: { id: number; account: string }

const notYours = () => ({ code: 'NOT_FOUND', message: notFound().message, problems: [] })

beforeAll(async () => {
  world = await testWorld()
  own = world.own
  const call = await world.call('admin')
  const scheme = await copyScheme(call, own.id, { ready: 'cbse-6-8', name: 'Middle school' })
  const subject = { kind: 'COUNTED', pattern: 'Scholastic', group: '', replaces: [] }
  const { subjects } = await assessClass(call, own.id, {
    classId: own.class7,
    seen: 0,
    schemeId: scheme.id,
    schemeClass: '7',
    subjects: [
      { ...subject, name: 'Science' },
      { ...subject, name: 'Hindi' },
    ],
  })
  ;[science = 0, hindi = 0] = subjects.map(({ id }) => id)
  const teacher = (name: string) =>
    world.database.transaction(own.id, async (db) => {
      const id = await addUser(db, own, { name, email: `${name.toLowerCase()}@own.test`, role: 'TEACHER' })
      return { id, account: await giveAccount(db, own, { userId: id }) }
    })
  meera = await teacher('Meera')
  const ravi = await teacher('Ravi')
  await addSubject(world, own, { sectionId: own.section7A, name: 'Science', userId: meera.id })
  await addSubject(world, own, { sectionId: own.section7A, name: 'Hindi', userId: ravi.id })
  await asOwner(world.ownerUrl, 'insert into device_tokens (subject, endpoint, p256dh, auth) values ($1, $2, $3, $4)', [
    meera.account,
    'https://push.test/meera',
    'p'.repeat(87),
    'a'.repeat(22),
  ])
})
afterAll(() => world.close())

beforeEach(async () => {
  for (const table of ['messages', 'score_reminders', 'scores', 'score_changes', 'score_locks'])
    await asOwner(world.ownerUrl, `delete from ${table} where school_id = $1`, [own.id])
})

const choice = (also: object = {}) => ({ termId: own.termId, part: 'Term 1', ...also })
const preview = async (who: Who = 'admin', also: object = {}) => viewScoreReminder(await world.call(who), own.id, choice(also))
const remind = async (who: Who = 'admin', sheets = [science, hindi], sectionId = own.section7A, school = own) =>
  remindOfScores(await world.call(who, school), school.id, {
    termId: school.termId,
    part: 'Term 1',
    sheets: sheets.map((subjectId) => ({ sectionId, subjectId })),
  })
const queued = () =>
  asOwner<{ subject: string; marks: string; link: string }>(
    world.ownerUrl,
    `select subject, params->>'marks' as marks, params->>'link' as link from messages where school_id = $1 and kind = 'MARKS'`,
    [own.id],
  )

describe('the preview', () => {
  test('has the sheets with missing marks, and how their teachers are reached', async () => {
    const sheets = await preview('admin', { sectionId: own.section7A })
    expect(sheets.map(({ title, missing, askedAt }) => [title, missing, askedAt])).toEqual([
      ['7-A Science', 4, null],
      ['7-A Hindi', 4, null],
    ])
    expect(sheets.map(({ teachers }) => teachers.map(({ name, hasDevice }) => [name, hasDevice]))).toEqual([
      [['Meera', true]],
      [['Ravi', false]],
    ])
  })

  test('has no sheet that is locked or full, and none of a section that is not the viewer’s', async () => {
    await lockScores(await world.call('admin'), own.id, { sectionId: own.section7A, subjectIds: [hindi], part: 'Term 1' })
    const highest = { 'Periodic test': '10', Notebook: '5', 'Subject enrichment': '5', 'Half-yearly examination': '80' }
    await enterScores(await world.call('admin'), own.id, {
      key: randomUUID(),
      sectionId: own.section7A,
      subjectId: science,
      part: 'Term 1',
      scores: Object.entries(highest).map(([component, value]) => ({
        studentId: own.student7A,
        component,
        test: 1,
        seen: '',
        value,
      })),
    })
    expect(await preview('admin', { sectionId: own.section7A })).toEqual([])
    const sections = async (who: Who) => new Set((await preview(who, { part: 'Term 2' })).map(({ sectionId }) => sectionId))
    expect(await sections('teacher')).toEqual(new Set([own.section7A]))
    const phones = (await preview('teacher', { part: 'Term 2' })).flatMap(({ teachers }) => teachers.map(({ phone }) => phone))
    expect(new Set(phones)).toEqual(new Set(['']))
  })

  test('has the sheets to which nobody is assigned, and none of which the viewer is the only teacher', async () => {
    const [bina] = await addStudents(world, own, own.section7B, [{ name: 'Bina Rao', phone: '9800000001', roll: '1' }])
    const sheets = await preview('admin', { sectionId: own.section7B })
    expect(sheets.map(({ title, teachers }) => [title, teachers])).toEqual([
      ['7-B Science', []],
      ['7-B Hindi', []],
    ])
    expect(await refusal(remind('admin', [science], own.section7B))).toMatchObject({
      code: 'CONFLICT',
      message: 'No other teacher has marks to enter here.',
    })
    await addSectionTeacher(world, own, own.section7B, own.users.teacher)
    expect(await preview('teacher', { sectionId: own.section7B })).toEqual([])
    expect(await refusal(remind('teacher', [science], own.section7B))).toMatchObject({
      code: 'CONFLICT',
      message: 'No other teacher has marks to enter here.',
    })
    const ofTeacher = await preview('admin', { sectionId: own.section7B })
    expect(ofTeacher.map(({ teachers }) => teachers.map(({ name }) => name))).toEqual([
      ['teacher of Own School'],
      ['teacher of Own School'],
    ])
    await asOwner(world.ownerUrl, 'delete from section_teachers where section_id = $1', [own.section7B])
    await asOwner(world.ownerUrl, 'update students set disabled = true where id = $1', [bina])
  })
})

describe('reminding', () => {
  test('sends each reachable teacher one notification, at most one a day for a sheet', async () => {
    expect(await remind()).toBe(1)
    expect(await queued()).toEqual([{ subject: meera.account, marks: '7-A Science', link: '/exams?part=Term+1' }])
    expect((await auditRows(world)).at(-1)).toMatchObject({ action: 'scores.remind' })
    expect(await refusal(remind('limitedAdmin'))).toMatchObject({
      code: 'CONFLICT',
      message: 'admin of Own School has reminded the teachers today. Another reminder can go tomorrow.',
    })
    expect((await preview()).find(({ title }) => title === '7-A Science')).toMatchObject({ askedByName: 'admin of Own School' })
    await asOwner(world.ownerUrl, 'update score_reminders set day = day - 1', [])
    expect(await remind('teacher', [science])).toBe(1)
    expect(await queued()).toHaveLength(2)
  })

  test('two at once send one', async () => {
    const ends = await Promise.allSettled([remind(), remind('superadmin')])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await queued()).toHaveLength(1)
  })

  test('says why nobody is reminded', async () => {
    expect(await refusal(remind('admin', [hindi]))).toMatchObject({
      code: 'CONFLICT',
      message: 'No teacher of this subject gets notifications on a phone. Call instead.',
    })
  })

  test('is for the office, and for class teachers in their own sections', async () => {
    for (const who of ['fees', 'attendant', 'student'] as const)
      expect(await refusal(remind(who))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    expect(await refusal(remind('teacher', [science], own.section7B))).toEqual(notYours())
    expect(await refusal(remind('admin', [science], own.section7A, world.other))).toEqual(notYours())
  })
})

test('marks are due once the paper of an announced exam is written, until all are there', async () => {
  const today = schoolDay(new Date())
  const due = async (day = today) => {
    const { viewer } = { viewer: { ...(await world.call('teacher')).viewer!, userId: meera.id } }
    const [rows] = await world.database.read(own.id, [marksDue(world.database.kysely, own.id, viewer, day)] as const)
    return rows.map(({ sectionName, subjectName, part }) => [sectionName, subjectName, part])
  }
  await asOwner(
    world.ownerUrl,
    `with exam as (
       insert into exams (school_id, term_id, name, part, changed_by, changed_by_name, announced_at, announced_by_name,
         announced_version, announced_papers)
       values ($1, $2, 'Half-yearly', 'Term 1', '00000000-0000-0000-0000-000000000001', 'Head', now(), 'Head', 1, '[]')
       returning id
     )
     insert into exam_papers (school_id, term_id, exam_id, class_id, subject, day, starts, ends, whole_class)
     select $1, $2, id, $3, 'SCIENCE', $4, '09:00', '10:00', true from exam`,
    [own.id, own.termId, own.class7, addDays(today, -1)],
  )
  expect(await due()).toEqual([['7-A', 'Science', 'Term 1']])
  // On the day of the paper nothing is due yet, and two months later it is not the day's work.
  expect(await due(addDays(today, -1))).toEqual([])
  expect(await due(addDays(today, 90))).toEqual([])
  await world.database.transaction(own.id, (db) => addSectionTeacher(db, own, own.section7B, meera.id))
  expect(await due()).toEqual([['7-A', 'Science', 'Term 1']])
  await lockScores(await world.call('admin'), own.id, { sectionId: own.section7A, subjectIds: [science], part: 'Term 1' })
  expect(await due()).toEqual([])
})
