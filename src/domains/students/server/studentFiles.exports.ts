/**
 * For other file layouts with students: the columns and cell schemas of Bulk Add, so that every import parses a cell
 * alike.
 */
export { importColumns } from '../studentColumns.ts'
export { flagCell, importRow } from '../studentFiles.schema.ts'
export { rollField } from '../students.schema.ts'
export { providedFields } from './providedFields.ts'
