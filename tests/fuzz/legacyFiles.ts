import { randomUUID } from 'node:crypto'
import type { LegacyProblem, LegacyReport } from '#domains/legacy/legacy.schema.ts'
import { legacyColumns } from '#domains/legacy/server/legacyRow.ts'
import type { Answer } from '#domains/legacy/server/readFile.ts'
import { readTable } from '#domains/legacy/server/readTable.ts'
import { storing, WrongRows } from '#domains/legacy/server/store.ts'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'

/** Brings in one file of a previous system as its job does, without the thread that reads it. */
export type BringIn = (
  bytes: Uint8Array,
) => Promise<{ unreadable: string } | { problems: LegacyProblem[] } | { report: LegacyReport }>

export const legacyHeaders = legacyColumns.map(({ key }) => key)

/** A good row: three of them are a child's three years. */
export function legacyRowOf(nth: number): string[] {
  const child = Math.floor(nth / 3)
  const cells: Readonly<Record<string, string>> = {
    legacy_id: `L${child}`,
    term: `20${20 + (nth % 3)}-${21 + (nth % 3)}`,
    class: String(5 + (nth % 3)),
    section: 'A',
    roll: String(child + 1),
    name: `Old Child ${child}`,
    phone: '9876543210',
    birthdate: '01/06/2012',
    registerNo: `OLD${child}`,
  }
  return legacyHeaders.map((key) => cells[key] ?? '')
}

/** An import of the school that is under way all the time, of which every file is one run. */
export async function legacyBringIn(database: Database, call: Call, schoolId: number, fileId: string): Promise<BringIn> {
  const run = randomUUID()
  const { id } = await database.transaction(schoolId, (db) =>
    db
      .insertInto('legacyImports')
      .values({
        schoolId,
        run,
        fileName: 'old.csv',
        state: 'RUNNING',
        beatAt: new Date(),
        fileId,
        createdBy: call.viewer?.subject ?? '',
        createdByName: 'Super Admin',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const place = `fuzz/${id}`
  return async (bytes) => {
    const answers: Answer[] = []
    for await (const answer of readTable({ bytes, place, secretKey: call.services.config.secretKey })) {
      if (answer.kind === 'unreadable') return { unreadable: answer.message }
      answers.push(answer)
    }
    try {
      const report = await storing({ run, place, answers: listed(answers), progress: async () => undefined })(call, schoolId, {
        id,
      })
      return { report }
    } catch (error) {
      if (error instanceof WrongRows) return { problems: error.wrong }
      throw error
    }
  }
}

async function* listed(answers: readonly Answer[]): AsyncGenerator<Answer> {
  yield* answers
}
