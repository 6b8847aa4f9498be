import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#platform/cannotStart.ts'

/** A small disk that can be filled. */
export interface SmallDisk {
  folder: string
  /** Fills the disk except for this many bytes. */
  fill(but: number): void
  free(): void
  /** Returns the free bytes. */
  left(): number
  remove(): void
}

/**
 * Mounts an in-memory disk of this many megabytes at a new folder.
 * @throws CannotStart when this process may not mount
 */
export function smallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=711`, 'shala-faults', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0)
    throw new CannotStart(
      `A disk that can be filled is mounted for this run, which takes root on Linux: ${(mounted.error?.message ?? mounted.stderr).split('\n')[0]}`,
    )
  const ballast = join(folder, 'ballast')
  const left = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    left,
    fill: (but) => {
      const file = openSync(ballast, 'a')
      const part = Buffer.alloc(1 << 20)
      try {
        for (let more = left() - but; more > 0; more = left() - but) writeSync(file, part, 0, Math.min(part.length, more))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      // A process that is still ending there would keep it busy.
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
