export { StudentPrivacy } from './StudentPrivacy.tsx'
