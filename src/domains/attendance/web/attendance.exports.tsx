export { RegistersToday } from './take/RegistersToday.tsx'
