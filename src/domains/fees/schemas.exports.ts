export { month } from './months.schema.ts'
export { pendingFilter } from './pending.schema.ts'
