import { createHash } from 'node:crypto'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#platform/command.ts'
import { asRefusal } from '#platform/database/failures.ts'
import type { Turn } from '#platform/fairQueue.ts'
import { guardianTokenOf } from '#platform/guardians/sessions.ts'
import { clientGoneSignal } from '#platform/http/clientGone.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { firstLanguageCookie } from '#platform/http/languageOf.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import type { Log } from '#platform/logging.ts'
import { isAuthentic } from '#platform/payu/hashes.ts'
import { type PdfDocument, pdfHeaders } from '#platform/pdf/routes.ts'
import { httpStatus, Refusal, refusalHeaders } from '#platform/refusal.ts'
import { msg, t } from '#shared/texts.ts'
import { childrenByPhone, onlineClerk, receiptsOfStudents } from '#domains/fees/server/online.exports.ts'
import { codePattern, type GatewayReport, resultByState, schoolIdIn } from '../onlinefees.rules.ts'
import { currentTerm } from './family.queries.ts'
import { languagesOfFamily } from './familyLanguage.ts'
import { countGuess, type Guardian, guardianOf } from './guardian.ts'
import { noticeIn, receiveNotice } from './notices.ts'
import { orderByRef } from './orders.commands.ts'
import { type EventSource, addOrderEvent, orderById, type OrderRow } from './orders.sql.ts'
import { unsealSecret, createOrderRef, secretHash } from './secrets.ts'
import { merchantOf, orderOfTxnid, type SettleDependencies, settleOrder } from './settle.ts'

interface Dependencies extends SettleDependencies {
  services: Call['services']
  log: Log
  receipt: PdfDocument
  /** Renders a document's content as a PDF when it is the person's turn. */
  render(content: Awaited<ReturnType<PdfDocument['make']>>, turn: Turn): Promise<Uint8Array>
}

/** Maximum requests per minute and network address, for returns, short links and receipts. */
const requestsPerMinute = 300
/** Maximum webhooks per minute and network address. The gateway sends those of all payers from a few addresses. */
const webhooksPerMinute = 6000
/** Maximum receipts by link per minute and network address. It is lower because each receipt is rendered as a PDF. */
const receiptsPerMinute = 60
/** Maximum number of wrong signatures noted on an order's timeline. */
const maxForgeryEvents = 10

/** Returns the turn of a family that waits for a receipt. */
function familyTurn(person: string, reply: FastifyReply): Turn {
  return { person, urgency: 'PERSON', signal: clientGoneSignal(reply) }
}

/**
 * Registers the routes that need no sign-in: the gateway's return address and webhook, short links, and receipts by
 * order reference or guardian link.
 */
