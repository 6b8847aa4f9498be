import { z } from 'zod'

/** The address of a browser at its push service. */
const endpoint = z
  .string('Required')
  .min(1, 'Required')
  .max(2000, 'At most 2000 characters')
  .regex(/^[\x21-\x7e]*$/, 'This is no address of a device')

const bytes = (length: number, message: string) =>
  z
    .string('Required')
    .max(200, message)
    .transform((value) => value.replace(/=+$/, ''))
    .pipe(z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}$`), message))

/** What a browser answers when it subscribes; the keys are base64url, of 65 and 16 bytes. */
export const deviceForm = z.object({
  endpoint,
  p256dh: bytes(65, 'This is no key of a device'),
  auth: bytes(16, 'This is no key of a device'),
})

export const deviceAddress = z.object({ endpoint })
