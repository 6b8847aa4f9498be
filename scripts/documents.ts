/** Generates the typed documents of the browser side, unless they are up to date. */
import { writeTypedDocuments } from '#app/typedDocuments.ts'

await writeTypedDocuments()
