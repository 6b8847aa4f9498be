import rateLimit from '@fastify/rate-limit'
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { schoolIdInToken } from '#shared/paperTokens.ts'
import { t } from '#shared/texts.ts'
import { requestCounter } from '../auth/requestCounter.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { asRefusal } from '../database/failures.ts'
import { signedReadUrl } from '../files/signedUrls.ts'
import { spokenLanguage } from '../languages/speech.ts'
import { httpStatus, Refusal } from '../refusal.ts'
import { type School, schoolById } from '../school.ts'
import { dataHeaders } from './headers.ts'
import { sharedLimit } from './sharedLimit.ts'

/** Unknown codes allowed per network address. People mistype, and many people may share one address. */
const guessLimit = { window: 900, max: 60 }
/** Maximum pages per minute and network address. */
const requestsPerMinute = 300

const css = `
html { color-scheme: light; }
body { margin: 0; padding: 24px 16px; background: #eef1f4; color: #14202b; font: 16px/1.5 system-ui, "Noto Sans Devanagari", sans-serif; overflow-wrap: anywhere; }
main { box-sizing: border-box; max-width: 480px; margin: 0 auto; padding: 24px 20px; background: #fff; border: 1px solid #cfd6dd; border-radius: 12px; }
header { display: flex; align-items: center; gap: 12px; margin-bottom: 16px; font-weight: 600; }
header img { flex: none; width: 52px; height: 52px; object-fit: contain; }
h1 { margin: 0 0 4px; padding: 10px 14px; border-radius: 8px; font-size: 20px; line-height: 1.3; }
.valid { background: #e2f3e6; color: #0e4a20; }
.duplicate { background: #fff1d6; color: #5c3b00; }
.cancelled, .unknown { background: #fbe3e1; color: #7a1710; }
dl { margin: 16px 0 0; }
dt { margin-top: 10px; color: #4c5863; font-size: 14px; }
dd { margin: 0; font-weight: 600; }
p { margin: 12px 0 0; }
footer { max-width: 480px; margin: 12px auto 0; color: #4c5863; font-size: 14px; }
`

const policy = [
  `default-src 'none'`,
  `img-src 'self'`,
  `style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join(';')

/** What a public page says of a paper. It shows nothing that is not on the paper. */
export interface PublicPaper {
  state: 'valid' | 'duplicate' | 'cancelled'
  title: string
  why: string
  facts: readonly { term: string; value: string }[]
}

/** A kind of paper with a QR code, which leads to `{path}/{token}`. */
export interface PaperKind {
  /** Such as `certificate`: the first part of the path, and the name under which unknown codes are counted. */
  path: string
  /** The title of the page. */
  title: () => string
  unknown: () => { title: string; words: string }
  /** Returns a paper of a school by its token; undefined when there is none. */
  find: (database: Database, school: School, token: string) => Promise<PublicPaper | undefined>
}

/** Returns a new token for a paper of a school. */
export function newPaperToken(schoolId: number): string {
  return `${schoolId.toString(36)}-${randomBytes(18).toString('base64url')}`
}

/**
 * Registers `GET /{path}/{token}`, the page to which a paper's QR code leads. It says whether the paper is valid, with
 * a few values from it. It needs no sign-in and has no scripts.
 */
export async function registerPaperPage(
  app: FastifyInstance,
  { config, database }: { config: Config; database: Database },
  kind: PaperKind,
): Promise<void> {
  const operation = `${kind.path}.public`
  const headers = {
    ...dataHeaders(config),
    'content-security-policy': policy,
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'content-type': 'text/html; charset=utf-8',
  }
  await app.register(async (scope) => {
    await scope.register(rateLimit, {
      ...sharedLimit(database, `${kind.path}s`),
      max: requestsPerMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', t`That is a lot at once. Please try again in a minute.`),
    })
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { operation, code: refusal.code }
      return reply
        .code(httpStatus[refusal.code])
        .headers(headers)
        .send(page(kind, null, h('p', null, refusal.message)))
    })
    scope.get<{ Params: { '*': string } }>(`/${kind.path}/*`, { helmet: false }, async (request, reply) => {
      const token = request.params['*']
      request.graphql = { operation }
      const schoolId = schoolIdInToken(token)
      const school = schoolId === null ? undefined : await schoolById(database, schoolId)
      if (school && school.id > 0) {
        request.graphql = { operation, schoolId: school.id }
        const paper = await kind.find(database, school, token)
        if (paper) return reply.headers(headers).send(page(kind, school, describe(paper), logoOf(config, school)))
      }
      const wait = await requestCounter(database.pool).consumeByNetwork(kind.path, request.ip, guessLimit)
      if (wait !== null)
        throw new Refusal('RATE_LIMITED', t`Too many codes were tried from here. Please wait a quarter of an hour.`)
      return reply
        .code(404)
        .headers(headers)
        .send(page(kind, null, unknownPaper(kind)))
    })
  })
}

function logoOf(config: Config, { id, logoFile }: School): string | null {
  return logoFile === null ? null : signedReadUrl(config.secretKey, id, logoFile, 'school-logo')
}

function unknownPaper(kind: PaperKind): ReactNode {
  const { title, words } = kind.unknown()
  return [h('h1', { key: 'state', className: 'unknown' }, title), h('p', { key: 'words' }, words)]
}

function describe({ state, title, why, facts }: PublicPaper): ReactNode {
  return [
    h('h1', { key: 'state', className: state }, title),
    h('p', { key: 'why' }, why),
    h(
      'dl',
      { key: 'facts' },
      facts.flatMap(({ term, value }) => [
        h('dt', { key: term }, term),
        h('dd', { key: `${term} value` }, h('bdi', null, value)),
      ]),
    ),
  ]
}

function page(kind: PaperKind, school: School | null, content: ReactNode, logoUrl: string | null = null): string {
  const body = h(
    'body',
    null,
    h(
      'main',
      null,
      school && h('header', null, logoUrl !== null && h('img', { src: logoUrl, alt: '' }), h('span', null, school.name)),
      content,
    ),
    school && h('footer', null, t`Compare this page with the paper. It shows nothing that is not on the paper.`),
  )
  const head = h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'robots', content: 'noindex, nofollow' }),
    h('title', null, kind.title()),
    // Must be exactly the text whose hash is in the content security policy.
    h('style', { dangerouslySetInnerHTML: { __html: css } }),
  )
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: `${spokenLanguage()}-IN` }, head, body))}`
}
