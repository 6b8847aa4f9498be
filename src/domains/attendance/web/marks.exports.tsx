export { markLabels } from './labels.ts'
