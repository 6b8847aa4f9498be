/** Returns whether the URL names a document: an own one, or one by a mail's link. */
export function namesDocument(address: URLSearchParams): boolean {
  return address.has('job') || address.has('link')
}
