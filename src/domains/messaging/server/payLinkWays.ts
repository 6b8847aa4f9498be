import type { Services } from '#platform/services.ts'
import type { School } from '#platform/school.ts'
import { scaleMoney } from '#shared/money.ts'
import { channelProblem, kindOff, type KindSetting, registeredText } from '../kinds.rules.ts'
import { withHiddenLink } from '../payLink.rules.ts'
import { type TemplateChannel, templateChannels } from '../texts.kinds.ts'
import { filled, smsSegments } from '../texts.rules.ts'
import { channelWords } from './messages.sql.ts'
import type { PayLink } from './saying.ts'
import type { Template } from './templates.sql.ts'

/** A way by which staff can send a pay link, with the message as it would go. */
export interface PayLinkWay {
  channel: TemplateChannel
  /** Why it cannot be sent this way, in words for staff; null when it can. */
  problem: string | null
  /** The message with its address hidden; empty where no text is registered. */
  text: string
  /** In paise. */
  cost: number
}

interface Wanted {
  school: School
  setting: KindSetting
  templates: readonly Template[]
  /** What the installation can send. */
  canSend: Services['canSend']
  params: Readonly<Record<string, string>>
  /** The address that the message leads to: in an SMS its length decides whether the text holds it. */
  address: PayLink
}

/** The ways by which a pay link can be sent in a school, in the school's order, each with why it is closed. */
export function payLinkWays({ school, setting, templates, canSend, params, address }: Wanted): PayLinkWay[] {
  const off = kindOff(school, 'PAY_LINK') ?? (setting.enabled ? null : 'The school has switched pay links off in Messages')
  const chosen = setting.channels.flatMap((channel) => templateChannels.find((one) => one === channel) ?? [])
  const others = templateChannels.filter((channel) => !chosen.includes(channel))
  return [...chosen, ...others].map((channel) => {
    const wanted = { kind: 'PAY_LINK', name: '', channel } as const
    const { text, price, template } = registeredText(templates, wanted)
    const real = filled('PAY_LINK', channel, text, { ...params, ...address })
    const closed =
      off ??
      (canSend[channel] ? null : `This installation cannot send by ${channelWords[channel]}`) ??
      (chosen.includes(channel) ? null : `The school does not send pay links by ${channelWords[channel]}`) ??
      channelProblem(school, templates, wanted) ??
      real.problem
    return {
      channel,
      problem: closed,
      text: template ? filled('PAY_LINK', channel, text, withHiddenLink(params)).text : '',
      cost: scaleMoney(price, channel === 'SMS' ? smsSegments(real.text) : 1, 1),
    }
  })
}
