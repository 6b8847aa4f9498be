import type { Tx } from '#platform/database/connect.ts'

/** The head's signature of today, held so that its file does not go before the certificate that names it is there. */
export async function heldSignature(db: Tx, schoolId: number): Promise<string | null> {
  const { signatureFile } = await db
    .selectFrom('schools')
    .select('signatureFile')
    .where('id', '=', schoolId)
    .forShare()
    .executeTakeFirstOrThrow()
  return signatureFile
}

/** Whether a certificate was issued with a signature: it is printed with it for ever, whoever signs today. */
export async function isOnPaper(db: Tx, schoolId: number, signatureFile: string): Promise<boolean> {
  const found = await db
    .selectFrom('certificates')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('signatureFile', '=', signatureFile)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
