import { execFile } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '#platform/cannotStart.ts'

const execute = promisify(execFile)
const root = join(import.meta.dirname, '../..')

/** Releases in folders of their own, and a link that names the one that runs, as docs/install.md has them. */
export interface Releases {
  /** The link. */
  current: string
  /** Makes a release of a version: its committed files, its packages, the built browser side. Returns its folder. */
  make(version: string): Promise<string>
  /** Lets the link name the release of a version. */
  use(version: string): void
}

export function releasesIn(folder: string): Releases {
  mkdirSync(folder, { recursive: true })
  const current = join(folder, 'current')
  const nameOf = (version: string) => version.replaceAll(/[^\w.-]/g, '_')
  return {
    current,
    make: async (version) => {
      const release = join(folder, nameOf(version))
      mkdirSync(release)
      await filesOf(version, release)
      for (const words of [
        ['ci', '--no-audit', '--no-fund'],
        ['run', 'build'],
      ])
        await execute('npm', words, { cwd: release })
      return release
    },
    use: (version) => {
      const draft = `${current}.draft`
      rmSync(draft, { force: true })
      symlinkSync(nameOf(version), draft)
      renameSync(draft, current)
    },
  }
}

async function filesOf(version: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`
  await execute('git', ['archive', '--output', archive, version], { cwd: root }).catch(() => {
    throw new CannotStart(`There is no version ${version}: a tag, a branch or a commit.`)
  })
  await execute('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
}

/** Returns the newest tag before the commit that is checked out. @throws CannotStart without one */
export async function versionBefore(): Promise<string> {
  try {
    return (await execute('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], { cwd: root })).stdout.trim()
  } catch {
    throw new CannotStart('No tag names the version before. Say which it is: --from COMMIT')
  }
}
