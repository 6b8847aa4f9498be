/** For what gives students places in other domains: the keys of their register numbers. */
export { writeFreeRegisterKeys, writeKeysOfTerm } from './registerNumbers.ts'
