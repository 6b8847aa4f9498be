import { defineConfig } from 'vitest/config'
import { screenSources, textsPlugin } from './scripts/texts/textsPlugin.ts'

// The same conditions as the server has when Node runs it: with Vite's own 'development', graphql would be loaded
// twice.
const conditions = ['node', 'module-sync']
const ssr = { resolve: { conditions, externalConditions: conditions } }

const common = {
  pool: 'forks',
  // A test that hangs is found all the same; a machine that others use too is no reason to fail.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  env: { TZ: 'UTC' },
} as const

export default defineConfig({
  test: {
    globalSetup: ['tests/database.setup.ts'],
    // Vitest's own choice leaves one core free, and on two cores some of the time is waiting: for intervals, for
    // PostgreSQL.
    maxWorkers: 3,
    projects: [
      {
        plugins: [textsPlugin(screenSources)],
        ssr,
        test: {
          ...common,
          name: 'src',
          include: ['src/**/*.test.ts'],
          // Files share processes, so that the product is imported three times and not 260 times: a fifth of the whole
          // run. What one file registers is seen by the next.
          isolate: false,
        },
      },
      {
        plugins: [textsPlugin(screenSources)],
        // Components whose logic only a browser test would reach otherwise, in a document without layout.
        test: { ...common, name: 'components', include: ['src/**/*.test.tsx'], environment: 'jsdom' },
      },
      {
        plugins: [textsPlugin(screenSources)],
        ssr,
        test: {
          ...common,
          // Tests of the whole product count what is registered, and change what a process has once.
          name: 'product',
          include: ['{tests,scripts,bench}/**/*.test.ts'],
        },
      },
    ],
  },
})
