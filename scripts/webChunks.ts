import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const root = join(import.meta.dirname, '..')
const fromRoot = (path: string) => join(root, path)

/** What is there before anybody has chosen a screen: the sign-in page, the frame of whoever is signed in, the page of guardians. */
const signIn = fromRoot('src/app/web.tsx')
const shell = fromRoot('src/app/signedIn.tsx')
const family = ['src/domains/onlinefees/family/main.tsx', 'src/domains/onlinefees/family/familyPage.tsx'].map(fromRoot)
/** What the sign-in page asks for once it stands; with the frame's own files it would be twice as large. */
const notices = ['src/ui/outbox/WaitingNotice.tsx', 'src/ui/shell/UpdateBanner.tsx'].map(fromRoot)
const entries = [signIn, shell, ...notices, ...family]

/** A module that so many screens need comes with the first of them. */
const commonFrom = 8
/** Fields for days and times, a third of what is common, which the first screens of the day do not show. */
const ofDates = /node_modules\/(@mui\/x-date-pickers|dayjs|react-transition-group|dom-helpers)\/|src\/ui\/forms\/(Date|Time)Field/
/** Bytes, before compression; a smaller piece that some screens share is joined with what nearly the same screens share. */
const smallest = 3_000

type Context = Rolldown.ChunkingContext

/** The modules that a module cannot start without, itself among them. */
function neededBy(start: string, context: Context): Set<string> {
  const found = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Few files, and each page's own. Split wherever two screens share something, the dashboard was 93 files, most of them smaller than the
 * headers they came with: at six connections and 150 ms there and back, as on a phone, they took 2 s longer than their bytes.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const known = new Map<string, Set<string>>()
  const isNeededBy = (start: string, id: string, context: Context) => {
    const modules = known.get(start) ?? neededBy(start, context)
    known.set(start, modules)
    return modules.has(id)
  }
  const place = (id: string, context: Context): 'react' | 'start' | 'notices' | 'shell' | 'screens' | null => {
    if (entries.includes(id) || id.startsWith('\0')) return null
    const ofFamilies = family.some((entry) => isNeededBy(entry, id, context))
    if (isNeededBy(signIn, id, context)) return ofFamilies ? 'react' : 'start'
    if (ofFamilies) return null
    if (notices.some((entry) => isNeededBy(entry, id, context))) return 'notices'
    return isNeededBy(shell, id, context) ? 'shell' : 'screens'
  }
  const first = (id: string, context: Context) => {
    const found = place(id, context)
    return found === 'screens' ? null : found
  }
  const ofScreens = (name: string) => (id: string, context: Context) =>
    place(id, context) === 'screens' ? (ofDates.test(id) ? 'dates' : name) : null
  return [
    { debugName: 'first', name: first, priority: 3, includeDependenciesRecursively: false },
    {
      debugName: 'common',
      name: ofScreens('common'),
      priority: 2,
      minShareCount: commonFrom,
      includeDependenciesRecursively: false,
    },
    {
      debugName: 'shared',
      name: ofScreens('shared'),
      priority: 1,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: smallest,
    },
  ]
}

/** Without the names of everybody who shares a piece, which are longer than an address should be. */
export function chunkFileNames({ name }: { name: string }): string {
  return name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'
}

/**
 * Writes `screens.json`: which files a screen needs besides those that index.html names. The server says them in the page, so that
 * they are on their way with the first ones, and not after those have run: two ways there and back.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    // After Vite has removed the chunks that held nothing but styles: a page must not name them.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const close = (ids: readonly string[]) => {
          const files = new Set(chunks.filter((chunk) => ids.includes(chunk.facadeModuleId ?? '')).map((chunk) => chunk.fileName))
          for (const name of files) for (const next of chunks.find((one) => one.fileName === name)?.imports ?? []) files.add(next)
          return files
        }
        const named = close([fromRoot('index.html')])
        const screens = routeModules().map(([path, module]) => [
          path,
          [...close([shell, module])].filter((file) => !named.has(file)),
        ])
        this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) })
      },
    },
  }
}

/** Each address of the routes' tables with the module of its screen. */
export function routeModules(): [path: string, module: string][] {
  return globSync('src/domains/*/web/routes.tsx', { cwd: root }).flatMap((table) => {
    const text = readFileSync(fromRoot(table), 'utf8')
    const found = [...text.matchAll(/path: '([^']+)'.*?load: \(\) => import\('([^']+)'\)/gs)]
    const paths = text.match(/\bpath: '/g)?.length ?? 0
    if (found.length !== paths) throw new Error(`${relative(root, table)}: a route without path: '…' or load: () => import('…').`)
    return found.map(([, path = '', module = '']): [string, string] => [path, join(root, dirname(table), module)])
  })
}
