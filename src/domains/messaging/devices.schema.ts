import { z } from 'zod'
import { t } from '#shared/texts.ts'

const required = () => ({ error: () => t`Required` })

/** The push service's URL for one browser. */
const endpoint = z
  .string(required())
  .min(1, required())
  .max(2000, { error: () => t`At most 2000 characters` })
  .regex(/^[\x21-\x7e]*$/, { error: () => t`This is not a valid device address` })

const notAKey = () => ({ error: () => t`This is not a valid device key` })

const bytes = (length: number) =>
  z
    .string(required())
    .max(200, notAKey())
    .transform((value) => value.replace(/=+$/, ''))
    .pipe(z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`), notAKey()))

/** A browser's push subscription. The keys are base64url, of 65 and 16 bytes. */
export const deviceForm = z.object({
  endpoint,
  p256dh: bytes(65),
  auth: bytes(16),
})

export const deviceAddress = z.object({ endpoint })
