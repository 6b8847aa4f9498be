import type { Day } from '#shared/dates.ts'
import { isLanguage, type Language, languageNames } from '#shared/languages.ts'
import { type CertificateGroup, type StudentField, studentFieldNames, studentFields } from './students.fields.ts'

/*
 * What ID cards and certificates show of a student's plain fields.
 */

/** The plain fields of a student, as a row has them or a part of it. */
export type StudentValues = Readonly<Partial<Record<StudentField, unknown>>>

type CardNameOf<Facts> = Facts extends { card: { name: infer Name } } ? Name : never

/** The names by which ID cards know plain fields. */
export type StudentCardField = CardNameOf<(typeof studentFields)[StudentField]>

/** The plain fields that may stand on an ID card. Label and sample are said when they are read. */
export const studentCardFields = studentFieldNames.flatMap((field) => {
  const facts = studentFields[field]
  if (!('card' in facts)) return []
  return [{ name: facts.card.name, label: () => facts.card.label, sample: () => facts.card.sample, field }]
})

interface CertificateField {
  field: StudentField
  label: string
  group: CertificateGroup
}

/** The plain fields that a certificate has as placeholders of their own names. */
export const certificateStudentFields = studentFieldNames.flatMap((field): CertificateField[] => {
  const facts = studentFields[field]
  return 'certificate' in facts
    ? [
        {
          field,
          get label() {
            return facts.label
          },
          group: facts.certificate,
        },
      ]
    : []
})

/** Returns a plain field as text; '' for what is not known. */
export function fieldText(student: StudentValues, field: StudentField, showDay: (day: Day | null) => string): string {
  const value = student[field] ?? null
  const { kind } = studentFields[field]
  if (kind === 'day') return showDay(value as Day | null)
  if (kind === 'flag') return value === true ? 'Yes' : 'No'
  if (kind === 'language') return isLanguage(value as string | null) ? languageNames[value as Language] : ''
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}
