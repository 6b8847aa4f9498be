export { RetentionSettings } from './RetentionSettings.tsx'
export { StudentPrivacy } from './StudentPrivacy.tsx'
