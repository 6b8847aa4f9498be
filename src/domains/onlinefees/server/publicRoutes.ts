import { createHash } from 'node:crypto'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#platform/command.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import type { Log } from '#platform/logging.ts'
import { isAuthentic } from '#platform/payu/hashes.ts'
import { type PdfDocument, pdfHeaders } from '#platform/pdf/routes.ts'
import { Refusal, httpStatus } from '#platform/refusal.ts'
import { childrenByPhone, onlineClerk, receiptsOfStudents } from '#domains/fees/server/online.exports.ts'
import { codeShape, type GatewayWord, resultOf, schoolOf } from '../onlinefees.rules.ts'
import { currentTerm } from './family.queries.ts'
import { countGuess, type Guardian, guardianOf } from './guardian.ts'
import { orderByRef } from './orders.commands.ts'
import { type EventSource, noteEvent, orderById, type OrderRow } from './orders.sql.ts'
import { openSecret, orderRef, secretHash } from './secrets.ts'
import { merchantOf, orderOfTxnid, type Parts, settleOrder } from './settle.ts'

interface Dependencies extends Parts {
  services: Call['services']
  log: Log
  receipt: PdfDocument
  /** Makes a PDF of a document's content. */
  render(content: Awaited<ReturnType<PdfDocument['make']>>): Promise<Uint8Array>
}

/** Returns, short links and receipts of one network address in a minute. */
const perMinute = 300
/** Webhooks of one address in a minute: the gateway has a few addresses for everybody who pays. */
const webhooksPerMinute = 6000
/** Receipts that one network address gets by links in a minute: each is a PDF to be made. */
const receiptsPerMinute = 60
/** So many wrong signatures are kept on an order's timeline; more would only fill it. */
const keptForgeries = 10

/**
 * What people and the gateway reach without signing in, besides GraphQL: the gateway's return address and webhook, the short links,
 * and the receipts of an order whose reference one has.
 */
