export { calculatePrice } from './onlinefees.rules.ts'
