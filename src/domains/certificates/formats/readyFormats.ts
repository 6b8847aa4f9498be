import { type ReadyFormat } from './build.ts'
import { cbse } from './cbse.ts'
import { maharashtra } from './maharashtra.ts'

/** The layouts a school can start from. */
export const readyFormats: readonly ReadyFormat[] = [maharashtra, cbse]
