export { parsePayerSearch } from './counter/payerSearch.ts'
export { type PayerMatch, usePayerMatches } from './counter/usePayerMatches.ts'
