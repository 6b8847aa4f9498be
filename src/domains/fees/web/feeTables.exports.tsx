export { feeTitle } from '../fees.rules.ts'
export { isSelectable } from './counter/feeSelection.ts'
export { feesFailure } from './structure/feesFailure.ts'
