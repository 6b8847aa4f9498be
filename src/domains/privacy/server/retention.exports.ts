/** For domains with a retention period: removes expired data every night. */
export { applyRetention } from './retention.ts'
