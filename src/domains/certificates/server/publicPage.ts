import rateLimit from '@fastify/rate-limit'
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { requestCounter } from '#platform/auth/requestCounter.ts'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import { asRefusal } from '#platform/database/failures.ts'
import { signedReadUrl } from '#platform/files/signedUrls.ts'
import { dataHeaders } from '#platform/http/headers.ts'
import { sharedLimit } from '#platform/http/sharedLimit.ts'
import { spokenLanguage } from '#platform/languages/speech.ts'
import { Refusal, httpStatus } from '#platform/refusal.ts'
import { type School, schoolById } from '#platform/school.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'
import { printedName, schoolIdInToken } from '../certificates.rules.ts'
import type { FormatDoc } from '../format.schema.ts'
import { publicCertificate } from './certificates.sql.ts'

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

type PublicCertificate = Awaited<ReturnType<ReturnType<typeof publicCertificate>['executeTakeFirstOrThrow']>>

/**
 * Registers `GET /certificate/{token}`, the page to which a certificate's QR code leads. It shows whether the
 * certificate is valid, cancelled or a duplicate, with a few values from the paper. It needs no sign-in and has no
 * scripts.
 */
export async function registerCertificates(
  app: FastifyInstance,
  { config, database }: { config: Config; database: Database },
): Promise<void> {
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
      ...sharedLimit(database, 'certificates'),
      max: requestsPerMinute,
      timeWindow: 60_000,
      errorResponseBuilder: () => new Refusal('RATE_LIMITED', t`That is a lot at once. Please try again in a minute.`),
    })
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw error
      request.graphql = { operation: 'certificate.public', code: refusal.code }
      return reply
        .code(httpStatus[refusal.code])
        .headers(headers)
        .send(page(null, notice(refusal.message)))
    })
    scope.get<{ Params: { '*': string } }>('/certificate/*', { helmet: false }, async (request, reply) => {
      const token = request.params['*']
      request.graphql = { operation: 'certificate.public' }
      const schoolId = schoolIdInToken(token)
      const school = schoolId === null ? undefined : await schoolById(database, schoolId)
      if (school && school.id > 0) {
        request.graphql = { operation: 'certificate.public', schoolId: school.id }
        const [[certificate]] = await database.read(school.id, [publicCertificate(database.kysely, school.id, token)] as const)
        if (certificate)
          return reply.headers(headers).send(page(school, describeCertificate(certificate), logoOf(config, school)))
      }
      const { allowed } = await requestCounter(database.pool).consume(`certificate ${request.ip}`, guessLimit)
      if (!allowed) throw new Refusal('RATE_LIMITED', t`Too many codes were tried from here. Please wait a quarter of an hour.`)
      return reply.code(404).headers(headers).send(page(null, unknownCertificate()))
    })
  })
}

function logoOf(config: Config, { id, logoFile }: School): string | null {
  return logoFile === null ? null : signedReadUrl(config.secretKey, id, logoFile, 'school-logo')
}

function unknownCertificate(): ReactNode {
  return [
    h('h1', { key: 'state', className: 'unknown' }, t`This certificate is not known`),
    h(
      'p',
      { key: 'words' },
      t`No certificate has this code. If it is on a paper that was given to you, ask the school named on the paper.`,
    ),
  ]
}

function notice(message: string): ReactNode {
  return h('p', null, message)
}

/** Returns a certificate's CSS class, its state as a title, and an explanation. */
function describeState({
  serial,
  copy,
  cancelledAt,
  originalCancelledAt,
}: PublicCertificate): [state: string, title: string, why: string] {
  if (copy === 0)
    return cancelledAt === null
      ? ['valid', t`Valid`, t`The school has issued this certificate.`]
      : ['cancelled', t`Cancelled`, t`The school has cancelled this certificate. It is not valid any more.`]
  if (cancelledAt === null)
    return [
      'duplicate',
      t`Duplicate of certificate no. ${serial}`,
      t`The school has issued this duplicate. Its original is valid.`,
    ]
  return [
    'cancelled',
    t`Cancelled duplicate of certificate no. ${serial}`,
    originalCancelledAt === null
      ? t`The school has cancelled this duplicate. Its original is valid.`
      : t`The school has cancelled this duplicate, and its original too. Neither is valid any more.`,
  ]
}

function describeCertificate(certificate: PublicCertificate): ReactNode {
  const { serial, copy, issuedAt, originalAt, format, values } = certificate
  const [state, title, why] = describeState(certificate)
  const name = printedName(JSON.parse(format) as FormatDoc, new Map(Object.entries(JSON.parse(values) as Record<string, string>)))
  return [
    h('h1', { key: 'state', className: state }, title),
    h('p', { key: 'why' }, why),
    h(
      'dl',
      { key: 'facts' },
      fact(t`Serial no.`, String(serial)),
      name !== null && fact(t`Student`, name),
      fact(t`Date of issue`, showDay(schoolDay(originalAt))),
      copy > 0 && fact(t`Issued again`, showDay(schoolDay(issuedAt))),
    ),
  ]
}

function fact(term: string, value: string): ReactNode {
  return [h('dt', { key: term }, term), h('dd', { key: `${term} value` }, h('bdi', null, value))]
}

function page(school: School | null, content: ReactNode, logoUrl: string | null = null): string {
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
    h('title', null, t`Leaving certificate`),
    // Must be exactly the text whose hash is in the content security policy.
    h('style', { dangerouslySetInnerHTML: { __html: css } }),
  )
  return `<!doctype html>${renderToStaticMarkup(h('html', { lang: `${spokenLanguage()}-IN` }, head, body))}`
}
