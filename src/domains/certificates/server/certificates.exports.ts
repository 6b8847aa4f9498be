/** For changing a school's signature: certificates that show the old one keep its file. */
export { isSignatureOnCertificate } from './signatures.sql.ts'
