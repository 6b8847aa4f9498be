import type { z } from 'zod'
import type { StudentForm } from '#ui/generated/schema.types.ts'
import { studentFieldNames, studentFields } from '../students.fields.ts'
import type { studentForm } from '../students.schema.ts'
import type { StudentDetailFragment } from './students.graphql.ts'

type Values = z.input<typeof studentForm>

/** An empty form with the roll that the specification gives (section 5). The phone is typed: it opens the first sign-in. */
export function newStudent(termId: string): Values {
  return {
    termId,
    name: '',
    phone: '',
    section: '',
    roll: '0',
    gender: 'BLANK',
    loginEmail: '',
    aadharNumber: '',
    qrcode: '',
    photoFile: '',
    aadharFile: '',
    ...Object.fromEntries(studentFieldNames.map((field) => [field, studentFields[field].kind === 'flag' ? false : ''])),
  }
}

/** A stored student as the form holds her, with her place in a term. */
export function storedStudent(student: StudentDetailFragment, termId: string): Values {
  const { name, phone, gender, loginEmail, places, details } = student
  const place = places.find((one) => one.termId === termId)
  return {
    termId,
    name,
    phone,
    gender,
    section: place ? `${place.classId}:${place.sectionId}` : '',
    roll: place?.roll ?? '0',
    loginEmail: loginEmail ?? '',
    aadharNumber: details?.aadharNumber ?? '',
    qrcode: details?.qrcode ?? '',
    photoFile: details?.photoFile ?? '',
    aadharFile: details?.aadharFile ?? '',
    ...Object.fromEntries(
      studentFieldNames.map((field) => [field, details?.[field] ?? (studentFields[field].kind === 'flag' ? false : '')]),
    ),
  }
}

/** The form as the server takes it. */
export function sentStudent(input: z.output<typeof studentForm>, termId: string): StudentForm {
  return { ...input, termId }
}
