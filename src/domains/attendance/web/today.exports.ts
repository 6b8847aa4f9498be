/* What the page of the day shows of attendance, without the code of its screens. */
export { mayRemindAgain } from '../nudge.rules.ts'
export { sessionLabel, showTime } from './labels.ts'
export { registerAddress } from './registerRef.ts'
export { nothingMissingText } from './take/registerList.ts'

/** Addresses of the lists behind the figures of a day. */
export const notTakenAddress = '/attendance?tab=take&show=notTaken'
export const absentAddress = '/attendance?tab=take&show=absent'
export const takeAddress = '/attendance?tab=take'
export const noticesAddress = '/attendance?tab=notices'
