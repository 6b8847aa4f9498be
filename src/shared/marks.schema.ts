import { z } from 'zod'
import { marks } from './marks.ts'
import { t } from '#shared/texts.ts'

/** A mark in an input. */
export const markValue = z.enum(marks, { error: () => t`Choose P, A or L` }).meta({ graphql: 'Mark' })
