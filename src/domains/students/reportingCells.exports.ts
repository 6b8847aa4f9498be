/** How src/domains/udise reads the cells of a student's fields. Apart, because a list needs no schema. */
export { studentCells } from './studentFiles.schema.ts'
