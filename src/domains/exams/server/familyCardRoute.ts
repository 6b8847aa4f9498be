import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Call } from '#platform/command.ts'
import { asRefusal } from '#platform/database/failures.ts'
import type { Turn } from '#platform/fairQueue.ts'
import { guardianTokenOf } from '#platform/guardians/sessions.ts'
import { clientGoneSignal } from '#platform/http/clientGone.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import { type PdfDocument, pdfHeaders } from '#platform/pdf/routes.ts'
import { httpStatus, Refusal, refusalHeaders } from '#platform/refusal.ts'
import { turnOfCall } from '#platform/turnOfCall.ts'
import { t } from '#shared/texts.ts'
import { printFamilyCard } from './cardsOfStudent.queries.ts'
import { reportCardPdf } from './reportCardDocument.ts'

interface Dependencies extends Pick<Call, 'database' | 'services'> {
  /** Renders a document's content as a PDF when it is the person's turn. */
  render(content: Awaited<ReturnType<PdfDocument['make']>>, turn: Turn): Promise<Uint8Array>
}

/** Maximum PDFs per minute and network address, as of receipts: each is rendered. */
const perMinute = 60

/**
 * Registers `GET /report-card/family/{place}/{studentId}/{id}?languages=MR`: the PDF of a card for a guardian who is
 * signed in. Refusals are plain text, because a browser shows them in place of the download.
 */
export async function registerFamilyCards(app: FastifyInstance, { database, services, render }: Dependencies): Promise<void> {
  const headers = {
    ...dataHeaders(services.config),
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(database, 'family report cards'),
      max: perMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', t`That is a lot at once. Please try again in a minute.`),
    })
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { code: refusal.code }
      return reply
        .code(httpStatus[refusal.code])
        .headers({ ...headers, ...refusalHeaders(refusal) })
        .type('text/plain; charset=utf-8')
        .send(refusal.message)
    })
    scope.get<{ Params: { place: string; studentId: string; id: string }; Querystring: { languages?: string | string[] } }>(
      '/report-card/family/:place/:studentId/:id',
      { helmet: false },
      async (request, reply) => {
        const { place, studentId, id } = request.params
        const { languages } = request.query
        const guardianToken = guardianTokenOf(request.headers.cookie)
        const call: Call = { database, services, viewer: null, guardianToken, requestId: request.id, address: request.ip }
        request.graphql = { operation: 'pdf.familyReportCard' }
        const printed = await printFamilyCard(call, place, { studentId, id, languages })
        const content = await reportCardPdf(call, printed.school, printed.row, printed.languages)
        return reply
          .headers({ ...headers, ...pdfHeaders(content.fileName) })
          .send(await render(content, { ...turnOfCall(call), signal: clientGoneSignal(reply) }))
      },
    )
  })
}
