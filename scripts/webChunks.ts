import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { overBudget } from './webBudgets.ts'

const root = join(import.meta.dirname, '..')
const fromRoot = (path: string) => join(root, path)

/** Entries that load before a screen is chosen: the sign-in page, the signed-in frame, the guardians' page. */
const signIn = fromRoot('src/app/web.tsx')
const shell = fromRoot('src/app/signedIn.tsx')
const family = ['src/domains/onlinefees/family/main.tsx', 'src/domains/onlinefees/family/familyPage.tsx'].map(fromRoot)
/** Modules that the sign-in page loads after it is shown. With the frame's own files it would be twice as large. */
const notices = ['src/ui/outbox/WaitingNotice.tsx', 'src/ui/shell/UpdateBanner.tsx'].map(fromRoot)
const entries = [signIn, shell, ...notices, ...family]

/** A module that at least this many screens need when they open is in the common chunk. */
const commonFrom = 6
/** What forms alone need: rules of fields, and the fields with their state. */
const ofForms = /node_modules\/(zod|react-hook-form|@hookform)\/|src\/ui\/forms\//

/** What the page of families imports and does not use: of zod it takes one regular expression. */
const shakenOff = /node_modules\/zod\/v4\/core\/(?!regexes)/

/**
 * Minimum chunk size in bytes before compression. A smaller chunk is merged with one that nearly the same screens
 * share.
 */
const smallest = 3_000

type Context = Rolldown.ChunkingContext

/** Returns the modules that a module needs to start, including itself. */
function neededBy(start: string, context: Context): Set<string> {
  const needed = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (needed.has(id)) continue
    needed.add(id)
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return needed
}

/**
 * Groups modules into few chunks. With a chunk for every combination of screens the dashboard had 93 files, most of
 * them smaller than their headers. At six connections and 150 ms round trip, as on a phone, they took 2 s longer than
 * their bytes.
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
    const ofFamilies = !shakenOff.test(id) && family.some((entry) => isNeededBy(entry, id, context))
    if (isNeededBy(signIn, id, context)) return ofFamilies ? 'react' : 'start'
    if (ofFamilies) return null
    if (notices.some((entry) => isNeededBy(entry, id, context))) return 'notices'
    return isNeededBy(shell, id, context) ? 'shell' : 'screens'
  }
  const first = (id: string, context: Context) => {
    const chunk = place(id, context)
    return chunk === 'screens' ? null : chunk
  }
  const ofScreens = (name: string) => (id: string, context: Context) => (place(id, context) === 'screens' ? name : null)
  const screens = routeModules().map(([, module]) => module)
  const isCommon = (id: string, context: Context) =>
    screens.filter((screen) => isNeededBy(screen, id, context)).length >= commonFrom
  const needsForms = (id: string, context: Context) => [...neededBy(id, context)].some((one) => ofForms.test(one))
  return [
    { debugName: 'first', name: first, priority: 4, includeDependenciesRecursively: false },
    {
      // A third of the code that screens share, and a teacher's register has no form.
      debugName: 'forms',
      name: (id, context) =>
        ofForms.test(id) || (isCommon(id, context) && needsForms(id, context)) ? ofScreens('forms')(id, context) : null,
      priority: 3,
      includeDependenciesRecursively: false,
    },
    {
      debugName: 'common',
      name: (id, context) => (isCommon(id, context) ? ofScreens('common')(id, context) : null),
      priority: 2,
      includeDependenciesRecursively: false,
    },
    {
      // A style sheet is a request of its own however small it is.
      debugName: 'common styles',
      name: (id, context) => (id.endsWith('.module.css') ? ofScreens('common')(id, context) : null),
      priority: 2,
      minShareCount: 2,
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

/** Returns a chunk's file name without the names of all its screens, which would be too long for a URL. */
export function chunkFileNames({ name }: { name: string }): string {
  return name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'
}

/**
 * Writes `screens.json`: the files that each screen needs besides those that index.html names. The server lists them in
 * the page, so that they load together with the first files instead of after them. This saves two round trips.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    // Runs after Vite has removed chunks that contained only styles, because a page must not name them.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const close = (ids: readonly string[]) => {
          const files = new Set(chunks.filter((chunk) => ids.includes(chunk.facadeModuleId ?? '')).map((chunk) => chunk.fileName))
          for (const name of files)
            for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) files.add(next)
          for (const { fileName, viteMetadata } of chunks)
            if (files.has(fileName)) for (const sheet of viteMetadata?.importedCss ?? []) files.add(sheet)
          return files
        }
        const named = close([fromRoot('index.html')])
        const screens = routeModules().map(([path, module]): [string, string[]] => [
          path,
          [...close([shell, module])].filter((file) => !named.has(file)),
        ])
        const pages = {
          ...Object.fromEntries(screens.map(([path, files]) => [path, [...named, ...files]])),
          '/family.html': close([fromRoot('family.html'), ...family]),
        }
        const over = overBudget(pages, bundle)
        if (over.length > 0) this.error(`Too much for a first visit (scripts/webBudgets.ts):\n${over.join('\n')}`)
        this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) })
      },
    },
  }
}

/** Returns each path of the route tables with its screen's module. */
export function routeModules(): [path: string, module: string][] {
  return globSync('src/domains/*/web/routes.tsx', { cwd: root }).flatMap((table) => {
    const text = readFileSync(fromRoot(table), 'utf8')
    const loadedRoutes = [...text.matchAll(/path: '([^']+)'.*?load: \(\) => import\('([^']+)'\)/gs)]
    const paths = text.match(/\bpath: '/g)?.length ?? 0
    if (loadedRoutes.length !== paths)
      throw new Error(`${relative(root, table)}: a route without path: '…' or load: () => import('…').`)
    return loadedRoutes.map(([, path = '', module = '']): [string, string] => [path, join(root, dirname(table), module)])
  })
}
