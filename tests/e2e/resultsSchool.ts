import { randomUUID } from 'node:crypto'
import { assessByCbse } from './assessedClass.ts'
import { type AttendanceSchool, addAttendanceSchool } from './attendanceSchool.ts'

/** A school whose class 7 is assessed in Science and Art by the scheme of CBSE for classes 6 to 8. */
export interface ResultsSchool extends AttendanceSchool {
  /** Ids of the students of a section by name. */
  studentsOf: (section: '7-A' | '7-B') => Promise<ReadonlyMap<string, string>>
  /** Enters the scores of a student in Term 1, Science: periodic test, notebook, enrichment, half-yearly; then Art. */
  enterScores: (section: '7-A' | '7-B', student: string, science: readonly string[], art: string) => Promise<void>
}

const components = ['Periodic test', 'Notebook', 'Subject enrichment', 'Half-yearly examination']

/** Adds an {@link addAttendanceSchool attendance school} with exams. */
export async function addResultsSchool(name: string): Promise<ResultsSchool> {
  const school = await addAttendanceSchool(name, { exams: true })
  const { id: schoolId, termId, execute, executeInSchool } = school
  const { classes } = await execute<{ classes: { id: string }[] }>(
    'query Classes($schoolId: ID!, $termId: ID!) { classes(schoolId: $schoolId, termId: $termId) { id } }',
    { schoolId, termId },
  )
  const subjects = await assessByCbse(school, classes[0]?.id, [
    { name: 'Science', kind: 'COUNTED' },
    { name: 'Art', kind: 'GRADES_ONLY' },
  ])
  const studentsOf = async (section: '7-A' | '7-B') => {
    const { results } = await execute<{ results: { students: { studentId: string; name: string }[] } }>(
      'query Students($schoolId: ID!, $sectionId: ID!) { results(schoolId: $schoolId, sectionId: $sectionId) { students { studentId name } } }',
      { schoolId, sectionId: school.sectionIds.get(section) },
    )
    return new Map(results.students.map((student) => [student.name, student.studentId]))
  }
  const enter = (sectionId: string | undefined, subjectId: string | undefined, scores: object[]) =>
    executeInSchool(
      'mutation Enter($schoolId: ID!, $input: ScoresForm!) { enterScores(schoolId: $schoolId, input: $input) { subjectId } }',
      { key: randomUUID(), sectionId, subjectId, part: 'Term 1', scores },
    )
  return {
    ...school,
    studentsOf,
    enterScores: async (section, student, science, art) => {
      const studentId = (await studentsOf(section)).get(student)
      const sectionId = school.sectionIds.get(section)
      const cell = { studentId, test: 1, seen: '' }
      const scores = science.flatMap((value, index) => (value === '' ? [] : [{ ...cell, component: components[index], value }]))
      await enter(sectionId, subjects.get('Science'), scores)
      if (art !== '') await enter(sectionId, subjects.get('Art'), [{ ...cell, component: 'Grade', value: art }])
    },
  }
}
