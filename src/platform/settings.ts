import { z } from 'zod'

/** A setting that cannot be used; the message names it and says what it must be. */
export class WrongSetting extends Error {}

/** A setting that is an address with one of these protocols, such as `https:`. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
