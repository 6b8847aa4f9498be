import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]
const counter = [...office, 'fees'] as const satisfies readonly Who[]

const rate = { share: 2500, amount: null }
const kind = { name: 'New', ...rate, categoryNames: null, forSiblings: true, needsDocument: false }
const scope = { ...rate, feeCategoryIds: null, feeIds: null, startsOn: '2026-04-01', endsOn: null }

const ofKind = (school: TestSchool & { extra: Extra }, studentId: number) => ({
  termId: school.termId,
  studentIds: [studentId],
  kindId: school.extra.spareConcessionKind,
  ...scope,
})

/** Variables that name the row of the student of 7-A, and of 8-A for `outOfClass`. */
const onRow = (row: string, more: () => Record<string, unknown> = () => ({})): Pick<Expectation, 'variables' | 'outOfClass'> => ({
  variables: ({ extra }) => ({ input: { key: randomUUID(), id: extra[`${row}7A`], ...more() } }),
  outOfClass: ({ extra }) => ({ input: { key: randomUUID(), id: extra[`${row}8A`], ...more() } }),
})

/** Rights on concessions and on discounts that wait for approval. */
export const concessionExpectations: Readonly<Record<string, Expectation>> = {
  concessionKinds: { who: counter, noRow: true },
  addConcessionKind: { who: office, notLimited: true, noRow: true, variables: () => ({ input: kind }) },
  updateConcessionKind: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.spareConcessionKind, ...kind } }),
  },
  deleteConcessionKind: { who: office, notLimited: true, variables: ({ extra }) => ({ id: extra.spareConcessionKind }) },
  concessions: { who: counter, variables: ({ termId }) => ({ input: { termId } }) },
  concessionPreview: {
    who: office,
    variables: (school) => ({ input: ofKind(school, school.student7A) }),
    outOfClass: (school) => ({ input: ofKind(school, school.student8A) }),
  },
  concessionProposals: {
    who: office,
    variables: ({ termId, extra }) => ({ input: { termId, kindId: extra.spareConcessionKind, source: 'SIBLINGS' } }),
  },
  giveConcessions: {
    who: office,
    variables: (school) => ({ input: { ...ofKind(school, school.student7A), key: randomUUID(), reason: 'a sister' } }),
    outOfClass: (school) => ({ input: { ...ofKind(school, school.student8A), key: randomUUID(), reason: 'a sister' } }),
  },
  endConcession: { who: office, ...onRow('concession', () => ({ endedOn: '2026-03-31', reason: 'a mistake' })) },
  discountRequests: { who: office, noRow: true },
  approveDiscount: { who: office, ...onRow('discountRequest') },
  refuseDiscount: { who: office, ...onRow('discountRequest', () => ({ reason: 'no' })) },
  withdrawDiscount: { who: counter, personal: 'fees', personalCode: 'FORBIDDEN', ...onRow('discountRequest') },
}

/** Adds two kinds of concessions, and a concession and a discount that waits for approval of each student. */
export async function addConcessions(db: Tx, school: TestSchool, library: number): Promise<Extra> {
  const { id: schoolId, termId } = school
  const [used, spare] = await db
    .insertInto('concessionKinds')
    .values(['Staff child', 'Sibling'].map((name) => ({ schoolId, name, share: 2500 })))
    .returning('id')
    .execute()
  const extra: Extra = { spareConcessionKind: spare?.id ?? 0 }
  const fees = { createdBy: school.subjects.fees ?? '', createdByName: 'fees' }
  for (const [place, studentId] of [
    ['7A', school.student7A],
    ['8A', school.student8A],
  ] as const) {
    const of = { schoolId, termId, studentId, ...fees }
    const concession = await db
      .insertInto('concessions')
      .values({ ...of, kindId: used?.id ?? 0, share: 2500, startsOn: '2026-04-01', reason: 'a teacher' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const request = await db
      .insertInto('discountRequests')
      .values({ ...of, feeIds: [library], amount: 100, reason: 'illness', requestKey: randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow()
    extra[`concession${place}`] = concession.id
    extra[`discountRequest${place}`] = request.id
  }
  return extra
}
