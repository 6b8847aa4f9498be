/**
 * What `npm start` runs, in two parts: the process that is started brings up what there is once, and starts this same file again for
 * each process that serves.
 */
import cluster from 'node:cluster'

await (cluster.isPrimary ? import('./primary.ts') : import('./servingProcess.ts'))
