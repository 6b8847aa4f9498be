/** Builds the browser side into dist/web, unless it is up to date. */
import { buildWebIfStale } from '#app/webBuild.ts'

const built = await buildWebIfStale(() => undefined)
process.stdout.write(built ? 'The browser side was built.\n' : 'The browser side is fresh.\n')
