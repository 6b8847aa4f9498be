import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { kindSetting } from '#domains/messaging/kinds.rules.ts'
import { recipientsOfAudience } from '#domains/messaging/server/audience.sql.ts'
import { composeBatch } from '#domains/messaging/server/composeBatch.ts'
import { templatesOfSchool } from '#domains/messaging/server/templates.sql.ts'
import type { Tx } from '#platform/database/connect.ts'
import type { Viewer } from '#platform/viewer.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

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

/** Adds a registered template, notices by e-mail, and the previews of one to a student of 7-A and of 8-A. */
export async function addTemplates(db: Tx, { id: schoolId, student7A, student8A }: TestSchool): Promise<Extra> {
  const { id } = await db
    .insertInto('messageTemplates')
    .values({ schoolId, ...template, changedByName: 'Super Admin' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const stored = { enabled: true, channels: ['EMAIL'] }
  await db
    .insertInto('messageKinds')
    .values({ schoolId, kind: 'NOTICE', ...stored, changedByName: 'Super Admin' })
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
  const tokenTo = async (studentId: number) => {
    const people = await recipientsOfAudience(db, school, everybody, toStudent(studentId)).execute()
    const setting = kindSetting(school, 'NOTICE', stored)
    const request = {
      school,
      setting,
      templates,
      text,
      otherTexts: {},
      students: people,
      withInitialPassword: new Set<string>(),
      asked: new Map(),
      now: new Date(),
    }
    return composeBatch({ ...request, kind: 'NOTICE', name: '', address: '', hasExternalSignIn: false }).preview.token
  }
  return { template: id, toAsha: await tokenTo(student7A), toRohan: await tokenTo(student8A) }
}
