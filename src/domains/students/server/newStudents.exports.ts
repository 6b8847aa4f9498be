/** For imports in other domains: stores rows of new students as Bulk Add does. */
export { addStudents, type StudentEntry as Entry, type ProvidedFields } from './writeStudents.ts'
