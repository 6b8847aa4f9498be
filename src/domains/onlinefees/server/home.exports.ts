export { FamilyType } from './family.graphql.ts'
export { type Family, loadFamily } from './family.queries.ts'
export { signedInGuardianAt } from './guardian.ts'
