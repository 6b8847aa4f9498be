export { StudentChoice } from './studentSearch/StudentChoice.tsx'
