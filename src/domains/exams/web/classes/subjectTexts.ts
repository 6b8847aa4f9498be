import { plural, t } from '@lingui/core/macro'
import type { AssessedSubjectKind } from '#ui/generated/schema.types.ts'

export const kindLabels: Readonly<Record<AssessedSubjectKind, string>> = {
  COUNTED: t`Counts in the total`,
  OPTIONAL: t`Optional`,
  GRADES_ONLY: t`Grades only`,
}

/** Counts subjects by their kind: `6 that count, 1 optional, 3 with grades only`. */
export function countSubjects(subjects: readonly { kind: AssessedSubjectKind }[]): string {
  const count = (kind: AssessedSubjectKind) => subjects.filter((subject) => subject.kind === kind).length
  const [counted, optional, gradesOnly] = [count('COUNTED'), count('OPTIONAL'), count('GRADES_ONLY')]
  return [
    counted > 0 && plural(counted, { one: '# that counts', other: '# that count' }),
    optional > 0 && t`${optional} optional`,
    gradesOnly > 0 && t`${gradesOnly} with grades only`,
  ]
    .filter(Boolean)
    .join(', ')
}
