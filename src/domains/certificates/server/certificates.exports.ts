/** For those who change a school's signature: the papers it stands on keep it. */
export { isOnPaper } from './signatures.sql.ts'
