import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { subtractMoney, parseMoney, sumMoney } from '#shared/money.ts'
import { gatewayAmount, requestHash, verifyHash } from '#platform/payu/hashes.ts'
import {
  type TransactionStore,
  callbackFields,
  openTransactions,
  type Outcome,
  outcomes,
  type PaymentForm,
  paymentForm,
  type Transaction,
  verifyDetail,
} from './gatewayTransactions.ts'
import { type Button, buttons, messagePage, type Page, payPage, returnPage } from './gatewayPages.ts'

/**
 * How the gateway misbehaves: it is `down` (503 everywhere), or its API answers `garbage` (a page instead of JSON),
 * does not answer (`silent`), breaks the connection (`reset`), answers without `details`, or has not decided about any
 * payment yet (`undecided`).
 */
export type Fault = (typeof faults)[number]
const faults = ['none', 'down', 'garbage', 'silent', 'reset', 'noDetails', 'undecided'] as const

/** The form that the payer's browser posts on its return, and the delay before that in milliseconds. */
export interface Return {
  action: string
  fields: Record<string, string>
  wait: number
}

export interface GatewayStandIn {
  url: string
  /** All transactions in their current state, oldest first. */
  transactions(): readonly Transaction[]
  /**
   * Presses a button of the payment page. Returns null if the payer's browser does not come back.
   * @throws Error for an unknown transaction
   */
  press(txnid: string, button: Button, options?: { charges?: boolean }): Promise<Return | null>
  /** Sets the outcome of a transaction, even of a decided one. Calls nobody. */
  settle(txnid: string, outcome: Outcome): void
  /** Returns the fields of a genuine callback for the current state of a transaction. */
  callback(txnid: string): Promise<Record<string, string>>
  setFault(fault: Fault): void
  stop(): Promise<void>
}

interface Options {
  /** With 0, the default, the system chooses a port. */
  port?: number
  host?: string
  /** Returns the secret of a merchant; undefined for an unknown key. */
  saltOf(key: string): Promise<string | undefined>
  /** The webhook that is called besides the browser's return. */
  webhookUrl?: string
  /** File that keeps the transactions over a restart. */
  stateFile?: string
  /** Milliseconds until an undecided payment succeeds; a minute by default. */
  pendingFor?: number
  /** Milliseconds that a payer has before the payment is dropped; 15 minutes by default. */
  dropAfter?: number
  /** Milliseconds by which a late callback is late; 10,000 by default. */
  late?: number
}

const button = z.enum(buttons)
const question = z.object({ key: z.string(), command: z.string(), var1: z.string(), hash: z.string() })

/**
 * Starts a stand-in of PayU that moves no money. It serves `POST /_payment` with its page, the callbacks, the webhook
 * and `POST /merchant/postservice?form=2`. Tests control it through the returned object or the JSON of `/_control`.
 */
