import { z } from 'zod'

export const setupHidden = z.object({ hidden: z.boolean() })
