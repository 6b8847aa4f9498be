import { t } from '@lingui/core/macro'
import type { DataClient } from '#ui/data/dataClient.ts'
import type { PaletteHit } from '#ui/palette.ts'
import { parseStudentSearch } from './studentSearch/parseStudentSearch.ts'

export interface StudentHitOptions {
  /** How many students are listed at most. */
  limit: number
  /** The address that a student's hit opens. */
  toAddress: (studentId: string) => string
}

/**
 * Finds students of a term for the palette, by three letters of a name, by roll, register number or phone. Loads the
 * query only when somebody searches, because the palette's sources load with the frame.
 */
export async function findStudentHits(
  client: DataClient,
  { schoolId, termId }: { schoolId: string; termId: string },
  text: string,
  { limit, toAddress }: StudentHitOptions,
): Promise<PaletteHit[]> {
  const parsed = parseStudentSearch(text, [])
  if (!parsed) return []
  const { FindStudentsDocument } = await import('./studentSearch/studentSearch.graphql.ts')
  const data = await client.request(FindStudentsDocument, {
    schoolId,
    input: { termId, search: parsed.search, pageSize: limit },
  })
  return data.students.rows.map(({ id, roll, className, sectionName, student }) => ({
    key: id,
    text: student.name,
    hint: t`${className}-${sectionName} · roll ${roll} · ${student.phone}`,
    to: toAddress(student.id),
  }))
}
