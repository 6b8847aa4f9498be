import { z } from 'zod'

/** Error for an invalid setting. The message names it and says what it must be. */
export class WrongSetting extends Error {}

/** Creates the schema of a setting that is a URL with one of these protocols, such as `https:`. */
export const urlSetting = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    )
