export { parseStudentSearch } from './studentSearch/parseStudentSearch.ts'
export { StudentOption } from './studentSearch/StudentOption.tsx'
export { type StudentMatch, studentTitle } from './studentSearch/useStudentMatches.ts'
export { studentMatchProps, useStudentSearch } from './studentSearch/useStudentSearch.tsx'
