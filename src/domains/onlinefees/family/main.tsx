import { prefetchFamily } from './prefetch.ts'
import '#shared/fonts.css'
import './family.css'
import './parts.css'

prefetchFamily()
// family.html preloads it, so that the browser fetches it together with this file (vite.config.ts).
void import('./familyPage.tsx')
// Children's names in other scripts, whose fonts the first screen does not wait for.
void import('#shared/scriptFonts.css')
