import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/database/connect.ts'
import type { TestSchool, Who } from '../world/testWorld.ts'
import type { Expectation, Extra } from './cells.ts'

const office = ['superadmin', 'admin', 'limitedAdmin'] as const satisfies readonly Who[]

const design = {
  id: null,
  seen: 0,
  name: 'New',
  holder: 'STUDENT',
  layout: 'BAND',
  color: null,
  fields: ['CLASS'],
  backText: '',
  validUntil: null,
  signature: false,
}
const order = (designId: Extra[string] | undefined, termId: number, sectionId: number) => ({
  input: {
    key: randomUUID(),
    designId,
    termId,
    holder: 'STUDENT',
    sectionId,
    output: 'SHEET',
    withoutPhoto: 'PRINT',
    sendLink: false,
    email: '',
  },
})

/** Adds a design. */
export async function addIdCardDesign(db: Tx, { id: schoolId }: TestSchool): Promise<Extra> {
  const { id } = await db
    .insertInto('idCardDesigns')
    .values({ schoolId, name: 'Stored', holder: 'STUDENT', layout: 'CLASSIC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { idCardDesign: id }
}

/** Rights on ID cards. Cards of other classes do not exist for a limited ADMIN; designs belong to the whole school. */
export const idCardExpectations: Readonly<Record<string, Expectation>> = {
  idCardsViewerCan: { who: office, noRow: true },
  idCardDesigns: { who: office, noRow: true },
  idCardSchool: { who: office, variables: ({ termId }) => ({ input: { termId } }) },
  idCardHolders: {
    who: office,
    variables: ({ termId, section7A }) => ({ input: { termId, holder: 'STUDENT', sectionId: section7A } }),
    outOfClass: ({ termId, section8A }) => ({ input: { termId, holder: 'STUDENT', sectionId: section8A } }),
  },
  idCard: {
    who: office,
    variables: ({ termId, student7A }) => ({ input: { termId, holder: 'STUDENT', id: student7A } }),
    outOfClass: ({ termId, student8A }) => ({ input: { termId, holder: 'STUDENT', id: student8A } }),
  },
  saveIdCardDesign: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { ...design, id: extra.idCardDesign, seen: 1 } }),
  },
  deleteIdCardDesign: {
    who: office,
    notLimited: true,
    variables: ({ extra }) => ({ input: { id: extra.idCardDesign, seen: 1 } }),
  },
  orderIdCards: {
    who: office,
    variables: ({ extra, termId, section7A }) => order(extra.idCardDesign, termId, section7A),
    outOfClass: ({ extra, termId, section8A }) => order(extra.idCardDesign, termId, section8A),
  },
}
