import type { ApolloCache } from '@apollo/client'

/** Evicts the certificates and serials from the cache, after one was issued, duplicated or cancelled. */
export function evictCertificates(cache: ApolloCache): void {
  for (const fieldName of ['certificates', 'certificateSerials']) cache.evict({ id: 'ROOT_QUERY', fieldName })
}

/**
 * Updates a student who was disabled or enabled with a certificate, and evicts the lists of students from the cache.
 */
export function updateStudentDisabled(cache: ApolloCache, studentId: string, enabled: boolean): void {
  cache.modify({ id: cache.identify({ __typename: 'Student', id: studentId }) ?? '', fields: { disabled: () => !enabled } })
  for (const fieldName of ['students', 'qrSheet']) cache.evict({ id: 'ROOT_QUERY', fieldName })
}
