export { toPendingFilter } from './pending/pendingQuery.ts'
