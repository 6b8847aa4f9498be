import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { CannotStart, diskFullError, isDiskFull } from '#platform/cannotStart.ts'
import { inLanguage, languages } from '#shared/languages.ts'
import { writeTypedDocuments } from './typedDocuments.ts'

const root = join(import.meta.dirname, '../..')
const stampFile = join(root, 'dist/web.stamp')

/** The folder of the built browser side. */
export const webFolder = join(root, 'dist/web')

/** The sources of the browser side. Server files are excluded, so that changing one needs no build. */
const sources = [
  'src/**',
  'public/**',
  'index.html',
  'family.html',
  'family-home.html',
  'vite.config.ts',
  'lingui.config.ts',
  'scripts/iconsPlugin.ts',
  'scripts/texts/*.ts',
  'scripts/webBudgets.ts',
  'scripts/webChunks.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'tsconfig.worker.json',
]
const serverOnly = /^src\/(platform\/|app\/(demo\/|[^/]*\.ts$)|domains\/[^/]+\/server\/)|\.(test\.ts|md|graphql)$/

/**
 * Builds the browser side unless it is up to date. Builds into a draft folder and then publishes it, while the previous
 * build is served.
 *
 * @returns whether it was built
 * @throws CannotStart when the build fails
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
    await runVite(draft, temporary, stamp)
    requireReferencedFiles(draft)
    writeProduct(draft)
    await compressFiles(draft)
    rmSync(stampFile, { force: true })
    publishWeb(draft, webFolder)
    writeFileSync(stampFile, stamp)
    return true
  } catch (error) {
    if (isDiskFull(error)) throw diskFullError(root)
    throw error
  } finally {
    for (const folder of [draft, temporary]) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Checks that a build contains every file that its pages, screens and manifests reference.
 *
 * @throws CannotStart naming the missing files
 */
export function requireReferencedFiles(folder: string): void {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const screens = JSON.parse(read('screens.json')) as Record<string, string[]>
  const referenced = Object.entries(screens).flatMap(([screen, files]) => files.map((file) => ({ by: screen, file })))
  for (const page of globSync('*.html', { cwd: folder }))
    for (const [, file = ''] of read(page).matchAll(/\b(?:src|href)="\/([^"?#]+)"/g)) referenced.push({ by: page, file })
  for (const manifest of globSync('*.webmanifest', { cwd: folder })) {
    const { icons = [] } = JSON.parse(read(manifest)) as { icons?: { src: string }[] }
    referenced.push(...icons.map(({ src }) => ({ by: manifest, file: src.replace(/^\//, '') })))
  }
  const missing = referenced.filter(({ file }) => !existsSync(join(folder, file))).map(({ by, file }) => `${by} names ${file}`)
  if (missing.length > 0)
    throw new CannotStart(`The browser side names files that were not built:\n${[...new Set(missing)].join('\n')}`)
}

/**
 * Writes the product's code and styles into one file a language, for the service worker
 * (src/serviceWorker/product.ts). Without what phones never need, and without workers, which need the policy that the
 * server sends with them.
 */
function writeProduct(folder: string): void {
  const styles = globSync('assets/*.css', { cwd: folder })
  for (const language of languages) {
    const scripts = globSync(language === 'en' ? 'assets/*.js' : `assets/${language}-*/*.js`, { cwd: folder })
    const names = [...scripts, ...styles].filter((name) => !/\/(family|FormatEdit)|worker/.test(name))
    const product = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
    writeFileSync(join(folder, inLanguage('product.json', language)), JSON.stringify(product))
  }
}

/**
 * Replaces the previous build file by file: first the chunks, whose names contain their hashes, then the pages that
 * reference them. So a consistent page is served at every moment; a page that is open finds its chunks among those that
 * are kept (keptChunks.ts).
 */
function publishWeb(draft: string, folder: string): void {
  const filesIn = (path: string) => globSync('**/*', { cwd: path }).filter((name) => statSync(join(path, name)).isFile())
  const isChunk = (name: string) => name.startsWith('assets/')
  const fresh = filesIn(draft)
  for (const name of fresh.toSorted((a, b) => Number(isChunk(b)) - Number(isChunk(a)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    renameSync(join(draft, name), join(folder, name))
  }
  const inUse = new Set(fresh)
  for (const name of filesIn(folder)) if (!inUse.has(name)) rmSync(join(folder, name))
}

/** Removes the drafts of builds that were killed. */
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

/** Runs Vite in its own process, because it sets NODE_ENV for the whole process. */
async function runVite(outDir: string, temporary: string, stamp: string): Promise<void> {
  const output: Buffer[] = []
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--logLevel', 'warn'], {
    cwd: root,
    // The service worker's bundler leaves folders behind in the temporary one.
    env: { ...process.env, NODE_ENV: 'production', TMPDIR: temporary, VITE_BUILD: stamp.slice(0, 12) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const text = Buffer.concat(output).toString('utf8').trim()
  if (code !== 0 && isDiskFull(text)) throw diskFullError(root)
  if (code !== 0) throw new CannotStart(`The browser side could not be built:\n${text}`)
}

/** Compresses once at build time, at a better rate than per request. */
async function compressFiles(folder: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await Promise.all(
    globSync('**/*.{js,css,svg,json,webmanifest}', { cwd: folder }).map(async (name) => {
      const content = await readFile(join(folder, name))
      if (content.length > 1024) await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content, { params }))
    }),
  )
}
