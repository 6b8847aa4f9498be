/**
 * What `npm start` runs, in two parts: the process that is started brings up what there is once, and starts this same file again for
 * each process that serves.
 */
import cluster from 'node:cluster'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { writePrivately } from '#platform/privateFiles.ts'

writePrivately()
// Fifteen hundred files are compiled once, and not by every process: a quarter of what a start costs. Where it cannot be written, it is not.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/shala'))
await (cluster.isPrimary ? import('./primary.ts') : import('./servingProcess.ts'))
// One that is killed has left it too.
flushCompileCache()
