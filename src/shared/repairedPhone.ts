/**
 * A phone as it is stored: without the country code 91, a leading 0, spaces, hyphens, dots and brackets (`+91 98765-43210`). What is
 * no phone even then stays as it is, for the check to refuse.
 */
export function repairedPhone(text: string): string {
  const typed = text.trim()
  const [, phone] =
    /^(?:\+91|0091|91)?0?([0-9]{10})$/.exec(
      typed.replace(/[\s().\-\u2010-\u2015\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ''),
    ) ?? []
  return phone ?? typed
}
