import { prefetchHome } from './prefetch.ts'
import '#shared/fonts.css'
import '#domains/onlinefees/family/styles.exports.ts'
import './home.css'

prefetchHome()
// family-home.html preloads it, so that the browser fetches it together with this file (vite.config.ts).
void import('./familyHomePage.tsx')
// Names in other scripts, whose fonts the first screen does not wait for.
void import('#shared/scriptFonts.css')
