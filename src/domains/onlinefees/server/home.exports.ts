export { FamilyType } from './family.graphql.ts'
export { type Family, findFamily, type FoundFamily, loadFamily } from './family.queries.ts'
export { phoneSignedInAt } from './guardian.ts'
