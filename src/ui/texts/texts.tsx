import { i18n as lingui } from '@lingui/core'
import { TransNoContext, type TransProps } from '@lingui/react/server'
import { showCount } from '#shared/counts.ts'
import { language } from '#shared/pageLanguage.ts'

lingui.loadAndActivate({ locale: language, locales: `${language}-IN`, messages: {} })

let rules: Intl.PluralRules | undefined

/**
 * Returns the form that a count needs, of a plural as the build compiles it (scripts/texts/putTexts.ts). Lingui's own
 * way makes a number format of `Intl` for every plural, which takes a cheap phone 90 to 150 ms before the first screen.
 */
function form(count: number, formsOf: (shown: string) => Readonly<Record<string, string>>): string {
  rules ??= new Intl.PluralRules(language)
  const forms = formsOf(showCount(count))
  return forms[count] ?? forms[rules.select(count)] ?? forms.other ?? ''
}

/** What the macros of texts become at build time. */
export const i18n = Object.assign(lingui, { form })

/** Shows a message with elements in it. Screens write the macro's `Trans`, which becomes this at build time. */
export const Trans = Object.assign((props: TransProps) => TransNoContext({ ...props, lingui: { i18n } }), { form })
