import { defineConfig } from 'vitest/config'

// The same conditions as the server has when Node runs it: with Vite's own 'development', graphql would be loaded
// twice.
const conditions = ['node', 'module-sync']

export default defineConfig({
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['tests/database.setup.ts'],
    pool: 'forks',
    // Vitest's own choice leaves one core free, and on two cores some of the time is waiting: for intervals, for
    // PostgreSQL.
    maxWorkers: 3,
    // As in the browser: a second try that passes is listed, and is a bug to find; it keeps no change from landing.
    retry: process.env.CI === undefined ? 0 : 1,
    // A test that hangs is found all the same; a machine that others use too is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    env: { TZ: 'UTC' },
  },
})
