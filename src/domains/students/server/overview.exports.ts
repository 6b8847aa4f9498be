import type { Call } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { builder } from '#platform/graphql/builder.ts'
import { commandField } from '#platform/graphql/commandField.ts'
import { inputType } from '#platform/graphql/inputType.ts'
import { declaredWork } from '#platform/graphql/work.ts'
import { Refusal, type RefusalCode } from '#platform/refusal.ts'
import { studentOverviewView } from '../students.schema.ts'
import { type StudentOverview, viewStudentOverview } from './overview.queries.ts'
import type { SiblingRow } from './siblings.sql.ts'
import { StudentHeadType } from './studentHead.exports.ts'
import { StudentType } from './students.types.ts'

const SiblingOfStudentType = builder.objectRef<SiblingRow>('SiblingOfStudent').implement({
  description: 'Another enabled student with the same phone whom the viewer may see.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    sectionName: t.exposeString('sectionName', { description: 'Such as 7-B; empty for a student without a place in the term.' }),
    photoUrl: t.string({
      nullable: true,
      resolve: ({ schoolId, photoFile }, _, call) => fileUrl(call, schoolId, photoFile, 'student-photo'),
    }),
  }),
})

/**
 * Everything that staff see about a student on one page. Domains above this one add their parts by
 * `builder.objectFields`; a part is null for a viewer who may not see it.
 */
export const StudentOverviewType = builder.objectRef<StudentOverview>('StudentOverview')

StudentOverviewType.implement({
  description: 'The page of a student, for staff. A part is null when the viewer may not see it.',
  fields: (t) => ({
    head: t.field({
      type: StudentHeadType,
      resolve: ({ student, termId }) => {
        const place = student.places.find((enrolment) => enrolment.termId === termId)
        return { ...student, sectionName: place ? `${place.className}-${place.sectionName}` : null, roll: place?.roll ?? null }
      },
    }),
    student: t.field({ type: StudentType, resolve: ({ student }) => student }),
    siblings: t.field({ type: [SiblingOfStudentType], resolve: ({ siblings }) => siblings }),
  }),
})

builder.queryField('studentOverview', (t) =>
  commandField(t, viewStudentOverview, {
    type: StudentOverviewType,
    input: inputType('StudentOverviewView', studentOverviewView),
  }),
)

/** Refusals that leave a part of the page out: the role, the module, or no place in the term. */
const leftOut: readonly RefusalCode[] = ['FORBIDDEN', 'DISABLED_MODULE', 'NOT_FOUND']

/**
 * Returns the resolver and the work of a part of the overview: what a query of another domain answers about the
 * student, or null when it refuses the viewer.
 */
export function partOfOverview<Answer>(
  ask: (call: Call, schoolId: number, input: unknown) => Promise<Answer>,
  toInput: (overview: { termId: number; studentId: number }) => object = (overview) => overview,
) {
  const resolve = async ({ schoolId, termId, student }: StudentOverview, _: object, call: Call): Promise<Answer | null> => {
    try {
      return await ask(call, schoolId, toInput({ termId, studentId: student.id }))
    } catch (error) {
      if (error instanceof Refusal && leftOut.includes(error.code)) return null
      throw error
    }
  }
  return { resolve, extensions: declaredWork(3) }
}
