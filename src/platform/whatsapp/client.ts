import { z } from 'zod'
import type { WhatsappConfig } from '../messageConfig.ts'
import { type ProviderAnswer, callProvider, resultOfStatus } from '../providers/callProvider.ts'
import type { SendResult } from '../sendResult.ts'

/** A registered template with the values for one person. */
export interface TemplateMessage {
  /** With the country code, digits only. */
  to: string
  template: string
  language: string
  /** The values of {{1}}, {{2}}, … */
  parameters: readonly string[]
  /**
   * For a template of the category Authentication: the code that its button copies. WhatsApp refuses such a template
   * without it.
   */
  copyCode?: string
  /** Returned with every status of the message. */
  reference: string
}

export interface WhatsappClient {
  /** Sends a message through WhatsApp once. Never throws. */
  send(message: TemplateMessage, signal: AbortSignal): Promise<SendResult>
}

const accepted = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) })
const refused = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(''),
    error_data: z.object({ details: z.string().default('') }).optional(),
  }),
})

/**
 * Codes after which a retry can succeed: limits (4, 80007, 130429, 131048, 131056, 133016), WhatsApp's own trouble (2,
 * 131000, 131016, 131057), and faults of the account or its settings, not of the message (0, 3, 10, 190, 200 to 299,
 * 368, 131005, 131031, 131042).
 */
const temporaryCodes = new Set([
  0, 2, 3, 4, 10, 190, 368, 80_007, 130_429, 131_000, 131_005, 131_016, 131_031, 131_042, 131_048, 131_056, 131_057, 133_016,
])
/** One recipient gets at most one message in six seconds. */
const pairLimit = { code: 131_056, afterMs: 6000 }

/** Reasons for staff. Other codes are shown in WhatsApp's own words. */
const reasons: Readonly<Record<number, string>> = {
  131_026: 'WhatsApp cannot deliver to this number: it may not be on WhatsApp.',
  131_021: 'This is the number that the school sends from.',
  131_047: 'WhatsApp takes only registered templates for this number now.',
  131_049: 'WhatsApp did not deliver it, so that this person does not get too many messages.',
  131_050: 'This person has stopped messages of this kind in WhatsApp.',
  130_472: 'WhatsApp did not deliver it: this number is part of an experiment of theirs.',
  132_000: 'The number of variables does not match the template registered at WhatsApp.',
  132_001: 'WhatsApp has no such template in this language, or has not approved it.',
  132_005: 'The filled-in text is too long for the template registered at WhatsApp.',
  132_007: 'WhatsApp says that the text breaks its rules.',
  132_012: 'A variable does not match the template registered at WhatsApp.',
  132_015: 'WhatsApp has paused this template because of its quality.',
  132_016: 'WhatsApp has disabled this template because of its quality.',
}

/** Creates a client of WhatsApp's Cloud API, or of any URL with the same protocol. */
export function whatsappClient(
  config: Pick<WhatsappConfig, 'url' | 'phoneNumberId' | 'token'>,
  timeoutMs = 20_000,
): WhatsappClient {
  const url = `${config.url}/${config.phoneNumberId}/messages`
  const headers = { authorization: `Bearer ${config.token}`, 'content-type': 'application/json' }
  return {
    send: async (message, signal) => {
      const answer = await callProvider(url, { headers, body: JSON.stringify(bodyOf(message)), signal, timeoutMs })
      return 'outcome' in answer ? answer : read(answer)
    },
  }
}

function bodyOf({ to, template, language, parameters, copyCode, reference }: TemplateMessage) {
  // WhatsApp refuses line breaks, tabs, runs of spaces and empty values.
  const values = parameters.map((value) => value.replace(/\s+/g, ' ').trim() || '-')
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    type: 'template',
    biz_opaque_callback_data: reference,
    template: {
      name: template,
      language: { code: language },
      ...(values.length === 0
        ? {}
        : {
            components: [
              { type: 'body', parameters: values.map((text) => ({ type: 'text', text })) },
              ...(copyCode === undefined
                ? []
                : [{ type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: copyCode }] }]),
            ],
          }),
    },
  }
}

function read(answer: ProviderAnswer): SendResult {
  const ok = answer.status >= 200 && answer.status < 300
  const taken = accepted.safeParse(answer.json)
  if (ok && taken.success) return { outcome: 'ACCEPTED', ref: taken.data.messages[0]?.id ?? '' }
  const fault = refused.safeParse(answer.json)
  if (ok || !fault.success) return resultOfStatus(answer)
  const { code, message, error_data } = fault.data.error
  const said = error_data?.details || message || `Error ${code}`
  if (code === pairLimit.code) return { outcome: 'LATER', reason: said, afterMs: pairLimit.afterMs }
  if (temporaryCodes.has(code) || (code >= 200 && code < 300) || answer.status === 429 || answer.status === 503)
    return { outcome: 'LATER', reason: said, ...(answer.afterMs === undefined ? {} : { afterMs: answer.afterMs }) }
  // "Invalid request or possible server error": on a server error nobody knows whether it was sent.
  if (answer.status >= 500) return { outcome: 'UNCLEAR', reason: said }
  return { outcome: 'REFUSED', code: String(code), reason: reasonOf(code, said) }
}

/** Returns why WhatsApp refused a message, at once or in a later status, for staff to read. */
export function reasonOf(code: number, said: string): string {
  return reasons[code] ?? `WhatsApp refused it: ${said} (${code})`
}
