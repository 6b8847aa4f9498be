import { randomUUID } from 'node:crypto'
import type { Who } from '../world/testWorld.ts'
import type { Expectation } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const ofSchool = { who: office, notLimited: true, noRow: true } as const
const ofStudent = { who: office, notLimited: true } as const

const retention = {
  chatDays: 365,
  messageDays: 365,
  gateDays: 90,
  incidentDays: null,
  attentionDays: null,
  accountDays: null,
  documentDays: 30,
  auditDays: 365,
}

/** Rights on privacy: people who are responsible for the whole school. */
export const privacyExpectations: Readonly<Record<string, Expectation>> = {
  auditLog: { ...ofSchool, variables: () => ({ input: { pageSize: 100 } }) },
  auditedScores: { ...ofSchool, variables: () => ({ id: 1 }) },
  auditPeople: ofSchool,
  noteAuditExport: { ...ofSchool, variables: () => ({ input: { area: 'MONEY' } }) },
  studentPrivacy: { ...ofStudent, rightFirst: true, variables: ({ student7A }) => ({ id: student7A }) },
  orderStudentData: { ...ofStudent, variables: ({ student7A }) => ({ input: { key: randomUUID(), id: student7A } }) },
  askForErasure: { ...ofStudent, variables: ({ extra }) => ({ input: { id: extra.left7, name: 'Left 1' } }) },
  stopErasure: { ...ofStudent, variables: ({ extra }) => ({ id: extra.askedStudent }) },
  eraseStudent: { who: ['superadmin'], variables: ({ extra }) => ({ input: { id: extra.left7, name: 'Left 1' } }) },
  retention: ofSchool,
  saveRetention: { ...ofSchool, variables: () => ({ input: retention }) },
}
