import { z } from 'zod'

/** The push service's URL for one browser. */
const endpoint = z
  .string('Required')
  .min(1, 'Required')
  .max(2000, 'At most 2000 characters')
  .regex(/^[\x21-\x7e]*$/, 'This is not a valid device address')

const bytes = (length: number, message: string) =>
  z
    .string('Required')
    .max(200, message)
    .transform((value) => value.replace(/=+$/, ''))
    .pipe(z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`), message))

/** A browser's push subscription. The keys are base64url, of 65 and 16 bytes. */
export const deviceForm = z.object({
  endpoint,
  p256dh: bytes(65, 'This is not a valid device key'),
  auth: bytes(16, 'This is not a valid device key'),
})

export const deviceAddress = z.object({ endpoint })
