import { askEarly } from './early.ts'
import './family.css'
import './parts.css'

askEarly()
// The browser fetches it with this file: family.html names it (vite.config.ts).
void import('./familyPage.tsx')
