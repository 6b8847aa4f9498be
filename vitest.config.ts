import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { screenSources, textsPlugin } from './scripts/texts/textsPlugin.ts'

// The same conditions as the server has when Node runs it: with Vite's own 'development', graphql would be loaded
// twice.
const conditions = ['node', 'module-sync']
const ssr = { resolve: { conditions, externalConditions: conditions } }

const common = {
  pool: 'forks',
  // For what hangs: ten times what the longest takes alone.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: ['tests/moment/moment.setup.ts', 'tests/properties.setup.ts'] as string[],
  // For threads.
  execArgv: [`--import=${new URL('tests/moment/shiftedClock.ts', import.meta.url).href}`] as string[],
} as const

/** Tests that may have a database. */
const withDatabase = {
  ...common,
  setupFiles: [...common.setupFiles, 'tests/cluster/statements.setup.ts', 'tests/rows/rows.setup.ts'],
}

const plugins = [textsPlugin(screenSources)]

/** Property tests that `npm test` shortens. */
const shortened = globSync('src/**/*.test.ts').filter((file) => readFileSync(file, 'utf8').includes('#tests/properties.ts'))

/** What `npm test` runs. */
const short = { TZ: 'UTC' }
/** What `npm run test:rest` runs. */
const long = { TZ: 'UTC', PROPERTY_RUNS: 'full' }

export default defineConfig({
  test: {
    globalSetup: ['tests/database.setup.ts'],
    // Vitest's own choice leaves one core free, and on two cores some of the time is waiting: for intervals, for
    // PostgreSQL.
    maxWorkers: 3,
    projects: [
      {
        plugins,
        ssr,
        test: {
          ...withDatabase,
          name: 'src',
          include: ['src/**/*.test.ts'],
          exclude: ['**/*.slow.test.ts'],
          env: short,
          // Files share processes, so that the product is imported three times and not 260 times: a fifth of the whole
          // run. What one file registers is seen by the next.
          isolate: false,
        },
      },
      {
        plugins,
        // Components whose logic only a browser test would reach otherwise, in a document without layout.
        test: {
          ...common,
          name: 'components',
          include: ['src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: [...common.setupFiles, 'src/ui/testing/components.setup.ts'],
          env: short,
        },
      },
      {
        plugins,
        ssr,
        // What kills processes, waits for them, or draws hundreds of papers.
        test: { ...withDatabase, name: 'slow', include: ['src/**/*.slow.test.ts'], env: long, isolate: false },
      },
      {
        plugins,
        ssr,
        // At full length what `npm test` has shortened.
        test: { ...withDatabase, name: 'properties', include: shortened, env: long, isolate: false },
      },
      {
        plugins,
        ssr,
        test: {
          ...withDatabase,
          // Tests of the whole product count what is registered, and change what a process has once.
          name: 'product',
          include: ['{tests,scripts,bench}/**/*.test.ts'],
          env: long,
        },
      },
    ],
  },
})
