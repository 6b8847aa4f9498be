export { toPendingFilter } from './pending/pendingQuery.ts'
export { remindersPath } from './pending/remindersPath.ts'
