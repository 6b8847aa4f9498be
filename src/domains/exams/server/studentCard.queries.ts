import type { z } from 'zod'
import { query, type QueryContext } from '#platform/command.ts'
import { fileUrl } from '#platform/files/files.ts'
import { notFound } from '#platform/refusal.ts'
import { type ReportCard, reportCard } from '../reportCard.schema.ts'
import { studentCardChoice } from '../results.schema.ts'
import { reportCardPath } from './reportCardPage.ts'
import { computeResults, readSection } from './results.queries.ts'
import { resultActions } from './scores.permissions.ts'
import { sectionCards } from './sectionCards.ts'
import { selectStudentCard, type StudentCardRow } from './studentCard.sql.ts'

/** The card of a student: as it was published, or as it would be now. */
export interface StudentCard {
  card: ReportCard
  /** Null for a draft. */
  published: (Omit<StudentCardRow, 'content' | 'token'> & { publicUrl: string }) | null
  photoUrl: string | null
  logoUrl: string | null
  signatureUrl: string | null
}

/**
 * Returns the card of a student in a part, or in the year: the published one, or a draft from the present scores.
 * NOT_FOUND for a section that the viewer may not see, a student of another one, and a part that the scheme does not
 * have.
 */
export const viewStudentCard = query({
  action: resultActions.view,
  input: studentCardChoice,
  run: async (reading): Promise<StudentCard> => {
    const { call, db, read, viewer, school, schoolId, input } = reading
    const { sectionId, studentId, part } = input
    const [[row]] = await read(selectStudentCard(db, viewer, schoolId, { sectionId, studentId, part: part ?? '' }))
    const card = row ? reportCard.parse(JSON.parse(row.content)) : await draftCard(reading)
    const { signatureFile, logoFile } = school
    return {
      card,
      published: row
        ? {
            id: row.id,
            publishedAt: row.publishedAt,
            publishedByName: row.publishedByName,
            visibleFrom: row.visibleFrom,
            publicUrl: `${call.services.config.appUrl}${reportCardPath(row.token)}`,
          }
        : null,
      photoUrl: fileUrl(call, schoolId, card.photoFile, 'student-photo'),
      logoUrl: fileUrl(call, schoolId, logoFile, 'school-logo'),
      // Another head has not signed the card.
      signatureUrl:
        signatureFile === card.school.signatureFile ? fileUrl(call, schoolId, signatureFile, 'school-signature') : null,
    }
  },
})

async function draftCard(reading: QueryContext<z.output<typeof studentCardChoice>>): Promise<ReportCard> {
  const { sectionId, studentId, part } = reading.input
  const source = await readSection(reading, sectionId)
  if (part !== null && !source.scheme.parts.some(({ name }) => name === part)) throw notFound()
  const results = computeResults(source)
  const own = results.filter((result) => result.studentId === studentId)
  const [made] = await sectionCards(reading, source, results, own, { part, rank: false, promotedTo: '' })
  if (!made) throw notFound()
  return made.content
}
