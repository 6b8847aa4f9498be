import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { CannotStart, diskFull, saysDiskFull } from '#platform/cannotStart.ts'
import { writeTypedDocuments } from './typedDocuments.ts'

const root = join(import.meta.dirname, '../..')
const stampFile = join(root, 'dist/web.stamp')

/** The folder of the built browser side. */
export const webFolder = join(root, 'dist/web')

/** What the browser side is made from; server files are left out, so that changing one costs no build. */
const sources = [
  'src/**',
  'public/**',
  'index.html',
  'family.html',
  'vite.config.ts',
  'scripts/webChunks.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
]
const serverOnly = /^src\/(platform\/|app\/(demo\/|[^/]*\.ts$)|domains\/[^/]+\/server\/)|\.(test\.ts|md|graphql)$/

/**
 * Builds the browser side unless it is fresh. In a folder of its own that is then published, while the build before it is being served.
 * @returns whether it was built
 * @throws CannotStart when it cannot be built
 */
export async function buildWebIfStale(onBuild: () => void): Promise<boolean> {
  await writeTypedDocuments()
  const stamp = stampOf(sourceFiles())
  if (existsSync(stampFile) && existsSync(webFolder) && readFileSync(stampFile, 'utf8') === stamp) return false
  onBuild()
  const draft = join(root, `dist/.web-${process.pid}`)
  const temporary = join(root, `dist/.web-tmp-${process.pid}`)
  removeAbandonedDrafts()
  try {
    mkdirSync(temporary, { recursive: true })
    await vite(draft, temporary)
    mustHaveNamedFiles(draft)
    await compressFiles(draft)
    rmSync(stampFile, { force: true })
    publishWeb(draft, webFolder)
    writeFileSync(stampFile, stamp)
    return true
  } catch (error) {
    if (saysDiskFull(error)) throw diskFull(root)
    throw error
  } finally {
    for (const folder of [draft, temporary]) rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws CannotStart naming the files that a page, a screen or the manifest of a build names, and that are not in it */
export function mustHaveNamedFiles(folder: string): void {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const screens = JSON.parse(read('screens.json')) as Record<string, string[]>
  const named = Object.entries(screens).flatMap(([screen, files]) => files.map((file) => ({ by: screen, file })))
  for (const page of globSync('*.html', { cwd: folder }))
    for (const [, file = ''] of read(page).matchAll(/\b(?:src|href)="\/([^"?#]+)"/g)) named.push({ by: page, file })
  for (const manifest of globSync('*.webmanifest', { cwd: folder })) {
    const { icons = [] } = JSON.parse(read(manifest)) as { icons?: { src: string }[] }
    named.push(...icons.map(({ src }) => ({ by: manifest, file: src.replace(/^\//, '') })))
  }
  const missing = named.filter(({ file }) => !existsSync(join(folder, file))).map(({ by, file }) => `${by} names ${file}`)
  if (missing.length > 0)
    throw new CannotStart(`The browser side names files that were not built:\n${[...new Set(missing)].join('\n')}`)
}

/** Pages that are open load the parts of their own build for so long. */
const keptMs = 7 * 24 * 60 * 60 * 1000

/**
 * Puts a build in the place of the one before, file by file: first the parts, whose names hold their hashes, then the pages that name
 * them. At every moment a whole page is served. The parts of the build before stay for a week: a page that was opened before an upgrade
 * loads them when somebody goes to another screen.
 * @param now the moment, in milliseconds
 */
export function publishWeb(draft: string, folder: string, now = Date.now()): void {
  const listFile = join(folder, '../web.superseded.json')
  const filesIn = (place: string) => globSync('**/*', { cwd: place }).filter((name) => statSync(join(place, name)).isFile())
  const isPart = (name: string) => name.startsWith('assets/')
  const fresh = filesIn(draft)
  const inUse = new Set(fresh)
  const superseded = existsSync(listFile) ? (JSON.parse(readFileSync(listFile, 'utf8')) as Record<string, number>) : {}
  for (const name of fresh.toSorted((a, b) => Number(isPart(b)) - Number(isPart(a)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    renameSync(join(draft, name), join(folder, name))
  }
  const kept: Record<string, number> = {}
  for (const name of filesIn(folder).filter((one) => !inUse.has(one))) {
    const since = superseded[name] ?? now
    if (isPart(name) && now - since < keptMs) kept[name] = since
    else rmSync(join(folder, name))
  }
  writeFileSync(listFile, JSON.stringify(kept))
}

/** Those of builds that were killed. */
function removeAbandonedDrafts(): void {
  for (const path of globSync('dist/.web-*', { cwd: root })) {
    try {
      process.kill(Number(path.split('-').at(-1)), 0)
    } catch {
      rmSync(join(root, path), { recursive: true, force: true })
    }
  }
}

function sourceFiles(): string[] {
  return globSync(sources, { cwd: root })
    .filter((path) => !serverOnly.test(path) && /\.\w+$/.test(path))
    .sort()
}

function stampOf(files: string[]): string {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/** In a process of its own: Vite sets NODE_ENV for the whole process it runs in. */
async function vite(outDir: string, temporary: string): Promise<void> {
  const said: Buffer[] = []
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--logLevel', 'warn'], {
    cwd: root,
    // The service worker's bundler leaves folders behind in the temporary one.
    env: { ...process.env, NODE_ENV: 'production', TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (part: Buffer) => said.push(part))
  child.stderr.on('data', (part: Buffer) => said.push(part))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const text = Buffer.concat(said).toString('utf8').trim()
  if (code !== 0 && saysDiskFull(text)) throw diskFull(root)
  if (code !== 0) throw new CannotStart(`The browser side could not be built:\n${text}`)
}

/** Once here, at a better rate, and not at every request. */
async function compressFiles(folder: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  await Promise.all(
    globSync('**/*.{js,css,svg,webmanifest}', { cwd: folder }).map(async (name) => {
      const content = await readFile(join(folder, name))
      if (content.length > 1024) await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }))
    }),
  )
}
