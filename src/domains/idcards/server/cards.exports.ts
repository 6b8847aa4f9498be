export { cardSchoolTexts } from './cardSchool.ts'
export { type Holder, holderContext, readHolders } from './holders.queries.ts'
