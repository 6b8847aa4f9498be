import { vi } from 'vitest'

/*
 * What the screens' modules read of a browser when they are loaded. There is no `document`, so that everything is drawn as on a
 * server. Import it before any screen.
 */
const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined, length: 0, key: () => null }
vi.stubGlobal('localStorage', storage)
vi.stubGlobal('sessionStorage', storage)
vi.stubGlobal('location', new URL('http://localhost:4000/'))
