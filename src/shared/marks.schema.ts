import { z } from 'zod'
import { marks } from './marks.ts'

/** A mark in an input. */
export const markValue = z.enum(marks, 'Choose P, A or L').meta({ graphql: 'Mark' })
