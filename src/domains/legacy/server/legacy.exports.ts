/** Returns SQL of the digest that is stored instead of an erased student's legacy id. Both parameters are SQL. */
export function legacyDigest(schoolId: string, legacyId: string): string {
  return `sha256(convert_to(${schoolId}::text || ' ' || ${legacyId}, 'UTF8'))`
}
