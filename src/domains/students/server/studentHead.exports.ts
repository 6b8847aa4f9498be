import type { Call } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { builder } from '#platform/graphql/builder.ts'

/** What the head of every screen about one student shows. */
export interface StudentHead {
  schoolId: number
  id: number
  name: string
  registerNo: string
  disabled: boolean
  photoFile: string | null
  /** Class and section, such as 7-B, and roll in the term of the screen; null for a student who has no place in it. */
  sectionName: string | null
  roll: string | null
}

/** The columns of `students` that a head needs, for statements that select from it by its own name. */
export const studentHeadColumns = [
  'students.schoolId',
  'students.id',
  'students.name',
  'students.registerNo',
  'students.disabled',
  'students.photoFile',
] as const

export const StudentHeadType = builder.objectRef<StudentHead>('StudentHead').implement({
  description: 'A student, as the head of every screen about one student shows it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    registerNo: t.exposeString('registerNo'),
    disabled: t.exposeBoolean('disabled'),
    sectionName: t.exposeString('sectionName', {
      nullable: true,
      description: 'Class and section in the term of the screen, such as 7-B; null without a place in it.',
    }),
    roll: t.exposeString('roll', { nullable: true }),
    photoUrl: t.string({
      nullable: true,
      description: 'Valid for at least 15 minutes.',
      resolve: ({ schoolId, photoFile }, _, call: Call) => fileUrl(call, schoolId, photoFile, 'student-photo'),
    }),
  }),
})
