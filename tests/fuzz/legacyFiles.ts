import { randomUUID } from 'node:crypto'
import type { LegacyProblem, LegacyReport } from '#domains/legacy/legacy.rules.ts'
import { legacyColumns } from '#domains/legacy/server/legacyRow.ts'
import type { ReadMessage } from '#domains/legacy/server/readLegacyFile.ts'
import { readTable } from '#domains/legacy/server/readTable.ts'
import { storeCommand, InvalidRows } from '#domains/legacy/server/storeFile.ts'
import type { Call } from '#platform/command.ts'
import type { Database } from '#platform/database/connect.ts'
import { type Claim, orderTask } from '#platform/backgroundTasks/backgroundTasks.sql.ts'
import { sql } from 'kysely'

/** Imports a legacy file as its job does, without the parsing thread. */
export type BringIn = (
  bytes: Uint8Array,
) => Promise<{ unreadable: string } | { problems: LegacyProblem[] } | { report: LegacyReport }>

export const legacyHeaders = legacyColumns.map(({ key }) => key)

/** Returns a valid row; three rows are a child's three years. */
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

/** Creates a running import of the school; every file is one run of it. */
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
        fileId,
        createdBy: call.viewer?.subject ?? '',
        createdByName: 'Super Admin',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const claim: Claim = { kind: 'LEGACY_IMPORT', schoolId, id, run, starts: 1 }
  await database.transaction(schoolId, (db) => orderTask(db, claim))
  await sql`update background_tasks set run = ${run} where school_id = ${schoolId} and item_id = ${id}`.execute(database.kysely)
  const sealContext = `fuzz/${id}`
  return async (bytes) => {
    const messages: ReadMessage[] = []
    for await (const message of readTable({ bytes, sealContext, secretKey: call.services.config.secretKey })) {
      if (message.kind === 'unreadable') return { unreadable: message.message }
      messages.push(message)
    }
    try {
      const report = await storeCommand({ claim, sealContext, messages: listed(messages), progress: async () => undefined })(
        call,
        schoolId,
        {
          id,
        },
      )
      return { report }
    } catch (error) {
      if (error instanceof InvalidRows) return { problems: error.invalidCells }
      throw error
    }
  }
}

async function* listed(messages: readonly ReadMessage[]): AsyncGenerator<ReadMessage> {
  yield* messages
}
