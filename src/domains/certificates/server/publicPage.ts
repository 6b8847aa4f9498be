import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { type PaperKind, type PublicPaper, registerPaperPage } from '#platform/http/paperPage.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { printedName } from '../certificates.rules.ts'
import type { FormatDoc } from '../format.schema.ts'
import { publicCertificate } from './certificates.sql.ts'

type PublicCertificate = Awaited<ReturnType<ReturnType<typeof publicCertificate>['executeTakeFirstOrThrow']>>

/** The page of a certificate: whether it is valid, cancelled or a duplicate, with a few values from the paper. */
const certificatePages: PaperKind = {
  path: 'certificate',
  title: () => t`Leaving certificate`,
  unknown: () => ({
    title: t`This certificate is not known`,
    words: t`No certificate has this code. If it is on a paper that was given to you, ask the school named on the paper.`,
  }),
  find: async (database, school, token) => {
    const [[certificate]] = await database.read(school.id, [publicCertificate(database.kysely, school.id, token)] as const)
    return certificate && describeCertificate(certificate)
  },
}

/** Registers `GET /certificate/{token}`, the page to which a certificate's QR code leads. */
export function registerCertificates(app: FastifyInstance, parts: { config: Config; database: Database }): Promise<void> {
  return registerPaperPage(app, parts, certificatePages)
}

/** Returns a certificate's state, in one word, as a title, and with an explanation. */
function describeState({
  serial,
  copy,
  cancelledAt,
  originalCancelledAt,
}: PublicCertificate): [state: PublicPaper['state'], title: string, why: string] {
  if (copy === 0)
    return cancelledAt === null
      ? ['valid', t`Valid`, t`The school has issued this certificate.`]
      : ['cancelled', t`Cancelled`, t`The school has cancelled this certificate. It is not valid any more.`]
  if (cancelledAt === null)
    return [
      'duplicate',
      t`Duplicate of certificate no. ${serial}`,
      t`The school has issued this duplicate. Its original is valid.`,
    ]
  return [
    'cancelled',
    t`Cancelled duplicate of certificate no. ${serial}`,
    originalCancelledAt === null
      ? t`The school has cancelled this duplicate. Its original is valid.`
      : t`The school has cancelled this duplicate, and its original too. Neither is valid any more.`,
  ]
}

function describeCertificate(certificate: PublicCertificate): PublicPaper {
  const { serial, copy, issuedAt, originalAt, format, values } = certificate
  const [state, title, why] = describeState(certificate)
  const name = printedName(JSON.parse(format) as FormatDoc, new Map(Object.entries(JSON.parse(values) as Record<string, string>)))
  return {
    state,
    title,
    why,
    facts: [
      { term: t`Serial no.`, value: String(serial) },
      ...(name === null ? [] : [{ term: t`Student`, value: name }]),
      { term: t`Date of issue`, value: showDay(schoolDay(originalAt)) },
      ...(copy > 0 ? [{ term: t`Issued again`, value: showDay(schoolDay(issuedAt)) }] : []),
    ],
  }
}
