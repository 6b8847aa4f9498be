export { markColor } from './take/markStyles.ts'
export { markLabels } from './labels.ts'
