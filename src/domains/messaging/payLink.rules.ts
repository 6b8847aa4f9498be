/*
 * The address of a family's page opens without signing in. A message therefore holds only the id of the guardian link.
 * The address is built when the message is handed to a channel, and hidden in everything stored or displayed.
 */

/** The param that holds the id of a guardian link, instead of `link` and `code`. */
export const payLinkParam = 'guardianLink'

const hiddenValues = { link: '…/••••', code: '••••' } as const

/** Returns the params with a hidden link, for readers other than the family. */
export function withHiddenLink(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return payLinkParam in params ? { ...params, ...hiddenValues } : params
}
