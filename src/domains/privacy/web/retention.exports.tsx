export { RetentionSettings } from './RetentionSettings.tsx'
