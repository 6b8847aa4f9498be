import { dirname, posix } from 'node:path'

/**
 * The order of domains on the server: a domain imports only domains of earlier lines, so there are no circles. People
 * and places come first; then messages, which carry what others tell; then what happens to people; then what reads all
 * of it. Where an earlier domain must act for a later one, the later one registers in `src/app/domainLinks.ts`.
 */
const domainOrder: readonly (readonly string[])[] = [
  ['users', 'buses'],
  ['classes'],
  ['students'],
  ['messaging'],
  ['attendance', 'chat', 'discipline', 'expenses', 'fees', 'legacy', 'udise'],
  ['accounting', 'attention', 'certificates', 'daybook', 'gate', 'idcards', 'lectures'],
  ['exams'],
  ['promotion', 'schools'],
  ['onlinefees', 'privacy', 'reports', 'setup'],
  ['dashboard'],
  ['family'],
]

/**
 * The order of domains in the browser. It differs from that of the server, because a screen shows parts of the domains
 * that tell of a person or of money: the student's page, the dashboard. Where an earlier domain shows a part of a later
 * one, `src/app/signedIn.tsx` registers it.
 */
const screenOrder: readonly (readonly string[])[] = [
  ['users', 'buses'],
  ['classes'],
  ['fees'],
  [
    'accounting',
    'attendance',
    'certificates',
    'chat',
    'daybook',
    'discipline',
    'expenses',
    'gate',
    'legacy',
    'messaging',
    'privacy',
    'promotion',
    'reports',
    'setup',
  ],
  ['attention', 'exams', 'onlinefees'],
  ['students'],
  ['idcards', 'udise'],
  ['dashboard'],
  ['lectures', 'schools'],
  ['family'],
]

/**
 * Why a file may not import another, or undefined when it may. Paths are relative to the project's root, with `/`.
 * The rules are those of ARCHITECTURE.md: the two sides never meet, and a domain is entered by its exports alone.
 */
export function boundary(from: string, to: string): string | undefined {
  if (/\.test\.tsx?$/.test(from) || !from.startsWith('src/')) return undefined
  const [a, b] = [partOf(from), partOf(to)]
  if (a.side === 'family' && b.layer !== 'shared' && !isOfFamilyPages(a, b, to))
    return 'the pages of families import shared/, their own domain and exports of each other alone: they are small for slow lines'
  if (a.layer === 'shared' && b.layer !== 'shared') return 'shared/ is pure and imports nothing but shared/'
  if (isBrowser(a) && isServer(b)) return 'the browser side never imports the server side'
  if (isServer(a) && isBrowser(b)) return 'the server side never imports the browser side'
  if (b.layer === 'development' && a.layer !== 'development' && a.layer !== 'app')
    return 'development/ (stand-ins and demo data) is for app/ alone'
  if (a.layer === 'platform' && (b.layer === 'domains' || b.layer === 'app')) return 'platform/ knows no domain'
  if (a.layer === 'ui' && (b.layer === 'domains' || b.layer === 'app')) return 'ui/ knows no domain'
  if (a.layer === 'domains' && b.layer === 'app') return 'a domain never imports app/'
  if (a.layer === 'domains' && a.side === 'both' && (isServer(b) || isBrowser(b)))
    return 'schema and rules of a domain import shared/ and their own folder alone'
  if (a.layer === 'domains' && b.layer === 'domains' && a.domain !== b.domain && !/\.exports\.tsx?$/.test(to))
    return `the domain ${b.domain} is entered by its *.exports file alone`
  if (a.layer === 'domains' && b.layer === 'domains' && a.domain !== b.domain)
    return refusedByOrder(isBrowser(a) ? screenOrder : domainOrder, a.domain ?? '', b.domain ?? '')
  if (from.endsWith('.ts') && isServer(a) && to.endsWith('.tsx')) return 'a server file imports no TSX'
  return undefined
}

/** Returns whether a file is one that the pages of families may import besides shared/. */
function isOfFamilyPages(a: Part, b: Part, to: string): boolean {
  if (b.domain === a.domain) return b.side === 'family' || b.side === 'both'
  return b.side === 'family' && /\.exports\.tsx?$/.test(to)
}

function refusedByOrder(order: readonly (readonly string[])[], from: string, to: string): string | undefined {
  const lineOf = (domain: string) => order.findIndex((line) => line.includes(domain))
  if (lineOf(from) < 0) return `the domain ${from} has no place in the order of domains (scripts/lint/boundaries.ts)`
  return lineOf(to) < lineOf(from) ? undefined : `${from} is not above ${to} in the order of domains: it would close a circle`
}

/** Returns the file that a specifier names, relative or by package.json's `imports`; undefined for a package. */
export function target(from: string, specifier: string): string | undefined {
  if (/^#(tests|scripts)\//.test(specifier)) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? posix.normalize(posix.join(dirname(from), specifier)) : undefined
}

interface Part {
  layer: string
  domain?: string
  /** `family` is browser code too: the pages of guardians, which come without the rest. */
  side?: 'server' | 'web' | 'family' | 'both'
}

function partOf(path: string): Part {
  const [, layer = '', domain = '', folder] = path.split('/')
  if (layer === 'development') return { layer, side: 'server' }
  if (layer === 'app') return { layer, side: path.endsWith('.tsx') ? 'web' : 'server' }
  // The folders of the languages are words, which everybody shares.
  if (layer === 'languages') return { layer: 'shared' }
  if (layer !== 'domains') return { layer }
  return { layer, domain, side: folder === 'server' || folder === 'web' || folder === 'family' ? folder : 'both' }
}

function isServer({ layer, side }: Part): boolean {
  return layer === 'platform' || side === 'server'
}

function isBrowser({ layer, side }: Part): boolean {
  return layer === 'ui' || layer === 'serviceWorker' || side === 'web' || side === 'family'
}
