/** For those who keep something for a time: what removes it every night. */
export { applyRetention } from './retention.ts'
