/**
 * The entry point of `npm start`. The primary process starts what exists once, and forks this same file for each
 * serving process.
 */
import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { restrictNewFiles } from '#platform/filePermissions.ts'

restrictNewFiles()
// Compiles the 1,500 files once and not in every process: a quarter of the start time. Skipped where the folder cannot
// be written.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/shala'))
await import('#platform/pdf/reactForPaper.ts')
await (cluster.isPrimary ? import('./primary.ts') : import('./servingProcess.ts'))
// Flushed now, so that a process that is killed has written its part too.
flushCompileCache()
