export { StudentCardType } from './cardsOfStudent.graphql.ts'
export { withHolds } from './cardsOfStudent.queries.ts'
export { type ListedCard, selectFamilyCards } from './cardsOfStudent.sql.ts'
