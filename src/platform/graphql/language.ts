import { languageField } from '#shared/languages.schema.ts'
import { enumType } from './inputType.ts'

/** The languages that the product speaks. */
export const LanguageType = enumType('Language', languageField)
