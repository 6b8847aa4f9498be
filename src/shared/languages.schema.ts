import { z } from 'zod'
import { languages } from './languages.ts'
import { t } from '#shared/texts.ts'

/** One of the languages that the product speaks. */
export const languageField = z.enum(languages, { error: () => t`Choose one of the languages` }).meta({ graphql: 'Language' })

/** The choice of a language. */
export const languageChoice = z.object({ language: languageField })
