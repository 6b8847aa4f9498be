import { z } from 'zod'
import { t } from '#shared/texts.ts'
import { months } from './months.ts'

/** A month in an input. */
export const month = z.enum(months, { error: () => t`Required` }).meta({ graphql: 'Month' })
