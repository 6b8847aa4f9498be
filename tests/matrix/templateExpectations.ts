import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pendingStudents } from '#domains/fees/server/online.exports.ts'
import { kindSetting } from '#domains/messaging/kinds.rules.ts'
import { recipientsOfAudience } from '#domains/messaging/server/audience.sql.ts'
import { type BatchRequest, composeBatch } from '#domains/messaging/server/composeBatch.ts'
import { templatesOfSchool } from '#domains/messaging/server/templates.sql.ts'
import { dueNow } from '#domains/onlinefees/server/dueNow.ts'
import { readIn, type Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'
import { announcedExamNames, examDay } from './dateSheetExpectations.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const superadmin = ['superadmin'] as const satisfies readonly Who[]

const text = 'Closed on Friday'
const template = {
  kind: 'NOTICE',
  name: 'Closed',
  channel: 'SMS',
  language: 'en',
  whatsappName: '',
  dltTemplateId: '1107161234567890123',
  smsTemplateId: '64f0c2a91b7e3d5f60a81c24',
  text: 'Dear parent, {{text}} {{school}}',
  price: 18,
}
const toStudent = (studentId: number) => ({ kind: 'NOTICE', audience: 2, sectionIds: [], studentIds: [studentId], text })
const order = (studentId: number, token: Extra[string] | undefined) => ({
  input: { ...toStudent(studentId), key: randomUUID(), token },
})

/** Rights on templates (SUPERADMIN), message settings, and sending (the office, to the own classes). */
export const templateExpectations: Readonly<Record<string, Expectation>> = {
  messagesViewerCan: { who: office, noRow: true },
  messageTemplates: { who: office, noRow: true },
  saveMessageTemplate: {
    who: superadmin,
    variables: ({ extra }) => ({ input: { ...template, id: extra.template, version: 1 } }),
  },
  deleteMessageTemplate: { who: superadmin, variables: ({ extra }) => ({ input: { id: extra.template } }) },
  messageKinds: { who: office, noRow: true },
  saveMessageKind: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({ input: { kind: 'RECEIPT', enabled: true, channels: ['SMS'] } }),
  },
  previewMessages: {
    who: office,
    variables: ({ student7A }) => ({ input: toStudent(student7A) }),
    outOfClass: ({ student8A }) => ({ input: toStudent(student8A) }),
  },
  queueMessages: {
    who: office,
    variables: ({ student7A, extra }) => order(student7A, extra.toAsha),
    outOfClass: ({ student8A, extra }) => order(student8A, extra.toRohan),
  },
  messageBatches: { who: office, noRow: true, variables: () => ({ input: {} }) },
}

/**
 * Adds a registered template, and notices and fee reminders by e-mail, with the tokens of five previews: a notice to a
 * student of 7-A, one to a student of 8-A, the reminders of the whole pending list, an exam of class 7 and one of
 * class 8. Call it when all other rows are there.
 */
export async function addTemplates(
  db: Tx,
  { id: schoolId, termId, student7A, student8A, class7, class8 }: TestSchool,
): Promise<Extra> {
  const { id } = await db
    .insertInto('messageTemplates')
    .values({ schoolId, ...template, changedByName: 'Super Admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = { enabled: true, channels: ['EMAIL'] }
  await db
    .insertInto('messageKinds')
    .values(
      ['NOTICE', 'FEE_REMINDER', 'EXAM', 'RESULT'].map((kind) => ({ schoolId, kind, ...stored, changedByName: 'Super Admin' })),
    )
    .execute()
  await db
    .updateTable('students')
    .set({ email: sql`'guardian.' || id || '@world.test'` })
    .where('schoolId', '=', schoolId)
    .where('id', 'in', [student7A, student8A])
    .execute()
  const school = await db.selectFrom('schools').selectAll().where('id', '=', schoolId).executeTakeFirstOrThrow()
  const templates = await templatesOfSchool(db, schoolId).execute()
  const everybody = { role: 'ADMIN', classIds: null } as Viewer
  const tokenTo = async (
    kind: 'NOTICE' | 'FEE_REMINDER' | 'EXAM' | 'RESULT',
    studentIds: number[],
    { asked = new Map(), exam = null, part = null }: Partial<Pick<BatchRequest, 'asked' | 'exam' | 'part'>> = {},
  ) => {
    const ofSections = { audience: 1, sectionIds: exam ? [...exam.daysOfSection.keys()] : [], studentIds }
    const audience = exam ? ofSections : { audience: 2, sectionIds: [], studentIds }
    const request = {
      school,
      kind,
      setting: kindSetting(school, kind, stored),
      templates,
      name: '',
      text: kind === 'NOTICE' ? text : '',
      otherTexts: {},
      address: '',
      hasExternalSignIn: false,
      students: await recipientsOfAudience(db, school, everybody, audience).execute(),
      withInitialPassword: new Set<string>(),
      asked,
      exam,
      part,
      now: new Date(),
    }
    return composeBatch(request).preview.token
  }
  const days = { from: examDay, to: examDay }
  const sections = await db.selectFrom('sections').select(['id', 'classId']).where('schoolId', '=', schoolId).execute()
  const examOf = (name: string, classId: number) => ({
    name,
    daysOfSection: new Map(sections.flatMap((section) => (section.classId === classId ? [[section.id, days] as const] : []))),
  })
  const term2 = { en: 'Term 2', hi: 'टर्म 2', mr: 'सत्र 2' }
  const listed = await pendingStudents(db, schoolId, everybody, { termId }).execute()
  const due = await pendingStudents(db, schoolId, everybody, { termId, terms: 'ALL', due: 'NOW' }).execute()
  const asked = await dueNow(readIn(db), db, { schoolId, termId }, due)
  const reminded = listed.map((student) => student.id).filter((studentId) => asked.has(studentId))
  return {
    template: id,
    toAsha: await tokenTo('NOTICE', [student7A]),
    toRohan: await tokenTo('NOTICE', [student8A]),
    reminders: await tokenTo('FEE_REMINDER', reminded, { asked }),
    examMessages7: await tokenTo('EXAM', [], { exam: examOf(announcedExamNames[7], class7) }),
    resultMessages7: await tokenTo('RESULT', [student7A], { part: term2 }),
    resultMessages8: await tokenTo('RESULT', [student8A], { part: term2 }),
    examMessages8: await tokenTo('EXAM', [], { exam: examOf(announcedExamNames[8], class8) }),
  }
}
