export { markColor } from './take/markLook.ts'
export { markWords } from './words.ts'