export async function startGatewayStandIn(options: Options): Promise<GatewayStandIn> {
  const host = options.host ?? '127.0.0.1'
  const book = openTransactions({
    dropAfter: options.dropAfter ?? 900_000,
    pendingFor: options.pendingFor ?? 60_000,
    ...(options.stateFile === undefined ? {} : { stateFile: options.stateFile }),
  })
  const ended = new AbortController()
  let fault: Fault = 'none'
  const app = Fastify({ logger: false, forceCloseConnections: true })
  await app.register(formbody)

  async function saltOf({ form }: Transaction): Promise<string> {
    const salt = await options.saltOf(form.key)
    if (salt === undefined) throw new Error(`The merchant ${form.key} is gone.`)
    return salt
  }

  /** Posts a form to the webhook after a delay. Ignores failures, as the gateway does. */
  function post(url: string, fields: Record<string, string>, wait = 0): Promise<void> {
    return sleep(wait, undefined, { signal: ended.signal })
      .then(() => fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', signal: ended.signal }))
      .then((response) => response.body?.cancel())
      .catch(() => undefined)
  }

  async function press(transaction: Transaction, pressed: Button, charges: boolean): Promise<Return | null> {
    const salt = await saltOf(transaction)
    // An outcome is final: a payer who comes here again is sent back with the same one.
    const decided = transaction.state !== 'open'
    if (!decided && pressed === 'close') return null
    if (!decided) book.settle(transaction, outcomeOf(pressed), decision(transaction, pressed, charges))
    const fields = callbackFields(transaction, salt)
    const { surl, furl } = transaction.form
    const back: Return = { action: fields.status === 'success' ? surl : furl, fields, wait: 0 }
    if (decided || pressed === 'lost') return decided ? back : null
    const late = options.late ?? 10_000
    if (pressed === 'late') back.wait = late
    if (pressed === 'tampered') return { ...back, fields: { ...fields, hash: otherHash(fields.hash ?? '') } }
    if (options.webhookUrl !== undefined && pressed !== 'pending') {
      void post(options.webhookUrl, fields, back.wait)
      if (pressed === 'twice') void post(options.webhookUrl, fields)
    }
    if (pressed === 'twice') await post(back.action, fields)
    return back
  }

  app.setErrorHandler((error: Error, _, reply) => reply.code(400).send({ message: error.message }))
  app.addHook('onRequest', async (request, reply) => {
    if (fault === 'down' && !request.url.startsWith('/_control')) return reply.code(503).send('Service Unavailable')
  })
  registerPages(app, book, options.saltOf, press)
  registerApi(app, book, options.saltOf, () => fault)

  const known = (txnid: string): Transaction => {
    const transaction = book.byTxnid(txnid)
    if (!transaction) throw new Error(`There is no transaction ${txnid}.`)
    return transaction
  }
  const standIn: Omit<GatewayStandIn, 'url' | 'stop'> = {
    transactions: () => book.all(),
    press: async (txnid, pressed, { charges = false } = {}) => press(known(txnid), pressed, charges),
    settle: (txnid, outcome) => book.settle(known(txnid), outcome),
    callback: async (txnid) => callbackFields(known(txnid), await saltOf(known(txnid))),
    setFault: (chosen) => {
      fault = chosen
    },
  }
  registerControl(app, standIn)
  await app.listen({ port: options.port ?? 0, host })
  const { port } = app.server.address() as AddressInfo
  return {
    ...standIn,
    // If it listens on all interfaces, the browser of this machine reaches it as localhost.
    url: `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: async () => {
      ended.abort()
      await app.close()
    },
  }
}

type SaltOf = Options['saltOf']

function registerPages(
  app: FastifyInstance,
  book: TransactionStore,
  saltOf: SaltOf,
  press: (transaction: Transaction, pressed: Button, charges: boolean) => Promise<Return | null>,
): void {
  app.post('/_payment', async (request, reply) => {
    const parsed = paymentForm.safeParse(request.body)
    if (!parsed.success) {
      const [problem] = parsed.error.issues
      return refuse(reply, 'Wrong field', `The field ${problem?.path.join('.')} is missing or cannot be used.`)
    }
    const form = parsed.data
    const salt = await saltOf(form.key)
    if (salt === undefined) return refuse(reply, 'Unknown merchant', `There is no merchant with the key ${form.key}.`)
    if (!isAsked(form, salt))
      return refuse(reply, 'Wrong hash', 'The hash is wrong: it was not made from these fields with the salt of this merchant.')
    const transaction = book.begin(form)
    if (!transaction) return refuse(reply, 'Duplicate transaction', `The transaction number ${form.txnid} was used before.`)
    return reply.redirect(`/pay/${transaction.mihpayid}`, 303)
  })

  app.get<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const transaction = book.byId(request.params.id)
    if (!transaction) return refuse(reply, 'Unknown payment', 'There is no such payment.')
    if (transaction.state !== 'open') return send(reply, messagePage('Finished', finished(transaction), nonce()))
    return send(reply, payPage(transaction, nonce()))
  })

  app.post<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const transaction = book.byId(request.params.id)
    if (!transaction) return refuse(reply, 'Unknown payment', 'There is no such payment.')
    const pressed = z.object({ button, charges: z.string().optional() }).parse(request.body)
    const back = await press(transaction, pressed.button, pressed.charges !== undefined)
    if (back) return send(reply, returnPage(back, nonce()))
    if (pressed.button === 'close')
      return send(reply, messagePage('Closed', 'You left without paying; nobody was told. You can close this page.', nonce()))
    return send(
      reply,
      messagePage('Paid', `${finished(transaction)} The connection broke, and the school was not told.`, nonce()),
    )
  })
}

function registerApi(app: FastifyInstance, book: TransactionStore, saltOf: SaltOf, fault: () => Fault): void {
  app.post('/merchant/postservice', async (request, reply) => {
    const now = fault()
    if (now === 'garbage') return reply.type('text/html').send('<html><body>Please try again later</body></html>')
    if (now === 'noDetails') return { status: 1, msg: 'Transactions Fetched Successfully' }
    if (now === 'silent' || now === 'reset') {
      reply.hijack()
      if (now === 'reset') request.raw.socket.destroy()
      return reply
    }
    const parsed = question.safeParse(request.body)
    if (!parsed.success) return { status: 0, msg: 'Parameter missing' }
    const { key, command, var1, hash } = parsed.data
    const salt = await saltOf(key)
    if (salt === undefined || verifyHash(key, command, var1, salt) !== hash) return { status: 0, msg: 'Invalid Hash.' }
    if (command !== 'verify_payment') return { status: 0, msg: 'Invalid command' }
    const txnids = var1.split('|')
    const details = txnids.map((txnid) => {
      const transaction = book.byKey(key, txnid)
      if (!transaction) return [txnid, { mihpayid: 'Not Found', status: 'Not Found' }] as const
      return [txnid, verifyDetail(now === 'undecided' ? { ...transaction, state: 'pending' } : transaction)] as const
    })
    const found = details.filter(([, { status }]) => status !== 'Not Found').length
    return {
      status: found > 0 ? 1 : 0,
      msg: `${found} out of ${txnids.length} Transactions Fetched Successfully`,
      transaction_details: Object.fromEntries(details),
    }
  })
}

function registerControl(app: FastifyInstance, standIn: Omit<GatewayStandIn, 'url' | 'stop'>): void {
  app.post('/_control/press', async (request, reply) => {
    const body = z.object({ txnid: z.string(), button, charges: z.boolean().optional() }).parse(request.body)
    const back = await standIn.press(body.txnid, body.button, { charges: body.charges ?? false })
    return reply.send({ back })
  })
  app.post('/_control/settle', async (request) => {
    const body = z.object({ txnid: z.string(), outcome: z.enum(outcomes) }).parse(request.body)
    standIn.settle(body.txnid, body.outcome)
    return { ok: true }
  })
  app.post('/_control/fault', async (request) => {
    standIn.setFault(z.object({ fault: z.enum(faults) }).parse(request.body).fault)
    return { ok: true }
  })
}

function isAsked(form: PaymentForm, salt: string): boolean {
  try {
    return requestHash(form, salt) === form.hash
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function outcomeOf(pressed: Button): Outcome {
  if (pressed === 'fail') return 'failed'
  if (pressed === 'cancel') return 'cancelled'
  return pressed === 'pending' ? 'pending' : 'captured'
}

function decision({ amount }: Transaction, pressed: Button, charges: boolean) {
  const paise = parseMoney(amount) ?? 0
  const other = paise > 100 ? subtractMoney(paise, 100) : sumMoney([paise, 100])
  return {
    mode: pressed === 'card' ? 'CC' : pressed === 'cancel' ? '' : 'UPI',
    ...(pressed === 'otherAmount' ? { amount: gatewayAmount(other) } : {}),
    ...(charges ? { charges: '10.00' } : {}),
  }
}

function otherHash(hash: string): string {
  return `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`
}

function finished({ state, amount }: Transaction): string {
  if (state === 'captured') return `₹${amount} was paid.`
  return state === 'pending' ? 'The bank has not decided yet.' : 'This payment was not made, and cannot be made any more.'
}

function nonce(): string {
  return randomBytes(16).toString('base64url')
}

function refuse(reply: FastifyReply, title: string, text: string): FastifyReply {
  return send(reply.code(400), messagePage(title, text, nonce()))
}

function send(reply: FastifyReply, { html, policy }: Page): FastifyReply {
  return reply
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'origin',
    })
    .type('text/html; charset=utf-8')
    .send(html)
}
