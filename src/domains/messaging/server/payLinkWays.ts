import type { Services } from '#platform/services.ts'
import type { School } from '#platform/school.ts'
import type { Language } from '#shared/languages.ts'
import { scaleMoney } from '#shared/money.ts'
import { t } from '#shared/texts.ts'
import { channelProblem, kindOffReason, type KindSetting, registeredText } from '../kinds.rules.ts'
import { withHiddenLink } from '../payLink.rules.ts'
import { type TemplateChannel, templateChannels } from '../texts.kinds.ts'
import { renderText, smsSegments } from '../texts.rules.ts'
import { channelNames } from './messages.sql.ts'
import type { PayLink } from './messageRenderer.ts'
import type { Template } from './templates.sql.ts'

/** A channel by which staff can send a pay link, with a preview of the message. */
export interface PayLinkWay {
  channel: TemplateChannel
  /** Why the channel is closed, as text for staff; null when it is open. */
  problem: string | null
  /** The message with its link hidden; empty when no template is registered. */
  text: string
  /** In paise. */
  cost: number
}

interface PayLinkWaysInput {
  school: School
  setting: KindSetting
  templates: readonly Template[]
  /** The channels that this installation can send by. */
  canSend: Services['canSend']
  params: Readonly<Record<string, string>>
  /** The family's language, then the school's. */
  languages: readonly Language[]
  /** The page's address. Its length decides whether it fits an SMS variable. */
  address: PayLink
}

/** Returns the channels for sending a pay link in the school's order, each with the reason if it is closed. */
export function payLinkWays({ school, setting, templates, canSend, params, languages, address }: PayLinkWaysInput): PayLinkWay[] {
  const offReason =
    kindOffReason(school, 'PAY_LINK') ?? (setting.enabled ? null : t`The school has switched pay links off in “Messages”`)
  const chosen = setting.channels.flatMap((channel) => templateChannels.find((candidate) => candidate === channel) ?? [])
  const others = templateChannels.filter((channel) => !chosen.includes(channel))
  return [...chosen, ...others].map((channel) => {
    const templateKey = { kind: 'PAY_LINK', name: '', channel } as const
    const { text, price, template } = registeredText(templates, templateKey, languages)
    const rendered = renderText('PAY_LINK', channel, text, { ...params, ...address })
    const problem =
      offReason ??
      (canSend[channel] ? null : t`This installation cannot send by ${channelNames[channel]}`) ??
      (chosen.includes(channel) ? null : t`The school does not send pay links by ${channelNames[channel]}`) ??
      channelProblem(school, templates, templateKey) ??
      rendered.problem
    return {
      channel,
      problem,
      text: template ? renderText('PAY_LINK', channel, text, withHiddenLink(params)).text : '',
      cost: scaleMoney(price, channel === 'SMS' ? smsSegments(rendered.text) : 1, 1),
    }
  })
}
