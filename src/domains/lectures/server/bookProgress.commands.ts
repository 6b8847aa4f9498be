import { command } from '#platform/command.ts'
import { runOncePerKey } from '#platform/requestKeys.ts'
import { Refusal } from '#platform/refusal.ts'
import { booksProgressInput } from '../lectures.schema.ts'
import { lectureActions } from './lectures.permissions.ts'
import { lockBatches } from './lectures.sql.ts'
import { plural, t } from '#shared/texts.ts'

/**
 * Stores how far books were read in their lectures, replacing earlier entries for the same book and lecture. NOT_FOUND
 * for a lecture that is not the teacher's. BAD_INPUT for a book that was not read in it or has fewer pages.
 */
export const saveBooksProgress = command({
  action: lectureActions.saveProgress,
  input: booksProgressInput,
  load: async ({ db, viewer, schoolId, input }) => {
    const ids = input.progress.map((progress) => progress.attId)
    const rows = await lockBatches(db, viewer, schoolId, ids)
    return ids.every((id) => rows.some((row) => row.id === id)) ? rows : undefined
  },
  run: async (running) => {
    const { db, viewer, schoolId, input, row: lectures } = running
    return runOncePerKey(
      running,
      lectureActions.saveProgress.name,
      input,
      async () => {
        const ids: number[] = []
        for (const [index, { attId, bookId, from, to, comment }] of input.progress.entries()) {
          const lecture = lectures.find((row) => row.id === attId)
          if (!lecture || lecture.bookId !== bookId)
            throw progressRefusal(index, 'bookId', t`This book was not read in the lecture`)
          if (lecture.pages && to > lecture.pages)
            throw progressRefusal(index, 'to', t`This book has ${plural(lecture.pages, { one: '# page', other: '# pages' })}`)
          const values = { fromPage: from, toPage: to, comment, deviceAt: input.deviceAt ?? null }
          const { id } = await db
            .insertInto('bookProgresses')
            .values({
              schoolId,
              termId: lecture.termId,
              bookId,
              registerId: attId,
              ...values,
              userId: viewer.role === 'SUPERADMIN' ? null : viewer.userId,
            })
            .onConflict((conflict) => conflict.columns(['schoolId', 'registerId', 'bookId']).doUpdateSet(values))
            .returning('id')
            .executeTakeFirstOrThrow()
          ids.push(id)
        }
        return { result: ids, ids, fields: ['bookProgresses'] }
      },
      async (stored) => stored,
    )
  },
})

function progressRefusal(index: number, field: string, message: string): Refusal {
  return new Refusal('BAD_INPUT', message, [{ path: `progress.${index}.${field}`, message }])
}
