import { type ReadyFormat } from './build.ts'
import { cbse } from './cbse.ts'
import { maharashtra } from './maharashtra.ts'
import { maharashtraBilingual, maharashtraMarathi } from './maharashtraMarathi.ts'

/** The layouts a school can start from. */
export const readyFormats: readonly ReadyFormat[] = [maharashtra, maharashtraBilingual, maharashtraMarathi, cbse]
