import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { languages } from '#shared/languages.ts'
import { screenList } from '#shared/screenFiles.ts'
import { overBudget } from './webBudgets.ts'

const root = join(import.meta.dirname, '..')
const fromRoot = (path: string) => join(root, path)

/** Entries that load before a screen is chosen: the page, its sign-in, its signed-in frame, the guardians' page. */
const page = fromRoot('src/app/web.tsx')
const shell = fromRoot('src/app/signedIn.tsx')
const family = ['src/domains/onlinefees/family/main.tsx', 'src/domains/onlinefees/family/familyPage.tsx'].map(fromRoot)
/** The family's own place, which shows the guardians' page among others. */
const home = ['src/domains/family/family/main.tsx', 'src/domains/family/family/familyHomePage.tsx'].map(fromRoot)
const signIn = fromRoot('src/domains/users/web/SignInRoutes.tsx')
/** Asks for a screen's data before the other code has come (decision 0046). */
export const openingEntry = fromRoot('src/app/opening.tsx')
/** The service worker of the family's own place. It has an address of its own, and no file beside it. */
export const familyWorker = fromRoot('src/serviceWorker/familySw.ts')
/**
 * The screen that teachers open every morning on a phone. What it shares with this many screens comes with the
 * frame; what it shares with one other is a file of its own, but for style sheets. With the frame, that was 3 kB
 * on every first visit.
 */
const shellFrom = 3
const register = fromRoot('src/domains/attendance/web/AttendanceScreen.tsx')

/** The other screens that people open first: what two of them need is in the common chunk. */
const often = ['dashboard/web/DashboardScreen', 'fees/web/FeesScreen', 'students/web/StudentsScreen'].map((screen) =>
  fromRoot(`src/domains/${screen}.tsx`),
)

/** A module that at least this many screens need when they open is in the common chunk. */
const commonFrom = 6
/** What forms alone need: rules of fields, and the fields with their state. */
const ofForms = /node_modules\/(zod|react-hook-form|@hookform)\/|src\/ui\/forms\//
/** What lists need, but for the export, which charts have too. */
const ofTables = /src\/ui\/DataTable\//
const exportButton = fromRoot('src/ui/DataTable/ExportButton.tsx')

/** What the page of families imports and does not use: of zod it takes one regular expression. */
const shakenOff = /node_modules\/zod\/v4\/core\/(?!regexes)/

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
  const screens = routeModules().map(([, module]) => module)
  const needsForms = (id: string, context: Context) => [...neededBy(id, context)].some((one) => ofForms.test(one))
  const usersOf = (id: string, context: Context, among = screens) =>
    among.filter((screen) => isNeededBy(screen, id, context)).length
  const isCommon = (id: string, context: Context) =>
    usersOf(id, context) >= commonFrom || (usersOf(id, context, often) > 1 && !needsForms(id, context))
  const place = (
    id: string,
    context: Context,
  ):
    | 'opening'
    | 'base'
    | 'react'
    | 'familyStart'
    | 'familyParts'
    | 'start'
    | 'signIn'
    | 'shell'
    | 'register'
    | 'screens'
    | null => {
    if (isNeededBy(familyWorker, id, context)) return null
    if (id === page || id === signIn || id === openingEntry || [...family, ...home].includes(id)) return null
    // What the bundler adds for every page.
    if (id.startsWith('\0')) return 'react'
    const isOf = (entries: readonly string[]) => !shakenOff.test(id) && entries.some((entry) => isNeededBy(entry, id, context))
    const ofFamilies = isOf(family)
    // Apart from what families need, because the opening request waits for it.
    if (isNeededBy(openingEntry, id, context)) return ofFamilies ? 'base' : 'opening'
    if (isNeededBy(page, id, context)) return ofFamilies ? 'react' : 'start'
    if (ofFamilies && isNeededBy(register, id, context)) return 'react'
    // Apart from the other parts, because the pages' own requests wait for it.
    if (isOf(home) && id.includes('/onlinefees/family/'))
      return isOf([family[0] ?? '', home[0] ?? '']) ? 'familyStart' : 'familyParts'
    if (ofFamilies || isOf(home)) return null
    // With what the screens need too, so that neither loads the other's.
    if (isNeededBy(signIn, id, context)) return isNeededBy(shell, id, context) || usersOf(id, context) > 0 ? 'start' : 'signIn'
    if (isNeededBy(shell, id, context)) return 'shell'
    if (!isNeededBy(register, id, context)) return 'screens'
    const users = usersOf(id, context)
    if (users >= shellFrom || (users > 1 && id.endsWith('.css'))) return 'shell'
    return users > 1 ? 'register' : 'screens'
  }
  const first = (id: string, context: Context) => {
    const chunk = place(id, context)
    return chunk === 'screens' ? null : chunk
  }
  const ofScreens = (name: string) => (id: string, context: Context) => (place(id, context) === 'screens' ? name : null)
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
      // As much again, and a dashboard has no table.
      debugName: 'tables',
      name: (id, context) =>
        ofTables.test(id) && !isNeededBy(exportButton, id, context) && isCommon(id, context)
          ? ofScreens('tables')(id, context)
          : null,
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
      // A style sheet is a request of its own however small it is, so there are two of them: what people open first
      // needs the smaller one. The register does without either.
      debugName: 'common styles',
      name: (id, context) =>
        id.endsWith('.module.css') && !isNeededBy(register, id, context)
          ? ofScreens(usersOf(id, context, often) > 0 ? 'common' : 'styles')(id, context)
          : null,
      priority: 2,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      debugName: 'shared',
      name: ofScreens('shared'),
      priority: 1,
      minShareCount: 2,
      // Small chunks stay apart: merged with others, the dashboard would load the code of forms for ten lines.
      entriesAware: true,
    },
  ]
}

