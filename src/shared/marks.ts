import { z } from 'zod'

/** What a mark says: present, absent, or late. Registers and lectures share it. */
export const markValue = z.enum(['P', 'A', 'L'], 'Choose P, A or L').meta({ graphql: 'Mark' })
export type Mark = z.output<typeof markValue>
