export { LedgersSettings } from './LedgersSettings.tsx'
