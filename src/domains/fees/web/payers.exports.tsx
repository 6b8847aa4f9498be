export { payerSearch } from './counter/payerSearch.ts'
export { type FoundPayer, useFoundPayers } from './counter/useFoundPayers.ts'
