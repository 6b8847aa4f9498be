/** SQL of the digest under which the id of an erased student in the previous system is remembered; both are SQL. */
export function legacyDigest(schoolId: string, legacyId: string): string {
  return `sha256(convert_to(${schoolId}::text || ' ' || ${legacyId}, 'UTF8'))`
}
