import { gzipSync } from 'node:zlib'
import type { Rolldown } from 'vite'

/**
 * What a first visit to a screen may load at most: JavaScript and style sheets, in kB after gzip. They only go down:
 * the aim is 145 for the register and live lectures, 165 for the dashboard and students, 190 for every other screen, 85
 * for the pages of families (decisions/0127).
 */
export const budgets: Readonly<Record<string, number>> = {
  '/attendance': 157,
  '/studentLectures': 145,
  '/students': 165,
  '/dashboard': 165,
  '/family.html': 93,
  '/family': 103,
}

/** Budget of the screens that are not named above. */
export const usualBudget = 190

/** What a first visit in another language may load more, in kB: its letters have three bytes. Measured: 1 to 6. */
export const languageExtra = 12

/**
 * Returns a sentence for each page whose first visit loads more than its budget, with the packages that weigh most.
 * @param pages the files of each page, by its path
 * @param folder of another language's scripts, such as `assets/mr-x1y2z3`
 */
export function overBudget(
  pages: Readonly<Record<string, Iterable<string>>>,
  bundle: Rolldown.OutputBundle,
  folder?: string,
): string[] {
  const sizes = new Map<string, number>()
  const sizeOf = (name: string): number => {
    const file = bundle[name]
    if (!file || !/\.(js|css)$/.test(name)) return 0
    const size = sizes.get(name) ?? gzipSync(file.type === 'chunk' ? file.code : file.source).length
    sizes.set(name, size)
    return size
  }
  return Object.entries(pages).flatMap(([path, files]) => {
    const names = [...files].map((name) => (folder && name.endsWith('.js') ? name.replace(/^assets/, folder) : name))
    const kB = names.reduce((sum, name) => sum + sizeOf(name), 0) / 1000
    const budget = (budgets[path] ?? usualBudget) + (folder ? languageExtra : 0)
    if (kB <= budget) return []
    const largest = packagesIn(names, bundle)
      .slice(0, 12)
      .map(([name, bytes]) => `${name} ${Math.round(bytes / 1000)}`)
    return [
      `${path}${folder ? ` in ${folder}` : ''}: ${Math.ceil(kB)} kB, budget ${budget}. Largest, in kB before compression: ${largest.join(', ')}`,
    ]
  })
}

/** Returns the packages of chunks, with the bytes of their code, the largest first. */
function packagesIn(files: readonly string[], bundle: Rolldown.OutputBundle): [name: string, bytes: number][] {
  const packages = new Map<string, number>()
  for (const name of files) {
    const file = bundle[name]
    if (file?.type !== 'chunk') continue
    for (const [id, { renderedLength }] of Object.entries(file.modules))
      packages.set(packageOf(id), (packages.get(packageOf(id)) ?? 0) + renderedLength)
  }
  return [...packages].sort((a, b) => b[1] - a[1])
}

/** Returns the package of a module, 'shala' for our own. */
export function packageOf(id: string): string {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'shala'
}
