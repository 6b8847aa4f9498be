export { markColor } from './take/markStyles.ts'
export { markLabels as markWords } from './labels.ts'
