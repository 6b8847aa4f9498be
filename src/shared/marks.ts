import { z } from 'zod'

/** Values of a mark: present, absent, late. Registers and lectures share them. */
export const markValue = z.enum(['P', 'A', 'L'], 'Choose P, A or L').meta({ graphql: 'Mark' })
export type Mark = z.output<typeof markValue>
