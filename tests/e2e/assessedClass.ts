import type { CreatedSchool } from './createSchool.ts'

/** A subject that is assessed: its name, and whether it counts or is graded only. */
export interface AssessedSubject {
  name: string
  kind: 'COUNTED' | 'GRADES_ONLY'
}

/**
 * Assesses a class by a copy of CBSE's scheme for classes 6 to 8, as its class 7.
 * @returns the ids of the subjects by name
 */
export async function assessByCbse(
  { executeInSchool }: Pick<CreatedSchool, 'executeInSchool'>,
  classId: string | undefined,
  subjects: readonly AssessedSubject[],
): Promise<ReadonlyMap<string, string>> {
  const { copyScheme } = await executeInSchool<{ copyScheme: { id: string } }>(
    'mutation Copy($schoolId: ID!, $input: SchemeCopy!) { copyScheme(schoolId: $schoolId, input: $input) { id } }',
    { ready: 'cbse-6-8', name: 'Middle classes' },
  )
  const { assessClass } = await executeInSchool<{ assessClass: { subjects: { id: string; name: string }[] } }>(
    'mutation Assess($schoolId: ID!, $input: ClassAssessmentForm!) { assessClass(schoolId: $schoolId, input: $input) { subjects { id name } } }',
    {
      classId,
      seen: 0,
      schemeId: copyScheme.id,
      schemeClass: '7',
      subjects: subjects.map(({ name, kind }) => ({
        name,
        kind,
        pattern: kind === 'COUNTED' ? 'Scholastic' : 'Co-scholastic',
        group: '',
        replaces: [],
      })),
    },
  )
  return new Map(assessClass.subjects.map(({ id, name }) => [name, id]))
}