/** Returns a chunk's file name without the names of all its screens, which would be too long for a URL. */
export function chunkFileNames({ name }: { name: string }): string {
  return name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js'
}

/** Returns an entry's file name: a service worker's address stays the same. */
export function entryFileNames({ name }: { name: string }): string {
  return name === 'familySw' ? 'family-sw.js' : 'assets/[name]-[hash].js'
}

/**
 * Writes `screens.json` and a list in index.html: the files that each screen needs besides those that the page names
 * (shared/screenFiles.ts). A screen's page lists them, so that they load together with the first files instead of after
 * them. This saves two round trips.
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
        const named = close([fromRoot('index.html'), openingEntry])
        const opened: [path: string, modules: string[]][] = [
          ['/', [signIn]],
          ...routeModules().map(([path, module]): [string, string[]] => [path, [shell, module]]),
        ]
        const screens = opened.map(([path, modules]): [string, string[]] => [
          path,
          [...close(modules)].filter((file) => !named.has(file)),
        ])
        const pages = {
          ...Object.fromEntries(screens.map(([path, files]) => [path, [...named, ...files]])),
          '/family.html': close([fromRoot('family.html'), ...family]),
          '/family': close([fromRoot('family-home.html'), ...home]),
        }
        // The scripts of the other languages lie in folders of their own (scripts/texts/languageFiles.ts).
        const folders = new Set(Object.keys(bundle).flatMap((name) => /^assets\/[^/]+(?=\/.*\.js$)/.exec(name) ?? []))
        if (folders.size !== languages.length - 1) this.error(`The scripts of ${languages.length - 1} languages are needed.`)
        const over = [undefined, ...folders].flatMap((folder) => overBudget(pages, bundle, folder))
        if (over.length > 0) this.error(`Too much for a first visit (scripts/webBudgets.ts):\n${over.join('\n')}`)
        const files = Object.fromEntries(screens)
        this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(files) })
        // The server and the service worker put the preload tags of the screen at an address in the list's place.
        const page = bundle['index.html']
        if (page?.type === 'asset') page.source = String(page.source).replace('</head>', () => `${screenList(files)}</head>`)
      },
    },
  }
}

/** Puts the script of the opening request before all others, so that the browser fetches it first. */
export function openingScript(): Plugin {
  return {
    name: 'opening-script',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { filename, bundle }) => {
        if (!filename.endsWith('index.html')) return []
        const script = (src: string) => ({
          tag: 'script',
          attrs: { type: 'module', async: true, crossorigin: true, src },
          injectTo: 'head-prepend' as const,
        })
        if (!bundle) return [script('/src/app/opening.tsx')]
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const opening = chunks.find(({ facadeModuleId }) => facadeModuleId === openingEntry)
        if (!opening) throw new Error('The opening request has no chunk.')
        return [
          script(`/${opening.fileName}`),
          ...opening.imports.map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head-prepend' as const,
          })),
        ]
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
