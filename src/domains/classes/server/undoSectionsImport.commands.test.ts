import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditRows, refusal } from '#tests/refusals.ts'
import { addSection, addSubject, limitToClass } from '#tests/world/rows.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { undoMessages } from '#platform/imports.ts'
import { invalidateViewer } from '#platform/viewer.ts'
import { listClasses } from './classes.commands.ts'
import { importSections } from './importSections.commands.ts'
import { deleteSection, listSections, updateSection } from './sections.commands.ts'
import { undoSectionsImport } from './undoSectionsImport.commands.ts'

let world: TestWorld

beforeAll(async () => {
  world = await testWorld()
})

afterAll(() => world.close())

const row = { sr: 1, section: 'A', teachers: 'teacher@own.test', notificationTime: '', fbId: '' }

async function sections() {
  return listSections(await world.call('superadmin'), world.own.id, { termId: world.own.termId })
}

/** Returns the classes and sections of the term. */
async function everything() {
  const classes = await listClasses(await world.call('superadmin'), world.own.id, { termId: world.own.termId })
  return {
    classes: classes.map(({ id, name }) => ({ id, name })),
    sections: (await sections()).map(({ id, name }) => ({ id, name })),
  }
}

/** Imports section 7-X, and a new class with sections A and B. */
async function imported(className: string, who: Who = 'admin') {
  const rows = [
    { ...row, class: '7', section: 'X' },
    { ...row, class: className },
    { ...row, class: className, section: 'B' },
  ]
  const { id } = await importSections(await world.call(who), world.own.id, { termId: world.own.termId, rows })
  const [inSeven, first] = [
    (await sections()).find((section) => section.name === 'X'),
    (await sections()).find((section) => section.class.name === className),
  ]
  if (!inSeven || !first) throw new Error('The sections were expected.')
  return { id, inSeven, first }
}

const undoing = async (id: number, who: Who = 'admin') => undoSectionsImport(await world.call(who), world.own.id, { id })

const undoRefusal = (what: string) => ({
  code: 'CONFLICT',
  message: `This import cannot be undone any more: these sections have ${what}.`,
  problems: [],
})

describe('undoSectionsImport', () => {
  test('deletes the sections and the created classes only; a second undo is refused', async () => {
    const before = await everything()
    const { id } = await imported('One')
    expect(await undoing(id)).toEqual({ sections: 3, classes: 1 })
    expect(await everything()).toEqual(before)
    expect((await auditRows(world)).at(-1)).toMatchObject({
      action: 'section.undoImport',
      fields: ['classes'],
      rowIds: { length: 3 },
    })
    expect(await refusal(undoing(id))).toEqual({ code: 'CONFLICT', message: undoMessages.twice, problems: [] })
  })

  test('keeps a created class with another section, or to which an ADMIN is limited', async () => {
    const { id, first } = await imported('Kept')
    const added = await addSection(world, world.own, { classId: first.classId, name: 'By hand' })
    expect(await undoing(id)).toEqual({ sections: 3, classes: 0 })
    expect((await sections()).filter((section) => section.class.name === 'Kept').map(({ id: left }) => left)).toEqual([added])

    const limiting = await imported('Limiting')
    await limitToClass(world, world.own, world.own.users.limitedAdmin, limiting.first.classId)
    expect(await undoing(limiting.id)).toEqual({ sections: 3, classes: 0 })
  })

  test('deletes none when some have students or subjects, and says how many', async () => {
    const schoolId = world.own.id
    const { id, inSeven, first } = await imported('Two')
    await world.database.transaction(schoolId, async (db) => {
      await db
        .updateTable('enrolments')
        .set({ sectionId: inSeven.id })
        .where('schoolId', '=', schoolId)
        .where('studentId', 'in', [world.own.student7A, world.own.student8A])
        .execute()
      await addSubject(db, world.own, { sectionId: first.id })
    })
    const before = await everything()
    expect(await refusal(undoing(id))).toEqual(undoRefusal('2 students and 1 subject'))
    expect(await everything()).toEqual(before)
  })

  test('is refused when one was changed; one that was deleted does not count', async () => {
    const rows = [
      { ...row, class: '8', section: 'C' },
      { ...row, class: '8', section: 'D' },
    ]
    const call = await world.call('admin')
    const { id } = await importSections(call, world.own.id, { termId: world.own.termId, rows })
    const [one, other] = (await sections()).filter((section) => ['C', 'D'].includes(section.name))
    await deleteSection(call, world.own.id, { id: one?.id })
    const { id: otherId, classId } = other ?? {}
    await updateSection(call, world.own.id, { id: otherId, classId, sr: 4, name: 'Mine', teacherIds: [], notificationTime: '' })
    expect(await refusal(undoing(id))).toEqual(undoRefusal('1 record changed since'))
  })

  test('is allowed for the importer who still sees the sections, and for SUPERADMIN', async () => {
    const schoolId = world.own.id
    const file = (section: string) => ({ termId: world.own.termId, rows: [{ ...row, class: '7', section }] })
    const { id } = await importSections(await world.call('limitedAdmin'), schoolId, file('L'))
    expect(await refusal(undoing(id))).toEqual({ code: 'FORBIDDEN', message: undoMessages.notYours, problems: [] })
    const subject = world.own.subjects.limitedAdmin ?? null
    const limitTo = async (from: number, classId: number) => {
      await world.database.transaction(schoolId, async (db) => {
        await db
          .updateTable('classAdmins')
          .set({ classId })
          .where('schoolId', '=', schoolId)
          .where('classId', '=', from)
          .execute()
      })
      invalidateViewer(world.database, subject)
    }
    await limitTo(world.own.class7, world.own.class8)
    expect((await refusal(undoing(id, 'limitedAdmin'))).code).toBe('NOT_FOUND')
    await limitTo(world.own.class8, world.own.class7)
    expect(await undoing(id, 'limitedAdmin')).toEqual({ sections: 1, classes: 0 })
    const again = await importSections(await world.call('limitedAdmin'), schoolId, file('L'))
    expect(await undoing(again.id, 'superadmin')).toEqual({ sections: 1, classes: 0 })
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect((await refusal(undoing(again.id, who))).code).toBe('FORBIDDEN')
  })

  test('answers NOT_FOUND for an import of another school', async () => {
    const rows = [{ ...row, class: '7', section: 'F', teachers: '' }]
    const call = await world.call('admin', world.other)
    const { id } = await importSections(call, world.other.id, { termId: world.other.termId, rows })
    for (const who of ['admin', 'superadmin'] as const) expect((await refusal(undoing(id, who))).code).toBe('NOT_FOUND')
    expect((await refusal(undoSectionsImport(await world.call('admin'), world.other.id, { id }))).code).toBe('NOT_FOUND')
  })
})
