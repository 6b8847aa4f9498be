export { AttentionSettings } from './AttentionSettings.tsx'
