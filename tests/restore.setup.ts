import { afterAll, vi } from 'vitest'

// Runs for every test file. Files share a process (isolate: false), so what a file has replaced must not reach the next one.
afterAll(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
