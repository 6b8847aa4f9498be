/*
 * The address of a family's page opens it without signing in. So a message holds the id of the guardian link alone: the address is opened
 * when the message is handed to a channel, and what is kept and shown has it hidden.
 */

/** The name by which a message's params hold the id of a guardian link, in the place of `link` and `code`. */
export const payLinkParam = 'guardianLink'

const hidden = { link: '…/••••', code: '••••' } as const

/** What a text is filled with where people other than the family read it. */
export function withHiddenLink(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return payLinkParam in params ? { ...params, ...hidden } : params
}
