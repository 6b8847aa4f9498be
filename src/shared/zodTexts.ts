import { z } from 'zod'
import { t } from '#shared/texts.ts'

/**
 * What a schema says where it has no message of its own, in the language that is spoken. Zod's are English, and for
 * programmers: `Invalid input: expected string, received undefined`.
 */
const message: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return t`Required`
      return ['number', 'int', 'bigint'].includes(issue.expected) ? t`Please enter a number` : t`This value cannot be used here`
    case 'too_small': {
      const least = String(issue.minimum)
      if (issue.origin !== 'string') return t`At least ${least}`
      return least === '1' ? t`Required` : t`At least ${least} characters`
    }
    case 'too_big': {
      const most = String(issue.maximum)
      return issue.origin === 'string' ? t`At most ${most} characters` : t`At most ${most}`
    }
    case 'invalid_format':
      return issue.format === 'email' ? t`Please enter a valid email` : t`This is not written as it should be`
    case 'invalid_value':
      return t`Choose one of the offered values`
    case 'custom':
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
      return t`This value cannot be used here`
  }
}

z.config({ localeError: message })
