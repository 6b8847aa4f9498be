/** For those who bring students in from elsewhere: what a Bulk Add does with its rows. */
export { addStudents, type Entry, type ProvidedFields } from './writeStudents.ts'
