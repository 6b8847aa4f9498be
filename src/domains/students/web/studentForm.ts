import type { z } from 'zod'
import type { StudentForm } from '#ui/generated/schema.types.ts'
import { studentFieldNames, studentFields } from '../students.fields.ts'
import type { studentForm } from '../students.schema.ts'
import type { StudentDetailFragment } from './students.graphql.ts'

type Values = z.input<typeof studentForm>

/**
 * Returns an empty form with the default roll of the specification (section 5). The phone has no default, because it is
 * the first password.
 */
export function blankStudent(termId: string): Values {
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

/** Returns the form values of a stored student with the enrolment in a term. */
export function studentValues(student: StudentDetailFragment, termId: string): Values {
  const { name, phone, gender, loginEmail, places, details } = student
  const place = places.find((enrolment) => enrolment.termId === termId)
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

/** Converts the form's output to the server's input. */
export function studentInput(input: z.output<typeof studentForm>, termId: string): StudentForm {
  return { ...input, termId }
}
