/** For those who open a bank account's secrets: what they were sealed for. */
export { bankAccountContext } from './bankAccounts.commands.ts'
