/** Generates the browser side's typed documents, unless they are up to date. */
import { writeTypedDocuments } from '#app/typedDocuments.ts'

await writeTypedDocuments()
