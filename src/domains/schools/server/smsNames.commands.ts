import { t } from '#shared/texts.ts'
import { command } from '#platform/command.ts'
import { notFound, type Problem, Refusal } from '#platform/refusal.ts'
import { missingNamesMessage, smsNames } from '../schools.schema.ts'
import { smsNameActions } from './schools.permissions.ts'
import { lockClasses, lockTerm, setClassNames } from './schools.sql.ts'

/**
 * Sets the school name in messages of every class of a term; returns the classes' ids and names. BAD_INPUT 'All Classes
 * Not Assigned A School Name!' when a class has none, NOT_FOUND for a class of another term or school.
 */
export const setSmsNames = command({
  action: smsNameActions.set,
  input: smsNames,
  load: ({ db, schoolId, input }) => lockTerm(db, schoolId, input.termId),
  run: async ({ db, schoolId, input: { termId, names } }) => {
    const classes = await lockClasses(db, schoolId, termId)
    const named = new Map(names.filter((name) => name.smsSuffix !== '').map((name) => [name.classId, name]))
    const known = new Set(classes.map((row) => row.id))
    if (names.some((name) => !known.has(name.classId))) throw notFound()
    if (classes.some((row) => !named.has(row.id)))
      throw new Refusal('BAD_INPUT', missingNamesMessage(), missingNameProblems(names))
    const changed = await setClassNames(db, schoolId, [...named.values()])
    return { result: changed, ids: changed.map((row) => row.id), fields: ['smsSuffix'] }
  },
})

function missingNameProblems(names: readonly { smsSuffix: string }[]): Problem[] {
  return names.flatMap((name, index) =>
    name.smsSuffix === '' ? [{ path: `names.${index}.smsSuffix`, message: t`Required` }] : [],
  )
}
