import type { ApolloCache } from '@apollo/client'

/** Makes the register of certificates be asked for again, and how far its numbers are: one was issued, duplicated or cancelled. */
export function forgetCertificates(cache: ApolloCache): void {
  for (const fieldName of ['certificates', 'certificateSerials']) cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/** A student was disabled, or enabled again, in the same step: pages that show her know it, lists are asked for again. */
export function forgetEnabled(cache: ApolloCache, studentId: string, enabled: boolean): void {
  cache.modify({ id: cache.identify({ __typename: 'Student', id: studentId }) ?? '', fields: { disabled: () => !enabled } })
  for (const fieldName of ['students', 'qrSheet']) cache.evict({ id: 'ROOT_QUERY', fieldName })
}
