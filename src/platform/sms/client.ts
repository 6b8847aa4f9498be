import { z } from 'zod'
import type { SmsConfig } from '../messageConfig.ts'
import { type ProviderAnswer, callProvider, resultOfStatus } from '../providers/callProvider.ts'
import type { SendResult } from '../sendResult.ts'

/** A registered template with the values for one person. */
export interface Sms {
  /** With the country code, digits only. */
  to: string
  /** The six-letter sender id. */
  sender: string
  /** MSG91's own template id, not the operators' (DLT). */
  template: string
  /** The values of ##VAR1##, ##VAR2##, … */
  values: readonly string[]
  /** Returned with the delivery report. */
  reference: string
}

export interface SmsClient {
  /** Sends an SMS through MSG91 once. Never throws. */
  send(sms: Sms, signal: AbortSignal): Promise<SendResult>
}

const responseShape = z.object({
  type: z.string(),
  message: z.coerce.string().default(''),
  code: z.union([z.string(), z.number()]).optional(),
})

/**
 * Codes that can be fixed without changing the message: the key (106, 207), our address (208, 418), money (301), the
 * account (302, 303, 505), the hours of a route (306).
 */
const temporaryCodes = new Set([106, 207, 208, 301, 302, 303, 306, 418, 505])
const reasons: Readonly<Record<number, string>> = {
  207: 'The key of the SMS account is wrong.',
  301: 'The SMS account has run out of credit.',
  302: 'The SMS account has expired.',
  303: 'The SMS account is blocked.',
  418: "The SMS account does not take calls from this server's address.",
}
const noTemplate = 'MSG91 has no such template: the MSG91 Template ID in Messages, Templates is wrong.'
/**
 * Of two equal SMS to one number within ten seconds MSG91 sends only the first. It is unknown whether that was this
 * one.
 */
const duplicateCode = 311

/** Creates a client of MSG91's flow API, or of any URL with the same protocol. */
export function smsClient({ url, authKey }: Pick<SmsConfig, 'url' | 'authKey'>, timeoutMs = 20_000): SmsClient {
  const headers = { authkey: authKey, 'content-type': 'application/json', accept: 'application/json' }
  return {
    send: async (sms, signal) => {
      const body = JSON.stringify(bodyOf(sms))
      const answer = await callProvider(`${url}/api/v5/flow`, { headers, body, signal, timeoutMs })
      return 'outcome' in answer ? answer : read(answer)
    },
  }
}

function bodyOf({ to, sender, template, values, reference }: Sms) {
  const variables = Object.fromEntries(values.map((value, place) => [`VAR${place + 1}`, value]))
  return { template_id: template, sender, recipients: [{ mobiles: to, CRQID: reference, ...variables }] }
}

function read(answer: ProviderAnswer): SendResult {
  const parsed = responseShape.safeParse(answer.json)
  if (!parsed.success) return resultOfStatus(answer)
  const { type, message } = parsed.data
  const ok = answer.status >= 200 && answer.status < 300
  if (ok && type === 'success' && message !== '') return { outcome: 'ACCEPTED', ref: message }
  if (type === 'success') return resultOfStatus(answer)
  const code = Number(parsed.data.code ?? (ok ? 0 : answer.status))
  const reason = reasons[code] ?? `MSG91 refused it: ${message}${code > 0 ? ` (${code})` : ''}`
  if (code === 400 && /flow|template/i.test(message)) return { outcome: 'REFUSED', code: '400', reason: noTemplate }
  if (code === duplicateCode) return { outcome: 'UNCLEAR', reason: 'MSG91 had the same text for this number seconds before.' }
  if (temporaryCodes.has(code) || [401, 403, 429, 503].includes(answer.status))
    return { outcome: 'LATER', reason, ...(answer.afterMs === undefined ? {} : { afterMs: answer.afterMs }) }
  if (answer.status >= 500) return { outcome: 'UNCLEAR', reason }
  return { outcome: 'REFUSED', code: String(code), reason }
}