export async function registerOnlineFees(app: FastifyInstance, given: Dependencies): Promise<void> {
  const { config } = given.services
  const callback = { helmet: false } as const
  const headers = { ...dataHeaders(config), 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' }
  await app.register(async (scope) => {
    await scope.register(formbody)
    await scope.register(rateLimit, {
      ...sharedLimit(given.database, 'onlinefees'),
      max: perMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', 'That is a lot at once. Please try again in a minute.'),
    })
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { code: refusal.code }
      return reply.code(httpStatus[refusal.code]).headers(headers).type('text/plain; charset=utf-8').send(refusal.message)
    })

    scope.post('/onlinefees/verifyPayment', callback, async (request, reply) => {
      const { result, ref } = await called(request, 'RETURN').catch((error: unknown) => {
        given.log.error(
          { requestId: request.id, route: '/onlinefees/verifyPayment', err: error },
          'A return from the gateway was not settled',
        )
        return { result: 'checking' as const, ref: undefined }
      })
      const order = ref === undefined ? '' : `&order=${encodeURIComponent(ref)}`
      return reply.headers(headers).redirect(`/verifyonlinefees?result=${result}${order}`, 303)
    })

    // Answered alike whatever it says; only what we could not work on is asked for again.
    scope.post(
      '/onlinefees/webhook',
      { ...callback, config: { rateLimit: { max: webhooksPerMinute } } },
      async (request, reply) => {
        const { failed = false } = await called(request, 'WEBHOOK')
        return reply
          .code(failed ? 503 : 200)
          .headers(headers)
          .send({ ok: !failed })
      },
    )

    scope.get<{ Params: { code: string } }>(`/:code(${codeShape.source})`, async (request, reply) => {
      const token = await tokenOfCode(given, request.params.code)
      if (token !== undefined) return reply.headers(headers).redirect(`/onlinefees/${token}`, 302)
      await countGuess({ database: given.database, address: request.ip })
      return reply.callNotFound()
    })

    scope.get<{ Params: { id: string }; Querystring: { order?: string | string[] } }>(
      '/onlinefees/receipts/:id',
      { helmet: false },
      async (request, reply) => {
        const { order, call } = await ofRef(request)
        const payment = order.payments.find((one) => String(one.id) === request.params.id)
        if (!payment) throw new Refusal('NOT_FOUND', 'There is no such receipt.')
        // The order's own key: whoever downloads it again gets the original again.
        const content = await given.receipt.make(call, order.schoolId, { key: order.key, paymentId: payment.id })
        return reply.headers({ ...headers, ...pdfHeaders(content.fileName) }).send(await given.render(content))
      },
    )

    scope.get<{ Params: { token: string; id: string }; Querystring: { show?: string | string[] } }>(
      '/onlinefees/:token/receipts/:id',
      { helmet: false, config: { rateLimit: { max: receiptsPerMinute } } },
      async (request, reply) => {
        const call: Call = { ...given, viewer: null, requestId: request.id, address: request.ip }
        const guardian = await guardianOf(call, request.params.token)
        const content = await familyReceipt(call, guardian, request.params.id)
        if (!content) throw new Refusal('NOT_FOUND', noReceipt)
        const named = pdfHeaders(content.fileName)
        // To be printed it is shown, to be kept it is saved.
        const shown = { ...named, 'content-disposition': String(named['content-disposition']).replace('attachment', 'inline') }
        return reply
          .headers({ ...headers, ...(request.query.show === undefined ? named : shown) })
          .send(await given.render(content))
      },
    )
  })

  /** The receipts of a link: those of its own children that stand. */
  async function familyReceipt(call: Call, guardian: Guardian, id: string) {
    const { schoolId, linkId, phone } = guardian
    const { database } = given
    const [[term]] = await database.read(schoolId, [currentTerm(database.kysely, schoolId)] as const)
    if (!term) return undefined
    const [children] = await database.read(schoolId, [childrenByPhone(database.kysely, schoolId, term.id, phone)] as const)
    const studentIds = children.map((child) => child.id)
    const [receipts] = await database.read(schoolId, [receiptsOfStudents(database.kysely, schoolId, studentIds)] as const)
    const payment = receipts.find((one) => String(one.id) === id)
    if (!payment) return undefined
    const [[order]] =
      payment.orderId === null
        ? [[]]
        : await database.read(schoolId, [orderById(database.kysely, schoolId, payment.orderId)] as const)
    // The same key each time: whoever gets the receipt again gets the same paper again.
    const params = { key: order?.key ?? receiptKey(schoolId, linkId, payment.id), paymentId: payment.id }
    return given.receipt.make({ ...call, viewer: onlineClerk(schoolId) }, schoolId, params)
  }

  async function ofRef(request: FastifyRequest<{ Querystring: { order?: string | string[] } }>) {
    const call: Call = { ...given, viewer: null, requestId: request.id, address: request.ip }
    const order = await orderByRef(call, typeof request.query.order === 'string' ? request.query.order : '')
    return { order, call: { ...call, viewer: onlineClerk(order.schoolId) } }
  }

  /** A callback of the gateway, or what pretends to be one: only its signature makes it worth asking the gateway. */
  async function called(request: FastifyRequest, source: EventSource): Promise<{ result: string; ref?: string; failed?: true }> {
    const fields = textFields(request.body)
    const order = await orderOfTxnid(given, fields.txnid ?? '')
    if (!order) return { result: 'mismatch' }
    request.graphql = { operation: `onlineOrder.${source.toLowerCase()}`, schoolId: order.schoolId }
    const merchant = merchantOf(given, order)
    if (fields.key !== merchant.key || !isAuthentic(fields, merchant.salt)) {
      await noteForgery(order, source)
      return { result: 'mismatch' }
    }
    const ref = orderRef(config.secretKey, order.schoolId, order.id)
    try {
      const { state } = await settleOrder(given, order, source, wordOf(fields))
      return { result: state === 'CREATED' ? otherWord(fields) : resultOf[state], ref }
    } catch (error) {
      // It is not known yet: the page goes on asking, the webhook is sent again, and the timed checks come.
      given.log.error({ requestId: request.id, route: '/onlinefees', err: error }, 'A callback of the gateway was not settled')
      return { result: 'checking', ref, failed: true }
    }
  }

  async function noteForgery(order: OrderRow, source: EventSource): Promise<void> {
    await given.database.transaction(order.schoolId, async (db) => {
      const { count } = await db
        .selectFrom('onlineOrderEvents')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('schoolId', '=', order.schoolId)
        .where('orderId', '=', order.id)
        .where('source', 'in', ['RETURN', 'WEBHOOK'])
        .executeTakeFirstOrThrow()
      if (count < keptForgeries) await noteEvent(db, order, source, 'A call with a wrong signature was ignored.')
      // Somebody between the payer and us may have changed the truth: until it is known, nobody pays a second time.
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

const noReceipt = 'There is no such receipt. It may have been cancelled: please ask the school.'

/** The request key under which a link gets a receipt of the counter. */
function receiptKey(schoolId: number, linkId: number, paymentId: number): string {
  const hash = createHash('sha256').update(`receipt ${schoolId} ${linkId} ${paymentId}`).digest('hex')
  const [a, b, c, d, e] = [hash.slice(0, 8), hash.slice(8, 12), hash.slice(13, 16), hash.slice(17, 20), hash.slice(20, 32)]
  // The shape of a random UUID.
  return `${a}-${b}-4${c}-8${d}-${e}`
}

/** The texts of a form, or of a JSON body with the same fields. */
function textFields(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {}
  const known = Object.entries(body).filter((entry): entry is [string, string | number] => /string|number/.test(typeof entry[1]))
  return Object.fromEntries(known.map(([name, value]) => [name, String(value)]))
}

/** What the page is told while nobody knows: the gateway's own word where it has one that is none of ours (specification, section 4). */
function otherWord({ status = '' }: Record<string, string>): string {
  return ['success', 'failure', 'pending'].includes(status) || !/^[\w.-]{1,40}$/.test(status) ? 'checking' : status
}

/** What an authentic callback says; that money moved, the gateway itself must say. */
function wordOf(fields: Record<string, string>): GatewayWord {
  const failed = fields.status === 'failure'
  const userCancelled = failed && fields.unmappedstatus === 'userCancelled'
  return { status: failed ? 'failure' : 'pending', amount: null, reference: '', userCancelled }
}

/** Where a short link leads; also for links that have expired, whose page says so. */
async function tokenOfCode({ database, services }: Parts, code: string): Promise<string | undefined> {
  const schoolId = schoolOf(code, '-')
  if (schoolId === null) return undefined
  const [[link]] = await database.read(schoolId, [
    database.kysely
      .selectFrom('guardianLinks')
      .select('tokenSealed')
      .where('schoolId', '=', schoolId)
      .where('codeHash', '=', secretHash(code)),
  ] as const)
  return link && openSecret(link.tokenSealed, services.config.secrets, 'token', schoolId)
}
