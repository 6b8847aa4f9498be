import { z } from 'zod'
import { languages } from './languages.ts'

/** The language in which a paper is ordered. */
export const paperLanguage = z.enum(languages).meta({ graphql: 'Language' })
