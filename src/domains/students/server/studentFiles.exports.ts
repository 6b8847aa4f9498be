/** For other layouts of files with students: the columns and cells of a Bulk Add, so that a cell is read by one rule everywhere. */
export { importColumns } from '../studentColumns.ts'
export { flagCell, importRow } from '../studentFiles.schema.ts'
export { rollField } from '../students.schema.ts'
export { providedFields } from './providedFields.ts'
