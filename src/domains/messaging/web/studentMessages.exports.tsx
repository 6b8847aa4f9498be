export { StudentMessages } from './student/StudentMessages.tsx'
