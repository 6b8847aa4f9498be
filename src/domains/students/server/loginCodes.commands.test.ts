import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromNow } from '#tests/moments.ts'
import { auditRows, refusal } from '#tests/refusals.ts'
import { type TestSchool, type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '#platform/action.ts'
import { setPassword } from '#platform/auth/accounts.ts'
import { createPasswordVerifier } from '#platform/auth/passwords.ts'
import { handOutSectionCodes, handOutStudentCode } from './loginCodes.commands.ts'
import { addStudent, setStudentDisabled } from './students.commands.ts'

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

const handedCode = /^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/
let count = 0

interface Pupil {
  id: number
  name: string
  login: string
  subject: string
}

/** Adds a student to a section, whose password is still the phone number. */
async function added(section: 'section7A' | 'section7B' | 'section8A' = 'section7A', given: object = {}): Promise<Pupil> {
  count += 1
  const { own } = world
  const login = `pupil${count}@own.test`
  const { id, name } = await addStudent(await world.call('admin'), own.id, {
    termId: own.termId,
    name: `Pupil ${count}`,
    phone: '9812345678',
    section: `${section === 'section8A' ? own.class8 : own.class7}:${own[section]}`,
    roll: String(100 + count),
    loginEmail: login,
    ...given,
  })
  const { rows } = await owner.query<{ subject: string }>('select subject from students where id = $1', [id])
  return { id, name, login, subject: rows[0]?.subject ?? '' }
}

async function handOut(id: number, who: Who = 'admin', school: TestSchool = world.own) {
  return handOutStudentCode(await world.call(who), school.id, { id })
}

async function slipsOf(sectionId: number, who: Who = 'admin', school: TestSchool = world.own) {
  return handOutSectionCodes(await world.call(who), school.id, { sectionId })
}

/** Whether a text is the current password of an account. */
async function opens(subject: string, password: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select password as hash from auth.account where "userId" = ${subject}
  `.execute(world.database.kysely)
  const { secrets } = (await world.call('admin')).services.config
  return createPasswordVerifier(world.database, secrets)({ hash: rows[0]?.hash ?? '', password })
}

/** Returns the rows of the audit log and of the codes table that contain one of these codes. */
async function rowsWith(codes: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    'select entry::text as text from audit_log entry union all select kept::text from auth.one_time_codes kept',
  )
  const spellings = codes.flatMap((code) => [code, code.replace('-', '')])
  return rows.map(({ text }) => text).filter((text) => spellings.some((code) => text.includes(code)))
}

async function withOutsideSignIn(who: Who = 'admin') {
  const call = await world.call(who)
  return { ...call, services: { ...call.services, config: { ...call.services.config, authIssuer: 'https://accounts.test' } } }
}
const codesAreElsewhere = {
  code: 'CONFLICT',
  message: 'Another sign-in service keeps the passwords. Codes are handed out there.',
}

describe('handOutStudentCode', () => {
  test('replaces the password for 24 hours, returns the code once, and is audited without the code', async () => {
    const [pupil, earliest] = [await added(), fromNow(24 * 3_600_000)]
    const made = await handOut(pupil.id)
    expect(made).toEqual({ code: expect.stringMatching(handedCode), expiresAt: expect.any(Date), login: pupil.login })
    expect(made.expiresAt.getTime()).toBeGreaterThanOrEqual(earliest.getTime())
    expect(made.expiresAt.getTime()).toBeLessThanOrEqual(fromNow(24 * 3_600_000).getTime())
    expect(await opens(pupil.subject, made.code)).toBe(true)
    const logged = (await auditRows(world)).at(-1)
    expect(logged).toEqual({ role: 'ADMIN', action: 'student.handOutCode', rowIds: [pupil.id], fields: [] })
    expect(await rowsWith([made.code])).toEqual([])
  })

  test('invalidates the previous code and an own password', async () => {
    const pupil = await added()
    const first = await handOut(pupil.id)
    const second = await handOut(pupil.id)
    expect(await opens(pupil.subject, first.code)).toBe(false)
    expect(await opens(pupil.subject, second.code)).toBe(true)
    await world.database.transaction(world.own.id, (tx) => setPassword(tx, pupil.subject, 'seven green kites', 'own'))
    expect(await opens(pupil.subject, second.code)).toBe(false)
    const third = await handOut(pupil.id)
    expect(await opens(pupil.subject, 'seven green kites')).toBe(false)
    expect(await opens(pupil.subject, third.code)).toBe(true)
  })

  test('is allowed for an ADMIN limited to classes for the students of these classes only', async () => {
    const [inClass, outside] = [await added('section7B'), await added('section8A')]
    expect((await handOut(inClass.id, 'limitedAdmin')).code).toMatch(handedCode)
    expect((await refusal(handOut(outside.id, 'limitedAdmin'))).code).toBe('NOT_FOUND')
    expect((await owner.query('select from auth.one_time_codes where user_id = $1', [outside.subject])).rows).toEqual([])
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('is refused to the role of %s', async (who) => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await refusal(handOut(world.own.student7A, who))).toEqual(forbidden)
  })

  test('is refused without a session', async () => {
    expect((await refusal(handOut(world.own.student7A, 'anonymous'))).code).toBe('SIGNED_OUT')
  })

  test('answers NOT_FOUND for a student of another school, as for one who does not exist', async () => {
    const missing = await refusal(handOut(999_999))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(handOut(world.other.student7A))).toEqual(missing)
    expect(await refusal(handOut(world.other.student7A, 'admin', world.other))).toEqual(missing)
  })

  test('is refused for a disabled student, for a student without a login e-mail, and for an invalid id', async () => {
    const pupil = await added()
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: pupil.id, disabled: true })
    expect(await refusal(handOut(pupil.id))).toMatchObject({
      code: 'CONFLICT',
      message: 'This student is disabled. Enable the student first.',
    })
    expect(await refusal(handOut(world.own.student8A))).toMatchObject({
      code: 'CONFLICT',
      message: 'This student has no email to sign in with. Add one first.',
    })
    const call = await world.call('admin')
    expect(await refusal(handOutStudentCode(call, world.own.id, { id: 'x' }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'id' }],
    })
  })

  test('is refused where an external sign-in service keeps the passwords', async () => {
    const pupil = await added()
    const asked = handOutStudentCode(await withOutsideSignIn(), world.own.id, { id: pupil.id })
    expect(await refusal(asked)).toMatchObject(codesAreElsewhere)
  })
})

describe('handOutSectionCodes', () => {
  test('creates codes for enabled students without an own password, by roll, and counts the others', async () => {
    const { section7B } = world.own
    const before = await slipsOf(section7B)
    const [later, earlier] = [await added('section7B', { roll: '9' }), await added('section7B', { roll: '2' })]
    const chosen = await added('section7B')
    await world.database.transaction(world.own.id, (tx) => setPassword(tx, chosen.subject, 'seven green kites', 'own'))
    const disabled = await added('section7B')
    await setStudentDisabled(await world.call('admin'), world.own.id, { id: disabled.id, disabled: true })
    await added('section7B', { loginEmail: '' })

    const earliest = fromNow(24 * 3_600_000)
    const made = await slipsOf(section7B)
    expect(made).toMatchObject({
      className: '7',
      sectionName: 'B',
      ownPassword: before.ownPassword + 1,
      withoutLogin: before.withoutLogin + 1,
    })
    expect(made.expiresAt.getTime()).toBeGreaterThanOrEqual(earliest.getTime())
    expect(made.expiresAt.getTime()).toBeLessThanOrEqual(fromNow(24 * 3_600_000).getTime())
    expect(made.slips.slice(0, 2)).toEqual([
      { studentId: earlier.id, name: earlier.name, roll: '2', login: earlier.login, code: expect.stringMatching(handedCode) },
      { studentId: later.id, name: later.name, roll: '9', login: later.login, code: expect.stringMatching(handedCode) },
    ])
    expect(made.slips.map(({ studentId }) => studentId)).not.toContain(disabled.id)
    const codes = made.slips.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(await opens(earlier.subject, made.slips[0]?.code ?? '')).toBe(true)
    expect(await opens(later.subject, made.slips[0]?.code ?? '')).toBe(false)
    expect(await opens(chosen.subject, 'seven green kites')).toBe(true)

    expect((await auditRows(world)).at(-1)).toEqual({
      role: 'ADMIN',
      action: 'student.handOutCodes',
      rowIds: made.slips.map(({ studentId }) => studentId),
      fields: [],
    })
    expect(await rowsWith(codes)).toEqual([])

    const again = await slipsOf(section7B)
    expect(await opens(earlier.subject, made.slips[0]?.code ?? '')).toBe(false)
    expect(await opens(earlier.subject, again.slips[0]?.code ?? '')).toBe(true)
  })

  test('creates none where every student has an own password', async () => {
    const { section8A } = world.own
    await world.database.transaction(world.own.id, async (tx) => {
      const { rows } = await sql<{ subject: string }>`
        select s.subject from students s join enrolments e on e.school_id = s.school_id and e.student_id = s.id
        where s.school_id = ${world.own.id} and e.section_id = ${section8A} and s.subject is not null
      `.execute(tx)
      for (const { subject } of rows) await setPassword(tx, subject, 'seven green kites', 'own')
    })
    expect((await slipsOf(section8A)).slips).toEqual([])
  })

  test('is allowed for an ADMIN limited to classes for sections of these classes only', async () => {
    expect((await slipsOf(world.own.section7A, 'limitedAdmin')).className).toBe('7')
    expect((await refusal(slipsOf(world.own.section8A, 'limitedAdmin'))).code).toBe('NOT_FOUND')
  })

  test.each(['fees', 'teacher', 'attendant', 'student'] as const)('is refused to the role of %s', async (who) => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    expect(await refusal(slipsOf(world.own.section7A, who))).toEqual(forbidden)
  })

  test('answers NOT_FOUND for a section of another school, as for one that does not exist', async () => {
    const missing = await refusal(slipsOf(999_999))
    expect(missing.code).toBe('NOT_FOUND')
    expect(await refusal(slipsOf(world.other.section7A))).toEqual(missing)
    expect(await refusal(slipsOf(world.other.section7A, 'admin', world.other))).toEqual(missing)
  })

  test('is refused for an invalid section, and where an external sign-in service keeps the passwords', async () => {
    const call = await world.call('admin')
    expect(await refusal(handOutSectionCodes(call, world.own.id, { sectionId: '' }))).toMatchObject({
      code: 'BAD_INPUT',
      problems: [{ path: 'sectionId' }],
    })
    const asked = handOutSectionCodes(await withOutsideSignIn(), world.own.id, { sectionId: world.own.section7A })
    expect(await refusal(asked)).toMatchObject(codesAreElsewhere)
  })

  test('leaves one working set when two run at the same time', async () => {
    const pupil = await added()
    const sets = await Promise.all([slipsOf(world.own.section7A), slipsOf(world.own.section7A, 'superadmin')])
    const codes = sets.map(({ slips }) => slips.find(({ studentId }) => studentId === pupil.id)?.code ?? '')
    const working = await Promise.all(codes.map((code) => opens(pupil.subject, code)))
    expect(working.filter(Boolean)).toHaveLength(1)
  })
})
