import type { Tx } from '#platform/database/connect.ts'

/**
 * Returns the head's current signature and locks it, so that its file is not removed before the certificate that shows
 * it is stored.
 */
export async function lockSignature(db: Tx, schoolId: number): Promise<string | null> {
  const { signatureFile } = await db
    .selectFrom('schools')
    .select('signatureFile')
    .where('id', '=', schoolId)
    .forShare()
    .executeTakeFirstOrThrow()
  return signatureFile
}

/** Tells whether a certificate was issued with a signature. Such a certificate is always printed with it. */
export async function isSignatureOnCertificate(db: Tx, schoolId: number, signatureFile: string): Promise<boolean> {
  const certificate = await db
    .selectFrom('certificates')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('signatureFile', '=', signatureFile)
    .limit(1)
    .executeTakeFirst()
  return certificate !== undefined
}
