import { randomUUID } from 'node:crypto'
import { readyScheme } from '#domains/exams/readySchemes.ts'
import { assessByCbse } from './assessedClass.ts'
import { createSchool, type CreatedSchool, importSections, importStudents } from './createSchool.ts'
import { queryDatabase } from './queryDatabase.ts'
import { currentTerm } from './terms.ts'

/** A school whose section 7-B has one student, with all marks of a year, for one test file. */
export interface FamilyExamSchool extends CreatedSchool {
  name: string
  classId: string
  sectionId: string
  studentId: string
}

const scholastic = ['English', 'Hindi', 'Marathi', 'Mathematics', 'Science', 'Social Science'] as const
const grades = ['Work Education', 'Art Education', 'Health and Physical Education'] as const

/**
 * Adds a school of CBSE with Asha Patil in 7-B, whose marks of both terms are entered. Nothing is published.
 * @param phone of the mother
 * @param settings further settings of the school
 */
export async function addFamilyExamSchool(name: string, phone: string, settings: object = {}): Promise<FamilyExamSchool> {
  const school = await createSchool({ name, senderId: 'EXAMSC', term: currentTerm, exams: true, ...settings })
  const { id, termId, executeInSchool } = school
  await importSections(school, [{ class: '7', section: 'B' }])
  await importStudents(school, [{ roll: '1', class: '7', section: 'B', name: 'Asha Patil', phone, motherName: 'Sunita' }])
  const { students } = await executeInSchool<{
    students: { rows: { student: { id: string } }[] }
  }>(
    'query Students($schoolId: ID!, $input: StudentsView!) { students(schoolId: $schoolId, input: $input) { rows { student { id } } } }',
    {
      termId,
      pageSize: 20,
    },
  )
  const studentId = students.rows[0]?.student.id ?? ''
  const [section] = await queryDatabase<{ id: string; classId: string }>(
    'select id, class_id as "classId" from sections where school_id = $1',
    [id],
  )
  const sectionId = section?.id ?? ''
  const subjects = await assessByCbse(school, section?.classId, [
    ...scholastic.map((subject) => ({ name: subject, kind: 'COUNTED' as const })),
    ...grades.map((subject) => ({ name: subject, kind: 'GRADES_ONLY' as const })),
  ])
  await enterYear(school, { sectionId, studentId, subjects })
  return { ...school, name, classId: section?.classId ?? '', sectionId, studentId }
}

async function enterYear(
  { executeInSchool }: CreatedSchool,
  place: { sectionId: string; studentId: string; subjects: ReadonlyMap<string, string> },
): Promise<void> {
  const { patterns, scales } = readyScheme('cbse-6-8')
  for (const [index, [subject, subjectId]] of [...place.subjects].entries()) {
    const isCounted = (scholastic as readonly string[]).includes(subject)
    const pattern = patterns.find(({ name }) => name === (isCounted ? 'Scholastic' : 'Co-scholastic'))
    const grade = scales.find(({ name }) => name === pattern?.scale)?.grades[0]?.grade ?? ''
    for (const part of ['Term 1', 'Term 2'])
      await executeInSchool(
        'mutation Enter($schoolId: ID!, $input: ScoresForm!) { enterScores(schoolId: $schoolId, input: $input) { __typename } }',
        {
          key: randomUUID(),
          sectionId: place.sectionId,
          subjectId,
          part,
          scores: (pattern?.components ?? [])
            .filter(({ parts }) => parts.includes(part))
            .flatMap(({ name: component, highestMarks }) =>
              highestMarks.map((highest, test) => ({
                studentId: place.studentId,
                component,
                test: test + 1,
                seen: '',
                value: isCounted ? String(Math.round((highest / 100) * (0.7 + index * 0.04))) : grade,
              })),
            ),
        },
      )
  }
}

/** Publishes the results of the section in a part, or of the year, for families from today on. */
export async function publishFamilyExamSchool(
  school: FamilyExamSchool,
  part: string | null,
  visibleFrom: string,
): Promise<string> {
  const { publishResults } = await school.executeInSchool<{ publishResults: { id: string } }>(
    'mutation Publish($schoolId: ID!, $input: PublishForm!) { publishResults(schoolId: $schoolId, input: $input) { id } }',
    { key: randomUUID(), sectionId: school.sectionId, part, visibleFrom, promotedTo: part === null ? '8' : '' },
  )
  return publishResults.id
}
