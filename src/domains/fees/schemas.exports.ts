export { pendingFilter } from './pending.schema.ts'
