import { z } from 'zod'
import { months } from './months.ts'

/** A month in an input. */
export const month = z.enum(months, 'Required').meta({ graphql: 'Month' })
