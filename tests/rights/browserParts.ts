import { vi } from 'vitest'

/*
 * Stubs of the browser APIs that the screens' modules read on load. There is no `document`, so that everything renders
 * as on a server. Import it before any screen.
 */
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, length: 0, key: () => null }
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('location', new URL('http://localhost:4000/'))
