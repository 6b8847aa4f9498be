import { z } from 'zod'
import { t } from '#shared/texts.ts'
import { normalizePhone } from './phones.ts'

const tenDigits = () => t`Phone should have exactly 10 digits.`

/** Phone field of every form and import. */
export const phoneField = z
  .string()
  .transform(normalizePhone)
  .pipe(z.string().regex(/^[0-9]{10}$/, { error: tenDigits }))
