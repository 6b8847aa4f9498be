/**
 * Completes package-lock.json for the platforms that npm could not read.
 * npm leaves an optional package out of the lock file when the registry does not serve it (a mirror with one platform
 * only), and `npm ci` then refuses the whole file. This adds an entry with version and platform for each such package,
 * so that every machine accepts the lock file and installs what fits it. Run it after every `npm install`.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface Entry {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x']

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const added: string[] = []

for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`
    const os = systems.find((system) => name.includes(system))
    const cpu = processors.find((processor) => name.includes(processor))
    if (lock.packages[path] || !os || !cpu || !/^\d/.test(version)) continue
    lock.packages[path] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      os: [os],
      cpu: [cpu],
      ...(name.includes('musl') ? { libc: ['musl'] } : {}),
    }
    added.push(path)
  }
}

const packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
process.stdout.write(`${added.length} platform packages added to package-lock.json\n`)
