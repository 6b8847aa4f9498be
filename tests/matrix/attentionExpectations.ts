import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import { schoolDay } from '#shared/dates.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const staff = ['superadmin', 'admin', 'limitedAdmin', 'teacher', 'fees'] as const satisfies readonly Who[]
const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

type School = TestSchool & { extra: Extra }

const today = schoolDay(new Date())
const note = { kind: 'CALL', day: today, person: 'Mother', said: 'He has a fever', agreed: 'Back on Monday' }
const rule = { enabled: true, threshold: 5 }
const rules = { absentRun: rule, lowShare: { ...rule, threshold: 70 }, fall: { ...rule, threshold: 20 } }

/** What staff may do with a case of attendance. A clerk does not find it, nor a teacher that of another section. */
const ofCase = (input: (id: Extra[string] | undefined) => object): Expectation => ({
  who: staff,
  hiddenFrom: ['fees'],
  notTheirs: ['teacher'],
  variables: ({ extra }: School) => ({ input: input(extra.case7) }),
  outOfClass: ({ extra }: School) => ({ input: input(extra.case8) }),
})

const message = (id: Extra[string] | undefined, token: Extra[string] | undefined) => ({
  input: { id, text: 'Closed on Friday', key: randomUUID(), token },
})

/** Rights on cases. A case that a person may not know of answers as if it did not exist. */
export const attentionExpectations: Readonly<Record<string, Expectation>> = {
  attentionCases: { who: staff, noRow: true, variables: () => ({ input: { list: 'OPEN' } }) },
  attentionCase: {
    who: staff,
    hiddenFrom: ['fees'],
    notTheirs: ['teacher'],
    variables: ({ extra }) => ({ id: extra.case7 }),
    outOfClass: ({ extra }) => ({ id: extra.case8 }),
  },
  attentionRules: { who: office, notLimited: true, noRow: true },
  addAttentionNote: ofCase((id) => ({ ...note, id, key: randomUUID() })),
  setAttentionOwner: ofCase((id) => ({ id })),
  setAttentionLookAgain: ofCase((id) => ({ id })),
  closeAttentionCase: ofCase((id) => ({ id, reason: 'Parents came to school' })),
  sendAttentionMessage: {
    who: office,
    variables: ({ extra }) => message(extra.case7, extra.toAsha),
    outOfClass: ({ extra }) => message(extra.case8, extra.toRohan),
  },
  setAttentionRules: {
    who: office,
    notLimited: true,
    noRow: true,
    variables: () => ({ input: { ...rules, weekday: rule, gate: rule, overdue: { ...rule, threshold: 60 } } }),
  },
}

/** Adds an open case of attendance with a note for a student of 7-A and one of 8-A. */
export async function addCases(db: Tx, { id: schoolId, termId, student7A, student8A }: TestSchool): Promise<Extra> {
  const added = async (studentId: number) => {
    const { id: caseId } = await db
      .insertInto('attentionCases')
      .values({ schoolId, termId, studentId, concern: 'ATTENDANCE', openedOn: today })
      .returning('id')
      .executeTakeFirstOrThrow()
    const figure = { value: 3, base: 0, foundValue: 3, foundBase: 0, since: today }
    await db
      .insertInto('attentionReasons')
      .values({ schoolId, caseId, studentId, rule: 'ABSENT_RUN', foundOn: today, ...figure })
      .execute()
    const written = { writtenBy: randomUUID(), writtenByName: 'A Teacher' }
    await db
      .insertInto('attentionEntries')
      .values({ schoolId, caseId, studentId, kind: 'NOTE', day: today, said: 'Called the father', ...written })
      .execute()
    return caseId
  }
  return { case7: await added(student7A), case8: await added(student8A) }
}
