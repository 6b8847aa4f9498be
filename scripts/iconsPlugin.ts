import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const icons = /import \{([^}]*)\} from '[^']*kit\/icons\.ts'\n?|import \{([^}]*)\} from '\.\/icons\.ts'\n?/g

/**
 * Imports each icon from its own file instead of from `ui/kit/icons.ts`. Through the list, every screen would need all
 * icons of all screens: 40 kB, 7 kB gzipped, on the first visit.
 */
export function iconsPlugin(): Plugin {
  const packageList = readFileSync(join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8')
  const fileOf = new Map(
    [...packageList.matchAll(/export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
  const ownList = readFileSync(join(root, 'src/ui/kit/icons.ts'), 'utf8')
  const lucideOf = new Map([...ownList.matchAll(/^ {2}(\w+) as (\w+),$/gm)].map(([, theirs = '', own = '']) => [own, theirs]))
  const importOf = (specifier: string): string => {
    const [, isType, name = '', alias = name] = /^(type )?(\w+)(?: as (\w+))?$/.exec(specifier) ?? []
    const file = fileOf.get(lucideOf.get(name) ?? '')
    if (isType) return ''
    if (file === undefined) throw new Error(`${specifier} is not in ui/kit/icons.ts, or its icon is not in lucide-react.`)
    return `import ${alias} from 'lucide-react/icons/${file}'\n`
  }
  return {
    name: 'icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: /icons\.ts'/ },
      handler: (code) => ({
        code: code.replaceAll(icons, (_, names?: string, ownNames?: string) =>
          (names ?? ownNames ?? '')
            .split(',')
            .map((specifier) => specifier.trim())
            .filter(Boolean)
            .map(importOf)
            .join(''),
        ),
        map: null,
      }),
    },
  }
}
