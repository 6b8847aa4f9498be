/** For domains that unseal the secrets of a bank account. */
export { bankAccountContext } from './bankAccounts.commands.ts'