export async function registerOnlineFees(app: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { config } = dependencies.services
  const callback = { helmet: false } as const
  const headers = { ...dataHeaders(config), 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
  await app.register(async (scope) => {
    await scope.register(formbody)
    await scope.register(rateLimit, {
      ...sharedLimit(dependencies.database, 'onlinefees'),
      max: requestsPerMinute,
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

    const comeBack = async (request: FastifyRequest, reply: FastifyReply, fields: Record<string, string>) => {
      const { result, ref } = await handleCallback(request, 'RETURN', fields).catch((error: unknown) => {
        dependencies.log.error(
          { requestId: request.id, route: '/onlinefees/verifyPayment', err: error },
          'A return from the gateway was not settled',
        )
        return { result: 'checking' as const, ref: undefined }
      })
      const order = ref === undefined ? '' : `&order=${encodeURIComponent(ref)}`
      return reply.headers(headers).redirect(`/verifyonlinefees?result=${result}${order}`, 303)
    }

    scope.post('/onlinefees/verifyPayment', callback, (request, reply) => comeBack(request, reply, textFields(request.body)))

    // Some apps and banks open the return address by GET, with the gateway's fields or without any. Without a signature
    // nothing is claimed, so nothing is forged: the page shows the order that was begun in its tab.
    scope.get('/onlinefees/verifyPayment', callback, async (request, reply) => {
      const fields = textFields(request.query)
      if (fields.hash !== undefined) return comeBack(request, reply, fields)
      return reply.headers(headers).redirect('/verifyonlinefees?result=checking', 303)
    })

    // A status of 503 makes the gateway send the webhook again. A forged webhook is answered like a real one.
    scope.post(
      '/onlinefees/webhook',
      { ...callback, config: { rateLimit: { max: webhooksPerMinute } } },
      async (request, reply) => {
        const fields = textFields(request.body)
        const notice = noticeIn(fields)
        // Refunds and chargebacks have no signature, which is no forgery.
        const { failed = false } = notice
          ? await receiveNotice(dependencies, notice).then(() => ({ failed: false }))
          : await handleCallback(request, 'WEBHOOK', fields)
        return reply
          .code(failed ? 503 : 200)
          .headers(headers)
          .send({ ok: !failed })
      },
    )

    scope.get<{ Params: { code: string } }>(`/:code(${codePattern.source})`, async (request, reply) => {
      const link = await linkOfCode(dependencies, request.params.code)
      if (link !== undefined) {
        const { token, schoolId, phone } = link
        const known = () => languagesOfFamily(dependencies.database, schoolId, phone)
        const cookie = await firstLanguageCookie(request, known, config.appUrl)
        if (cookie !== undefined) reply.header('set-cookie', cookie)
        return reply.headers(headers).redirect(`/onlinefees/${token}`, 302)
      }
      await countGuess({ database: dependencies.database, address: request.ip })
      return reply.callNotFound()
    })

    scope.get<{ Params: { id: string }; Querystring: { order?: string | string[] } }>(
      '/onlinefees/receipts/:id',
      { helmet: false },
      async (request, reply) => {
        const { order, call } = await loadOrderByRef(request)
        const payment = order.payments.find((row) => String(row.id) === request.params.id)
        if (!payment) throw new Refusal('NOT_FOUND', t`There is no such receipt.`)
        // The order's own key, so that every download is the original.
        const content = await dependencies.receipt.make(call, order.schoolId, { key: order.key, paymentId: payment.id })
        const pdf = await dependencies.render(content, familyTurn(`order ${order.schoolId}/${order.id}`, reply))
        return reply.headers({ ...headers, ...pdfHeaders(content.fileName) }).send(pdf)
      },
    )

    scope.get<{ Params: { token: string; id: string }; Querystring: { show?: string | string[] } }>(
      '/onlinefees/:token/receipts/:id',
      { helmet: false, config: { rateLimit: { max: receiptsPerMinute } } },
      async (request, reply) => {
        const guardianToken = guardianTokenOf(request.headers.cookie)
        const call: Call = { ...dependencies, viewer: null, guardianToken, requestId: request.id, address: request.ip }
        const guardian = await guardianOf(call, request.params.token)
        const content = await familyReceipt(call, guardian, request.params.id)
        if (!content)
          throw new Refusal('NOT_FOUND', t`There is no such receipt. It may have been cancelled: please ask the school.`)
        const download = pdfHeaders(content.fileName)
        // Shown in the browser for printing; downloaded otherwise.
        const inline = {
          ...download,
          'content-disposition': String(download['content-disposition']).replace('attachment', 'inline'),
        }
        const pdf = await dependencies.render(content, familyTurn(`phone ${guardian.schoolId}/${guardian.phone}`, reply))
        return reply.headers({ ...headers, ...(request.query.show === undefined ? download : inline) }).send(pdf)
      },
    )
  })

  /** Makes a receipt of one of the guardian's children; undefined for any other receipt and for a deleted one. */
  async function familyReceipt(call: Call, guardian: Guardian, id: string) {
    const { schoolId, linkId } = guardian
    const { database } = dependencies
    const [[term]] = await database.read(schoolId, [currentTerm(database.kysely, schoolId)] as const)
    if (!term) return undefined
    const [children] = await database.read(schoolId, [childrenByPhone(database.kysely, schoolId, term.id, guardian)] as const)
    const studentIds = children.map((child) => child.id)
    const [receipts] = await database.read(schoolId, [receiptsOfStudents(database.kysely, schoolId, studentIds)] as const)
    const payment = receipts.find((receipt) => String(receipt.id) === id)
    if (!payment) return undefined
    const [[order]] =
      payment.orderId === null
        ? [[]]
        : await database.read(schoolId, [orderById(database.kysely, schoolId, payment.orderId)] as const)
    // The same key each time, so that every download is the same paper.
    const params = { key: order?.key ?? receiptKey(schoolId, linkId, payment.id), paymentId: payment.id }
    return dependencies.receipt.make({ ...call, viewer: onlineClerk(schoolId) }, schoolId, params)
  }

  async function loadOrderByRef(request: FastifyRequest<{ Querystring: { order?: string | string[] } }>) {
    const call: Call = { ...dependencies, viewer: null, requestId: request.id, address: request.ip }
    const order = await orderByRef(call, typeof request.query.order === 'string' ? request.query.order : '')
    return { order, call: { ...call, viewer: onlineClerk(order.schoolId) } }
  }

  /**
   * Handles a gateway callback. Only a valid signature makes the server ask the gateway; a forgery is noted on the
   * order.
   */
  async function handleCallback(
    request: FastifyRequest,
    source: EventSource,
    fields: Record<string, string>,
  ): Promise<{ result: string; ref?: string; failed?: true }> {
    const order = await orderOfTxnid(dependencies, fields.txnid ?? '')
    if (!order) return { result: 'mismatch' }
    request.graphql = { operation: `onlineOrder.${source.toLowerCase()}`, schoolId: order.schoolId }
    const merchant = merchantOf(dependencies, order)
    if (fields.key !== merchant.key || !isAuthentic(fields, merchant.salt)) {
      await noteForgery(order, source)
      return { result: 'mismatch' }
    }
    const ref = createOrderRef(config.secretKey, order.schoolId, order.id)
    try {
      const { state } = await settleOrder(dependencies, order, source, callbackReport(fields))
      return { result: state === 'CREATED' ? openOrderResult(fields) : resultByState[state], ref }
    } catch (error) {
      // The state is still unknown. The page keeps asking, the webhook is sent again, and the timed checks follow.
      dependencies.log.error(
        { requestId: request.id, route: '/onlinefees', err: error },
        'A callback of the gateway was not settled',
      )
      return { result: 'checking', ref, failed: true }
    }
  }

  async function noteForgery(order: OrderRow, source: EventSource): Promise<void> {
    await dependencies.database.transaction(order.schoolId, async (db) => {
      const { count } = await db
        .selectFrom('onlineOrderEvents')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('schoolId', '=', order.schoolId)
        .where('orderId', '=', order.id)
        .where('source', 'in', ['RETURN', 'WEBHOOK'])
        .executeTakeFirstOrThrow()
      if (count < maxForgeryEvents) await addOrderEvent(db, order, source, msg`A call with a wrong signature was ignored.`)
      // Somebody may have tampered with the callback. The order blocks its fees until its true state is known.
      await db
        .updateTable('onlineOrders')
        .set({ suspectAt: new Date() })
        .where('schoolId', '=', order.schoolId)
        .where('id', '=', order.id)
        .where('state', 'in', ['CREATED', 'FAILURE', 'CANCEL'])
        .where('suspectAt', 'is', null)
        .execute()
    })
  }
}

/** Returns the request key under which a link gets a receipt of a payment at the counter. */
function receiptKey(schoolId: number, linkId: number, paymentId: number): string {
  const hash = createHash('sha256').update(`receipt ${schoolId} ${linkId} ${paymentId}`).digest('hex')
  const [a, b, c, d, e] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(13, 16), hash.slice(17, 20), hash.slice(20, 32)]
  // The shape of a random UUID.
  return `${a}-${b}-4${c}-8${d}-${e}`
}

/** Returns the text and number fields of a form, a JSON body or a query, as texts. */
function textFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {}
  const known = Object.entries(body).filter((entry): entry is [string, string | number] => /string|number/.test(typeof entry[1]))
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns the result of an open order for the page: the gateway's status if it is not one of ours (specification,
 * section 4).
 */
function openOrderResult({ status = '' }: Record<string, string>): string {
  return ['success', 'failure', 'pending'].includes(status) || !/^[\w.-]{1,40}$/.test(status) ? 'checking' : status
}

/**
 * Returns the report of an authentic callback. A callback never counts as a success: the gateway must confirm money
 * itself.
 */
function callbackReport(fields: Record<string, string>): GatewayReport {
  const failed = fields.status === 'failure'
  const userCancelled = failed && fields.unmappedstatus === 'userCancelled'
  return {
    status: failed ? 'failure' : 'pending',
    amount: null,
    reference: '',
    unmapped: fields.unmappedstatus ?? '',
    userCancelled,
  }
}

/** Returns what a short link stands for, also for an expired link, because its page says that it has expired. */
async function linkOfCode({ database, services }: SettleDependencies, code: string) {
  const schoolId = schoolIdIn(code, '-')
  if (schoolId === null) return undefined
  const [[link]] = await database.read(schoolId, [
    database.kysely
      .selectFrom('guardianLinks')
      .select(['tokenSealed', 'phone'])
      .where('schoolId', '=', schoolId)
      .where('codeHash', '=', secretHash(code)),
  ] as const)
  return (
    link && {
      token: unsealSecret(link.tokenSealed, services.config.secrets, 'token', schoolId),
      schoolId,
      phone: link.phone,
    }
  )
}
